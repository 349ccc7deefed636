//! Sets that two people label apart.

use domain::id::UserId;
use store::Store;

use crate::seed::{SeededSet, SetBuilder, labeller, member};

/// Three queries with three chunks, which lena and omar grade apart; and the reviewer rosa.
pub async fn apart(store: &Store) -> (SeededSet, UserId, UserId) {
    let set = SetBuilder::new().queries(3).chunks(3).overlap(2).create(store).await;
    let (omar, rosa) = (labeller(store, "omar").await, labeller(store, "rosa").await);
    grade_apart(store, &set, [set.labeller, omar]).await;
    (set, omar, rosa)
}

/// The same set, labelled by anna and omar, who can sign in.
pub async fn members_apart(store: &Store) -> (SeededSet, [UserId; 2], UserId) {
    let set = SetBuilder::new().queries(3).chunks(3).overlap(2).create(store).await;
    let labellers = [member(store, "anna").await, member(store, "omar").await];
    grade_apart(store, &set, labellers).await;
    (set, labellers, labeller(store, "rosa").await)
}

async fn grade_apart(store: &Store, set: &SeededSet, labellers: [UserId; 2]) {
    for (query, grades) in [(0, [[3, 2, 0], [3, 3, 0]]), (1, [[0, 3, 1], [3, 1, 1]]), (2, [[1, 1, 1], [2, 0, 1]])] {
        for (labeller, grades) in labellers.into_iter().zip(grades) {
            set.label(store, labeller, query, &grades).await;
        }
    }
}
