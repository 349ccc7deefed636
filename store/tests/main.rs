//! What the store keeps, on SQLite and on PostgreSQL.

mod databases;
mod seed;
mod sql;

mod adjudications;
mod agreement;
mod answers;
mod assigning;
mod assignments;
mod chunks;
mod damage;
mod disagreements;
mod erasures;
mod freezing;
mod guidelines;
mod invitations;
mod involvements;
mod jobs;
mod labels;
mod leases;
mod many_labellers;
mod members;
mod open;
mod operations;
mod overlap;
mod places;
mod prelabels;
mod queries;
mod runs;
mod set_members;
mod set_revision;
mod sets;
mod standing;
mod tokens;
mod versions;
mod voices;
