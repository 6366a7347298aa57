/* SPDX-License-Identifier: MIT */
/* The text after DECK: a list of cards is written, and read the same; and decks from a seat's
 * share. */
#include "tests/fuzz/fuzz.h"

#include "core/cards/deck/deck.h"
#include "core/cards/effects/effects_load.h"

static void read_again(const struct card_ruleset *book, const struct stack *stack)
{
	struct strbuf once, twice;
	struct stack again;

	strbuf_init(&once, 0);
	strbuf_init(&twice, 0);
	deck_print_names(book, stack, &once);
	if (!deck_read_list(book, once.bytes, &again))
		fuzz_fail("'%s' isn't read again", once.bytes);
	deck_print_names(book, &again, &twice);
	fuzz_same("a deck", once.bytes, twice.bytes);
	strbuf_done(&once);
	strbuf_done(&twice);
}

static void deck_once(const char *bytes, size_t len)
{
	static const unsigned games[] = {9, 10, 11, 12, 5};
	const struct variant *variant =
		fuzz_variant(games[fuzz_pick(&bytes, &len, ARRAY_LEN(games))]);
	const struct card_ruleset *book = effects_book_of(variant, NULL);
	struct lots lots = {.game = "g1", .secret = "00"};
	struct deck_rules rules;
	struct stack shares[MAX_SIDES], aside, deck;
	struct reason why = {.text = ""};
	char *text = fuzz_string(bytes, len);

	if (deck_rules_read(book, &rules, &why) < 0)
		fuzz_fail("%s", why.text);
	deck_shares(&rules, &lots, shares, &aside);
	if (deck_read_list(book, text, &deck) && deck.count > 0)
		read_again(book, &deck);
	if (deck_read(&rules, 0, &shares[0], text, &deck, &why) == ACCEPTED) {
		if (deck_points(book, &deck) > rules.points[0])
			fuzz_fail("a deck of too many points");
		read_again(book, &deck);
	} else if (why.text[0] == '\0') {
		fuzz_fail("refused without a reason");
	}
	free(text);
}

const struct fuzz fuzz_deck = {"deck", NULL, deck_once};
