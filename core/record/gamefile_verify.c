/* SPDX-License-Identifier: MIT */
/* Every old game is a test of today's rules: each order is decided again and compared with the log.
 */
#include <stdlib.h>
#include <string.h>

#include "core/turn/clock.h"
#include "core/record/gamefile_inner.h"
#include "core/order/order.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"
#include "core/turn/turn.h"

struct checker {
	const char *path;
	const char *bytes, *counted; /* the file; lines are counted up to `counted` */
	unsigned line;
	struct gamefile *file;
	struct text sealed_file; /* as published, or as it stands beside it */
	bool has_sealed;	 /* it is one or the other */
	struct sealed_reader sealed;
	const char *published; /* where the entry that publishes it begins, or NULL */
	size_t faults;
	const struct gamefile_wish *wish;
	struct gamefile_say say; /* the checks of other files tell their finds by it */
	int64_t when;		 /* of the entry before */
	bool has_head;		 /* an entry had the digest that is wished for */
};

/* The line number of a byte; asked for in rising order. */
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

static void tell(void *context, const char *at, const char *what, bool is_fault)
{
	struct checker *checker = context;
	char *line = base_printf("%s:%u: %s%s", checker->path, line_of(checker, at),
				 is_fault ? "" : "note: ", what);

	if (is_fault)
		checker->wish->fault(checker->wish->context, line);
	else if (checker->wish->note != NULL)
		checker->wish->note(checker->wish->context, line);
	checker->faults += is_fault;
	free(line);
}

static void fault(struct checker *checker, const char *at, const char *what)
{
	tell(checker, at, what, true);
}

/* Of what may only be unreadable just now. */
static void fault_or_unread(struct checker *checker, const char *at, const struct reason *reason)
{
	fault(checker, at, reason->text);
	if (checker->wish->unread != NULL)
		*checker->wish->unread += reason_is_passing(reason);
}

/* The orders an entry records, read again; -1 when one can't be read any more. *seat_out is NO_SIDE
 * when there are none. */
static int reread_orders(const struct variant *variant, const struct event_list *logged,
			 struct order_list *orders, uint8_t *seat_out, struct reason *reason)
{
	*seat_out = NO_SIDE;
	for (size_t i = 0; i < logged->count; i++) {
		const struct event *event = &logged->events[i];
		char *line;
		enum verdict verdict;

		if (event->kind != EVENT_ORDER && event->kind != EVENT_SAY)
			continue;
		line = base_printf("%s%s", event->kind == EVENT_SAY ? "SAY " : "", event->text);
		verdict = order_read(variant, line, 1, orders, reason);
		free(line);
		if (verdict == REFUSED)
			return -1;
		*seat_out = event->seat;
	}
	return 0;
}

/* Compares the facts of the log with those of today's rules, line by line. */
static void compare(struct checker *checker, const struct log_entry *entry,
		    const struct event_list *today)
{
	const char *at;
	char *what = gamefile_compare(checker->file, entry, today, &at);

	if (what != NULL)
		fault(checker, at, what);
	free(what);
}

/* The next fact from *at on that is compared: what is sealed stands among the others by now, and
 * when letters went out is no rule's business. */
static const struct event *next_of(const struct event_list *list, size_t *at)
{
	while (*at < list->count &&
	       (list->events[*at].kind == EVENT_SEALED || list->events[*at].kind == EVENT_LATE ||
		list->events[*at].kind == EVENT_OUTAGE || list->events[*at].kind == EVENT_DIAGRAM))
		++*at;
	return *at < list->count ? &list->events[(*at)++] : NULL;
}

static bool is_same_fact(const struct variant *variant, const struct event *a,
			 const struct event *b)
{
	struct text first, second;
	bool same;

	if (a == NULL || b == NULL)
		return a == b;
	text_init(&first, 0);
	text_init(&second, 0);
	event_print(variant, a, &first);
	event_print(variant, b, &second);
	same = strcmp(first.bytes, second.bytes) == 0 && a->sealed == b->sealed;
	text_done(&first);
	text_done(&second);
	return same;
}

/* The same of an entry with sealed facts. What they are isn't told: the game may be on. */
static void compare_sealed(struct checker *checker, const struct log_entry *entry,
			   const struct event_list *logged, const struct event_list *today)
{
	const struct event *a, *b;
	size_t i = 0, j = 0;

	do {
		a = next_of(logged, &i);
		b = next_of(today, &j);
		if (!is_same_fact(checker->file->game.variant, a, b)) {
			fault(checker, entry->body,
			      "today's rules say other facts than this entry and its "
			      "sealed part");
			return;
		}
	} while (a != NULL);
}

/* Where what was decided begins: outages stand before it. */
static size_t first_of(const struct event_list *logged)
{
	size_t at = 0;

	while (at < logged->count && logged->events[at].kind == EVENT_OUTAGE)
		at++;
	return at;
}

static bool begins(const struct event_list *logged, enum event_kind kind)
{
	size_t at = first_of(logged);

	return at < logged->count && logged->events[at].kind == kind;
}

/* The same of what no player has ordered. */
static void put_out_again(struct checker *checker, const struct log_entry *entry,
			  const struct event_list *logged, struct event_list *today)
{
	const struct game *game = &checker->file->game;

	if (!gamefile_forfeit_again(game, logged, today) &&
	    gamefile_missing_order(game, entry) != NULL)
		fault(checker, entry->body, gamefile_missing_order(game, entry));
}

/* The same in a game with secret orders, whose sealed file is known. */
static void decide_sealed_again(struct checker *checker, const struct log_entry *entry,
				const struct event_list *logged)
{
	const struct gamefile *file = checker->file;
	struct order_list orders;
	struct event_list today;
	struct reason reason = {""};
	uint8_t seat = NO_SIDE;
	bool starts = (begins(logged, EVENT_START) || begins(logged, EVENT_GATHER)) &&
		      !file->game.started;

	order_list_init(&orders);
	event_list_init(&today);
	if (starts) {
		if (turn_start_now(&file->game, &today, &reason) == REFUSED)
			turn_start_lots(&file->game, &today);
	} else if (begins(logged, EVENT_LAPSE))
		clock_decide(&file->game, entry->when, &today);
	else if (reread_orders(file->game.variant, logged, &orders, &seat, &reason) < 0)
		fault(checker, entry->body, "an order can't be read any more");
	else if (seat == NO_SIDE)
		put_out_again(checker, entry, logged, &today);
	else if (turn_decide(&file->game, seat, &orders, &today, &reason) == REFUSED)
		fault(checker, entry->body, "today's rules refuse this order");
	if (starts || today.count > 0)
		compare_sealed(checker, entry, logged, &today);
	event_list_done(&today);
	order_list_done(&orders);
}

/* The clock's entries: the time of these seats was over then, and of no others; whatever else
 * follows may hang on sealed cards. */
static void check_lapses(struct checker *checker, const struct log_entry *entry,
			 const struct event_list *logged)
{
	const struct game *game = &checker->file->game;
	struct event_list today;
	size_t first = first_of(logged), count = 0;
	bool same = true;

	event_list_init(&today);
	clock_add_lapses(game, entry->when, &today);
	while (first + count < logged->count && logged->events[first + count].kind == EVENT_LAPSE)
		count++;
	same = count == today.count;
	for (size_t i = 0; same && i < count; i++)
		same = is_same_fact(game->variant, &logged->events[first + i], &today.events[i]);
	if (!same)
		fault(checker, entry->body, "these aren't the seats whose time was over then");
	event_list_done(&today);
}

/* What the clock does, it does as such and in time; and what players do they do before their time
 * is over. All of that is public. */
static void check_times(struct checker *checker, const struct log_entry *entry,
			const struct event_list *logged)
{
	const struct game *game = &checker->file->game;
	bool by_clock = strcmp(entry->cause, "clock") == 0;
	struct order_list orders;
	struct reason reason;
	uint8_t seat;

	if (by_clock != begins(logged, EVENT_LAPSE))
		fault(checker, entry->body,
		      "the clock's entries begin with whose time is over, and no "
		      "others do");
	else if (by_clock)
		check_lapses(checker, entry, logged);
	if (by_clock)
		return;
	order_list_init(&orders);
	if (reread_orders(game->variant, logged, &orders, &seat, &reason) == 0 && seat != NO_SIDE &&
	    clock_admit(game, seat, &orders, entry->when, &reason) == REFUSED)
		fault(checker, entry->body, "this order came too late to be done");
	order_list_done(&orders);
}

/* The publication: it is what the sealed file made from it comes to, and stands there once. */
static void check_publication(struct checker *checker, const struct log_entry *entry)
{
	struct event_list today;
	struct reason reason = {""};

	if (checker->published != NULL)
		fault(checker, entry->start, "the secrets are published a second time");
	checker->published = entry->start;
	event_list_init(&today);
	if (sealed_publish(checker->sealed_file.bytes, checker->sealed_file.len, &today, &reason) <
	    0)
		fault(checker, entry->body, reason.text);
	else
		compare(checker, entry, &today);
	event_list_done(&today);
}

/* Decides an entry again: its orders, or whom a moderator put out. */
static void decide_again(struct checker *checker, const struct log_entry *entry,
			 const struct event_list *logged)
{
	const struct game *game = &checker->file->game;
	struct reason reason = {""};
	struct order_list orders;
	struct event_list today;
	uint8_t seat;

	order_list_init(&orders);
	event_list_init(&today);
	if (begins(logged, EVENT_START) && !game->started) {
		turn_start(game, &today);
		compare(checker, entry, &today);
	} else if (begins(logged, EVENT_SITTING)) {
		if (turn_end_run(game, &today))
			compare(checker, entry, &today);
		else
			fault(checker, entry->body,
			      "today's rules call no mate at the end of this run");
	} else if (reread_orders(game->variant, logged, &orders, &seat, &reason) < 0) {
		reason_prefix(&reason, "an order can't be read any more: ");
		fault(checker, entry->body, reason.text);
	} else if (seat == NO_SIDE) {
		put_out_again(checker, entry, logged, &today);
		if (today.count > 0)
			compare(checker, entry, &today);
	} else {
		if (turn_decide(game, seat, &orders, &today, &reason) == ACCEPTED) {
			compare(checker, entry, &today);
		} else {
			reason_prefix(&reason, "today's rules refuse this order: ");
			fault(checker, entry->body, reason.text);
		}
	}
	event_list_done(&today);
	order_list_done(&orders);
}

/* One entry; false when what follows can't be judged. */
static bool check_entry(struct checker *checker, const struct log_entry *entry)
{
	const struct kind *kind = checker->file->game.variant->kind;
	struct event_list logged;
	struct reason reason = {""};
	const char *at = entry->start;
	bool sound;

	event_list_init(&logged);
	sound = gamefile_read_facts(checker->file, entry, &logged, &at, &reason) == 0 &&
		(!checker->has_sealed || sealed_merge(&checker->sealed, checker->file->game.variant,
						      entry->number, &logged, &reason) == 0);
	if (sound && clock_count_outages(&checker->file->game, &logged) != 0)
		fault(checker, entry->body, "an outage that moves nothing the game asks, or none");
	if (sound && kind->deadline != NULL)
		check_times(checker, entry, &logged);
	if (sound) {
		/* Without its sealed file a game with secret orders is replayed, and not decided
		 * again. */
		if (begins(&logged, EVENT_SECRET))
			check_publication(checker, entry);
		else if (kind->is_secret == NULL)
			decide_again(checker, entry, &logged);
		else if (checker->has_sealed)
			decide_sealed_again(checker, entry, &logged);
		sound = gamefile_apply_entry(checker->file, entry, &logged, &reason) == 0;
	}
	if (sound)
		gamefile_check_diagram(checker->file, entry, &checker->say);
	gamefile_check_time(entry, checker->when, checker->wish->now, &checker->say);
	checker->when = entry->when;
	if (!sound)
		fault(checker, at, reason.text);
	event_list_done(&logged);
	return sound;
}

/* Opens the sealed part of a game with secrets: what is published, else the file beside it. */
static bool open_sealed(struct checker *checker, const char *at, const char *end)
{
	const struct game_header *header = &checker->file->header;
	struct text *sealed = &checker->sealed_file;
	struct reason reason = {""};
	struct digest commit;

	if (header->commit.hex[0] == '\0')
		return true;
	checker->has_sealed = sealed_rebuild(checker->file->format, header->id, checker->bytes,
					     (size_t)(end - checker->bytes), sealed) ||
			      gamefile_read_sealed(checker->path, checker->file, sealed, &reason);
	if (reason.text[0] != '\0')
		fault_or_unread(checker, at, &reason);
	if (!checker->has_sealed)
		return true;
	if (sealed_open(&checker->sealed, sealed->bytes, sealed->len, NULL, &reason) < 0) {
		fault(checker, at, reason.text);
		return false;
	}
	game_know_lots(&checker->file->game, header->id, checker->sealed.sealed.secret);
	if (!gamefile_seats_are_drawn(checker->file))
		fault(checker, at, "the seats aren't drawn as the secret has it");
	sealed_commit(checker->sealed.sealed.secret, &commit);
	if (strcmp(commit.hex, header->commit.hex) != 0)
		fault(checker, at, "the secret isn't the one that the header commits to");
	return true;
}

/* Behind the last whole entry. */
static void check_end(struct checker *checker, const struct lines *lines)
{
	if (lines->cursor < lines->end)
		fault(checker, lines->cursor, "from here on there is no whole entry");
	if (checker->published != NULL && checker->sealed.next != 0)
		fault(checker, checker->published, "more is published than was sealed");
	if (checker->file != NULL)
		gamefile_check_secret(checker->file, checker->published != NULL,
				      checker->has_sealed, lines->cursor, &checker->say);
}

static void check_log(struct checker *checker, struct lines *lines, struct variant_library *library)
{
	const struct digest none = {""};
	bool sound = true;

	for (unsigned number = 0; sound; number++) {
		struct log_entry entry = {.end = NULL};
		struct reason reason = {""};
		int found = gamefile_next_entry(
			lines, number, number ? &checker->file->hash : &none, &entry, &reason);

		if (found == 0) {
			check_end(checker, lines);
			return;
		}
		if (found < 0) {
			fault(checker, lines->cursor, reason.text);
			if (entry.end == NULL)
				return;
			lines->cursor = entry.end;
		}
		checker->has_head |= checker->wish->head != NULL &&
				     strcmp(checker->wish->head, entry.hash.hex) == 0;
		if (number > 0) {
			sound = check_entry(checker, &entry);
			continue;
		}
		checker->file = gamefile_read_header(&entry, library, &reason);
		sound = checker->file != NULL;
		if (!sound) {
			fault_or_unread(checker, entry.start, &reason);
			return;
		}
		checker->when = checker->file->header.created;
		gamefile_check_header(checker->file, &entry, &checker->say);
		sound = open_sealed(checker, entry.start, lines->end);
	}
}

size_t gamefile_check(const char *path, struct variant_library *library,
		      const struct gamefile_wish *wish)
{
	struct checker checker = {.path = path, .line = 1, .wish = wish};
	struct reason reason;
	char *bytes = NULL;
	struct lines lines;
	size_t len;

	if (gamefile_read_bytes(path, 0, &bytes, &len, &reason) < 0) {
		wish->fault(wish->context, reason.text);
		if (wish->unread != NULL)
			*wish->unread += reason_is_passing(&reason);
		return 1;
	}
	checker.say = (struct gamefile_say){tell, &checker};
	checker.bytes = checker.counted = bytes;
	text_init(&checker.sealed_file, 0);
	lines = (struct lines){bytes, bytes + len};
	if (len == 0)
		fault(&checker, bytes, "the file is empty");
	else
		check_log(&checker, &lines, library);
	if (checker.faults > 0 && checker.file != NULL)
		gamefile_check_differing(checker.file, bytes, bytes + len, &checker.say);
	if (wish->head != NULL && !checker.has_head)
		fault(&checker, bytes + len,
		      "no entry has that digest: the file was cut, or isn't the one that was "
		      "told of");
	gamefile_free(checker.file);
	text_done(&checker.sealed_file);
	free(bytes);
	return checker.faults;
}
