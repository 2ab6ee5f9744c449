//! A start for an engine in Rust: cargo build && hakem test --vectors ../vectors -- target/debug/my-engine
//! This file is yours. It plays plain tricks: follow suit, the highest card of the led suit wins.

mod hakem;
mod json;

use hakem::{by_side, invalid, Fault};
use json::{object, Json};

pub const RULES: &str = "plain-tricks@1";
const SEATS: &str = "NESW";
const RANKS: &str = "789TJQKA";

pub fn claims() -> Json {
    object([
        ("protocol", "1.0".into()),
        ("engine", object([("name", "starter".into()), ("language", "Rust".into())])),
        ("rules", vec![object([("id", format!("{RULES}.0.0").into())])].into()),
        ("methods", vec!["replay", "legal", "probe"].into()),
        ("features", vec!["points", "legal", "attempts"].into()),
    ])
}

/// One deal in progress. Seats are places in `SEATS`; side 0 is NS.
pub struct Deal {
    dealer: usize,
    turn: usize,
    score: [i64; 2],
    hands: [Vec<String>; 4],
    trick: Vec<String>,
    pub tricks: [i64; 2],
    pub points: [i64; 2],
}

impl Deal {
    /// From the `game` of a request (spec/protocol.md, section 3).
    pub fn begin(game: &Json) -> Result<Deal, Fault> {
        let dealer = game.get("dealer").text().and_then(|seat| SEATS.find(seat)).ok_or_else(|| invalid("no dealer"))?;
        let before = game.get("before").get("score");
        let score = ["NS", "EW"].map(|side| before.get(side).int().unwrap_or(0));
        let (turn, mut hands) = ((dealer + 1) % 4, [vec![], vec![], vec![], vec![]]);
        let pack = game.get("deal").get("pack").text().unwrap_or("");
        for (place, card) in pack.split_whitespace().enumerate() {
            hands[(turn + place) % 4].push(card.to_string()); // card by card from the dealer's next seat on
        }
        for packet in game.get("deal").get("packets").list() {
            for (seat, hand) in hands.iter_mut().enumerate() {
                let cards = packet.get(&SEATS[seat..=seat]).text().ok_or_else(|| invalid("a seat has no cards"))?;
                hand.extend(cards.split_whitespace().map(String::from));
            }
        }
        Ok(Deal { dealer, turn, score, hands, trick: vec![], tricks: [0, 0], points: [0, 0] })
    }

    /// Each seat that may act, with its sorted actions. An action is legal exactly when it is in here.
    pub fn legal(&self) -> Vec<(String, Vec<String>)> {
        let (hand, name) = (&self.hands[self.turn], &SEATS[self.turn..=self.turn]);
        let follows = |card: &&String| self.trick.first().is_some_and(|led| led[..1] == card[..1]);
        let must = hand.iter().any(|card| follows(&card));
        let cards = hand.iter().filter(|card| !must || follows(card));
        let mut actions: Vec<String> = cards.map(|card| format!("{name}:{card}")).collect();
        actions.sort();
        if actions.is_empty() { vec![] } else { vec![(name.to_string(), actions)] }
    }

    /// Carries out a legal action and everything that follows from it by itself.
    pub fn apply(&mut self, action: &str) {
        let card = &action[2..];
        self.hands[self.turn].retain(|held| held != card);
        self.trick.push(card.to_string());
        self.turn = (self.turn + 1) % 4;
        if self.trick.len() == 4 {
            let strength = |card: &str| if card[..1] == self.trick[0][..1] { RANKS.find(&card[1..]) } else { None };
            let best = (0..4).max_by_key(|place| strength(&self.trick[*place])).unwrap_or(0);
            self.turn = (self.turn + best) % 4;
            self.tricks[self.turn % 2] += 1;
            self.trick.clear();
        }
    }

    pub fn turn_name(&self) -> Option<&str> {
        Some(&SEATS[self.turn..=self.turn])
    }

    /// None while the deal goes on, else its result (protocol.md, section 6).
    pub fn result(&self) -> Option<Json> {
        if !self.legal().is_empty() {
            return None;
        }
        let change = [0, 1].map(|side| i64::from(self.tricks[side] > self.tricks[1 - side]));
        let score = [0, 1].map(|side| self.score[side] + change[side]);
        let next = (self.dealer + 1) % 4;
        let winner = ["NS", "EW"].into_iter().zip(score).find(|(_, points)| *points >= 5).map(|(side, _)| side);
        Some(object([
            ("cause", "played".into()), ("declarer", Json::Null), ("bid", Json::Null), ("target", Json::Null),
            ("stakes", 1.into()), ("made", false.into()), ("points", by_side(self.points)),
            ("tricks", by_side(self.tricks)), ("row", "most_tricks".into()), ("change", by_side(change)),
            ("score", by_side(score)), ("next", object([("dealer", SEATS[next..=next].into())])),
            ("winner", winner.into()),
        ]))
    }
}

fn main() -> std::io::Result<()> {
    hakem::serve()
}
