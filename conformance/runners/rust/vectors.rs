//! The vectors as a case of `cargo test`, in the crate of the engine: `#[cfg(test)] mod vectors;` in main.rs or lib.rs.
//! HAKEM_VECTORS names their folder. The crate's own `json` may as well be serde_json.

use crate::hakem::by_side;
use crate::json::Json;
use crate::{Deal, RULES};
use std::{env, fs};

// -- my engine: which vectors it plays, how it is begun, and what it says of a position --------------------------------

fn plays(vector: &Json) -> bool {
    vector.get("rules").text() == Some(RULES) && ["with", "match", "from"].iter().all(|key| vector.get(key) == &Json::Null)
}

fn begin(vector: &Json) -> Result<Deal, String> {
    Deal::begin(vector).map_err(|fault| fault.1) // rules, dealer, deal and before stand in a vector as in a game
}

fn is_legal(deal: &Deal, action: &str) -> bool {
    deal.legal().iter().any(|(_, actions)| actions.iter().any(|one| one == action))
}

fn legal(deal: &Deal) -> Json {
    Json::Object(deal.legal().into_iter().map(|(seat, actions)| (seat, actions.into())).collect())
}

// -- the vectors: spec/vectors.md ---------------------------------------------------------------------------------------

/// What an engine says of each part of a step that can be compared.
fn said(deal: &Deal, part: &str) -> Json {
    match part {
        "legal" => legal(deal),
        "points" => by_side(deal.points),
        "tricks" => by_side(deal.tricks),
        _ => deal.result().into(),
    }
}

fn check(vector: &Json) -> Result<(), String> {
    let mut deal = begin(vector)?;
    for (at, step) in vector.get("steps").list().iter().enumerate() {
        for part in ["legal", "points", "tricks", "result"] {
            let (expected, got) = (step.get(part), said(&deal, part));
            if expected != &Json::Null && expected != &got {
                return Err(format!("after {at} actions: {part} is {expected}, not {got}"));
            }
        }
        for refusal in step.get("refuse").list() {
            let action = refusal.get("do").text().unwrap_or("");
            if is_legal(&deal, action) {
                return Err(format!("after {at} actions: {action} is to be refused"));
            }
        }
        let Some(action) = step.text().or(step.get("do").text()) else { continue };
        if !is_legal(&deal, action) {
            return Err(format!("after {at} actions: {action} is legal"));
        }
        deal.apply(action);
    }
    Ok(())
}

#[test]
fn vectors() {
    let folder = env::var("HAKEM_VECTORS").expect("HAKEM_VECTORS names the folder of the vectors");
    let (mut passed, mut failed) = (0, vec![]);
    for file in fs::read_dir(folder).expect("a folder") {
        let text = fs::read_to_string(file.expect("a file").path()).expect("a vector");
        let vector = Json::parse(&text).expect("JSON");
        if plays(&vector) {
            match check(&vector) {
                Ok(()) => passed += 1,
                Err(why) => failed.push(format!("{}: {why}", vector.get("id"))),
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(passed > 0, "no vector of {RULES}");
    println!("{passed} vectors");
}
