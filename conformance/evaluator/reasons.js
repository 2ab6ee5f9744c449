// Reason codes with their rule path (table `reasons` of vocabulary.yaml). Codes with more than one path get theirs where
// they are found.

const PATHS = {
  match_over: "match", deal_over: "sequence", wrong_step: "sequence", lone_not_offered: "lone_hand.who",
  already_passed: "auction.pass", not_your_turn: "seats.turn", may_not_pass: "auction.opening",
  bid_too_low: "auction.bids.from", bid_too_high: "auction.bids.to", bid_not_higher: "auction.form",
  equal_bid_used: "auction.equal_bids", must_hold_same_number: "auction.form",
  may_not_outbid_partner: "auction.over_partner", below_partner_minimum: "auction.over_partner.bid",
  choice_not_offered: "choose_trump.choices", must_lay_own_card: "choose_trump.form",
  no_card_to_lay: "choose_trump.form", may_not_keep: "choose_trump.by", no_such_double: "stakes.factors",
  automatic_limit: "stakes.automatic", lone_hand_barred: "lone_hand.not_with", no_redeal_right: "cancel_deal",
  trump_known: "choose_trump.secrecy", may_not_ask_when_leading: "reveal.asked_by",
  may_not_ask_when_able_to_follow: "reveal.asked_by", ask_not_for_this_role: "reveal.asked_by",
  must_decide: "play.go_on", must_ask: "reveal.ask", card_is_marker: "choose_trump.form", card_not_in_hand: "deal",
  pair_not_in_use: "pair.show", pair_window_closed: "pair.after", pair_not_held: "pair.show",
  may_not_go_on: "play.go_on", may_not_concede: "play.concede", discard_count: "draw.discards",
};

/** Why an action is refused. */
export const refusal = (reason, path = PATHS[reason]) => ({ accepted: false, reason, path });
