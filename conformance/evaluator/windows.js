// Round windows: steps `stakes` and `lone_hand` (rules.md 5.1.6, 5.1.7). s.asking: the seats asked and who is next.
import { DOUBLES } from "./actions.js";
import { without } from "./cards.js";
import { fits } from "./cancel.js";
import { refusal } from "./reasons.js";
import { declarerOf, isDeclarers, isDefenders } from "./seats.js";
import { formSides, layDownSitting, say, tell, windowOrder } from "./table.js";
import { markerBack } from "./trump.js";

/** Opens a window for the seats that `may`; false if there are none. */
function open(s, may, rest) {
  const seats = windowOrder(s).filter(may);
  s.asking = { seats, waiting: seats, ...rest };
  s.turn = seats[0] ?? null;
}

/** The seat declines; the next one is asked, or the window ends without a speaker (clause stakes.window). */
function decline(s, seat) {
  const waiting = without(s.asking.waiting, seat);
  s.asking = { ...s.asking, waiting };
  s.turn = waiting[0] ?? null;
}

export const stakes = {
  enter(s) {
    if (s.lone !== null || declarerOf(s) === null) return;
    const { automatic } = s.rules;
    const { factors } = s.rules.doc.stakes;
    if (automatic.kind === "from_bid" && s.contract !== null && s.contract.bid >= automatic.bid) {
      setStakes(s, automatic.factor);
      const level = factors.findIndex((factor, at) => at > 0 && factor > automatic.factor);
      if (level > 0) open(s, (seat) => isDefenders(s, seat), { level, automatic: true });
    } else {
      openStep(s, 0);
    }
  },

  words: (s) => [DOUBLES[s.asking.level], "P"],

  refuse(s, action) {
    if (!s.asking.seats.includes(action.seat)) return refusal("not_entitled", "stakes.redouble_by");
    if (action.seat !== s.turn) return refusal("not_your_turn");
    const beyond = DOUBLES.indexOf(action.word) > s.asking.level;
    return refusal(s.asking.automatic && beyond ? "automatic_limit" : "no_such_double");
  },

  act(s, action) {
    say(s, action.seat, action.word);
    if (action.kind === "pass") decline(s, action.seat);
    else double(s);
  },
};

function double(s) {
  const { level, automatic } = s.asking;
  setStakes(s, s.rules.doc.stakes.factors[level]);
  s.turn = null;
  if (!automatic) openStep(s, level + 1);
}

/** The defenders speak the odd steps, the declarers or the declarer the even one (`stakes.redouble_by`). */
function openStep(s, level) {
  const { factors, redouble_by: by } = s.rules.doc.stakes;
  if (level >= factors.length) return;
  const redoubles = by === "declarer" ? (seat) => seat === declarerOf(s) : (seat) => isDeclarers(s, seat);
  open(s, level === 1 ? redoubles : (seat) => isDefenders(s, seat), { level, automatic: false });
}

export function setStakes(s, multiplier) {
  s.stakes = multiplier;
  tell(s, { event: "stakes", multiplier });
}

export const loneHand = {
  enter(s) {
    const may = {
      nobody: () => false,
      any_seat: () => true,
      declarers: (seat) => isDeclarers(s, seat),
      declarer: (seat) => seat === declarerOf(s),
    }[s.rules.doc.lone_hand.who];
    if (s.lone === null) open(s, may);
  },

  words: (s) => (barred(s, s.turn) ? ["P"] : ["lone", "P"]),

  refuse(s, action) {
    if (!s.asking.seats.includes(action.seat)) return refusal("lone_not_offered");
    return refusal(action.seat !== s.turn ? "not_your_turn" : "lone_hand_barred");
  },

  act(s, action) {
    say(s, action.seat, action.word);
    if (action.kind === "pass") decline(s, action.seat);
    else claim(s, action.seat);
  },
};

/** `lone_hand.not_with`; the pattern reads the hand with its marker, without trump. */
function barred(s, seat) {
  const marker = s.marker?.seat === seat ? [s.marker.card] : [];
  return s.rules.notWith !== null && fits(s.rules, s.rules.notWith, [...s.hands[seat], ...marker]);
}

/** Contract, trump, stakes and pair lapse (clause lone_hand.contract). */
function claim(s, seat) {
  s.turn = null;
  s.lone = seat;
  s.contract = null;
  s.trump = null;
  s.known = false;
  s.stakes = 1;
  markerBack(s);
  formSides(s);
  tell(s, { event: "lone_contract", seat });
  layDownSitting(s);
}
