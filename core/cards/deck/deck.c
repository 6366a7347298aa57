/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/deck/deck.h"
#include "core/cards/deck/chance.h"
#include "core/position/event.h"
#include "core/base/text.h"

/* ---- options ---- */

static unsigned number_of(const struct book *book, const char *key, unsigned otherwise)
{
	const char *chosen = variant_option(book->variant, key);
	long number = chosen == NULL ? -1 : text_number(chosen, 9999);

	return number < 0 ? otherwise : (unsigned)number;
}

/* How often a card is in a pile of all sets: left out, or in a common deck once if it is unique. */
static unsigned copies_of(const struct deck_rules *rules, uint8_t kind)
{
	if (book_bars(rules->book, kind, NULL))
		return 0;
	if (rules->mode == DECK_COMMON && rules->book->set->cards[kind].unique)
		return 1;
	return rules->copies;
}

static unsigned count_all(const struct deck_rules *rules)
{
	unsigned count = 0;

	for (unsigned kind = 0; kind < rules->book->set->count; kind++)
		count += copies_of(rules, (uint8_t)kind);
	return rules->mode == DECK_PERSONAL ? count * rules->book->variant->side_count : count;
}

/* The most copies with which a game would hold all cards; 0: none would. */
static unsigned most_copies(struct deck_rules rules)
{
	while (rules.copies > 0 && count_all(&rules) > MAX_COPIES)
		rules.copies--;
	return rules.copies;
}

static int refuse_so_many(const struct deck_rules *rules, struct reason *reason)
{
	const unsigned most = most_copies(*rules);

	if (most > 0)
		return reason_fail(reason,
				   "copies = %u makes %u cards; a game has at most %d, so choose "
				   "copies from 1 to %u here",
				   rules->copies, count_all(rules), MAX_COPIES, most);
	return reason_fail(reason,
			   "the sets chosen make %u cards; a game has at most %d, so choose fewer "
			   "sets",
			   count_all(rules), MAX_COPIES);
}

int deck_rules_read(const struct book *book, struct deck_rules *rules_out, struct reason *reason)
{
	struct deck_rules rules = {
		.book = book,
		.mode = book_chose(book, "deck", "split")      ? DECK_SPLIT
			: book_chose(book, "deck", "personal") ? DECK_PERSONAL
			: book_chose(book, "deck", "common")   ? DECK_COMMON
							       : DECK_AUTO,
		.copies = number_of(book, "copies", 1),
		.extra_discards = number_of(book, "extra-discards", 0),
		.stacked = book_chose(book, "order", "stacked"),
	};

	for (unsigned seat = 0; seat < book->variant->side_count; seat++) {
		char key[NAME_MAX_LEN + 8];

		snprintf(key, sizeof key, "points.%s", variant_seat_name(book->variant, seat));
		rules.points[seat] = number_of(book, key, number_of(book, "points", 150));
	}
	if (count_all(&rules) > MAX_COPIES)
		return refuse_so_many(&rules, reason);
	*rules_out = rules;
	return 0;
}

/* ---- stacks ---- */

static void push(struct stack *stack, uint8_t kind)
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

/* The whole set as often as there are copies, in its order. */
static void take_sets(const struct deck_rules *rules, struct stack *stack)
{
	*stack = (struct stack){.count = 0};
	for (unsigned kind = 0; kind < rules->book->set->count; kind++)
		for (unsigned i = copies_of(rules, (uint8_t)kind); i > 0; i--)
			push(stack, (uint8_t)kind);
}

void deck_sort(struct stack *stack)
{
	struct stack sorted = {.count = 0};

	for (unsigned kind = 0; kind < MAX_CARD_KINDS; kind++)
		for (unsigned i = count_kind(stack, (uint8_t)kind); i > 0; i--)
			push(&sorted, (uint8_t)kind);
	*stack = sorted;
}

unsigned deck_points(const struct book *book, const struct stack *stack)
{
	unsigned points = 0;

	for (unsigned i = 0; i < stack->count; i++)
		points += book->set->cards[stack->kinds[i]].points;
	return points;
}

static void open_chance(const struct book *book, const struct lots *lots, const char *pile,
			unsigned number, struct chance *chance_out)
{
	const char *words[MAX_SIDES], *public_words = variant_option(book->variant, "public-words");

	for (unsigned seat = 0; seat < book->variant->side_count; seat++)
		words[seat] = lots->words[seat];
	if (public_words != NULL && strcmp(public_words, "none") == 0)
		public_words = NULL;
	chance_init(chance_out, lots->game, pile, number, lots->secret, words,
		    book->variant->side_count, public_words);
}

/* Shuffles under the pile's name, "share" or "deck-" and the seat's, and number. */
static void shuffle(const struct book *book, const struct lots *lots, const char *pile, int seat,
		    unsigned number, struct stack *stack)
{
	char name[NAME_MAX_LEN + 16];
	uint16_t cards[MAX_COPIES];
	struct chance chance;

	snprintf(name, sizeof name, "%s%s%s", pile, seat < 0 ? "" : "-",
		 seat < 0 ? "" : variant_seat_name(book->variant, (unsigned)seat));
	open_chance(book, lots, name, number, &chance);
	for (unsigned i = 0; i < stack->count; i++)
		cards[i] = stack->kinds[i];
	chance_shuffle(&chance, cards, stack->count);
	for (unsigned i = 0; i < stack->count; i++)
		stack->kinds[i] = (uint8_t)cards[i];
}

void deck_draw_seats(const struct book *book, const struct lots *lots,
		     uint8_t places_out[MAX_SIDES])
{
	uint16_t players[MAX_SIDES];
	struct chance chance;

	for (unsigned i = 0; i < book->variant->side_count; i++)
		players[i] = (uint16_t)(i + 1);
	open_chance(book, lots, "seats", 1, &chance);
	chance_shuffle(&chance, players, book->variant->side_count);
	for (unsigned i = 0; i < book->variant->side_count; i++)
		places_out[i] = (uint8_t)players[i];
}

/* ---- shares and decks ---- */

/* From the top of the shuffled pile: the extra discards, then a card each as long as it goes round.
 */
static void deal(const struct deck_rules *rules, const struct stack *pile,
		 struct stack shares_out[MAX_SIDES], struct stack *aside_out)
{
	unsigned seats = rules->book->variant->side_count, next = 0;

	while (next < pile->count && next < rules->extra_discards)
		push(aside_out, pile->kinds[next++]);
	if (rules->mode == DECK_COMMON)
		return;
	for (; next + seats <= pile->count; next += seats)
		for (unsigned seat = 0; seat < seats; seat++)
			push(&shares_out[seat], pile->kinds[next + seat]);
	while (next < pile->count)
		push(aside_out, pile->kinds[next++]);
}

void deck_shares(const struct deck_rules *rules, const struct lots *lots,
		 struct stack shares_out[MAX_SIDES], struct stack *aside_out)
{
	struct stack all;

	*aside_out = (struct stack){.count = 0};
	for (unsigned seat = 0; seat < MAX_SIDES; seat++)
		shares_out[seat] = (struct stack){.count = 0};
	take_sets(rules, &all);
	if (rules->mode == DECK_PERSONAL) {
		for (unsigned seat = 0; seat < rules->book->variant->side_count; seat++)
			shares_out[seat] = all;
		return;
	}
	shuffle(rules->book, lots, "share", -1, 1, &all);
	deal(rules, &all, shares_out, aside_out);
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
	shuffle(rules->book, lots, "auto", seat, 1, &pile);
	for (unsigned i = 0; i < pile.count; i++) {
		const struct card *card = &rules->book->set->cards[pile.kinds[i]];

		if (card->points > left ||
		    (card->unique && count_kind(deck_out, pile.kinds[i]) > 0))
			continue;
		left -= card->points;
		push(deck_out, pile.kinds[i]);
	}
	deck_sort(deck_out);
}

/* Says what is wrong with how often a kind of card stands in the deck. */
static void check_kind(const struct deck_rules *rules, const struct stack *share,
		       const struct stack *deck, uint8_t kind, struct text *faults)
{
	const struct card *card = &rules->book->set->cards[kind];
	unsigned wanted = count_kind(deck, kind), there = count_kind(share, kind);

	if (wanted == 0)
		return;
	if (there == 0)
		text_addf(faults, "%s isn't in your share. ", card->name);
	else if (wanted > there)
		text_addf(faults, "%s: %u wanted, your share has %u. ", card->name, wanted, there);
	else if (card->unique && wanted > 1)
		text_addf(faults, "%s is unique: a deck has at most one. ", card->name);
}

static enum verdict decide(struct text *faults, struct reason *why)
{
	enum verdict verdict = faults->len > 0 ? REFUSED : ACCEPTED;

	if (verdict == REFUSED) {
		while (faults->len > 0 && faults->bytes[faults->len - 1] == ' ')
			faults->bytes[--faults->len] = '\0';
		reason_set(why, "%s", faults->bytes);
	}
	text_done(faults);
	return verdict;
}

static void check(const struct deck_rules *rules, uint8_t seat, const struct stack *share,
		  const struct stack *deck, struct text *faults)
{
	unsigned points = deck_points(rules->book, deck);

	for (unsigned kind = 0; kind < rules->book->set->count; kind++)
		check_kind(rules, share, deck, (uint8_t)kind, faults);
	if (points > rules->points[seat])
		text_addf(faults,
			  "The deck has %u points, at most %u are allowed. That is %u too many. ",
			  points, rules->points[seat], points - rules->points[seat]);
}

/* Reads one name, to the next comma; says so if there is no such card. */
static void read_name(const struct book *book, const char *name, size_t len, struct stack *deck,
		      struct text *faults)
{
	char *copy = base_strndup(name, len);
	const char *nearest;
	size_t used = 0;
	uint8_t kind = card_named(book->set, copy, &used);

	if (kind != NO_CARD && copy[used + strspn(copy + used, " ")] == '\0') {
		if (deck->count < MAX_COPIES)
			push(deck, kind);
	} else {
		nearest = card_nearest(book->set, copy);
		text_addf(faults, "There is no card \"%s\"", copy);
		text_addf(faults, nearest ? "; did you mean %s? " : ". ", nearest);
	}
	free(copy);
}

static void read_names(const struct book *book, const char *text, struct stack *deck,
		       struct text *faults)
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

bool deck_read_list(const struct book *book, const char *text, struct stack *stack_out)
{
	struct text faults;
	bool sound;

	*stack_out = (struct stack){.count = 0};
	text_init(&faults, 0);
	read_names(book, text, stack_out, &faults);
	sound = faults.len == 0;
	text_done(&faults);
	return sound;
}

enum verdict deck_read(const struct deck_rules *rules, uint8_t seat, const struct stack *share,
		       const char *text, struct stack *deck_out, struct reason *why)
{
	struct stack deck = {.count = 0, .ordered = true};
	struct text faults;
	enum verdict verdict;

	text_init(&faults, sizeof why->text);
	read_names(rules->book, text, &deck, &faults);
	if (deck.count == 0 && faults.len == 0)
		text_add(&faults,
			 "It is written: DECK Card, Card ... with the cards of your deck. ");
	check(rules, seat, share, &deck, &faults);
	verdict = decide(&faults, why);
	if (verdict == ACCEPTED)
		*deck_out = deck;
	return verdict;
}

/* ---- the piles ---- */

static void lay_pile(struct piles *piles, const struct stack *stack, uint8_t owner, enum zone zone,
		     uint8_t seat)
{
	for (unsigned i = 0; i < stack->count; i++)
		piles_add(piles, stack->kinds[i], owner, zone, seat);
}

/* Everything but what was put aside. */
static void lay_common(const struct deck_rules *rules, const struct lots *lots,
		       const struct stack *aside, struct piles *piles)
{
	struct stack pile = {.count = 0}, all;

	take_sets(rules, &all);
	for (unsigned kind = 0; kind < rules->book->set->count; kind++)
		for (unsigned i =
			     count_kind(&all, (uint8_t)kind) - count_kind(aside, (uint8_t)kind);
		     i > 0; i--)
			push(&pile, (uint8_t)kind);
	shuffle(rules->book, lots, "deck-common", -1, 1, &pile);
	lay_pile(piles, &pile, NO_SIDE, ZONE_DRAW, 0);
	lay_pile(piles, aside, NO_SIDE, ZONE_ASIDE, 0);
	piles->shuffles[0] = 1;
}

static void lay_own(const struct deck_rules *rules, const struct lots *lots,
		    const struct stack *deck, uint8_t seat, struct piles *piles)
{
	struct stack pile = *deck;

	if (!rules->stacked || !deck->ordered) {
		deck_sort(&pile);
		shuffle(rules->book, lots, "deck", seat, 1, &pile);
		piles->shuffles[seat] = 1;
	}
	lay_pile(piles, &pile, seat, ZONE_DRAW, seat);
}

void deck_lay(const struct deck_rules *rules, const struct lots *lots, const struct stack *decks,
	      const struct stack *aside, struct piles *piles_out)
{
	const struct book *book = rules->book;
	unsigned seats = book->variant->side_count, dealt = 1;

	piles_init(piles_out, rules->mode == DECK_COMMON);
	if (rules->mode == DECK_COMMON)
		lay_common(rules, lots, aside, piles_out);
	for (uint8_t seat = 0; seat < seats && rules->mode != DECK_COMMON; seat++)
		lay_own(rules, lots, &decks[seat], seat, piles_out);
	for (uint8_t seat = 0; seat < seats && !book->growing; seat++)
		dealt = book->hands[seat] > dealt ? book->hands[seat] : dealt;
	for (unsigned i = 0; i < dealt; i++)
		for (uint8_t seat = 0; seat < seats; seat++)
			if (i < book->hands[seat])
				piles_draw(piles_out, seat);
}

bool deck_reshuffle(const struct book *book, const struct lots *lots, struct piles *piles,
		    uint8_t seat)
{
	uint8_t pile = piles->common ? 0 : seat;
	uint16_t copies[MAX_COPIES], order[MAX_COPIES];
	unsigned count = piles_list(piles, ZONE_DRAW, pile, copies);
	char name[NAME_MAX_LEN + 16];
	struct chance chance;

	if (count == 0 && piles->common) {
		count = piles_list(piles, ZONE_DISCARDS, pile, order);
		for (unsigned i = 0; i < count; i++)
			copies[i] = order[count - 1 - i];
	}
	if (count == 0)
		return false;
	snprintf(name, sizeof name, "deck-%s",
		 piles->common ? "common" : variant_seat_name(book->variant, seat));
	open_chance(book, lots, name, ++piles->shuffles[pile], &chance);
	chance_shuffle(&chance, copies, count);
	for (unsigned i = 0; i < count; i++)
		piles_lay_under(piles, copies[i]);
	return true;
}
