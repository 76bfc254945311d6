//! Comparison of names whose spelling differs between sources.

/// Maximum length of a name in WTHOR, in characters.
const WTHOR_NAME: usize = 19;

/// Letters with marks and the plain letters that replace them.
const PLAIN: [(&str, &str); 24] = [
    ("àáâãäåāăą", "a"),
    ("æ", "ae"),
    ("çćĉċč", "c"),
    ("ďđð", "d"),
    ("èéêëēĕėęě", "e"),
    ("ĝğġģ", "g"),
    ("ĥħ", "h"),
    ("ìíîïĩīĭįı", "i"),
    ("ĵ", "j"),
    ("ķ", "k"),
    ("ĺļľŀł", "l"),
    ("ñńņňŋ", "n"),
    ("òóôõöøōŏő", "o"),
    ("œ", "oe"),
    ("ŕŗř", "r"),
    ("śŝşšș", "s"),
    ("ß", "ss"),
    ("ţťŧț", "t"),
    ("þ", "th"),
    ("ùúûüũūŭůűų", "u"),
    ("ŵ", "w"),
    ("ýÿŷ", "y"),
    ("źżž", "z"),
    ("-‐‑", " "),
];

/// Returns a name in lower case without accents; hyphens become spaces.
///
/// ```
/// use outflank_othello::format::fold_name;
///
/// assert_eq!(fold_name("Lévy-Abegnoli"), "levy abegnoli");
/// ```
#[must_use]
pub fn fold_name(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    for letter in name.chars().flat_map(char::to_lowercase) {
        match letter {
            // Combining marks, which follow their letter.
            '\u{300}'..='\u{36f}' => {}
            letter if letter.is_ascii() && letter != '-' => folded.push(letter),
            letter => {
                let plain = PLAIN.iter().find(|(marked, _)| marked.contains(letter));
                match plain {
                    Some((_, plain)) => folded.push_str(plain),
                    None => folded.push(letter),
                }
            }
        }
    }
    folded
}

/// Returns a letter without its mark, or `?` if it has no plain form.
pub(super) fn plain_letter(letter: char) -> String {
    let lower: String = letter.to_lowercase().collect();
    let plain = PLAIN.iter().find(|(marked, _)| marked.contains(&lower));
    match plain {
        Some((_, plain)) if lower.starts_with(letter) => (*plain).to_owned(),
        Some((_, plain)) => plain.to_uppercase(),
        None => "?".to_owned(),
    }
}

/// Returns the words of a folded name, without punctuation.
fn words(name: &str) -> Vec<String> {
    let folded = fold_name(name).replace(['\'', '’', '`'], "");
    let words = folded.split(|letter: char| !letter.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// Returns a key that is equal for names with the same words in any order.
#[must_use]
pub fn name_key(name: &str) -> String {
    let mut words = words(name);
    words.sort_unstable();
    words.join(" ")
}

/// Returns the [`name_key`] of a name with its umlauts spelt out, as in `Joerg` for `Jörg`; `None`
/// if it has no umlauts.
#[must_use]
pub fn spelt_out_key(name: &str) -> Option<String> {
    let mut spelt = name.to_lowercase();
    for (umlaut, letters) in [
        ("ä", "ae"),
        ("ö", "oe"),
        ("ü", "ue"),
        ("ø", "oe"),
        ("å", "aa"),
    ] {
        spelt = spelt.replace(umlaut, letters);
    }
    (spelt != name.to_lowercase()).then(|| name_key(&spelt))
}

/// Returns whether two names are equal except for accents, case, word order and umlauts.
#[must_use]
pub fn same_words(name: &str, other: &str) -> bool {
    let key = name_key(name);
    let other_key = name_key(other);
    key == other_key
        || spelt_out_key(name).is_some_and(|spelt| spelt == other_key)
        || spelt_out_key(other).is_some_and(|spelt| spelt == key)
}

/// Returns the forms of a name that WTHOR might shorten: every rotation of its words, if the name
/// is too long for WTHOR.
#[must_use]
pub fn cuttable_forms(name: &str) -> Vec<String> {
    let words = words(name);
    let forms = (0..words.len()).map(|first| {
        let (end, start) = words.split_at(first);
        [start, end].concat().join(" ")
    });
    match name.chars().count() >= WTHOR_NAME {
        true => forms.collect(),
        false => Vec::new(),
    }
}

/// Returns the folded words of a name if its length suggests that WTHOR shortened it.
#[must_use]
pub fn cut_form(name: &str) -> Option<String> {
    let length = name.trim().chars().count();
    let may_be_cut = (WTHOR_NAME..=WTHOR_NAME + 1).contains(&length);
    may_be_cut.then(|| words(name).join(" "))
}

/// Returns whether two names have a word of at least three letters in common.
#[must_use]
pub fn share_a_word(name: &str, other: &str) -> bool {
    let others = words(other);
    let mut own = words(name).into_iter();
    own.any(|word| word.chars().count() >= 3 && others.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_case_and_order_do_not_matter() {
        for (name, other) in [
            ("Lévy", "levy"),
            ("Zimo Lv", "Lv Zimo"),
            ("Levy-Abegnoli Thierry", "thierry lévy abegnoli"),
            ("Höhne  Andreas", "Andreas Hohne"),
            ("Rößler Daniel", "Rossler Daniel"),
            ("D'Amico", "DAmico"),
            ("Voráček", "Vora\u{301}c\u{30c}ek"),
        ] {
            assert_eq!(name_key(name), name_key(other));
        }
        assert!(same_words("Gaertner Joerg", "Gärtner Jörg"));
        assert!(!same_words("Gaertner Joerg", "Gartner Jorg"));
        assert_ne!(name_key("Berg Matthias"), name_key("Berg Robert"));
        assert_ne!(name_key("Lee K."), name_key("Lee Kang"));
    }

    #[test]
    fn truncated_names_are_prefixes_of_full_ones() {
        let cut = cut_form("Di Mattei Alessandr").unwrap();
        let whole = cuttable_forms("Alessandro Di Mattei");
        assert!(whole.iter().any(|form| form.starts_with(&cut)), "{whole:?}");
        assert_eq!(cut_form("Di Mattei"), None);
        assert_eq!(cuttable_forms("Lee Kang"), Vec::<String>::new());
    }
}
