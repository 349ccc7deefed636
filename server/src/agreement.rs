//! How far a set's labellers agree, as a reader may see it: one function for the page, the API and the command.

use app::api::blind::BlindInSet;
use app::api::context::{AgreementWithCases, Reader};
use domain::agreement::{AgreementFilter, AgreementReport, Case, CellPage, Heard, ItemScale, Items, Persons};
use domain::golden_set::GoldenSet;
use domain::page::Page;
use store::Store;
use tokio::sync::Semaphore;

use crate::Error;

/// A report holds all labels of a set and takes a core for a while: who asks for many at once waits.
static TURNS: Semaphore = Semaphore::const_new(2);

pub async fn report(store: &Store, set: &GoldenSet, filter: AgreementFilter, reader: &Reader) -> Result<AgreementReport, Error> {
    Ok(report_with_cases(store, set, filter, reader, None).await?.0)
}

/// The report, and a page of the cases of a cell of one of its matrices. They name people, so only who sees everybody gets them.
pub async fn report_with_cases(
    store: &Store,
    set: &GoldenSet,
    filter: AgreementFilter,
    reader: &Reader,
    cell: Option<CellPage>,
) -> Result<AgreementWithCases, Error> {
    let unknown = filter.guideline.filter(|number| !(0..=set.guideline).contains(number));
    if let Some(number) = unknown {
        return Err(Error::Input(format!("there is no version {number} of the guidelines")));
    }
    let _turn = TURNS.acquire().await;
    let (heard, persons) = heard(store, set, filter.items, reader).await?;
    let cell = cell.filter(|_| persons == Persons::All);
    let scale = ItemScale::of(filter.items, &set.settings);
    // A thousand resamples take a while, in which their thread answers nobody.
    let computed = tokio::task::spawn_blocking(move || {
        let cases = cell.and_then(|cell| cell.of(&heard, &filter));
        (AgreementReport::of(&heard, scale, filter, persons), cases)
    });
    let (report, cases) = computed.await?;
    match cases {
        Some(cases) => Ok((report, Some(with_texts(store, cases).await?))),
        None => Ok((report, None)),
    }
}

/// What the reader may know of what was said, and whose persons they see.
async fn heard(store: &Store, set: &GoldenSet, items: Items, reader: &Reader) -> Result<(Heard, Persons), Error> {
    let heard = match items {
        Items::Labels => store.heard_labels(set.id).await?,
        Items::Answerable => store.heard_answerability(set.id).await?,
    };
    Ok(match reader {
        Reader::Member(member) => {
            let blind = BlindInSet::of(store, set.id, member).await?;
            (heard.without(|query| blind.hides(query)), Persons::of(member.role, member.id))
        }
        Reader::Program => (heard, Persons::Nobody),
        Reader::Database => (heard, Persons::All),
    })
}

async fn with_texts(store: &Store, mut cases: Page<Case>) -> Result<Page<Case>, Error> {
    let ids: Vec<_> = cases.rows.iter().map(|case| case.query).collect();
    let mut texts = store.query_texts(&ids).await?;
    for case in &mut cases.rows {
        case.text = texts.remove(&case.query).unwrap_or_default();
    }
    Ok(cases)
}
