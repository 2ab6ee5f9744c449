import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One deal in progress: javac *.java && hakem test --vectors ../vectors -- java -cp . Engine
 * This file is yours. It plays plain tricks: follow suit, the highest card of the led suit wins.
 */
final class Engine {
    static final String RULES = "plain-tricks@1";
    private static final String SEATS = "NESW";
    private static final String RANKS = "789TJQKA";

    static Map<String, Object> claims() {
        return Json.object("protocol", "1.0", "engine", Json.object("name", "starter", "language", "Java"),
            "rules", List.of(Json.object("id", RULES + ".0.0")), "methods", List.of("replay", "legal", "probe"),
            "features", List.of("points", "legal", "attempts"));
    }

    /** Seats are places in SEATS; side 0 is NS. */
    final int[] tricks = {0, 0};
    final int[] points = {0, 0};
    private final int dealer;
    private final int[] score = {0, 0};
    private final List<List<String>> hands = new ArrayList<>();
    private final List<String> trick = new ArrayList<>();
    private int turn;

    /** From the `game` of a request (spec/protocol.md, section 3). */
    Engine(Object game) {
        dealer = SEATS.indexOf((String) Json.get(game, "dealer"));
        turn = (dealer + 1) % 4;
        Object before = Json.get(Json.get(game, "before"), "score");
        for (int side = 0; before != null && side < 2; side++) {
            score[side] = ((Long) Json.get(before, side == 0 ? "NS" : "EW")).intValue();
        }
        for (int seat = 0; seat < 4; seat++) hands.add(new ArrayList<>());
        Object deal = Json.get(game, "deal");
        if (Json.get(deal, "pack") instanceof String pack) { // card by card from the dealer's next seat on
            String[] cards = pack.split(" ");
            for (int place = 0; place < cards.length; place++) hands.get((turn + place) % 4).add(cards[place]);
        }
        for (Object packet : Json.list(Json.get(deal, "packets"))) {
            for (int seat = 0; seat < 4; seat++) {
                hands.get(seat).addAll(List.of(((String) Json.get(packet, SEATS.substring(seat, seat + 1))).split(" ")));
            }
        }
    }

    /** Each seat that may act, with its sorted actions. An action is legal exactly when it is in here. */
    Map<String, List<String>> legal() {
        List<String> hand = hands.get(turn);
        List<String> follow = hand.stream().filter(card -> !trick.isEmpty() && suit(card) == suit(trick.get(0))).toList();
        Map<String, List<String>> map = new TreeMap<>();
        if (!hand.isEmpty()) {
            List<String> cards = follow.isEmpty() ? hand : follow;
            map.put(turnName(), cards.stream().map(card -> turnName() + ":" + card).sorted().toList());
        }
        return map;
    }

    /** Carries out a legal action and everything that follows from it by itself. */
    void apply(String action) {
        String card = action.substring(2);
        hands.get(turn).remove(card);
        trick.add(card);
        turn = (turn + 1) % 4;
        if (trick.size() == 4) {
            int best = 0;
            for (int place = 1; place < 4; place++) {
                if (strength(trick.get(place)) > strength(trick.get(best))) best = place;
            }
            turn = (turn + best) % 4;
            tricks[turn % 2]++;
            trick.clear();
        }
    }

    private int strength(String card) {
        return suit(card) == suit(trick.get(0)) ? RANKS.indexOf(card.charAt(1)) : -1;
    }

    private static char suit(String card) {
        return card.charAt(0);
    }

    String turnName() {
        return SEATS.substring(turn, turn + 1);
    }

    /** Null while the deal goes on, else its result (protocol.md, section 6). */
    Map<String, Object> result() {
        if (!legal().isEmpty()) return null;
        int ahead = Integer.signum(tricks[0] - tricks[1]);
        int[] change = {Math.max(ahead, 0), Math.max(-ahead, 0)};
        int[] after = {score[0] + change[0], score[1] + change[1]};
        int next = (dealer + 1) % 4;
        return Json.object("cause", "played", "declarer", null, "bid", null, "target", null, "stakes", 1L, "made", false,
            "points", Hakem.bySide(points), "tricks", Hakem.bySide(tricks), "row", "most_tricks",
            "change", Hakem.bySide(change), "score", Hakem.bySide(after),
            "next", Json.object("dealer", SEATS.substring(next, next + 1)),
            "winner", after[0] >= 5 ? "NS" : after[1] >= 5 ? "EW" : null);
    }

    public static void main(String[] arguments) throws IOException {
        Hakem.serve();
    }
}
