/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/cards/deck/setup_phase.h"
#include "core/util/strbuf.h"

bool setup_phase_orders_only(const struct card_ruleset *book)
{
	return card_ruleset_chose(book, "deck", "auto") &&
	       card_ruleset_chose(book, "order", "stacked");
}

static void copy_stack(struct stack *to, const struct stack *from)
{
	memcpy(to->kinds, from->kinds, from->count);
	to->count = from->count;
	to->ordered = from->ordered;
}

void setup_phase_copy(struct setup_phase *to, const struct setup_phase *from)
{
	to->stage = from->stage;
	to->in = from->in;
	for (unsigned seat = 0; seat < MAX_SIDES; seat++) {
		copy_stack(&to->shares[seat], &from->shares[seat]);
		copy_stack(&to->decks[seat], &from->decks[seat]);
	}
}

/* Applies the event and adds it. */
static void apply_and_record(const struct card_ruleset *book, struct setup_phase *gather,
			     struct lots *lots, struct event event, struct event_list *events)
{
	int result = setup_phase_apply(book, gather, lots, &event, NULL);

	assert(result == 0);
	(void)result;
	event_add(events, event);
}

static void apply_and_record_cards(const struct card_ruleset *book, struct setup_phase *gather,
				   enum event_kind kind, uint8_t seat, const struct stack *stack,
				   struct event_list *events)
{
	struct event event = event_about(kind, seat, 0, NULL);
	struct strbuf text;

	strbuf_init(&text, 0);
	deck_print_names(book, stack, &text);
	event.text = text.bytes;
	event.sealed = true;
	apply_and_record(book, gather, NULL, event, events);
	strbuf_done(&text);
}

/* Deals the shares. If the program builds the decks, a share is the whole deck. */
static void find_shares(const struct card_ruleset *book, const struct lots *lots,
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

bool setup_phase_next(const struct card_ruleset *book, struct setup_phase *gather,
		      const struct lots *lots, struct event_list *events)
{
	struct stack *shares;

	if (gather->stage == SETUP_PHASE_NOTHING && card_ruleset_chose(book, "words", "ask")) {
		apply_and_record(book, gather, NULL, event_about(EVENT_GATHER, NO_SIDE, 0, "words"),
				 events);
		return true;
	}
	if (gather->stage == SETUP_PHASE_DECKS ||
	    !(card_ruleset_chose(book, "deck", "split") ||
	      card_ruleset_chose(book, "deck", "personal") || setup_phase_orders_only(book)))
		return false;
	apply_and_record(book, gather, NULL, event_about(EVENT_GATHER, NO_SIDE, 0, "decks"),
			 events);
	shares = base_zalloc(MAX_SIDES, sizeof *shares);
	find_shares(book, lots, shares);
	for (uint8_t seat = 0; seat < book->variant->side_count; seat++)
		apply_and_record_cards(book, gather, EVENT_SHARE, seat, &shares[seat], events);
	free(shares);
	return true;
}

uint16_t setup_phase_missing(const struct card_ruleset *book, const struct setup_phase *gather)
{
	return (uint16_t)(gather->stage == SETUP_PHASE_NOTHING
				  ? 0u
				  : ((1u << book->variant->side_count) - 1) & ~gather->in);
}

/* ---- what seats send ---- */

/* Returns the text after that word and its spaces, in any case; the text itself if it begins with
 * another word. */
static const char *skip_word(const char *text, const char *word)
{
	size_t len = strlen(word);

	if (len == 0 || strncasecmp(text, word, len) != 0 ||
	    (text[len] != ' ' && text[len] != '\0'))
		return text;
	return text + len + strspn(text + len, " ");
}

static enum verdict accept_words(const struct card_ruleset *book, struct setup_phase *gather,
				 struct lots *lots, uint8_t seat, const char *words,
				 struct event_list *events, struct reason *why)
{
	struct event event = event_about(EVENT_WORDS, seat, 0, words);

	if (gather->stage != SETUP_PHASE_WORDS)
		return reason_refuse(
			why, "We need no more words: the shuffle is done. Now we need your deck: "
			     "DECK and the names of its cards.");
	if (setup_phase_apply(book, gather, lots, &event, why) < 0)
		return reason_refuse(why,
				     "The words for the shuffle may have up to %d letters, digits "
				     "and spaces, for example: JOIN WORDS seven red apples",
				     LOTS_WORDS_MAX);
	event.sealed = true;
	event_add(events, event);
	return ACCEPTED;
}

/* Lists the cards that are missing in a deck of which only the order may change. */
static void find_left_out(const struct card_ruleset *book, const struct stack *share,
			  const struct stack *deck, struct strbuf *out)
{
	for (unsigned kind = 0; kind < book->set->count; kind++) {
		unsigned left = 0;

		for (unsigned i = 0; i < share->count; i++)
			left += share->kinds[i] == kind;
		for (unsigned i = 0; i < deck->count && left > 0; i++)
			left -= deck->kinds[i] == kind;
		for (; left > 0; left--)
			strbuf_addf(out, "%s%s", out->len > 0 ? ", " : "",
				    book->set->cards[kind].name);
	}
}

static enum verdict check_all_cards_named(const struct card_ruleset *book,
					  const struct stack *share, const struct stack *deck,
					  struct reason *why)
{
	struct strbuf left;
	enum verdict verdict;

	strbuf_init(&left, sizeof why->text - 100);
	find_left_out(book, share, deck, &left);
	verdict = left.len == 0 ? ACCEPTED : REFUSED;
	if (verdict == REFUSED)
		reason_set(why,
			   "Name all cards of your deck, the first to be drawn first. These are "
			   "missing: %s",
			   left.bytes);
	strbuf_done(&left);
	return verdict;
}

static enum verdict accept_deck(const struct card_ruleset *book, struct setup_phase *gather,
				uint8_t seat, const char *text, struct event_list *events,
				struct reason *why)
{
	const struct stack *share = &gather->shares[seat];
	struct deck_rules rules;
	struct stack deck;

	if (gather->stage != SETUP_PHASE_DECKS)
		return reason_refuse(why, "We don't need your deck yet: first we ask every player "
					  "for a few words. Write JOIN WORDS and yours.");
	if (deck_rules_read(book, &rules, why) != 0 ||
	    deck_read(&rules, seat, share, text, &deck, why) == REFUSED ||
	    (setup_phase_orders_only(book) &&
	     check_all_cards_named(book, share, &deck, why) == REFUSED))
		return REFUSED;
	apply_and_record_cards(book, gather, EVENT_DECK, seat, &deck, events);
	return ACCEPTED;
}

enum verdict setup_phase_take(const struct card_ruleset *book, struct setup_phase *gather,
			      struct lots *lots, uint8_t seat, const struct order *order,
			      struct event_list *events, struct reason *why)
{
	enum verdict verdict =
		order->kind == ORDER_JOIN
			? accept_words(book, gather, lots, seat,
				       skip_word(skip_word(order->text, lots->game), "WORDS"),
				       events, why)
			: accept_deck(book, gather, seat, order->text, events, why);

	if (verdict == ACCEPTED)
		apply_and_record(book, gather, NULL, event_about(EVENT_READY, seat, 0, NULL),
				 events);
	return verdict;
}

/* ---- the beginning ---- */

/* Decides the decks: those that seats have sent, or else built by the program. */
static void find_decks(const struct deck_rules *rules, const struct setup_phase *gather,
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

void setup_phase_lay(const struct card_ruleset *book, const struct setup_phase *gather,
		     const struct lots *lots, struct piles *piles_out)
{
	struct stack *decks = base_zalloc(MAX_SIDES, sizeof *decks), aside;
	struct deck_rules rules;

	piles_init(piles_out, book->common);
	/* Options that can't be read are refused when the game is created. */
	if (deck_rules_read(book, &rules, NULL) == 0) {
		deck_shares(&rules, lots, decks, &aside);
		if (rules.mode != DECK_COMMON)
			find_decks(&rules, gather, lots, decks);
		deck_lay(&rules, lots, rules.mode == DECK_COMMON ? NULL : decks, &aside, piles_out);
	}
	free(decks);
}

/* ---- events ---- */

static int reject_event(struct reason *reason, const char *what)
{
	return reason_fail(reason, "%s: that can't be true here", what);
}

static int apply_stage(struct setup_phase *gather, const char *what, struct reason *reason)
{
	uint8_t stage = strcmp(what, "words") == 0   ? SETUP_PHASE_WORDS
			: strcmp(what, "decks") == 0 ? SETUP_PHASE_DECKS
						     : SETUP_PHASE_NOTHING;

	if (strcmp(what, "close") == 0 && gather->stage != SETUP_PHASE_NOTHING)
		return 0;
	if (stage <= gather->stage)
		return reject_event(reason, "what is gathered");
	gather->stage = stage;
	gather->in = 0;
	return 0;
}

static int apply_words(struct lots *lots, uint8_t seat, const char *words, struct reason *reason)
{
	if (strlen(words) > LOTS_WORDS_MAX)
		return reject_event(reason, "words as long");
	for (const char *c = words; *c != '\0'; c++)
		if (*c != ' ' && !isalnum((unsigned char)*c))
			return reject_event(reason, "such words");
	strcpy(lots->words[seat], words);
	return 0;
}

int setup_phase_apply(const struct card_ruleset *book, struct setup_phase *gather,
		      struct lots *lots, const struct event *event, struct reason *reason)
{
	const char *text = event->text != NULL ? event->text : "";

	if (event->kind == EVENT_GATHER)
		return apply_stage(gather, text, reason);
	if (event->seat >= book->variant->side_count || gather->stage == SETUP_PHASE_NOTHING)
		return reject_event(reason, "what a seat sends");
	switch (event->kind) {
	case EVENT_WORDS:
		return apply_words(lots, event->seat, text, reason);
	case EVENT_SHARE:
		return deck_read_list(book, text, &gather->shares[event->seat])
			       ? 0
			       : reject_event(reason, "a share");
	case EVENT_DECK:
		return deck_read_list(book, text, &gather->decks[event->seat])
			       ? 0
			       : reject_event(reason, "a deck");
	default:
		gather->in |= (uint16_t)(1u << event->seat);
		return 0;
	}
}

void setup_phase_conceal(struct setup_phase *gather, uint8_t seat)
{
	for (uint8_t other = 0; other < MAX_SIDES; other++) {
		if (other == seat)
			continue;
		memset(&gather->shares[other], 0, sizeof gather->shares[other]);
		memset(&gather->decks[other], 0, sizeof gather->decks[other]);
	}
}
