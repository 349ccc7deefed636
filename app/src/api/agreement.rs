//! How far labellers agree.

use domain::agreement::{AgreementFilter, AgreementReport, Cell, CellCases};
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
    /// Whether the viewer labels.
    pub may_label: bool,
    /// Whether the viewer may look at what is disputed.
    pub may_review: bool,
    /// Whether the viewer sees their own pairs only, or none.
    pub own_only: bool,
    pub report: AgreementReport,
    /// The cases of the cell that was asked for.
    pub cases: Option<CellCases>,
}

#[server(name = AskAgreement, prefix = "/api", endpoint = "agreement_page", input = Json)]
pub async fn agreement_page(set: String, filter: AgreementFilter, cell: Option<Cell>) -> Result<AgreementPage, Error> {
    use domain::role::Permission;
    let (member, context, set) = super::context::allowed_in(Permission::Read, &set).await?;
    let (title, overlap, role) = (set.settings.title.clone(), set.settings.overlap.most(), member.role);
    let (report, cases) = context.services.agreement(set, filter, super::context::Reader::Member(member), cell).await?;
    Ok(AgreementPage {
        title,
        overlap,
        may_configure: role.may(Permission::Configure),
        may_label: role.may(Permission::Label),
        may_review: role.may(Permission::Adjudicate),
        own_only: !role.may(Permission::ReadHistory),
        report,
        cases,
    })
}
