// A start for an engine in C++: g++ -std=c++17 -O2 engine.cpp -o engine && hakem test --vectors ../vectors -- ./engine
// This file is yours. It plays plain tricks: follow suit, the highest card of the led suit wins.
#include "hakem.hpp"

#include <sstream>

static const std::string seats = "NESW", ranks = "789TJQKA";

// One deal in progress. Seats are places in `seats`; side 0 is NS.
class Deal {
  public:
    inline static const std::string rules = "plain-tricks@1";
    std::array<int, 2> tricks{}, points{};

    static Json claims() {
        return Object{{"protocol", "1.0"},
                      {"engine", Object{{"name", "starter"}, {"language", "C++"}}},
                      {"rules", std::vector<Json>{Object{{"id", rules + ".0.0"}}}},
                      {"methods", std::vector<std::string>{"replay", "legal", "probe"}},
                      {"features", std::vector<std::string>{"points", "legal", "attempts"}}};
    }

    // From the `game` of a request (spec/protocol.md, section 3).
    explicit Deal(const Json &game) : dealer(seats.find(game["dealer"].text)) {
        if (dealer >= 4 || game["dealer"].text.size() != 1) throw Fault{-32602, "no dealer", game["dealer"].text};
        turn = (dealer + 1) % 4;
        const Json &before = game["before"]["score"], &deal = game["deal"];
        score = {static_cast<int>(before["NS"].number), static_cast<int>(before["EW"].number)};
        std::size_t place = turn; // a pack is dealt card by card from the dealer's next seat on
        for (const std::string &card : words(deal["pack"].text)) hands[place++ % 4].push_back(card);
        for (const Json &packet : deal["packets"].items)
            for (int seat = 0; seat < 4; seat++)
                for (const std::string &card : words(packet[seats.substr(seat, 1)].text)) hands[seat].push_back(card);
    }

    // Each seat that may act, with its sorted actions. An action is legal exactly when it is in here.
    std::map<std::string, std::vector<std::string>> legal() const {
        std::vector<std::string> all, follow;
        for (const std::string &card : hands[turn]) {
            all.push_back(turn_name() + ":" + card);
            if (!trick.empty() && card[0] == trick[0][0]) follow.push_back(all.back());
        }
        if (all.empty()) return {};
        std::vector<std::string> &may = follow.empty() ? all : follow;
        std::sort(may.begin(), may.end());
        return {{turn_name(), may}};
    }

    // Carries out a legal action and everything that follows from it by itself.
    void apply(const std::string &action) {
        std::vector<std::string> &hand = hands[turn];
        trick.push_back(action.substr(2));
        hand.erase(std::find(hand.begin(), hand.end(), trick.back()));
        turn = (turn + 1) % 4;
        if (trick.size() < 4) return;
        auto weaker = [&](const std::string &one, const std::string &other) { return strength(one) < strength(other); };
        turn = (turn + (std::max_element(trick.begin(), trick.end(), weaker) - trick.begin())) % 4;
        tricks[turn % 2]++;
        trick.clear();
    }

    std::string turn_name() const { return seats.substr(turn, 1); }

    // Null while the deal goes on, else its result (protocol.md, section 6).
    Json result() const {
        if (!legal().empty()) return {};
        std::array<int, 2> change{tricks[0] > tricks[1], tricks[1] > tricks[0]};
        std::array<int, 2> after{score[0] + change[0], score[1] + change[1]};
        Json winner = after[0] >= 5 ? Json("NS") : after[1] >= 5 ? Json("EW") : Json();
        return Object{{"cause", "played"}, {"declarer", Json()}, {"bid", Json()}, {"target", Json()}, {"stakes", 1},
                      {"made", false}, {"points", by_side(points)}, {"tricks", by_side(tricks)}, {"row", "most_tricks"},
                      {"change", by_side(change)}, {"score", by_side(after)}, {"winner", winner},
                      {"next", Object{{"dealer", seats.substr((dealer + 1) % 4, 1)}}}};
    }

  private:
    std::size_t dealer, turn = 0;
    std::array<int, 2> score{};
    std::array<std::vector<std::string>, 4> hands;
    std::vector<std::string> trick;

    int strength(const std::string &card) const {
        return card[0] == trick[0][0] ? static_cast<int>(ranks.find(card[1])) : -1;
    }

    static std::vector<std::string> words(const std::string &text) {
        std::istringstream in(text);
        std::vector<std::string> found;
        for (std::string word; in >> word;) found.push_back(word);
        return found;
    }
};

int main() { return serve<Deal>(); }
