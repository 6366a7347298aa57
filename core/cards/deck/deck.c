/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/deck/deck.h"
#include "core/cards/deck/shuffle.h"
#include "core/event/event.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"

/* ---- options ---- */

static unsigned option_number(const struct card_ruleset *book, const char *key, unsigned otherwise)
{
	const char *chosen = variant_option(book->variant, key);
	long number = chosen == NULL ? -1 : strbuf_number(chosen, 9999);

	return number < 0 ? otherwise : (unsigned)number;
}

/* Returns how many copies of a card a pile of all sets has: none if it is left out, one of a unique
 * card in a common deck. */
static unsigned copies_of(const struct deck_rules *rules, uint8_t kind)
{
	if (card_ruleset_bars(rules->book, kind, NULL))
		return 0;
	if (rules->mode == DECK_COMMON && rules->book->set->cards[kind].unique)
		return 1;
	return rules->copies;
}

static unsigned count_all_cards(const struct deck_rules *rules)
{
	unsigned count = 0;

	for (unsigned kind = 0; kind < rules->book->set->count; kind++)
		count += copies_of(rules, (uint8_t)kind);
	return rules->mode == DECK_PERSONAL ? count * rules->book->variant->side_count : count;
}

/* Returns the highest `copies` with which a game can hold all cards; 0 if there is none. */
static unsigned most_copies(struct deck_rules rules)
{
	while (rules.copies > 0 && count_all_cards(&rules) > MAX_COPIES)
		rules.copies--;
	return rules.copies;
}

static int refuse_too_many_cards(const struct deck_rules *rules, struct reason *reason)
{
	const unsigned most = most_copies(*rules);

	if (most > 0)
		return reason_fail(reason,
				   "copies = %u makes %u cards; a game has at most %d, so choose "
				   "copies from 1 to %u here",
				   rules->copies, count_all_cards(rules), MAX_COPIES, most);
	return reason_fail(reason,
			   "the sets chosen make %u cards; a game has at most %d, so choose fewer "
			   "sets",
			   count_all_cards(rules), MAX_COPIES);
}

int deck_rules_read(const struct card_ruleset *book, struct deck_rules *rules_out,
		    struct reason *reason)
{
	struct deck_rules rules = {
		.book = book,
		.mode = card_ruleset_chose(book, "deck", "split")      ? DECK_SPLIT
			: card_ruleset_chose(book, "deck", "personal") ? DECK_PERSONAL
			: card_ruleset_chose(book, "deck", "common")   ? DECK_COMMON
								       : DECK_AUTO,
		.copies = option_number(book, "copies", 1),
		.extra_discards = option_number(book, "extra-discards", 0),
		.stacked = card_ruleset_chose(book, "order", "stacked"),
	};

	for (unsigned seat = 0; seat < book->variant->side_count; seat++) {
		char key[NAME_MAX_LEN + 8];

		snprintf(key, sizeof key, "points.%s", variant_seat_name(book->variant, seat));
		rules.points[seat] = option_number(book, key, option_number(book, "points", 150));
	}
	if (count_all_cards(&rules) > MAX_COPIES)
		return refuse_too_many_cards(&rules, reason);
	*rules_out = rules;
	return 0;
}

/* ---- stacks ---- */

static void push_card(struct stack *stack, uint8_t kind)
{
	stack->kinds[stack->count++] = kind;
}

static unsigned count_kind(const struct stack *stack, uint8_t kind)
{
	unsigned count = 0;

	for (unsigned i = 0; i < stack->count; i++)
		count += stack->kinds[i] == kind;
	return count;
}

/* Fills the stack with all copies of the whole set, in its order. */
static void fill_with_all_sets(const struct deck_rules *rules, struct stack *stack)
{
	*stack = (struct stack){.count = 0};
	for (unsigned kind = 0; kind < rules->book->set->count; kind++)
		for (unsigned i = copies_of(rules, (uint8_t)kind); i > 0; i--)
			push_card(stack, (uint8_t)kind);
}

void deck_sort(struct stack *stack)
{
	struct stack sorted = {.count = 0};

	for (unsigned kind = 0; kind < MAX_CARD_KINDS; kind++)
		for (unsigned i = count_kind(stack, (uint8_t)kind); i > 0; i--)
			push_card(&sorted, (uint8_t)kind);
	*stack = sorted;
}

unsigned deck_points(const struct card_ruleset *book, const struct stack *stack)
{
	unsigned points = 0;

	for (unsigned i = 0; i < stack->count; i++)
		points += book->set->cards[stack->kinds[i]].points;
	return points;
}

static void init_pile_shuffle(const struct card_ruleset *book, const struct lots *lots,
			      const char *pile, unsigned number, struct shuffle *chance_out)
{
	const char *words[MAX_SIDES], *public_words = variant_option(book->variant, "public-words");

	for (unsigned seat = 0; seat < book->variant->side_count; seat++)
		words[seat] = lots->words[seat];
	if (public_words != NULL && strcmp(public_words, "none") == 0)
		public_words = NULL;
	shuffle_init(chance_out, lots->game, pile, number, lots->secret, words,
		     book->variant->side_count, public_words);
}

/* Shuffles under the pile's number and name: "share", or "deck-" and the seat's name. */
static void shuffle_pile(const struct card_ruleset *book, const struct lots *lots, const char *pile,
			 int seat, unsigned number, struct stack *stack)
{
	char name[NAME_MAX_LEN + 16];
	uint16_t cards[MAX_COPIES];
	struct shuffle chance;

	snprintf(name, sizeof name, "%s%s%s", pile, seat < 0 ? "" : "-",
		 seat < 0 ? "" : variant_seat_name(book->variant, (unsigned)seat));
	init_pile_shuffle(book, lots, name, number, &chance);
	for (unsigned i = 0; i < stack->count; i++)
		cards[i] = stack->kinds[i];
	shuffle_shuffle(&chance, cards, stack->count);
	for (unsigned i = 0; i < stack->count; i++)
		stack->kinds[i] = (uint8_t)cards[i];
}

void deck_draw_seats(const struct card_ruleset *book, const struct lots *lots,
		     uint8_t places_out[MAX_SIDES])
{
	uint16_t players[MAX_SIDES];
	struct shuffle chance;

	for (unsigned i = 0; i < book->variant->side_count; i++)
		players[i] = (uint16_t)(i + 1);
	init_pile_shuffle(book, lots, "seats", 1, &chance);
	shuffle_shuffle(&chance, players, book->variant->side_count);
	for (unsigned i = 0; i < book->variant->side_count; i++)
		places_out[i] = (uint8_t)players[i];
}

/* ---- shares and decks ---- */

/* Deals from the top of the shuffled pile: first the extra discards, then one card to each seat in
 * turn while there are enough for all. */
static void deal_shares(const struct deck_rules *rules, const struct stack *pile,
			struct stack shares_out[MAX_SIDES], struct stack *aside_out)
{
	unsigned seats = rules->book->variant->side_count, next = 0;

	while (next < pile->count && next < rules->extra_discards)
		push_card(aside_out, pile->kinds[next++]);
	if (rules->mode == DECK_COMMON)
		return;
	for (; next + seats <= pile->count; next += seats)
		for (unsigned seat = 0; seat < seats; seat++)
			push_card(&shares_out[seat], pile->kinds[next + seat]);
	while (next < pile->count)
		push_card(aside_out, pile->kinds[next++]);
}

void deck_shares(const struct deck_rules *rules, const struct lots *lots,
		 struct stack shares_out[MAX_SIDES], struct stack *aside_out)
{
	struct stack all;

	*aside_out = (struct stack){.count = 0};
	for (unsigned seat = 0; seat < MAX_SIDES; seat++)
		shares_out[seat] = (struct stack){.count = 0};
	fill_with_all_sets(rules, &all);
	if (rules->mode == DECK_PERSONAL) {
		for (unsigned seat = 0; seat < rules->book->variant->side_count; seat++)
			shares_out[seat] = all;
		return;
	}
	shuffle_pile(rules->book, lots, "share", -1, 1, &all);
	deal_shares(rules, &all, shares_out, aside_out);
	for (unsigned seat = 0; seat < rules->book->variant->side_count; seat++)
		deck_sort(&shares_out[seat]);
}

void deck_build(const struct deck_rules *rules, const struct lots *lots, uint8_t seat,
		const struct stack *share, struct stack *deck_out)
{
	struct stack pile = *share;
	unsigned left = rules->points[seat];

	*deck_out = (struct stack){.count = 0};
	deck_sort(&pile);
	shuffle_pile(rules->book, lots, "auto", seat, 1, &pile);
	for (unsigned i = 0; i < pile.count; i++) {
		const struct card *card = &rules->book->set->cards[pile.kinds[i]];

		if (card->points > left ||
		    (card->unique && count_kind(deck_out, pile.kinds[i]) > 0))
			continue;
		left -= card->points;
		push_card(deck_out, pile.kinds[i]);
	}
	deck_sort(deck_out);
}

/* Adds a fault about the number of cards of a kind in the deck. */
static void check_kind(const struct deck_rules *rules, const struct stack *share,
		       const struct stack *deck, uint8_t kind, struct strbuf *faults)
{
	const struct card *card = &rules->book->set->cards[kind];
	unsigned wanted = count_kind(deck, kind), there = count_kind(share, kind);

	if (wanted == 0)
		return;
	if (there == 0)
		strbuf_addf(faults, translate("%s isn't in your share. "), card->name);
	else if (wanted > there)
		strbuf_addf(faults, translate("%s: %u wanted, your share has %u. "), card->name,
			    wanted, there);
	else if (card->unique && wanted > 1)
		strbuf_addf(faults, translate("%s is unique: a deck has at most one. "),
			    card->name);
}

static enum verdict verdict_from_faults(struct strbuf *faults, struct reason *why)
{
	enum verdict verdict = faults->len > 0 ? REFUSED : ACCEPTED;

	if (verdict == REFUSED) {
		while (faults->len > 0 && faults->bytes[faults->len - 1] == ' ')
			faults->bytes[--faults->len] = '\0';
		reason_set(why, "%s", faults->bytes);
	}
	strbuf_done(faults);
	return verdict;
}

static void check_deck(const struct deck_rules *rules, uint8_t seat, const struct stack *share,
		       const struct stack *deck, struct strbuf *faults)
{
	unsigned points = deck_points(rules->book, deck);

	for (unsigned kind = 0; kind < rules->book->set->count; kind++)
		check_kind(rules, share, deck, (uint8_t)kind, faults);
	if (points > rules->points[seat])
		strbuf_addf(faults,
			    translate("The deck has %u points, at most %u are allowed. That is %u "
				      "too many. "),
			    points, rules->points[seat], points - rules->points[seat]);
}

/* Reads one name; adds a fault if there is no such card. */
static void read_name(const struct card_ruleset *book, const char *name, size_t len,
		      struct stack *deck, struct strbuf *faults)
{
	char *copy = base_strndup(name, len);
	const char *nearest;
	size_t used = 0;
	uint8_t kind = card_named(book->set, copy, &used);

	if (kind != NO_CARD && copy[used + strspn(copy + used, " ")] == '\0') {
		if (deck->count < MAX_COPIES)
			push_card(deck, kind);
	} else {
		nearest = card_nearest(book->set, copy);
		strbuf_addf(faults, translate("There is no card \"%s\""), copy);
		strbuf_addf(faults, nearest ? translate("; did you mean %s? ") : ". ", nearest);
	}
	free(copy);
}

static void read_names(const struct card_ruleset *book, const char *text, struct stack *deck,
		       struct strbuf *faults)
{
	while (*text != '\0') {
		size_t len;

		text += strspn(text, " ,");
		len = strcspn(text, ",");
		if (len > 0)
			read_name(book, text, len, deck, faults);
		text += len;
	}
}

bool deck_read_list(const struct card_ruleset *book, const char *text, struct stack *stack_out)
{
	struct strbuf faults;
	bool sound;

	*stack_out = (struct stack){.count = 0};
	strbuf_init(&faults, 0);
	read_names(book, text, stack_out, &faults);
	sound = faults.len == 0;
	strbuf_done(&faults);
	return sound;
}

enum verdict deck_read(const struct deck_rules *rules, uint8_t seat, const struct stack *share,
		       const char *text, struct stack *deck_out, struct reason *why)
{
	struct stack deck = {.count = 0, .ordered = true};
	struct strbuf faults;
	enum verdict verdict;

	strbuf_init(&faults, sizeof why->text);
	read_names(rules->book, text, &deck, &faults);
	if (deck.count == 0 && faults.len == 0)
		strbuf_add(&faults, translate("It is written: DECK Card, Card ... with the cards "
					      "of your deck. "));
	check_deck(rules, seat, share, &deck, &faults);
	verdict = verdict_from_faults(&faults, why);
	if (verdict == ACCEPTED)
		*deck_out = deck;
	return verdict;
}

/* ---- the piles ---- */

static void add_pile(struct piles *piles, const struct stack *stack, uint8_t owner, enum zone zone,
		     uint8_t seat)
{
	for (unsigned i = 0; i < stack->count; i++)
		piles_add(piles, stack->kinds[i], owner, zone, seat);
}

/* Builds the common pile from all cards that aren't set aside. */
static void build_common_pile(const struct deck_rules *rules, const struct lots *lots,
			      const struct stack *aside, struct piles *piles)
{
	struct stack pile = {.count = 0}, all;

	fill_with_all_sets(rules, &all);
	for (unsigned kind = 0; kind < rules->book->set->count; kind++)
		for (unsigned i =
			     count_kind(&all, (uint8_t)kind) - count_kind(aside, (uint8_t)kind);
		     i > 0; i--)
			push_card(&pile, (uint8_t)kind);
	shuffle_pile(rules->book, lots, "deck-common", -1, 1, &pile);
	add_pile(piles, &pile, NO_SIDE, ZONE_DRAW, 0);
	add_pile(piles, aside, NO_SIDE, ZONE_ASIDE, 0);
	piles->shuffles[0] = 1;
}

static void build_own_pile(const struct deck_rules *rules, const struct lots *lots,
			   const struct stack *deck, uint8_t seat, struct piles *piles)
{
	struct stack pile = *deck;

	if (!rules->stacked || !deck->ordered) {
		deck_sort(&pile);
		shuffle_pile(rules->book, lots, "deck", seat, 1, &pile);
		piles->shuffles[seat] = 1;
	}
	add_pile(piles, &pile, seat, ZONE_DRAW, seat);
}

void deck_lay(const struct deck_rules *rules, const struct lots *lots, const struct stack *decks,
	      const struct stack *aside, struct piles *piles_out)
{
	const struct card_ruleset *book = rules->book;
	unsigned seats = book->variant->side_count, dealt = 1;

	piles_init(piles_out, rules->mode == DECK_COMMON);
	if (rules->mode == DECK_COMMON)
		build_common_pile(rules, lots, aside, piles_out);
	for (uint8_t seat = 0; seat < seats && rules->mode != DECK_COMMON; seat++)
		build_own_pile(rules, lots, &decks[seat], seat, piles_out);
	for (uint8_t seat = 0; seat < seats && !book->growing; seat++)
		dealt = book->hands[seat] > dealt ? book->hands[seat] : dealt;
	for (unsigned i = 0; i < dealt; i++)
		for (uint8_t seat = 0; seat < seats; seat++)
			if (i < book->hands[seat])
				piles_draw(piles_out, seat);
}

bool deck_reshuffle(const struct card_ruleset *book, const struct lots *lots, struct piles *piles,
		    uint8_t seat)
{
	uint8_t pile = piles->common ? 0 : seat;
	uint16_t copies[MAX_COPIES], order[MAX_COPIES];
	unsigned count = piles_list(piles, ZONE_DRAW, pile, copies);
	char name[NAME_MAX_LEN + 16];
	struct shuffle chance;

	if (count == 0 && piles->common) {
		count = piles_list(piles, ZONE_DISCARDS, pile, order);
		for (unsigned i = 0; i < count; i++)
			copies[i] = order[count - 1 - i];
	}
	if (count == 0)
		return false;
	snprintf(name, sizeof name, "deck-%s",
		 piles->common ? "common" : variant_seat_name(book->variant, seat));
	init_pile_shuffle(book, lots, name, ++piles->shuffles[pile], &chance);
	shuffle_shuffle(&chance, copies, count);
	for (unsigned i = 0; i < count; i++)
		piles_lay_under(piles, copies[i]);
	return true;
}
