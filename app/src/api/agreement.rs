//! How far labellers agree.

use domain::agreement::{AgreementFilter, AgreementReport, Case, CellPage};
use domain::disagreement::CaseCounts;
use domain::page::Page;
use domain::role::{Permission, Role};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::api::json::Json;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AgreementPage {
    /// The set's title.
    pub title: String,
    /// How many labellers each query needs.
    pub overlap: i32,
    /// What the viewer is in the set.
    pub role: Role,
    pub report: AgreementReport,
    /// The number of the guidelines in force; 0 before the first.
    pub guideline: i32,
    /// How many disagreements are how far, for who settles them.
    pub cases: Option<CaseCounts>,
    /// The cases of the cell that was asked for.
    pub of_cell: Option<Page<Case>>,
}

impl AgreementPage {
    /// Whether the viewer sees nobody's pairs but their own.
    pub fn is_personal(&self) -> bool {
        !self.role.may(Permission::ReadHistory)
    }
}

#[server(name = AskAgreement, prefix = "/api", endpoint = "agreement_page", input = Json, output = Json)]
pub async fn agreement_page(set: String, filter: AgreementFilter, cell: Option<CellPage>) -> Result<AgreementPage, Error> {
    let (member, context, set) = super::context::allowed_in(Permission::Read, &set).await?;
    let several = context.store.several_can_label(set.id).await?;
    let cases = super::disagreements::on_server::counts_for_reviewer(&context, &member, &set).await?;
    let (title, overlap, role) = (set.settings.title.clone(), set.settings.overlap.in_effect(several).most(), member.role);
    let guideline = set.guideline;
    let (report, of_cell) = context.services.agreement(set, filter, super::context::Reader::Member(member), cell).await?;
    Ok(AgreementPage { title, overlap, role, report, guideline, cases, of_cell })
}
