//! The server functions. Each is a sentence: who asks, whether they may, one call, the answer.

pub mod agreement;
pub mod assigning;
#[cfg(feature = "ssr")]
pub mod blind;
#[cfg(feature = "ssr")]
pub mod context;
pub mod disagreements;
pub mod evaluations;
pub mod guidelines;
pub mod hidden;
pub mod jobs;
mod json;
pub mod labelling;
#[cfg(feature = "ssr")]
mod markdown;
pub mod members;
pub mod queries;
pub mod reference;
pub mod sets;
pub mod versions;

use domain::role::Permission;
pub use json::JsonString;

/// What each server function asks of the member who calls it: the declared matrix, which a test holds against the real
/// endpoints. What is not listed here is not served.
pub const PERMISSIONS: &[(&str, Permission)] = &[
    ("/api/add_guideline", Permission::Configure),
    ("/api/add_set", Permission::Configure),
    ("/api/agreement_page", Permission::Read),
    ("/api/assign", Permission::Assign),
    ("/api/assign_some", Permission::Assign),
    ("/api/cancel_job", Permission::Import),
    ("/api/case_counts", Permission::Adjudicate),
    ("/api/case_list", Permission::Adjudicate),
    ("/api/change_role", Permission::ManageMembers),
    ("/api/draft", Permission::Label),
    ("/api/evaluation_table", Permission::Read),
    ("/api/give_role", Permission::ManageMembers),
    ("/api/guidelines_page", Permission::Read),
    ("/api/invite", Permission::ManageMembers),
    ("/api/job_list", Permission::Import),
    ("/api/label_work", Permission::Label),
    ("/api/labellers", Permission::Assign),
    ("/api/many_cases", Permission::Adjudicate),
    ("/api/members", Permission::ManageMembers),
    ("/api/next_assignment", Permission::Label),
    ("/api/next_version", Permission::Read),
    ("/api/previous_query", Permission::Label),
    ("/api/progress", Permission::Label),
    ("/api/put_settings", Permission::Configure),
    ("/api/query_labellers", Permission::Assign),
    ("/api/query_list", Permission::Read),
    ("/api/query_page", Permission::Read),
    ("/api/record", Permission::Label),
    ("/api/reference", Permission::Read),
    ("/api/retrieve", Permission::Import),
    ("/api/review_work", Permission::Adjudicate),
    ("/api/revoke_invitation", Permission::ManageMembers),
    ("/api/run_page", Permission::Read),
    ("/api/search_corpus", Permission::Label),
    ("/api/send_back", Permission::Adjudicate),
    ("/api/set_disabled", Permission::ManageMembers),
    ("/api/set_heading", Permission::Read),
    ("/api/set_home", Permission::Read),
    ("/api/set_list", Permission::Read),
    ("/api/set_members", Permission::Label),
    ("/api/settle_case", Permission::Adjudicate),
    ("/api/take_back", Permission::Adjudicate),
    ("/api/unassign", Permission::Assign),
    ("/api/version_diff", Permission::Read),
    ("/api/version_list", Permission::Read),
    ("/api/version_page", Permission::Read),
];

/// A form that could not be kept: the page that it stands on is shown again, says why, and has what stood in it.
#[derive(Debug, Clone)]
pub struct RefusedForm {
    pub error: crate::Error,
    /// What the form sent, in its order.
    pub fields: Vec<(String, String)>,
}

impl RefusedForm {
    /// What a field of the form held; none where it is empty.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(field, value)| field == name && !value.is_empty()).map(|(_, value)| value.as_str())
    }
}

/// Makes the page that the server is making that of an error; the browser makes none.
pub fn answer_with(error: &crate::Error) {
    #[cfg(feature = "ssr")]
    context::answer_with(error);
    #[cfg(not(feature = "ssr"))]
    let _ = error;
}

/// Sets the status of the page that the server is making; the browser makes none.
pub fn answer_with_status(status: u16) {
    #[cfg(feature = "ssr")]
    context::answer_with_status(status);
    #[cfg(not(feature = "ssr"))]
    let _ = status;
}
