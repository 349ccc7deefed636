//! `touchstone user`.

use clap::{Args, Subcommand};
use domain::id::{InvitationId, SetId};
use domain::invitation::Invitation;
use domain::member::{ListedMember, ListedUser, MemberWork, RoleInSet, WorkLeft};
use domain::role::Role;
use domain::text::counted;
use domain::user::User;
use serde_json::json;
use store::{ChangedBy, GaveRole, Store};

use super::said::Said;
use super::set::find_set;
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
        /// Only in this set; the invited will be a viewer of the others.
        #[arg(long)]
        set: Option<String>,
    },
    /// List the invitations that nobody has used.
    Invitations,
    /// Take an invitation back.
    Revoke {
        /// The invitation's id, as the list has it.
        id: InvitationId,
    },
    /// List the members; those of a set with what they did in it.
    List {
        #[arg(long)]
        set: Option<String>,
    },
    /// Change what a member may do, everywhere or in a set.
    Role(RoleOf),
    /// Shut a member out. Their labels stay.
    ShutOut {
        /// What they sign in as.
        name: String,
    },
    /// Let a member in again who was shut out.
    LetIn {
        /// What they sign in as.
        name: String,
    },
}

/// Which role whom.
#[derive(Debug, Args)]
pub struct RoleOf {
    /// What they sign in as.
    name: String,
    /// viewer, labeller, reviewer or admin.
    #[arg(long, value_parser = role, required_unless_present = "as_everywhere")]
    role: Option<Role>,
    /// Only in this set.
    #[arg(long)]
    set: Option<String>,
    /// Take the role back that the set gives them: they have the one there that they have everywhere.
    #[arg(long, requires = "set", conflicts_with = "role")]
    as_everywhere: bool,
}

fn role(word: &str) -> Result<Role, String> {
    Role::named(word).ok_or_else(|| format!("there is no role {word:?}: use viewer, labeller, reviewer or admin"))
}

pub(super) async fn run(store: &Store, edge: Edge, command: UserCommand) -> Result<Said, Error> {
    match command {
        UserCommand::Invite { role, set } => {
            let path = invite(store, edge, role, set_id(store, set.as_deref()).await?, store::Inviter::CommandLine).await?;
            Ok(Said::new(format!("open this on the server's address, once: {path}"), json!({ "path": path })))
        }
        UserCommand::Invitations => {
            let invitations = store.invitations(edge.now()).await?;
            Ok(Said::new(lines(&invitations, of_invitation), json!({ "invitations": invitations })))
        }
        UserCommand::Revoke { id } => {
            if store.revoke_invitation(id, edge.now()).await? {
                Ok(Said::new(format!("revoked {id}"), json!({ "revoked": id })))
            } else {
                Err(Error::Input(format!("there is no invitation {id} that can still be used")))
            }
        }
        UserCommand::List { set: Some(set) } => list_of_set(store, &set).await,
        UserCommand::List { set: None } => list(store).await,
        UserCommand::Role(of) => change_role(store, of).await,
        UserCommand::ShutOut { name } => {
            store.set_disabled(ChangedBy::CommandLine, find_user(store, &name).await?.id, Some(edge.now())).await?;
            Ok(Said::new(format!("{name} is shut out"), json!({ "shut_out": name })))
        }
        UserCommand::LetIn { name } => {
            store.set_disabled(ChangedBy::CommandLine, find_user(store, &name).await?.id, None).await?;
            Ok(Said::new(format!("{name} is let in again"), json!({ "let_in": name })))
        }
    }
}

async fn set_id(store: &Store, name: Option<&str>) -> Result<Option<SetId>, Error> {
    match name {
        Some(name) => Ok(Some(find_set(store, name).await?.id)),
        None => Ok(None),
    }
}

async fn find_user(store: &Store, name: &str) -> Result<User, Error> {
    let missing = || Error::Input(format!("there is no member {name:?}: `touchstone user list` has all"));
    store.user_named(name).await?.ok_or_else(missing)
}

async fn change_role(store: &Store, of: RoleOf) -> Result<Said, Error> {
    let RoleOf { name, role, set, .. } = of;
    let user = find_user(store, &name).await?;
    let word = role.map_or_else(|| user.role.word(), Role::word);
    match (set_id(store, set.as_deref()).await?, role) {
        (Some(id), role) => {
            if store.give_role(ChangedBy::CommandLine, id, user.id, role).await? == GaveRole::AdminEverywhere {
                return Err(Error::Input(format!("{name} is an admin of everything, and so of each set")));
            }
        }
        (None, Some(role)) => drop(store.set_role(ChangedBy::CommandLine, user.id, role).await?),
        (None, None) => return Err(Error::Input("say which role, with --role".into())),
    }
    let place = set.as_ref().map_or_else(|| "everywhere".to_owned(), |set| format!("in {set}"));
    Ok(Said::new(format!("{name} is {word} {place}"), json!({ "user": name, "set": set, "role": word })))
}

async fn list(store: &Store) -> Result<Said, Error> {
    let first = store.users(1).await?;
    let last = first.last();
    let mut users = first.rows;
    for number in 2..=last {
        users.extend(store.users(number).await?.rows);
    }
    Ok(Said::new(lines(&users, of_user), json!({ "users": users })))
}

async fn list_of_set(store: &Store, name: &str) -> Result<Said, Error> {
    let set = find_set(store, name).await?;
    let (first, left) = store.set_members(set.id, 1).await?;
    let last = first.last();
    let mut members = first.rows;
    for number in 2..=last {
        members.extend(store.set_members(set.id, number).await?.0.rows);
    }
    Ok(Said::new(lines(&members, of_member) + "\n" + &left_in_words(left), json!({ "set": name, "members": members, "left": left })))
}

fn left_in_words(left: WorkLeft) -> String {
    let completions = counted(left.completions, "completion is", "completions are");
    left.minutes_left().map_or_else(|| format!("{completions} left"), |minutes| format!("{completions} left, about {minutes} min of work"))
}

fn lines<T>(of: &[T], line: impl Fn(&T) -> String) -> String {
    of.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn of_invitation(invitation: &Invitation) -> String {
    let Invitation { id, role, set, created_by, expires_at, .. } = invitation;
    let place = set.as_ref().map_or_else(|| "everywhere".to_owned(), |set| format!("in {set}"));
    let by = created_by.as_deref().map_or_else(|| "the command line".to_owned(), domain::text::visible);
    format!("{id}\t{} {place}\tby {by}\tuntil {expires_at}", role.word())
}

fn of_user(ListedUser { user, roles }: &ListedUser) -> String {
    let in_set = |RoleInSet { set, role }: &RoleInSet| format!("\t{} in {set}", role.word());
    let shut_out = if user.disabled_at.is_some() { "\tshut out" } else { "" };
    format!("{}\t{}{}{shut_out}", domain::text::visible(&user.name), user.role.word(), roles.iter().map(in_set).collect::<String>())
}

fn of_member(member: &ListedMember) -> String {
    let (name, work) = (domain::text::visible(&member.user.name), member.work);
    let pace = work.median_seconds.map_or_else(|| "pace not known".to_owned(), |seconds| format!("{seconds} s a query"));
    let MemberWork { completed, leased, assigned, skipped, late, .. } = work;
    let role = member.role().word();
    format!("{name}\t{role}\t{completed} completed\t{leased} at hand\t{assigned} given by hand\t{skipped} handed back\t{late} late\t{pace}")
}
