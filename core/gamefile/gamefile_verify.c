/* SPDX-License-Identifier: MIT */
/*
 * Checks a game file by deciding each order again by today's rules and comparing the events. So
 * every old game is a test of the rules.
 */
#include <stdlib.h>
#include <string.h>

#include "core/game/clock.h"
#include "core/game/conditional.h"
#include "core/game/takeback.h"
#include "core/game/turn.h"
#include "core/game/turn_clock.h"
#include "core/gamefile/gamefile_internal.h"
#include "core/gamefile/lineage.h"
#include "core/order/order_parse.h"
#include "core/util/fold_lines.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

/* Collects what an entry records, to decide it again. */

/* Adds recorded text of SAY, which is the text itself and not an order to be parsed. */
static enum verdict reread_say(const struct event *event, struct order_list *orders,
			       struct reason *reason)
{
	const char *said = event->text != NULL ? event->text : "";

	if (*said == '\0' || strlen(said) > ORDER_SAY_MAX)
		return reason_refuse(reason, "what is said has 1 to %d bytes", ORDER_SAY_MAX);
	order_list_add(orders, ORDER_SAY, 1, NO_SIDE, said);
	return ACCEPTED;
}

int gamefile_reread_orders(const struct variant *variant, const struct event_list *logged,
			   struct order_list *orders, uint8_t *seat_out, struct reason *reason)
{
	*seat_out = NO_SIDE;
	for (size_t i = 0; i < logged->count; i++) {
		const struct event *event = &logged->events[i];
		enum verdict verdict = ACCEPTED;

		if (event->kind == EVENT_ORDER)
			verdict = order_read(variant, event->text, 1, orders, reason);
		else if (event->kind == EVENT_SAY)
			verdict = reread_say(event, orders, reason);
		else
			continue;
		if (verdict == REFUSED)
			return -1;
		*seat_out = event->seat;
	}
	return 0;
}

/*
 * Decides the orders again. Earlier versions accepted orders without effect that are refused today.
 * If the orders are refused, decides them again with `recorded` set, which allows such orders.
 * `reason` has the reason of the first refusal.
 */
static enum verdict gamefile_redecide_orders(const struct game *game, uint8_t seat,
					     struct order_list *orders, struct event_list *today,
					     struct reason *reason)
{
	if (turn_decide(game, seat, orders, today, reason) == ACCEPTED)
		return ACCEPTED;
	orders->recorded = true;
	return turn_decide(game, seat, orders, today, NULL);
}

bool gamefile_is_same_event(const struct variant *variant, const struct event *a,
			    const struct event *b)
{
	struct strbuf first, second;
	bool same;

	if (a == NULL || b == NULL)
		return a == b;
	if (event_is_same(a, b))
		return a->sealed == b->sealed;
	strbuf_init(&first, 0);
	strbuf_init(&second, 0);
	event_print(variant, a, &first);
	event_print(variant, b, &second);
	same = strcmp(first.bytes, second.bytes) == 0 && a->sealed == b->sealed;
	strbuf_done(&first);
	strbuf_done(&second);
	return same;
}

unsigned gamefile_start_of(const struct gamefile_bytes *bytes)
{
	const char *cursor = bytes->log, *end = cursor + bytes->log_len, *line;
	unsigned entry = 0;
	size_t len;

	while (strbuf_next_line(&cursor, end, &line, &len)) {
		const char *number = line;

		if (len > 6 && strbuf_skip(&number, "entry "))
			(void)strbuf_skip_number(&number, 1000000000, &entry);
		else if (len == 7 && memcmp(line, "  start", len) == 0)
			return entry;
	}
	return 0;
}

size_t gamefile_first_of(const struct event_list *logged)
{
	size_t at = 0;

	while (at < logged->count && (logged->events[at].kind == EVENT_OUTAGE ||
				      event_trait(logged->events[at].kind) == EVENT_OUTSIDE_RULES))
		at++;
	return at;
}

bool gamefile_begins(const struct event_list *logged, enum event_kind kind)
{
	size_t at = gamefile_first_of(logged);

	return at < logged->count && logged->events[at].kind == kind;
}

bool gamefile_is_of_turns(const struct event_list *logged)
{
	return gamefile_begins(logged, EVENT_MISSED) || gamefile_begins(logged, EVENT_REMINDED);
}

/*
 * Returns all seats except those that the entry reminds: the others may have been away according to
 * the calendar.
 */
static uint16_t gamefile_unreminded(const struct event_list *logged)
{
	uint16_t seats = UINT16_MAX;

	for (size_t i = 0; i < logged->count; i++)
		if (logged->events[i].kind == EVENT_REMINDED && logged->events[i].seat < MAX_SEATS)
			seats &= (uint16_t) ~(1u << logged->events[i].seat);
	return seats;
}

static bool gamefile_only_intends(const struct log_entry *entry, const struct event_list *logged)
{
	unsigned intends = 0;

	for (size_t i = 0; i < logged->count; i++) {
		if (logged->events[i].kind != EVENT_INTENDS &&
		    logged->events[i].kind != EVENT_OUTAGE)
			return false;
		intends += logged->events[i].kind == EVENT_INTENDS;
	}
	return intends > 0 && strncmp(entry->cause, "sha256:", 7) == 0;
}

/*
 * gamefile_check_intents checks conditional moves: only messages give them, and entries with a
 * cause of their own play them unchanged. gamefile_only_intends reports whether a message's entry
 * only records conditional moves.
 */
static void gamefile_check_intents(const struct gamefile *file, const struct log_entry *entry,
				   const struct event_list *logged,
				   const struct gamefile_reporter *say)
{
	const bool ahead = strcmp(entry->cause, "ahead") == 0;
	const char *fault = conditional_fault(&file->game, logged);
	bool used = false, given = false;

	for (size_t i = 0; i < logged->count; i++) {
		used |= logged->events[i].kind == EVENT_INTENDED;
		given |= logged->events[i].kind == EVENT_INTENDS;
	}
	if (fault == NULL && used != ahead)
		fault = "moves given in advance are played by entries of the cause ahead, and "
			"those play nothing else";
	if (fault == NULL && given && strncmp(entry->cause, "sha256:", 7) != 0)
		fault = "moves are given in advance by letters, and no letter made this entry";
	if (fault != NULL)
		say->say(say->context, entry->body, fault, true);
}

/*
 * Reports whether the moderator has changed a time limit, an absence or a pause, which the rules
 * don't restrict.
 */
static bool gamefile_sets_time(const struct log_entry *entry, const struct event_list *logged)
{
	for (size_t i = 0; strcmp(entry->cause, "moderator") == 0 && i < logged->count; i++)
		if (logged->events[i].kind == EVENT_UNTIL ||
		    logged->events[i].kind == EVENT_VACATION ||
		    logged->events[i].kind == EVENT_BACK || logged->events[i].kind == EVENT_PAUSE ||
		    logged->events[i].kind == EVENT_RESUME)
			return true;
	return false;
}

bool gamefile_is_of_absence(const struct log_entry *entry, const struct event_list *logged)
{
	uint8_t seat = NO_SIDE;

	for (size_t i = 0; i < logged->count; i++) {
		const struct event *event = &logged->events[i];

		if (event->kind == EVENT_VACATION || event->kind == EVENT_BACK)
			seat = seat == NO_SIDE ? event->seat : seat;
		else if (event->kind != EVENT_UNTIL && event->kind != EVENT_OUTAGE)
			return false;
		if (event->kind != EVENT_OUTAGE && event->seat != seat)
			return false;
	}
	return seat != NO_SIDE && strncmp(entry->cause, "sha256:", 7) == 0;
}

/*
 * Reports whether the entry only records a player's change of name or address by message. Outages
 * may precede it.
 */
static bool gamefile_changes_own_seat(const struct log_entry *entry,
				      const struct event_list *logged)
{
	unsigned changes = 0;

	for (size_t i = 0; i < logged->count; i++) {
		const struct event *event = &logged->events[i];

		if (event->kind != EVENT_SEAT_CHANGED && event->kind != EVENT_OUTAGE)
			return false;
		changes += event->kind == EVENT_SEAT_CHANGED;
	}
	return changes == 1 && strncmp(entry->cause, "sha256:", 7) == 0;
}

/*
 * Decides again that a moderator has put a seat out of the game. Returns false if the entry records
 * no such decision, or today's rules refuse it.
 */
static bool gamefile_forfeit_again(const struct game *game, const struct event_list *logged,
				   struct event_list *today)
{
	unsigned board = 0;

	for (size_t i = 0; i < logged->count; i++) {
		const struct event *event = &logged->events[i];

		if (event->kind == EVENT_BOARD)
			board = event->number;
		if ((event->kind == EVENT_BEATEN || event->kind == EVENT_MATED) &&
		    strcmp(event->text, "forfeited") == 0)
			return turn_forfeit(game, event->seat, board, today, NULL) == ACCEPTED;
	}
	return false;
}

/*
 * Decides again how the game ended by the moderator's decision. Returns false if the entry records
 * no such decision, or today's rules refuse it.
 */
static bool gamefile_adjudicate_again(const struct game *game, const struct event_list *logged,
				      struct event_list *today)
{
	const size_t at = gamefile_first_of(logged);
	const char *result = at < logged->count && logged->events[at].kind == EVENT_RESULT
				     ? logged->events[at].text
				     : NULL;
	struct outcome outcome;

	return result != NULL && rules_read_outcome(game->variant, result, &outcome, NULL) == 0 &&
	       (outcome.status == STATUS_VOID || strcmp(outcome.how, "adjudicated") == 0) &&
	       turn_adjudicate(game, &outcome, today, NULL) == ACCEPTED;
}

/* Compares the lines of a log with those that today's rules would write. */

/*
 * Reports whether the rules don't determine the line: times of letters, events of the calendar or a
 * moderator, and lines of a diagram.
 */
static bool is_line_passed_over(const char *line)
{
	static const char *const starts[] = {
		"  |",	   "  late ",	      "  outage ",   "  until ",
		"  bank ", "  intends ",      "  intended ", "  moderator",
		"  as ",   "  seat-changed ", "  publish "};

	for (size_t i = 0; i < ARRAY_LEN(starts); i++)
		if (strbuf_starts(line, starts[i]))
			return true;
	return false;
}

/*
 * Reads the next event of an entry with all its lines, and where it begins. Returns false at the
 * end.
 */
static bool next_event(struct lines *lines, struct strbuf *event, const char **start_out)
{
	bool found;

	do {
		*start_out = lines->cursor;
		found = fold_next(&lines->cursor, lines->end, event);
	} while (found && is_line_passed_over(event->bytes));
	return found;
}

/* Describes how the next event differs from the expected one; NULL if it doesn't. */
static char *compare_event(const struct gamefile *file, struct lines *lines,
			   const struct event *today, struct strbuf *event, const char **at_out)
{
	struct strbuf line, whole;
	char *what = NULL;

	strbuf_init(&line, 0);
	strbuf_init(&whole, 0);
	event_print(file->game.variant, today, &line);
	gamefile_write_event(file->game.variant, today, &whole);
	if (!next_event(lines, event, at_out))
		what = base_printf("%s: today's rules say this too, the file doesn't", line.bytes);
	else if ((size_t)(lines->cursor - *at_out) != whole.len ||
		 memcmp(*at_out, whole.bytes, whole.len) != 0)
		what = base_printf("\"%s\": today's rules say \"%s\"",
				   event->len < 2 ? event->bytes : event->bytes + 2, line.bytes);
	strbuf_done(&whole);
	strbuf_done(&line);
	return what;
}

/*
 * Compares the lines of an entry, except diagrams, with the events that today's rules produce.
 * Returns NULL if they agree. Otherwise returns what is wrong, which the caller frees, and sets
 * *at_out to the line.
 */
static char *gamefile_compare(const struct gamefile *file, const struct log_entry *entry,
			      const struct event_list *today, const char **at_out)
{
	struct lines lines = {entry->body, entry->events_end};
	char *what = NULL;
	struct strbuf event;

	strbuf_init(&event, 0);
	for (size_t i = 0; what == NULL && i < today->count; i++)
		what = compare_event(file, &lines, &today->events[i], &event, at_out);
	if (what == NULL && next_event(&lines, &event, at_out))
		what = base_strdup("today's rules say no more than what stands above");
	strbuf_done(&event);
	return what;
}

struct checker {
	const char *path;
	const char *bytes, *counted; /* the file; lines are counted up to `counted` */
	unsigned line;
	struct gamefile *file;
	struct strbuf sealed_file; /* as published, or the file beside the game file */
	bool has_sealed;	   /* there is one */
	struct sealed_reader sealed;
	const char *published; /* the beginning of the entry that publishes it, or NULL */
	size_t faults;
	const struct gamefile_check_options *options;
	struct gamefile_reporter say; /* through which the checks of other files report */
	int64_t when;		      /* time of the previous entry */
	struct lineage_kept kept;     /* games to which later entries go back */
	bool has_head;		      /* an entry had the digest in `options` */
	bool plain;		      /* the current entry is spelled as pbem would write it */
	bool decided;		      /* today's rules produce all events of the entry */
	struct gamefile_stencil stencil;
	struct gamefile_batch stock;
	struct event_list today; /* the events that today's rules produce for the entry */
};

/* Returns the line number of a byte. Fast if called with rising positions. */
static unsigned line_of(struct checker *checker, const char *at)
{
	if (at < checker->counted) {
		checker->counted = checker->bytes;
		checker->line = 1;
	}
	for (; checker->counted < at; checker->counted++)
		checker->line += *checker->counted == '\n';
	return checker->line;
}

static void report_finding(void *context, const char *at, const char *what, bool is_fault)
{
	struct checker *checker = context;
	char *line = base_printf("%s:%u: %s%s", checker->path, line_of(checker, at),
				 is_fault ? "" : "note: ", what);

	if (is_fault)
		checker->options->fault(checker->options->context, line);
	else if (checker->options->note != NULL)
		checker->options->note(checker->options->context, line);
	checker->faults += is_fault;
	free(line);
}

static void report_fault(struct checker *checker, const char *at, const char *what)
{
	report_finding(checker, at, what, true);
}

static void report_fault_or_unread(struct checker *checker, const char *at,
				   const struct reason *reason)
{
	report_fault(checker, at, reason->text);
	if (checker->options->unread != NULL)
		*checker->options->unread += reason_is_temporary(reason);
}

/*
 * Reports whether the rules don't determine the event. Sealed events have been merged with the
 * others by now; times of letters, the calendar and the moderator determine the rest.
 */
static bool is_passed_over(enum event_kind kind)
{
	return kind == EVENT_SEALED || kind == EVENT_LATE || kind == EVENT_OUTAGE ||
	       kind == EVENT_UNTIL || kind == EVENT_BANK || kind == EVENT_INTENDS ||
	       kind == EVENT_INTENDED || kind == EVENT_DIAGRAM ||
	       event_trait(kind) == EVENT_OUTSIDE_RULES;
}

/* Returns the next event to be compared, from *at on. */
static const struct event *next_compared_event(const struct event_list *list, size_t *at)
{
	while (*at < list->count && is_passed_over(list->events[*at].kind))
		++*at;
	return *at < list->count ? &list->events[(*at)++] : NULL;
}

/*
 * Reports whether the log has exactly these events, compared as values, without printing lines. If
 * not, gamefile_compare says what is wrong.
 */
static bool is_as_written(const struct event_list *logged, const struct event_list *today)
{
	const struct event *a, *b;
	size_t i = 0, j = 0;

	for (size_t at = 0; at < logged->count; at++)
		if (logged->events[at].kind == EVENT_SEALED)
			return false;
	do {
		a = next_compared_event(logged, &i);
		b = j < today->count ? &today->events[j++] : NULL;
	} while (a != NULL && b != NULL && event_is_same(a, b));
	return a == NULL && b == NULL;
}

/* Compares the events of the log with those of today's rules, line by line. */
static void compare_events(struct checker *checker, const struct log_entry *entry,
			   const struct event_list *logged, const struct event_list *today)
{
	const char *at;
	char *what;

	if (logged != NULL && checker->plain && is_as_written(logged, today)) {
		checker->decided = logged->count == today->count;
		return;
	}
	what = gamefile_compare(checker->file, entry, today, &at);
	if (what != NULL)
		report_fault(checker, at, what);
	free(what);
}

/*
 * Does the same for an entry with sealed events. The fault doesn't name them, because the game may
 * not be over.
 */
static void compare_sealed(struct checker *checker, const struct log_entry *entry,
			   const struct event_list *logged, const struct event_list *today)
{
	const struct event *a, *b;
	size_t i = 0, j = 0;

	do {
		a = next_compared_event(logged, &i);
		b = next_compared_event(today, &j);
		if (!gamefile_is_same_event(checker->file->game.variant, a, b)) {
			report_fault(checker, entry->body,
				     "by today's rules, other events happen than in this entry and "
				     "its sealed part");
			return;
		}
	} while (a != NULL);
}

/* Checks that a moderator's events are only in the moderator's entries. */
static void check_moderator(struct checker *checker, const struct log_entry *entry,
			    const struct event_list *logged)
{
	for (size_t i = 0; i < logged->count; i++) {
		if (event_trait(logged->events[i].kind) != EVENT_OUTSIDE_RULES ||
		    strcmp(entry->cause, "moderator") == 0 ||
		    gamefile_changes_own_seat(entry, logged))
			continue;
		report_fault(checker, entry->body,
			     "what a moderator says stands in an entry that isn't caused by one");
		return;
	}
}

static void redecide_without_order(struct checker *checker, const struct log_entry *entry,
				   const struct event_list *logged, struct event_list *today)
{
	const struct game *game = &checker->file->game;

	if (gamefile_forfeit_again(game, logged, today) ||
	    gamefile_adjudicate_again(game, logged, today) || gamefile_sets_time(entry, logged) ||
	    gamefile_changes_own_seat(entry, logged) || gamefile_is_of_absence(entry, logged) ||
	    gamefile_only_intends(entry, logged) || !game->started)
		return;
	if (strncmp(entry->cause, "sha256:", 7) == 0)
		report_fault(checker, entry->body,
			     "a letter changed the game, and its order isn't here");
	else if (strcmp(entry->cause, "moderator") == 0 &&
		 gamefile_first_of(logged) < logged->count)
		report_fault(
			checker, entry->body,
			"a moderator can put a seat out of the game, end it or set its times, and "
			"change no more: that isn't what stands here");
}

/* Reports a fault with its reason, unless the reason might reveal sealed events. */
static void report_fault_because(struct checker *checker, const struct log_entry *entry,
				 const char *what, bool sealed, struct reason *reason)
{
	if (!sealed)
		reason_prefix(reason, "%s: ", what);
	report_fault(checker, entry->body, sealed ? what : reason->text);
}

/*
 * Checks that the publication follows from the sealed file rebuilt from it, and occurs only once.
 */
static void check_publication(struct checker *checker, const struct log_entry *entry)
{
	struct event_list *today = &checker->today;
	struct reason reason;

	if (checker->published != NULL)
		report_fault(checker, entry->start, "the secrets are published a second time");
	checker->published = entry->start;
	if (sealed_publish(checker->sealed_file.bytes, checker->sealed_file.len, today, &reason) <
	    0)
		report_fault(checker, entry->body, reason.text);
	else
		compare_events(checker, entry, NULL, today);
}

/*
 * Decides an entry again: its orders, or what happened without orders. In a game with secrets, no
 * fault reveals sealed events.
 */
static void decide_again(struct checker *checker, const struct log_entry *entry,
			 const struct event_list *logged)
{
	const struct game *game = &checker->file->game;
	const struct gametype *kind = game->variant->kind;
	bool sealed = kind->is_secret != NULL;
	bool starts = !game->started && (gamefile_begins(logged, EVENT_START) ||
					 (sealed && gamefile_begins(logged, EVENT_GATHER)));
	struct event_list *today = &checker->today;
	struct order_list orders;
	struct reason reason;
	uint8_t seat;

	order_list_init(&orders);
	if (starts) {
		if (turn_start_now(game, today, NULL) == REFUSED)
			turn_start_lots(game, today);
	} else if (gamefile_begins(logged, EVENT_FROM)) {
		event_add(today, logged->events[gamefile_first_of(logged)]);
	} else if (kind->lapse != NULL && gamefile_begins(logged, EVENT_LAPSE)) {
		clock_decide(game, entry->when, today);
	} else if (gamefile_is_of_turns(logged)) {
		turn_clock_decide(game, entry->when, gamefile_unreminded(logged), today);
	} else if (kind->end_run != NULL && gamefile_begins(logged, EVENT_RUN_END)) {
		if (!turn_end_run(game, today))
			report_fault(checker, entry->body,
				     "today's rules call no mate at the end of this run");
	} else if (gamefile_reread_orders(game->variant, logged, &orders, &seat, &reason) < 0) {
		report_fault_because(checker, entry, "an order can't be read any more", sealed,
				     &reason);
	} else if (seat == NO_SIDE) {
		redecide_without_order(checker, entry, logged, today);
	} else if (gamefile_redecide_orders(game, seat, &orders, today, &reason) == REFUSED) {
		report_fault_because(checker, entry, "today's rules refuse this order", sealed,
				     &reason);
	} else if (orders.recorded) {
		report_finding(
			checker, entry->body,
			"today such a letter is refused; it was taken then, and what would be "
			"refused of it changed nothing",
			false);
	}
	if (starts || today->count > 0)
		(sealed ? compare_sealed : compare_events)(checker, entry, logged, today);
	order_list_done(&orders);
}

/*
 * Returns why an undo is invalid: neither the moderator's decision nor agreed to by all. Returns
 * NULL if it is valid.
 */
static const char *why_not_undo(const struct checker *checker, const struct log_entry *entry,
				unsigned to)
{
	const bool agreed = strcmp(entry->cause, "consent") == 0;
	unsigned wanted = 0;

	if (checker->published != NULL)
		return "the game is taken back after its secrets were published";
	if (!agreed && strcmp(entry->cause, "moderator") != 0)
		return "the game is taken back by its moderator, or when all agree to that";
	if (agreed && (!takeback_is_agreed(&checker->file->game, &wanted) || wanted != to))
		return "not all have agreed to take the game back so far";
	return NULL;
}

static int check_undo(struct checker *checker, const struct log_entry *entry,
		      const struct event_list *logged, unsigned to, struct reason *reason)
{
	const struct game *then = lineage_find(&checker->kept, to);
	const char *why_not = why_not_undo(checker, entry, to);
	const struct undone undone = {.by = entry->number, .to = to};

	if (to + 1 == entry->number)
		return reason_fail(reason, "this undo takes nothing back");
	if (then == NULL || !then->started)
		return reason_fail(reason,
				   "an undo goes back to an entry before its own, in which "
				   "the game had begun; entry %u is none",
				   to);
	if (why_not != NULL)
		report_fault(checker, entry->body, why_not);
	takeback_add_events(&checker->file->game, then, &undone, checker->file->shown > to,
			    &checker->today);
	compare_sealed(checker, entry, logged, &checker->today);
	game_done(&checker->file->game);
	game_copy(&checker->file->game, then);
	return 0;
}

/* Decides an entry again as far as possible. Returns -1 if what follows can't be checked. */
static int check_events(struct checker *checker, const struct log_entry *entry,
			const struct event_list *logged, struct reason *reason)
{
	const unsigned to = gamefile_undo_of(logged);

	if (clock_count_outages(&checker->file->game, logged) != 0)
		report_fault(checker, entry->body,
			     "an outage that moves nothing the game asks, or none");
	if (clock_is_timed(&checker->file->game))
		gamefile_check_times(checker->file, entry, logged, &checker->say);
	check_moderator(checker, entry, logged);
	gamefile_check_intents(checker->file, entry, logged, &checker->say);
	/* Without its sealed file, a game with secrets is replayed but not decided again. */
	if (gamefile_begins(logged, EVENT_SECRET))
		check_publication(checker, entry);
	else if (to != 0)
		return check_undo(checker, entry, logged, to, reason);
	else if (checker->file->game.variant->kind->is_secret == NULL || checker->has_sealed)
		decide_again(checker, entry, logged);
	return 0;
}

/* Applies the entry's events. Events that the rules produced leave a sound game. */
static int apply_checked_events(struct checker *checker, const struct log_entry *entry,
				const struct event_list *logged, struct reason *reason)
{
	return (checker->decided ? gamefile_apply_decided : gamefile_apply_entry)(
		checker->file, entry, logged, NULL, reason);
}

/* Checks an entry. Returns false if what follows can't be checked. */
static bool check_entry(struct checker *checker, struct batch_entry *stocked)
{
	const struct log_entry *entry = &stocked->entry;
	struct event_list *logged = &stocked->events;
	const char *at = stocked->unread != NULL ? stocked->unread : entry->start;
	struct reason reason;
	bool sound = stocked->unread == NULL;

	event_list_clear(&checker->today);
	checker->plain = stocked->plain;
	checker->decided = false;
	if (!sound)
		reason = checker->stock.unread;
	sound = sound &&
		(!checker->has_sealed || sealed_merge(&checker->sealed, checker->file->game.variant,
						      entry->number, logged, &reason) == 0) &&
		check_events(checker, entry, logged, &reason) == 0 &&
		apply_checked_events(checker, entry, logged, &reason) == 0;
	gamefile_note_shown(checker->file, entry->number, logged);
	lineage_note(&checker->kept, entry->number, &checker->file->game);
	if (sound)
		gamefile_check_diagram(checker->file, &checker->stencil, entry, &checker->say);
	gamefile_check_time(entry, checker->when, checker->options->now, &checker->say);
	checker->when = entry->when;
	if (!sound)
		report_fault(checker, at, reason.text);
	return sound;
}

/*
 * Opens the sealed part of a game with secrets: what is published, or else the sealed file beside
 * the game file.
 */
static bool open_sealed(struct checker *checker, const char *at, const char *end)
{
	const struct game_header *header = &checker->file->header;
	struct strbuf *sealed = &checker->sealed_file;
	struct reason reason = {.text = ""};
	struct sha256 commit;

	if (header->commit.hex[0] == '\0')
		return true;
	checker->has_sealed = sealed_rebuild(header->id, checker->bytes,
					     (size_t)(end - checker->bytes), sealed) ||
			      gamefile_read_sealed(checker->path, checker->file, sealed, &reason);
	if (reason.text[0] != '\0')
		report_fault_or_unread(checker, at, &reason);
	if (!checker->has_sealed)
		return true;
	if (sealed_open(&checker->sealed, sealed->bytes, sealed->len, NULL, &reason) < 0) {
		report_fault_or_unread(checker, at, &reason);
		return false;
	}
	game_set_lots(&checker->file->game, header->id, checker->sealed.sealed.secret);
	if (!gamefile_seats_are_drawn(checker->file))
		report_fault(checker, at, "the seats aren't drawn as the secret has it");
	sealed_commit(checker->sealed.sealed.secret, &commit);
	if (strcmp(commit.hex, header->commit.hex) != 0)
		report_fault(checker, at, "the secret isn't the one that the header commits to");
	return true;
}

/* Checks the file after its last whole entry. */
static void check_end(struct checker *checker, const struct lines *lines)
{
	if (lines->cursor < lines->end)
		report_fault(checker, lines->cursor,
			     "there is no complete entry from this line on");
	if (checker->published != NULL && checker->sealed.next != 0)
		report_fault(checker, checker->published, "more is published than was sealed");
	if (checker->file != NULL)
		gamefile_check_secret(checker->file, checker->published != NULL,
				      checker->has_sealed, lines->cursor, &checker->say);
}

/* Checks the result of reading an entry. Returns false if the rest can't be checked. */
static bool check_found(struct checker *checker, const struct lines *lines, int found,
			const char *at, const struct log_entry *entry, const struct reason *reason)
{
	if (found == 0)
		check_end(checker, lines);
	else if (found < 0)
		report_fault_or_unread(checker, at, reason);
	if (found == 0 || entry->end == NULL)
		return false;
	checker->has_head |= checker->options->head != NULL &&
			     strcmp(checker->options->head, entry->hash.hex) == 0;
	return true;
}

static bool check_start(struct checker *checker, struct lines *lines,
			struct variant_library *library)
{
	const struct sha256 none = {""};
	struct log_entry entry = {.end = NULL};
	struct reason reason;
	int found = gamefile_next_entry(lines, 0, &none, &entry, &reason);

	if (!check_found(checker, lines, found, lines->cursor, &entry, &reason))
		return false;
	lines->cursor = entry.end;
	checker->file = gamefile_read_header(&entry, library, &reason);
	if (checker->file == NULL) {
		report_fault_or_unread(checker, entry.start, &reason);
		return false;
	}
	checker->when = checker->file->header.created;
	gamefile_stencil_init(&checker->stencil, &checker->file->game);
	gamefile_check_header(checker->file, &entry, &checker->say);
	return open_sealed(checker, entry.start, lines->end);
}

static void check_log(struct checker *checker, struct lines *lines, struct variant_library *library)
{
	bool sound = check_start(checker, lines, library);

	for (unsigned number = 1; sound; number += checker->stock.count) {
		struct gamefile_batch *stock = &checker->stock;

		gamefile_batch_read(stock, checker->file, lines, number);
		for (unsigned i = 0; i < stock->count && sound; i++) {
			struct batch_entry *each = &stock->entries[i];

			sound = check_found(checker, lines, each->found, each->at, &each->entry,
					    &stock->damaged) &&
				check_entry(checker, each);
		}
	}
}

size_t gamefile_check(const char *path, struct variant_library *library,
		      const struct gamefile_check_options *options)
{
	struct checker checker = {.path = path, .line = 1, .options = options};
	struct reason reason;
	char *bytes = NULL;
	struct lines lines;
	size_t len;

	if (gamefile_read_bytes(path, 0, &bytes, &len, &reason) < 0) {
		options->fault(options->context, reason.text);
		if (options->unread != NULL)
			*options->unread += reason_is_temporary(&reason);
		return 1;
	}
	checker.say = (struct gamefile_reporter){report_finding, &checker};
	checker.bytes = checker.counted = bytes;
	strbuf_init(&checker.sealed_file, 0);
	lines = (struct lines){bytes, bytes + len};
	gamefile_batch_init(&checker.stock);
	event_list_init(&checker.today);
	lineage_kept_init(&checker.kept, bytes, len);
	if (len == 0)
		report_fault(&checker, bytes, "the file is empty");
	else
		check_log(&checker, &lines, library);
	if (options->head != NULL && !checker.has_head)
		report_fault(&checker, bytes + len,
			     "no entry has that digest: the file was cut, or isn't the one that "
			     "was told "
			     "of");
	lineage_kept_done(&checker.kept);
	if (checker.file != NULL)
		gamefile_stencil_done(&checker.stencil);
	gamefile_free(checker.file);
	gamefile_batch_done(&checker.stock);
	event_list_done(&checker.today);
	strbuf_done(&checker.sealed_file);
	free(bytes);
	return checker.faults;
}
