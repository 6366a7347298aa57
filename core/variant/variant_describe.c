/* SPDX-License-Identifier: MIT */
/* Describes a variant and its options, for people. */
#include <string.h>

#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"
#include "core/variant/variant_load.h"

/* The meanings of options. A name that ends with a dot stands for all names that begin with it. */
static const struct {
	const char *key, *meaning;
} meanings[] = {
	{"beaten", "what becomes of the men of who is beaten"},
	{"stalemate", "what happens to who has no legal move"},
	{"king", "on which side of the queen the king begins"},
	{"castling", "how far the king goes to either side"},
	{"absent", "the army that stays away"},
	{"first", "the seat that has the first turn"},
	{"seats", "how many sit in the ring"},
	{"position", "the number of the array"},
	{"sets", "whether a man may be placed on the board of his own set"},
	{"cards", "played with cards or without"},
	{"deck", "who builds the decks, and whether all draw from one"},
	{"points", "the most a deck may cost"},
	{"points.", "the most this seat's deck may cost"},
	{"copies", "sets of cards to build decks from"},
	{"extra-discards", "cards that go to nobody"},
	{"order", "whether decks are shuffled or lie as they are sent"},
	{"discards", "whether a card may be discarded for another"},
	{"hand", "five cards at once, or one, and one more each turn"},
	{"hand.", "how many cards this seat's hand has"},
	{"bishops", "where nobody has any: what of the cards that need one"},
	{"abduction", "whether Abduction is played"},
	{"panic", "hours for a turn under Panic"},
	{"window", "hours in which a turn may be answered"},
	{"public-words", "words known to all, mixed into the shuffles"},
	{"words", "whether players are asked for words to be mixed in"},
	{"peterson.defense", "Peterson: several moves for who is attacked by several"},
	{"peterson.exchange", "Peterson: a fair exchange of what is captured"},
	{"peterson.capture", "Peterson: kings are captured"},
};

static const char *meaning_of(const struct variant_option *option)
{
	const char *key = option->key;

	if (strcmp(option->values[option->value_count - 1], SET_NAMES) == 0)
		return "the sets of cards that are played with";
	for (size_t i = 0; i < ARRAY_LEN(meanings); i++) {
		const char *known = meanings[i].key;
		size_t len = strlen(known);

		if (known[len - 1] == '.' ? strncmp(known, key, len) == 0 : strcmp(known, key) == 0)
			return meanings[i].meaning;
	}
	return "";
}

/* Returns the pattern of a ring's option "seats", "3-16", without its default. */
static const char *seats_pattern(const struct variant *variant)
{
	for (unsigned i = 0; i < variant->option_count; i++)
		if (strcmp(variant->options[i].key, "seats") == 0 &&
		    variant->options[i].value_count > 1)
			return variant->options[i].values[1];
	return NULL;
}

void variant_describe(const struct variant *variant, struct strbuf *out)
{
	const char *pattern = seats_pattern(variant);

	if (pattern != NULL)
		strbuf_addf(out, "%-18s %-5s seats  %s\n", variant->name, pattern, variant->title);
	else
		strbuf_addf(out, "%-18s %-5u seats  %s\n", variant->name, variant_seats(variant),
			    variant->title);
}

/*
 * Reports whether the option has an effect. Between two sides the game ends as soon as one is
 * beaten or can't move.
 */
static bool has_effect(const struct variant *variant, const char *key)
{
	return variant->side_count > 2 ||
	       (strcmp(key, "beaten") != 0 && strcmp(key, "stalemate") != 0);
}

/* Lists the options that every game allows and that have no effect in this one. */
static void describe_ineffective(const struct variant *variant, struct strbuf *out)
{
	unsigned told = 0;

	for (unsigned i = 0; i < variant->option_count; i++)
		if (!has_effect(variant, variant->options[i].key))
			strbuf_addf(out, "%s%s", told++ > 0 ? " and " : "      (",
				    variant->options[i].key);
	if (told > 0)
		strbuf_addf(
			out,
			" %s allowed, as in every game, and without effect between two sides)\n",
			told == 1 ? "is" : "are");
}

void variant_describe_options(const struct variant *variant, struct strbuf *out)
{
	const size_t head = out->len;

	for (unsigned i = 0; i < variant->option_count; i++) {
		const struct variant_option *option = &variant->options[i];
		const char *meaning = meaning_of(option);

		if (!has_effect(variant, option->key))
			continue;
		strbuf_addf(out, "  %-18s ", option->key);
		variant_values(option, out);
		strbuf_addf(out, "%s%s\n", *meaning != '\0' ? "\n      " : "", meaning);
	}
	if (out->len == head)
		strbuf_add(out, "  none\n");
	describe_ineffective(variant, out);
}
