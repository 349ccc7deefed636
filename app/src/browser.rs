//! What the browser keeps, and what it gives: storage, and ids of operations.

use domain::id::{OperationId, uuid_v7};
use leptos::prelude::window;

/// This browser's storage, where it allows one.
pub fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// This tab's storage, where the browser allows one.
pub fn tab_storage() -> Option<web_sys::Storage> {
    window().session_storage().ok().flatten()
}

/// Now, in milliseconds since 1970.
#[expect(clippy::cast_possible_truncation, reason = "a date in milliseconds is a whole number")]
pub fn now() -> i64 {
    js_sys::Date::now() as i64
}

/// A new operation's id, from the browser's clock and its random numbers.
pub fn new_operation_id() -> OperationId {
    let mut random = [0; 10];
    if let Ok(crypto) = window().crypto() {
        let _ = crypto.get_random_values_with_u8_array(&mut random);
    }
    OperationId(uuid_v7(now().unsigned_abs(), &random))
}
