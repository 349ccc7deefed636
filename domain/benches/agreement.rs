//! How long the report of agreement takes: 100,000 labels of 2,500 queries by ten labellers, two a query, and a judge.
//!
//!     cargo bench -p domain --bench agreement

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use domain::agreement::{
    AgreementFilter, AgreementReport, Heard, HeardLabel, HeardPrelabel, HeardQuery, ItemScale, JudgeName, Labeller, Persons,
};
use domain::id::{QueryId, UserId};
use domain::query::Style;
use domain::scale::{Grade, Judgement};
use domain::timestamp::Timestamp;
use uuid::Uuid;

const QUERIES: u32 = 2500;
const CHUNKS: u32 = 20;
const LABELLERS: u32 = 10;

/// A grade that most raters share, and each leaves now and then.
fn grade(query: u32, chunk: u32, rater: u32) -> Grade {
    let shared = [3, 2, 2].get(chunk as usize).copied().unwrap_or(i16::from((query + chunk).is_multiple_of(5)));
    Grade(if (query * 7 + chunk * 13 + rater * 29).is_multiple_of(11) { (shared + 1) % 4 } else { shared })
}

fn label(query: u32, chunk: u32, labeller: u32) -> HeardLabel {
    HeardLabel {
        item: chunk,
        labeller,
        judgement: Judgement::Grade(grade(query, chunk, labeller)),
        prelabel_visible: query.is_multiple_of(2),
        saw_others: false,
        guideline: 1,
        at: Timestamp(1_800_000_000_000 + i64::from(query) * 600_000),
    }
}

fn query(query: u32) -> HeardQuery {
    let labellers = [query % LABELLERS, (query + 1 + query % 7) % LABELLERS];
    HeardQuery {
        id: QueryId(Uuid::from_u128(query.into())),
        style: Style::ALL[query as usize % Style::ALL.len()],
        labels: (0..CHUNKS).flat_map(|chunk| labellers.map(|labeller| label(query, chunk, labeller))).collect(),
        prelabels: (0..CHUNKS).map(|chunk| HeardPrelabel { item: chunk, judge: 0, grade: grade(query, chunk, 99) }).collect(),
    }
}

fn report(criterion: &mut Criterion) {
    let labeller = |number: u32| Labeller { id: UserId(Uuid::from_u128(number.into())), name: format!("labeller{number}") };
    let heard = Heard {
        labellers: (0..LABELLERS).map(labeller).collect(),
        judges: vec![JudgeName { name: "judge-large".into(), prompt_version: "3".into() }],
        queries: (0..QUERIES).map(query).collect(),
        left_out: 0,
    };
    let scale = ItemScale { grades: ["no", "somewhat", "mostly", "fully"].map(String::from).into(), cutoff: 2 };
    criterion.bench_function("report of agreement, 100,000 labels", |bencher| {
        bencher.iter(|| AgreementReport::of(black_box(&heard), scale.clone(), AgreementFilter::default(), Persons::All));
    });
}

criterion_group!(benches, report);
criterion_main!(benches);
