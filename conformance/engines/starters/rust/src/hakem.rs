//! The protocol (spec/protocol.md). This file can stay as it is; what you claim stands in `claims`.

use crate::json::{object, Json};
use crate::{claims, Deal, RULES};
use std::io::{self, BufRead, Write};

/// An error of JSON-RPC: code, message, what it is about.
pub struct Fault(pub i64, pub String, pub String);

pub fn invalid(message: impl Into<String>) -> Fault {
    Fault(-32602, message.into(), String::new())
}

pub fn by_side(two: [i64; 2]) -> Json {
    object([("NS", two[0].into()), ("EW", two[1].into())])
}

fn legal_map(deal: &Deal) -> Json {
    Json::Object(deal.legal().into_iter().map(|(seat, actions)| (seat, actions.into())).collect())
}

fn is_legal(deal: &Deal, action: &str) -> bool {
    deal.legal().iter().any(|(_, actions)| actions.iter().any(|one| one == action))
}

/// What `replay` finds; the other methods answer with parts of it.
struct Replay {
    deal: Deal,
    refused: Option<Json>,
    steps: Vec<Json>,
    verdicts: Vec<Json>,
}

fn replay(params: &Json, attempts: &[(i64, String)]) -> Result<Replay, Fault> {
    let game = params.get("game");
    if game.get("rules").text() != Some(RULES) || !game.get("with").list().is_empty() {
        return Err(Fault(-32000, "not played here".into(), game.get("rules").text().unwrap_or("").into()));
    }
    let (mut deal, actions) = (Deal::begin(game)?, params.get("actions").texts());
    let (mut refused, mut steps, mut verdicts) = (None, vec![], vec![Json::Null; attempts.len()]);
    for at in 0..=actions.len() {
        let (points, tricks) = (by_side(deal.points), by_side(deal.tricks));
        steps.push(object([("legal", legal_map(&deal)), ("points", points), ("tricks", tricks)]));
        for (place, (_, action)) in attempts.iter().enumerate().filter(|(_, attempt)| attempt.0 == at as i64) {
            verdicts[place] = object([("accepted", is_legal(&deal, action).into())]);
        }
        match actions.get(at) {
            Some(action) if is_legal(&deal, action) => deal.apply(action),
            Some(action) => {
                refused = Some(object([("at", (at as i64).into()), ("do", action.as_str().into())]));
                break;
            }
            None => {}
        }
    }
    Ok(Replay { deal, refused, steps, verdicts })
}

fn method(name: &str, params: &Json) -> Result<Json, Fault> {
    let tries = params.get("try").texts();
    let here = params.get("actions").list().len() as i64;
    let attempts: Vec<(i64, String)> = match name {
        "probe" => tries.into_iter().map(|action| (here, action)).collect(),
        _ => params.get("attempts").list().iter()
            .map(|one| (one.get("at").int().unwrap_or(-1), one.get("do").text().unwrap_or("").to_string())).collect(),
    };
    match name {
        "hello" => return Ok(claims()),
        "replay" | "legal" | "probe" => {}
        _ => return Err(Fault(-32601, "no such method".into(), name.into())),
    }
    let found = replay(params, &attempts)?;
    Ok(match (name, found.refused) {
        ("replay", refused) => object([
            ("accepted", (found.steps.len() as i64 - 1).into()), ("refused", refused.into()),
            ("turn", found.deal.result().map_or(found.deal.turn_name(), |_| None).into()), ("steps", found.steps.into()),
            ("attempts", found.verdicts.into()), ("result", found.deal.result().into()),
        ]),
        (_, Some(refused)) => object([("refused", refused)]),
        ("legal", None) => object([("legal", legal_map(&found.deal))]),
        _ => object([("verdicts", found.verdicts.into())]),
    })
}

fn answer(line: &str) -> Json {
    let mut id = Json::Null;
    let result = Json::parse(line).map_err(|why| Fault(-32700, why, String::new())).and_then(|request| {
        id = request.get("id").clone();
        method(request.get("method").text().unwrap_or(""), request.get("params"))
    });
    let (key, value) = match result {
        Ok(result) => ("result", result),
        Err(Fault(code, message, what)) => {
            let data = object([("what", what.into())]);
            ("error", object([("code", code.into()), ("message", message.into()), ("data", data)]))
        }
    };
    object([("jsonrpc", "2.0".into()), ("id", id), (key, value)])
}

/// One reply a request, until the end of input.
pub fn serve() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        writeln!(io::stdout(), "{}", answer(&line?))?;
        io::stdout().flush()?;
    }
    Ok(())
}
