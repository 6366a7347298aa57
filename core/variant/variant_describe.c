/* SPDX-License-Identifier: MIT */
/* What a variant is, and can be made, for people. */
#include <string.h>

#include "core/base/text.h"
#include "core/variant/variant_data.h"
#include "core/variant/variant_load.h"

/* What an option chooses. One that ends with a dot stands for all that begin so. */
static const struct {
	const char *key, *meaning;
} meanings[] = {
	{"beaten", "what becomes of the men of who is beaten"},
	{"stalemate", "what happens to who has no legal move"},
	{"king", "on which side of the queen the king begins"},
	{"castling", "how far the king goes to either side"},
	{"absent", "the army that stays away"},
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

/* The pattern of what a ring's option says, without the default in front of it: "3-16". */
static const char *seats_pattern(const struct variant *variant)
{
	for (unsigned i = 0; i < variant->option_count; i++)
		if (strcmp(variant->options[i].key, "seats") == 0 &&
		    variant->options[i].value_count > 1)
			return variant->options[i].values[1];
	return NULL;
}

void variant_tell(const struct variant *variant, struct text *out)
{
	const char *pattern = seats_pattern(variant);

	if (pattern != NULL)
		text_addf(out, "%-18s %-5s seats  %s\n", variant->name, pattern, variant->title);
	else
		text_addf(out, "%-18s %-5u seats  %s\n", variant->name, variant_seats(variant),
			  variant->title);
}

/* Between two sides the game is over as soon as one is beaten, or can't move. */
static bool matters(const struct variant *variant, const char *key)
{
	return variant->side_count > 2 ||
	       (strcmp(key, "beaten") != 0 && strcmp(key, "stalemate") != 0);
}

/* Every game has them; who chooses one must know that nothing comes of it. */
static void tell_meaningless(const struct variant *variant, struct text *out)
{
	unsigned told = 0;

	for (unsigned i = 0; i < variant->option_count; i++)
		if (!matters(variant, variant->options[i].key))
			text_addf(out, "%s%s", told++ > 0 ? " and " : "      (",
				  variant->options[i].key);
	if (told > 0)
		text_addf(out,
			  " %s allowed, as in every game, and without effect between two sides)\n",
			  told == 1 ? "is" : "are");
}

void variant_tell_options(const struct variant *variant, struct text *out)
{
	const size_t head = out->len;

	for (unsigned i = 0; i < variant->option_count; i++) {
		const struct variant_option *option = &variant->options[i];
		const char *meaning = meaning_of(option);

		if (!matters(variant, option->key))
			continue;
		text_addf(out, "  %-18s ", option->key);
		variant_values(option, out);
		text_addf(out, "%s%s\n", *meaning != '\0' ? "\n      " : "", meaning);
	}
	if (out->len == head)
		text_add(out, "  none\n");
	tell_meaningless(variant, out);
}
