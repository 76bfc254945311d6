use super::*;

/// Returns the text elements of an SVG, and the number of points in each of its lines.
fn content(svg: &str) -> (Vec<String>, Vec<usize>) {
    let document = roxmltree::Document::parse(svg).unwrap();
    let nodes = document.descendants();
    let texts = nodes.filter(|node| node.has_tag_name("text"));
    let texts = texts.filter_map(|node| Some(node.text()?.trim().to_owned()));
    let nodes = document.descendants();
    let lines = nodes.filter_map(|node| {
        node.attribute("points")
            .filter(|_| node.has_tag_name("polyline"))
    });
    let lines = lines.map(|points| points.split_whitespace().count());
    (texts.collect(), lines.collect())
}

#[test]
fn a_chart_needs_a_point() {
    let chart = |points: Vec<(u32, f64)>| Chart {
        title: "a < b",
        x_label: "x",
        marked: Some((1, "here")),
        lines: vec![Line::all("all & more", points)],
        ..Chart::default()
    };
    let svg = chart(vec![(1, 0.0)]).to_svg().unwrap();
    assert!(svg.contains("<circle"));
    let (texts, _) = content(&svg);
    for text in ["a < b", "all & more", "here: 1"] {
        assert!(texts.iter().any(|other| other == text), "{texts:?}");
    }
    assert!(chart(vec![]).to_svg().is_err());
}

#[test]
fn a_chart_on_a_page_uses_the_text_colour_of_the_page() {
    let long: Vec<f64> = (0..12_345).map(|pair| f64::from(pair).sin()).collect();
    for heights in [&[1.0][..], &[0.5, f64::INFINITY], &long, &[]] {
        let points = (0..).zip(heights.iter().copied());
        let chart = Chart {
            y_label: "LLR",
            levels: &[-2.94, 2.94],
            lines: vec![Line::new("", BLUE, points.collect())],
            ..Chart::default()
        };
        let svg = chart.to_page_svg().unwrap();
        assert!(content(&svg).0.iter().any(|text| text == "LLR"));
        assert!(svg.contains("currentColor") && !svg.contains("123456"));
        assert!(svg.len() < 100_000, "{}", svg.len());
    }
}

#[test]
fn thinned_lines_keep_their_ends() {
    let points: Vec<_> = (0..1001).map(|x| (x, 0.0)).collect();
    let thin = thinned(&points);
    assert!(thin.len() <= MAX_POINTS);
    assert_eq!((thin[0].0, thin[thin.len() - 1].0), (0, 1000));
    assert_eq!(thinned(&points[..2]), points[..2]);
}
