/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/cards/deck/gather.h"
#include "core/base/text.h"

bool gather_orders_only(const struct book *book)
{
	return book_chose(book, "deck", "auto") && book_chose(book, "order", "stacked");
}

static void copy_stack(struct stack *to, const struct stack *from)
{
	memcpy(to->kinds, from->kinds, from->count);
	to->count = from->count;
	to->ordered = from->ordered;
}

void gather_copy(struct gather *to, const struct gather *from)
{
	to->stage = from->stage;
	to->in = from->in;
	for (unsigned seat = 0; seat < MAX_SIDES; seat++) {
		copy_stack(&to->shares[seat], &from->shares[seat]);
		copy_stack(&to->decks[seat], &from->decks[seat]);
	}
}

static bool asks_for_decks(const struct book *book)
{
	return book_chose(book, "deck", "split") || book_chose(book, "deck", "personal") ||
	       gather_orders_only(book);
}

/* Adds the fact, which is in force from now on. */
static void happen(const struct book *book, struct gather *gather, struct lots *lots,
		   struct event event, struct event_list *events)
{
	int result = gather_apply(book, gather, lots, &event, NULL);

	assert(result == 0);
	(void)result;
	event_add(events, event);
}

static void happen_cards(const struct book *book, struct gather *gather, enum event_kind kind,
			 uint8_t seat, const struct stack *stack, struct event_list *events)
{
	struct event event = event_about(kind, seat, 0, NULL);
	struct text text;

	text_init(&text, 0);
	deck_print_names(book, stack, &text);
	event.text = text.bytes;
	event.sealed = true;
	happen(book, gather, NULL, event, events);
	text_done(&text);
}

/* Of decks that the program builds a share is the whole deck. */
static void find_shares(const struct book *book, const struct lots *lots,
			struct stack shares_out[MAX_SIDES])
{
	struct deck_rules rules;
	struct stack aside;

	if (deck_rules_read(book, &rules, NULL) != 0)
		return;
	deck_shares(&rules, lots, shares_out, &aside);
	for (uint8_t seat = 0; rules.mode == DECK_AUTO && seat < book->variant->side_count;
	     seat++) {
		struct stack share = shares_out[seat];

		deck_build(&rules, lots, seat, &share, &shares_out[seat]);
	}
}

bool gather_next(const struct book *book, struct gather *gather, const struct lots *lots,
		 struct event_list *events)
{
	struct stack *shares;

	if (gather->stage == GATHER_NOTHING && book_chose(book, "words", "ask")) {
		happen(book, gather, NULL, event_about(EVENT_GATHER, NO_SIDE, 0, "words"), events);
		return true;
	}
	if (gather->stage == GATHER_DECKS || !asks_for_decks(book))
		return false;
	happen(book, gather, NULL, event_about(EVENT_GATHER, NO_SIDE, 0, "decks"), events);
	shares = base_zalloc(MAX_SIDES, sizeof *shares);
	find_shares(book, lots, shares);
	for (uint8_t seat = 0; seat < book->variant->side_count; seat++)
		happen_cards(book, gather, EVENT_SHARE, seat, &shares[seat], events);
	free(shares);
	return true;
}

uint16_t gather_missing(const struct book *book, const struct gather *gather)
{
	return (uint16_t)(gather->stage == GATHER_NOTHING
				  ? 0u
				  : ((1u << book->variant->side_count) - 1) & ~gather->in);
}

/* ---- what seats send ---- */

/* What follows that word and its blanks, in any case; the text itself when it begins otherwise. */
static const char *skip_word(const char *text, const char *word)
{
	size_t len = strlen(word);

	if (len == 0 || strncasecmp(text, word, len) != 0 ||
	    (text[len] != ' ' && text[len] != '\0'))
		return text;
	return text + len + strspn(text + len, " ");
}

static enum verdict take_words(const struct book *book, struct gather *gather, struct lots *lots,
			       uint8_t seat, const char *words, struct event_list *events,
			       struct reason *why)
{
	struct event event = event_about(EVENT_WORDS, seat, 0, words);

	if (gather->stage != GATHER_WORDS)
		return reason_refuse(
			why, "Your words aren't waited for any more: the cards are dealt. What is "
			     "waited for now is your deck: DECK and the names of its cards.");
	if (gather_apply(book, gather, lots, &event, why) < 0)
		return reason_refuse(why,
				     "The words for the shuffles are letters, digits and blanks, "
				     "at most %d of them, such as: JOIN WORDS seven red apples",
				     LOTS_WORDS_MAX);
	event.sealed = true;
	event_add(events, event);
	return ACCEPTED;
}

/* What of a deck that is only put in order is missing. */
static void find_left_out(const struct book *book, const struct stack *share,
			  const struct stack *deck, struct text *out)
{
	for (unsigned kind = 0; kind < book->set->count; kind++) {
		unsigned left = 0;

		for (unsigned i = 0; i < share->count; i++)
			left += share->kinds[i] == kind;
		for (unsigned i = 0; i < deck->count && left > 0; i++)
			left -= deck->kinds[i] == kind;
		for (; left > 0; left--)
			text_addf(out, "%s%s", out->len > 0 ? ", " : "",
				  book->set->cards[kind].name);
	}
}

static enum verdict check_whole(const struct book *book, const struct stack *share,
				const struct stack *deck, struct reason *why)
{
	struct text left;
	enum verdict verdict;

	text_init(&left, sizeof why->text - 100);
	find_left_out(book, share, deck, &left);
	verdict = left.len == 0 ? ACCEPTED : REFUSED;
	if (verdict == REFUSED)
		reason_set(why,
			   "Name all cards of your deck, the first to be drawn first. These are "
			   "missing: %s",
			   left.bytes);
	text_done(&left);
	return verdict;
}

static enum verdict take_deck(const struct book *book, struct gather *gather, uint8_t seat,
			      const char *text, struct event_list *events, struct reason *why)
{
	const struct stack *share = &gather->shares[seat];
	struct deck_rules rules;
	struct stack deck;

	if (gather->stage != GATHER_DECKS)
		return reason_refuse(why, "Your deck isn't waited for yet: first everybody is "
					  "asked for words. Write JOIN WORDS and yours.");
	if (deck_rules_read(book, &rules, why) != 0 ||
	    deck_read(&rules, seat, share, text, &deck, why) == REFUSED ||
	    (gather_orders_only(book) && check_whole(book, share, &deck, why) == REFUSED))
		return REFUSED;
	happen_cards(book, gather, EVENT_DECK, seat, &deck, events);
	return ACCEPTED;
}

enum verdict gather_take(const struct book *book, struct gather *gather, struct lots *lots,
			 uint8_t seat, const struct order *order, struct event_list *events,
			 struct reason *why)
{
	enum verdict verdict =
		order->kind == ORDER_JOIN
			? take_words(book, gather, lots, seat,
				     skip_word(skip_word(order->text, lots->game), "WORDS"), events,
				     why)
			: take_deck(book, gather, seat, order->text, events, why);

	if (verdict == ACCEPTED)
		happen(book, gather, NULL, event_about(EVENT_READY, seat, 0, NULL), events);
	return verdict;
}

/* ---- the beginning ---- */

/* A deck as it is laid: sent, or built by the program. */
static void find_decks(const struct deck_rules *rules, const struct gather *gather,
		       const struct lots *lots, struct stack decks[MAX_SIDES])
{
	for (uint8_t seat = 0; seat < rules->book->variant->side_count; seat++) {
		struct stack share = decks[seat];

		if (gather->decks[seat].count > 0) {
			decks[seat] = gather->decks[seat];
			decks[seat].ordered = true;
		} else {
			deck_build(rules, lots, seat, &share, &decks[seat]);
		}
	}
}

void gather_lay(const struct book *book, const struct gather *gather, const struct lots *lots,
		struct piles *piles_out)
{
	struct stack *decks = base_zalloc(MAX_SIDES, sizeof *decks), aside;
	struct deck_rules rules;

	piles_init(piles_out, book->common);
	/* What can't be read is refused when the game is made. */
	if (deck_rules_read(book, &rules, NULL) == 0) {
		deck_shares(&rules, lots, decks, &aside);
		if (rules.mode != DECK_COMMON)
			find_decks(&rules, gather, lots, decks);
		deck_lay(&rules, lots, rules.mode == DECK_COMMON ? NULL : decks, &aside, piles_out);
	}
	free(decks);
}

/* ---- facts ---- */

static int untrue(struct reason *reason, const char *what)
{
	return reason_fail(reason, "%s: that can't be true here", what);
}

static int apply_stage(struct gather *gather, const char *what, struct reason *reason)
{
	uint8_t stage = strcmp(what, "words") == 0   ? GATHER_WORDS
			: strcmp(what, "decks") == 0 ? GATHER_DECKS
						     : GATHER_NOTHING;

	if (strcmp(what, "close") == 0 && gather->stage != GATHER_NOTHING)
		return 0;
	if (stage <= gather->stage)
		return untrue(reason, "what is gathered");
	gather->stage = stage;
	gather->in = 0;
	return 0;
}

static int apply_words(struct lots *lots, uint8_t seat, const char *words, struct reason *reason)
{
	if (strlen(words) > LOTS_WORDS_MAX)
		return untrue(reason, "words as long");
	for (const char *c = words; *c != '\0'; c++)
		if (*c != ' ' && !isalnum((unsigned char)*c))
			return untrue(reason, "such words");
	strcpy(lots->words[seat], words);
	return 0;
}

int gather_apply(const struct book *book, struct gather *gather, struct lots *lots,
		 const struct event *event, struct reason *reason)
{
	const char *text = event->text != NULL ? event->text : "";

	if (event->kind == EVENT_GATHER)
		return apply_stage(gather, text, reason);
	if (event->seat >= book->variant->side_count || gather->stage == GATHER_NOTHING)
		return untrue(reason, "what a seat sends");
	switch (event->kind) {
	case EVENT_WORDS:
		return apply_words(lots, event->seat, text, reason);
	case EVENT_SHARE:
		return deck_read_list(book, text, &gather->shares[event->seat])
			       ? 0
			       : untrue(reason, "a share");
	case EVENT_DECK:
		return deck_read_list(book, text, &gather->decks[event->seat])
			       ? 0
			       : untrue(reason, "a deck");
	default:
		gather->in |= (uint16_t)(1u << event->seat);
		return 0;
	}
}

void gather_conceal(struct gather *gather, uint8_t seat)
{
	for (uint8_t other = 0; other < MAX_SIDES; other++) {
		if (other == seat)
			continue;
		memset(&gather->shares[other], 0, sizeof gather->shares[other]);
		memset(&gather->decks[other], 0, sizeof gather->decks[other]);
	}
}
