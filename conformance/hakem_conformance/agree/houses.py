"""Rule sets that no shipped document makes, as `house.rule_set` reads them, so that every value acts somewhere."""

from __future__ import annotations

HOUSES: tuple[str, ...] = (
    "twenty-nine+seats.auction_turn=anticlockwise+seats.play_turn=anticlockwise",
    "twenty-eight+seats.auction_turn=clockwise",
    "twenty-nine+lone_hand.who=declarers",
    "twenty-nine+lone_hand.who=declarer+lone_hand.not_with={suit: longest, min: 4}",
    (
        "hokm/two-players"
        "+draw.hand=12"
        "+pack.unused=4"
        "+score.kot.when={opening_run: {min: 7}, winner: declarers}"
        "+score.hakem_kot.when={opening_run: {min: 7}, winner: defenders}"
        "+next_hakem.lost.when={voided: false, winner: [defenders, tied]}"
    ),
    (
        "twenty-nine"
        "+next_dealer.played.when={voided: false, made: true}"
        "+next_dealer.played.dealer=partner"
        "+next_dealer.failed:={when: {voided: false, made: false}, dealer: previous}"
    ),
    (
        "twenty-nine"
        "+next_dealer.played.when={voided: false, winner: [declarers, tied]}"
        "+next_dealer.lost:={when: {voided: false, winner: defenders}, dealer: previous}"
    ),
    (
        "twenty-nine"
        "+next_dealer.played.when={voided: false, court: true}"
        "+next_dealer.still:={when: {voided: false, court: false}, dealer: same}"
    ),
    (
        "twenty-nine"
        "+auction.nobody_bids=no_contract"
        "+score.failed.when={lone: false, contract: true, made: false}"
        "+score.nothing:={when: {contract: false}}"
        "+next_dealer.played.when={voided: false, contract: true}"
        "+next_dealer.idle:={when: {voided: false, contract: false}, dealer: same}"
    ),
    (
        "court-piece"
        "+declared-target"
        "+next_hakem.played.when={voided: false, contract: true, made: true}"
        "+next_hakem.missed:={when: {voided: false, contract: true, made: false}, hakem: partner}"
        "+next_hakem.bare:={when: {voided: false, contract: false}, hakem: previous}"
    ),
    (
        "court-piece"
        "+sequence=[{deal: {cards: 5, seen: maker_first}}, choose_trump, {deal: 4}, {deal: 4}, lone_hand, play, score]"
        "+lone_hand.who=any_seat"
        "+score.court.when={lone: false, winner: declarers, winner_tricks: {max: 12}}"
        "+score.beaten_hakem.when={lone: false, winner: defenders, winner_tricks: {max: 12}}"
        "+score.sweep.when={lone: false, winner_tricks: 13}"
        "+score.tied:={when: {lone: false, winner: tied}}"
        "+score.alone:={when: {lone: true, made: true}, declarers: 4}"
        "+score.alone_lost:={when: {lone: true, made: false}, defenders: 4}"
        "+next_hakem.played.when={voided: false, lone: false}"
        "+next_hakem.alone:={when: {voided: false, lone: true}, hakem: partner}"
    ),
    "twenty-nine+auction.bids.to=20+pair.declarers.shift=-3+pair.defenders.shift=2+pair.defenders.limit=24",
    "twenty-nine+chinni+play.follow=[led_suit, trump_over_opponent, trump, any]+play.lead=[trump, any]",
    (
        "twenty-nine/italian"
        "+play.follow=[led_suit, not_hidden_trump_unless_led]"
        "+play.lead=[trump_over_opponent, any]"
        "+reveal.after_show=[led_suit, trump_over_opponent, trump, any]"
    ),
    (
        "court-piece"
        "+play.follow=[led_suit, trump_over_opponent, trump, any]"
        "+choose_trump.choices=[suit, reversed_suit]"
    ),
    "court-piece/rang+play.go_on=must+streak.amount=2+streak.deals=2",
    "hokm+score.plain.losers=-1+match.floor=-3",
    "twenty-nine+score.made.declarers=bid+score.made.defenders=over+match.target=60",
    (
        "court-piece"
        "+declared-target"
        "+score.target_made.declarers=0"
        "+score.target_made.winners=bid"
        "+score.target_made.losers=over"
        "+score.target_missed.defenders=0"
        "+score.target_missed.losers=bid"
        "+score.target_missed.winners=over"
    ),
    (
        "twenty-nine"
        "+unrevealed-scores"
        "+score.made.when={lone: false, made: true, revealed: true}"
        "+score.hidden:={when: {lone: false, made: true, revealed: false}, declarers: 2}"
    ),
    "twenty-eight/second-auction+second_auction.first=declarer",
    "twenty-eight/second-auction+second_auction.who=nobody",
    "twenty-nine+match.deals=2",
    "twenty-nine+auction.bids.to=17+auction.equal_bids=2+stakes.factors=[2, 4, 8]+stakes.redouble_by=declarer",
    "twenty-nine+stakes.automatic={kind: from_bid, bid: 18, factor: 2}+stakes.factors=[2, 4, 6]",
    "twenty-nine+alone+doubling",
    (
        "twenty-nine/italian"
        "+reveal.activation=trick"
        "+reveal.asked_by=[maker]"
        "+reveal.after_show=[led_suit, trump_over_opponent, trump, any]"
    ),
    (
        "twenty-nine/italian"
        "+reveal.activation=trick"
        "+reveal.asked_by=[defenders]"
        "+reveal.after_ask=[led_suit, trump_over_opponent, trump, any]"
    ),
    "twenty-nine+may-ask+no-hidden-discard",
    "twenty-nine+pair.declarers.from_bid=24+pair.defenders.from_bid=25+pair.after=any_trick",
    (
        "court-piece"
        "+redeal-no-honour"
        "+cancel_deal.weak:={at: first_packet, whose: any_seat, hand: {ranks: A K Q, max: 0}, by: demand, at_most: 1}"
    ),
)
