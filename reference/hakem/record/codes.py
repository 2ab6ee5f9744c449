"""Every code a message about a record can have. Codes are stable: never reused, never given another meaning."""

from __future__ import annotations

#: A text that cannot be read as a record. The deal it stands in is lost, or kept as `[%unparsed]`.
UNREADABLE: dict[str, str] = {
    "no_such_file": "The file cannot be opened.",
    "encoding": "The bytes are not UTF-8.",
    "gzip": "The gzip file is broken or cut off.",
    "control_character": "A control character stands in the text.",
    "too_long": "A header or board is longer than 1 MiB.",
    "too_many_tokens": "A header or board has more than 20,000 tokens.",
    "too_deep": "Variations are nested more than 32 deep.",
    "comment_too_long": "A comment is longer than 64 kB.",
    "unclosed_comment": "A comment has no closing brace.",
    "unclosed_command": "A command `[%…` has no closing bracket.",
    "unclosed_event": "An event `<…` has no closing angle bracket.",
    "unclosed_variation": "A variation has no closing parenthesis.",
    "unopened_variation": "A parenthesis is closed that was never opened.",
    "unclosed_tag": "A tag has no closing quote or bracket on its line.",
    "bad_tag": "A tag is misspelt.",
    "tag_place": "A tag stands where none may stand.",
    "section_order": "The parts of a board are not in the order [Board], [Auction], [Play], [End].",
    "text_after_end": "Text stands after [End] and before the next board.",
    "bad_version": "The version line is misspelt or names a version that cannot be read.",
    "bad_call": "A call is misspelt.",
    "bad_event": "An event is misspelt.",
    "bad_card": "A card is misspelt.",
    "bad_trick": "The beginning of a trick is misspelt or missing.",
    "bad_winner": "The winner of a trick is misspelt or stands where none may stand.",
    "bad_mark": "An irregularity mark is unknown.",
    "mark_place": "An irregularity mark is followed by nothing it could speak of.",
    "bad_glyph": "A glyph is no number from 0 to 255.",
    "glyph_place": "A glyph follows nothing it could speak of.",
    "bad_place": "A variation does not begin with the place it starts from.",
    "bad_command": "A command is misspelt.",
    "no_record": "There is nothing in the file.",
    "bad_twin": "Events of the JSON twin make up no record.",
    "unexpected": "The text fits nothing that may stand there.",
}

#: What the lenient level puts right and the strict level refuses.
REPAIRED: dict[str, str] = {
    "bom": "The file begins with a byte-order mark.",
    "line_end": "Line ends are not LF alone.",
    "odd_blank": "A blank is no space (a no-break space, say), is missing, or stands where none may.",
    "missing_version": "The file does not begin with `%TTN 1.0`.",
    "repeated_version": "A version line stands inside the file.",
    "percent_line": "A line begins with `%`, as in PBN; it becomes a comment.",
    "line_comment": "A `;` comment, as in PGN; it becomes a comment in braces.",
    "quotes": "A tag has typographic quotes or none.",
    "backslash": "A backslash in a string stands alone.",
    "indented_board": "A board or match begins with blanks.",
    "ten": "A ten is written 10.",
    "suit_symbol": "A suit is a symbol.",
    "letter_case": "A seat, card, call or word is in the wrong letters, small or capital.",
    "rank_first": "A card names its rank before its suit.",
    "pass_word": "A pass or double is written out.",
    "trick_number": "A trick number does not end with a full stop.",
    "end_sign": "The play ends with `+` or `*`, as in PBN.",
    "missing_end": "A board has no [End].",
    "missing_seat": "A call does not say whose it is, or says `AP` (all pass).",
    "missing_leader": "A trick does not say who leads.",
    "missing_winner": "A complete trick does not say who won it.",
}

#: What is wrong with a record that can be read, whatever the rule set.
INCONSISTENT: dict[str, str] = {
    "duplicate_tag": "A tag stands twice in one header or board.",
    "bad_value": "The value of a tag is not of its form.",
    "board_twice": "Two boards running have the same name.",
    "unknown_end": "The reason in [End] is none of the list.",
    "unknown_word": "The word of an event is none of the list.",
    "bad_arguments": "An event has arguments that its word does not take.",
    "unknown_call": "A call is no number, P, X, XX or XXX.",
    "no_such_seat": "A seat is not at this table.",
    "trick_order": "Tricks are not numbered 1, 2, 3 …",
    "wrong_leader": "A trick is led by another seat than the one that won the last trick, or [Play] names.",
    "trick_size": "A trick has more or fewer cards than there are seats.",
    "not_winner": "The winner named sat out.",
    "card_twice": "A card is played twice.",
    "card_not_held": "A card is played that [Deal] gave to another seat.",
    "place_ahead": "A variation starts from a place that the record has not reached.",
    "pack_differs": "[Pack] and [Deal] tell of different cards.",
}

#: What the rule set says against a record.
REPLAYED: dict[str, str] = {
    "unknown_rules": "The rule set of the record cannot be loaded.",
    "digest_differs": "The rule set has another digest than the record names.",
    "no_deal": "The board has no [Deal] or no [Dealer], so it cannot be replayed.",
    "deal_incomplete": "Cards are not known, so the board cannot be replayed.",
    "deal_refused": "The cards or the dealer do not fit the rule set.",
    "wrong_rotation": "[Rotation] is not the order of play of the rule set.",
    "illegal_action": "An action is refused by the rules and carries no mark.",
    "mark_on_legal": "An irregularity mark stands on a legal action.",
    "not_replayable": "An irregularity goes on in a way that cannot be replayed.",
    "record_goes_on": "An action stands after the deal has ended.",
    "ends_early": "[End] says that the deal is over, and it is not.",
    "wrong_end": "[End] gives another reason than the deal has.",
    "wrong_first": "[Auction] or [Play] names another seat than the one to act.",
    "wrong_event": "A redundant event (`reveal`, `forced`, `pair`) tells of something that did not happen.",
    "wrong_winner": "Another seat won the trick.",
    "wrong_count": "The running count after a trick is another.",
    "wrong_seat": "Another seat is to act.",
    "wrong_contract": "[Contract] is another.",
    "wrong_target": "[Target] is another.",
    "wrong_result": "[Result] is another.",
    "wrong_score": "[Score] is another.",
    "wrong_total": "[Total] is another.",
    "wrong_dealer": "The deal before gives the office to another seat.",
    "match_over": "The match is already won; the deal is not part of it.",
    "illegal_variation": "A variation holds an action that the rules refuse.",
}

#: What a command cannot do.
COMMAND: dict[str, str] = {
    "usage": "The options do not go together.",
    "not_written": "The file cannot be written, or something of it would be lost.",
    "no_such_board": "No board has the name asked for.",
}

CODES: dict[str, str] = {**UNREADABLE, **REPAIRED, **INCONSISTENT, **REPLAYED, **COMMAND}
