//! Compares minimax and alpha-beta with `phased`, to depth 6 from the start position.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use outflank_gametree::SearchLimits;
use outflank_othello::{Position, Shape};
use outflank_textbook::{Algorithm, Evaluation, EvaluationKind, search};

fn phased_to_depth_six(criterion: &mut Criterion) {
    let start = Position::start(Shape::STANDARD);
    let phased = Evaluation::new(EvaluationKind::Phased);
    let limits = SearchLimits::plies(6);
    let mut group = criterion.benchmark_group("phased, depth 6 from the start");
    group.sample_size(20);
    for (name, algorithm) in [
        ("minimax", Algorithm::Minimax),
        ("alpha-beta", Algorithm::AlphaBeta),
    ] {
        let counts = search(&start, &phased, algorithm, &limits).counts;
        // The throughput is in expanded nodes and leaves.
        group.throughput(Throughput::Elements(counts.nodes()));
        group.bench_function(name, |bencher| {
            bencher.iter(|| search(&start, &phased, algorithm, &limits));
        });
    }
    group.finish();
}

criterion_group!(benches, phased_to_depth_six);
criterion_main!(benches);
