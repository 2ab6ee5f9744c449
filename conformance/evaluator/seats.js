// Seats, directions and sides (rules.md 2.2, 2.3).

const LETTERS = { 2: "NS", 3: "NES", 4: "NESW", 5: "ABCDE", 6: "ABCDEF" };
const PARTNERS = { 4: ["NS", "EW"], 6: ["ACE", "BDF"] };

/** The seats of a table in clockwise order. */
export const seatsFor = (count) => [...LETTERS[count]];

/** Seat → the seat after it in one direction. */
export function nextIn(seats, direction) {
  const step = direction === "clockwise" ? 1 : seats.length - 1;
  return Object.fromEntries(seats.map((seat, at) => [seat, seats[(at + step) % seats.length]]));
}

/** All seats once, from `first` on, in the order of `next`. */
export function round(next, first) {
  const order = [first];
  for (let seat = next[first]; seat !== first; seat = next[seat]) order.push(seat);
  return order;
}

/** The sides of a deal: their names in order, and seat → name (`seats.sides`). */
export function sidesFor(rules, declarer) {
  const { seats } = rules;
  let names = seats;
  if (rules.doc.seats.sides === "partners") names = PARTNERS[seats.length];
  else if (rules.doc.seats.sides === "declarer_alone" && declarer !== null) {
    names = [declarer, seats.filter((seat) => seat !== declarer).join("")];
  }
  return { names, of: Object.fromEntries(names.flatMap((name) => [...name].map((seat) => [seat, name]))) };
}

/** Who keeps a match score: sides of partners, else every seat. */
export const holdersFor = (rules) => (rules.doc.seats.sides === "partners" ? PARTNERS[rules.seats.length] : rules.seats);

/** Score holder → what `of` says of it. */
export const byHolder = (rules, of) => Object.fromEntries(holdersFor(rules).map((holder) => [holder, of(holder)]));

/** The next seat of the same side in `seats.turn`; the seat itself where there are no partners. */
export const partnerOf = (rules, seat) => (rules.doc.seats.sides === "partners" ? rules.next[rules.next[seat]] : seat);

/** Partners exist only with `seats.sides: partners`. */
export const arePartners = (s, a, b) =>
  s.rules.doc.seats.sides === "partners" && a !== b && s.sides.of[a] === s.sides.of[b];

/** The declarer's role: lone claimant, seat with the contract, else the Hakem (rules.md 1). */
export const declarerOf = (s) => s.lone ?? s.contract?.seat ?? s.hakem;

export const isDeclarers = (s, seat) => declarerOf(s) !== null && s.sides.of[seat] === s.sides.of[declarerOf(s)];

/** Every other side than the declarer's; nobody defends before there is a declarer. */
export const isDefenders = (s, seat) => declarerOf(s) !== null && !isDeclarers(s, seat);
