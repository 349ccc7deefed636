//! `touchstone user`.

use clap::Subcommand;
use domain::role::Role;
use store::Store;

use super::said::Said;
use crate::Error;
use crate::edge::Edge;
use crate::invitation::invite;

/// What can be done with members.
#[derive(Debug, Subcommand)]
pub enum UserCommand {
    /// Make an invitation: a link that works once, within 72 hours. This is also the way back in when no admin can sign in.
    Invite {
        /// viewer, labeller, reviewer or admin.
        #[arg(long, value_parser = role)]
        role: Role,
    },
    /// List the members.
    List,
}

fn role(word: &str) -> Result<Role, String> {
    Role::named(word).ok_or_else(|| format!("there is no role {word:?}: use viewer, labeller, reviewer or admin"))
}

pub(super) async fn run(store: &Store, edge: Edge, command: UserCommand) -> Result<Said, Error> {
    match command {
        UserCommand::Invite { role } => {
            let path = invite(store, edge, role).await?;
            Ok(Said::new(format!("open this on the server's address, once: {path}"), serde_json::json!({ "path": path })))
        }
        UserCommand::List => {
            let users = store.users().await?;
            let line = |user: &domain::user::User| {
                format!("{}\t{}{}", user.name, user.role.word(), if user.disabled_at.is_some() { "\tshut out" } else { "" })
            };
            Ok(Said::new(users.iter().map(line).collect::<Vec<_>>().join("\n"), serde_json::json!({ "users": users })))
        }
    }
}
