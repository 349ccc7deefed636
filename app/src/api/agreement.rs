//! How far labellers agree.

use domain::agreement::{AgreementFilter, AgreementReport, Cell, CellCases};
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
    /// The cases of the cell that was asked for.
    pub cases: Option<CellCases>,
}

impl AgreementPage {
    /// Whether the viewer sees nobody's pairs but their own.
    pub fn is_personal(&self) -> bool {
        !self.role.may(Permission::ReadHistory)
    }
}

#[server(name = AskAgreement, prefix = "/api", endpoint = "agreement_page", input = Json, output = Json)]
pub async fn agreement_page(set: String, filter: AgreementFilter, cell: Option<Cell>) -> Result<AgreementPage, Error> {
    let (member, context, set) = super::context::allowed_in(Permission::Read, &set).await?;
    let several = context.store.several_can_label(set.id).await?;
    let (title, overlap, role) = (set.settings.title.clone(), set.settings.overlap.in_effect(several).most(), member.role);
    let (report, cases) = context.services.agreement(set, filter, super::context::Reader::Member(member), cell).await?;
    Ok(AgreementPage { title, overlap, role, report, cases })
}
