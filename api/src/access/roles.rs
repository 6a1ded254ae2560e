//! Roles: what each may do, as one table that the server and its tests read.

use hindsight_kernel::Message;
use hindsight_openapi::wire::{Role, RoleInfo, RoleList};

use crate::access::Scope;
use crate::base::messages::text;

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct RoleRow {
    /// The role.
    pub role: Role,
    /// What its sessions and, at the most, its tokens allow.
    pub scopes: &'static [Scope],
    /// The roles it may give to others.
    pub gives: &'static [Role],
    /// What that means.
    pub about: fn() -> Message,
}

/// The table.
pub const ROLES: [RoleRow; 5] = [
    RoleRow {
        role: Role::Reader,
        scopes: &[Scope::GameRead],
        gives: &[],
        about: || text!("role-reader"),
    },
    RoleRow {
        role: Role::Player,
        scopes: &[Scope::GameRead, Scope::GameWrite],
        gives: &[],
        about: || text!("role-player"),
    },
    RoleRow {
        role: Role::Coach,
        scopes: &[Scope::GameRead, Scope::GameWrite, Scope::Invite],
        gives: &[Role::Reader, Role::Player],
        about: || text!("role-coach"),
    },
    RoleRow {
        role: Role::Steward,
        scopes: &[
            Scope::GameRead,
            Scope::GameWrite,
            Scope::Invite,
            Scope::PackWrite,
            Scope::Accounts,
        ],
        gives: &[Role::Reader, Role::Player, Role::Coach],
        about: || text!("role-steward"),
    },
    RoleRow {
        role: Role::Admin,
        scopes: &[Scope::Admin],
        gives: &Role::ALL,
        about: || text!("role-admin"),
    },
];

/// The row of a role.
pub fn row(role: Role) -> &'static RoleRow {
    &ROLES[role as usize]
}

/// The table as it is published.
pub fn roles() -> RoleList {
    let shown = |row: &RoleRow| RoleInfo {
        role: row.role,
        scopes: row.scopes.iter().map(Scope::to_string).collect(),
        gives: row.gives.to_vec(),
        about: (row.about)().to_string(),
        message: (row.about)().data(),
    };
    RoleList {
        items: ROLES.iter().map(shown).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_has_its_row_and_may_do_what_the_one_below_may() {
        for (below, above) in ROLES.iter().zip(&ROLES[1..]) {
            assert!(below.role < above.role);
            let all = above.scopes.contains(&Scope::Admin);
            assert!(
                all || below.scopes.iter().all(|scope| above.scopes.contains(scope)),
                "{:?}",
                above.role
            );
        }
        for role in Role::ALL {
            assert_eq!(row(role).role, role);
            assert_eq!(Role::named(role.name()), Some(role));
            // Nobody makes another as mighty as themselves, but who may everything anyway.
            assert!(row(role).gives.iter().all(|given| *given < role) || role == Role::Admin);
        }
    }
}
