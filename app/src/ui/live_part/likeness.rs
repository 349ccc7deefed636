//! Makes one tree of nodes like another. What is alike already is left alone, so focus, scroll and what was typed stay.

use wasm_bindgen::JsCast;
use web_sys::{Element, Node};

pub fn become_like(now: &Node, newest: &Node) {
    if now.node_value() != newest.node_value() {
        now.set_node_value(newest.node_value().as_deref());
    }
    if let (Some(now), Some(newest)) = (now.dyn_ref(), newest.dyn_ref()) {
        take_attributes(now, newest);
    }
    take_children(now, newest);
}

fn take_attributes(now: &Element, newest: &Element) {
    for name in names(now).filter(|name| !newest.has_attribute(name)) {
        let _ = now.remove_attribute(&name);
    }
    for name in names(newest) {
        let value = newest.get_attribute(&name).unwrap_or_default();
        if now.get_attribute(&name).as_ref() != Some(&value) {
            let _ = now.set_attribute(&name, &value);
        }
    }
}

fn names(element: &Element) -> impl Iterator<Item = String> + use<> {
    element.get_attribute_names().into_iter().filter_map(|name| name.as_string())
}

fn take_children(now: &Node, newest: &Node) {
    let (mut ours, mut theirs) = (now.first_child(), newest.first_child());
    loop {
        let (our, their) = (ours.take(), theirs.take());
        ours = our.as_ref().and_then(Node::next_sibling);
        theirs = their.as_ref().and_then(Node::next_sibling);
        match (our, their) {
            (Some(our), Some(their)) if our.node_name() == their.node_name() => become_like(&our, &their),
            (Some(our), Some(their)) => drop(now.replace_child(&their, &our)),
            (None, Some(their)) => drop(now.append_child(&their)),
            (Some(our), None) => drop(now.remove_child(&our)),
            (None, None) => return,
        }
    }
}
