//! How long all measures take: 100 queries with 1,000 hits each and 100 judged chunks.
//!
//!     cargo bench -p domain

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use domain::evaluation::{Golden, GoldenQuery, QueryScore, RunLists, ScorePrecision, ScoredIds, Settings, score_query};
use domain::metric::Measure;

const QUERIES: usize = 100;
const HITS: usize = 1000;
const JUDGED: usize = 100;

/// A number that looks random and is always the same.
fn mixed(a: usize, b: usize) -> usize {
    (a * 2_654_435_761 + b * 40_503).wrapping_mul(2_246_822_519) >> 7
}

fn golden() -> Golden {
    let grades =
        |query: usize| (0..JUDGED).map(|n| (format!("chunk-{}", mixed(query, n) % 3000), i32::try_from(n % 4).unwrap_or(0))).collect();
    let query = |query: usize| (format!("q{query}"), GoldenQuery { unanswerable: false, style: None, grades: grades(query) });
    Golden { queries: (0..QUERIES).map(query).collect(), cutoff: 2, scale_top: Some(3) }
}

fn run() -> RunLists {
    let list = |query: usize| {
        let mut ids = ScoredIds::default();
        for rank in 0..HITS {
            #[expect(clippy::cast_precision_loss, reason = "scores are small")]
            ids.push(&format!("chunk-{}", (mixed(query, 7) + rank * 3) % 3000), (HITS - rank) as f64);
        }
        (format!("q{query}"), ids)
    };
    RunLists { name: "run".into(), lists: (0..QUERIES).map(list).collect(), ..RunLists::default() }
}

fn score_all(golden: &Golden, run: &RunLists, settings: &Settings) -> Vec<QueryScore> {
    let score = |(query, known)| score_query(query, known, run.ranking(query, settings.precision).as_ref(), settings);
    golden.averaged(settings).map(score).collect()
}

fn all_measures(criterion: &mut Criterion) {
    let (golden, run) = (golden(), run());
    let names = "recall@5,recall@20,recall@1000,precision@5,precision@20,hit@5,rr,ap,rprec,ndcg@10,ndcg@1000,ndcg_exp@10,bpref,judged@10";
    let measures: Vec<Measure> = names.split(',').map(|name| name.parse().expect("a measure")).collect();
    let settings =
        Settings { measures, cutoff: 2, top_grade: 3, precision: ScorePrecision::Double, include_unanswerable: false, bounds: false };
    criterion.bench_function("all measures, 100 queries x 1000 hits", |bencher| {
        bencher.iter(|| score_all(black_box(&golden), black_box(&run), &settings));
    });
}

criterion_group!(benches, all_measures);
criterion_main!(benches);
