/* SPDX-License-Identifier: MIT */
/* Collects what an entry records, to decide it again. */
#include <stdlib.h>
#include <string.h>

#include "core/game/conditional.h"
#include "core/game/turn.h"
#include "core/gamefile/gamefile_internal.h"
#include "core/order/order_parse.h"
#include "core/util/strbuf.h"

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

enum verdict gamefile_redecide_orders(const struct game *game, uint8_t seat,
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

uint16_t gamefile_unreminded(const struct event_list *logged)
{
	uint16_t seats = UINT16_MAX;

	for (size_t i = 0; i < logged->count; i++)
		if (logged->events[i].kind == EVENT_REMINDED && logged->events[i].seat < MAX_SEATS)
			seats &= (uint16_t) ~(1u << logged->events[i].seat);
	return seats;
}

bool gamefile_only_intends(const struct log_entry *entry, const struct event_list *logged)
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

void gamefile_check_intents(const struct gamefile *file, const struct log_entry *entry,
			    const struct event_list *logged, const struct gamefile_reporter *say)
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

bool gamefile_sets_time(const struct log_entry *entry, const struct event_list *logged)
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

bool gamefile_changes_own_seat(const struct log_entry *entry, const struct event_list *logged)
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

bool gamefile_forfeit_again(const struct game *game, const struct event_list *logged,
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

bool gamefile_adjudicate_again(const struct game *game, const struct event_list *logged,
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
