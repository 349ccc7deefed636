//! How far a set's labellers agree, as a reader may see it: one function for the page, the API and the command.

use app::api::blind::BlindInSet;
use app::api::context::Reader;
use domain::agreement::{AgreementFilter, AgreementReport, ItemScale, Items, Persons};
use domain::golden_set::GoldenSet;
use store::Store;

use crate::Error;

pub async fn report(store: &Store, set: &GoldenSet, filter: AgreementFilter, reader: &Reader) -> Result<AgreementReport, Error> {
    let mut heard = match filter.items {
        Items::Labels => store.heard_labels(set.id).await?,
        Items::Answerable => store.heard_answerability(set.id).await?,
    };
    let persons = match reader {
        Reader::Member(member) => {
            let blind = BlindInSet::of(store, set.id, member).await?;
            heard = heard.without(|query| blind.hides(query));
            Persons::of(member.role, member.id)
        }
        Reader::Program => Persons::Nobody,
        Reader::Database => Persons::All,
    };
    let scale = ItemScale::of(filter.items, &set.settings);
    // A thousand resamples take a while, in which their thread answers nobody.
    Ok(tokio::task::spawn_blocking(move || AgreementReport::of(&heard, scale, filter, persons)).await?)
}
