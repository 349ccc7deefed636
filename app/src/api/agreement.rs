//! How far labellers agree.

use domain::agreement::{AgreementFilter, AgreementReport};
use leptos::prelude::*;
use leptos::server_fn::codec::Json;
use serde::{Deserialize, Serialize};

use crate::Error;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AgreementPage {
    /// The set's title.
    pub title: String,
    /// How many labellers each query needs.
    pub overlap: i32,
    /// Whether the viewer may set that.
    pub may_configure: bool,
    /// Whether the viewer may look at what is disputed.
    pub may_review: bool,
    /// Whether the viewer sees their own pairs only.
    pub own_only: bool,
    pub report: AgreementReport,
}

#[server(name = AskAgreement, prefix = "/api", endpoint = "agreement_page", input = Json)]
pub async fn agreement_page(set: String, filter: AgreementFilter) -> Result<AgreementPage, Error> {
    use domain::role::Permission;
    let (user, context) = super::context::allowed(Permission::Read)?;
    let set = super::context::set(&context.store, &set).await?;
    let (title, overlap) = (set.settings.title.clone(), set.settings.overlap);
    let may = |permission| user.role.may(permission);
    let (may_configure, may_review) = (may(Permission::Configure), may(Permission::Adjudicate));
    let own_only = !may(Permission::ReadHistory);
    let report = context.services.agreement(set, filter, super::context::Reader::Member(user.clone())).await?;
    Ok(AgreementPage { title, overlap, may_configure, may_review, own_only, report })
}
