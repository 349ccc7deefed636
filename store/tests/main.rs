//! What the store keeps, on SQLite and on PostgreSQL.

mod databases;
mod seed;

mod adjudications;
mod agreement;
mod answers;
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
mod members;
mod open;
mod operations;
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
