/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/gamefile/sealed_events.h"
#include "core/util/fold_lines.h"
#include "core/util/strbuf.h"

static const char first_word[] = "pbem-sealed";

/* Adds the end line of what was added to `out` since `start`. */
static void close_entry(struct sealed *sealed, unsigned number, size_t start, struct strbuf *out)
{
	strbuf_addf(out, "end %u ", number);
	sha256_pair(sealed->hash.hex, strlen(sealed->hash.hex), out->bytes + start,
		    out->len - start, &sealed->hash);
	strbuf_addf(out, "%s\n", sealed->hash.hex);
	sealed->head = number;
	sealed->size += out->len - start;
}

void sealed_begin(struct sealed *sealed, const char *game, const char *secret, struct strbuf *out)
{
	size_t start = out->len;

	memset(sealed, 0, sizeof *sealed);
	snprintf(sealed->secret, sizeof sealed->secret, "%s", secret);
	strbuf_addf(out, "%s %u\nid %s\nsecret %s\n", first_word, (unsigned)EVENT_FORMAT, game,
		    sealed->secret);
	close_entry(sealed, 0, start, out);
}

void sealed_commit(const char *secret, struct sha256 *out)
{
	sha256_bytes(secret, strlen(secret), out);
}

/* Calculates the commitment to an entry's sealed lines (sealed_add). */
static void commit_lines(const char *secret, unsigned number, const char *lines, size_t len,
			 struct sha256 *out)
{
	char word[16], salt[SHA256_HEX + 2];
	struct sha256 keyed;

	snprintf(word, sizeof word, "%u", number);
	sha256_keyed(secret, strlen(secret), word, strlen(word), &keyed);
	snprintf(salt, sizeof salt, "%s|", keyed.hex);
	sha256_pair(salt, strlen(salt), lines, len, out);
}

/* Adds a sealed event with its place: "  12: face of card 3: Bog". */
static void write_event(const struct variant *variant, size_t place, const struct event *event,
			struct strbuf *out)
{
	struct strbuf line;

	strbuf_init(&line, 0);
	strbuf_addf(&line, "  %zu: ", place);
	event_print(variant, event, &line);
	fold_add(&line, out);
	strbuf_done(&line);
}

bool sealed_add(struct sealed *sealed, const struct variant *variant, unsigned number,
		const struct event_list *events, struct strbuf *out, struct sha256 *commitment_out)
{
	size_t start = out->len, lines;
	bool any = false;

	strbuf_addf(out, "entry %u\n", number);
	lines = out->len;
	for (size_t i = 0; i < events->count; i++) {
		if (!events->events[i].sealed)
			continue;
		any = true;
		write_event(variant, i, &events->events[i], out);
	}
	if (!any) {
		out->len = start;
		out->bytes[start] = '\0';
		return false;
	}
	commit_lines(sealed->secret, number, out->bytes + lines, out->len - lines, commitment_out);
	close_entry(sealed, number, start, out);
	return true;
}

/* ---- reading ---- */

static int fail_damaged(unsigned number, const char *what, struct reason *reason)
{
	return reason_fail(reason, "sealed, entry %u: %s", number, what);
}

/*
 * Finds the end line of entry `number` from `start` on. Returns 1 if found, and *body_out is its
 * beginning; 0 if the bytes end before it; -1 if its hash is wrong.
 */
static int find_end(struct sealed_reader *reader, unsigned number, const char *start,
		    const char **body_out)
{
	const char *line, *cursor = start;
	char wanted[SHA256_HEX + 32];
	size_t len;
	int words = snprintf(wanted, sizeof wanted, "end %u ", number);

	while (strbuf_next_line(&cursor, reader->end, &line, &len) && line + len < reader->end) {
		if (len != (size_t)words + SHA256_HEX || memcmp(line, wanted, (size_t)words) != 0)
			continue;
		sha256_pair(reader->sealed.hash.hex, strlen(reader->sealed.hash.hex), start,
			    (size_t)(line + words - start), &reader->next_hash);
		*body_out = line;
		reader->next_size = (uint64_t)(line + len + 1 - start);
		return memcmp(line + words, reader->next_hash.hex, SHA256_HEX) == 0 ? 1 : -1;
	}
	return 0;
}

static void advance_reader(struct sealed_reader *reader)
{
	reader->sealed.hash = reader->next_hash;
	reader->sealed.size += reader->next_size;
	reader->sealed.head = reader->next;
	reader->cursor += reader->next_size;
	reader->next = 0;
}

/* Finds the next entry and checks its hash. */
static int peek_entry(struct sealed_reader *reader, struct reason *reason)
{
	const char *cursor = reader->cursor, *line, *body_end;
	unsigned number = 0;
	char head[32];
	size_t len;
	int found;

	reader->next = 0;
	if (!strbuf_next_line(&cursor, reader->end, &line, &len) || line + len >= reader->end)
		return 0;
	if (len < sizeof head) {
		memcpy(head, line, len);
		head[len] = '\0';
		if (strbuf_starts(head, "entry ") && strbuf_number(head + 6, 1000000000) > 0)
			number = (unsigned)strbuf_number(head + 6, 1000000000);
	}
	if (number <= reader->sealed.head)
		return fail_damaged(reader->sealed.head, "no entry of the sealed file follows it",
				    reason);
	found = find_end(reader, number, reader->cursor, &body_end);
	if (found < 0)
		return fail_damaged(number, "the hash doesn't fit", reason);
	if (found == 0)
		return 0;
	reader->next = number;
	reader->lines = cursor;
	reader->lines_len = (size_t)(body_end - cursor);
	return 0;
}

/* Reads the header: "pbem-sealed 2", "id GAME", "secret HEX". */
static int read_header(struct sealed_reader *reader, struct reason *reason)
{
	const char *body_end, *secret, *cursor = reader->cursor;
	unsigned format;

	if (strbuf_check_format(cursor, first_word, EVENT_FORMAT, reason) != 0)
		return -1;
	if (!strbuf_skip(&cursor, first_word) || !strbuf_skip(&cursor, " ") ||
	    !strbuf_skip_number(&cursor, EVENT_FORMAT, &format) || *cursor != '\n' ||
	    format != EVENT_FORMAT || find_end(reader, 0, reader->cursor, &body_end) <= 0)
		return fail_damaged(0, "no whole header", reason);
	secret = memmem(reader->cursor, (size_t)(body_end - reader->cursor), "\nsecret ", 8);
	if (secret == NULL || body_end - (secret + 8) != SHA256_HEX + 1)
		return fail_damaged(0, "expected a line \"secret HEX\"", reason);
	memcpy(reader->sealed.secret, secret + 8, SHA256_HEX);
	advance_reader(reader);
	return 0;
}

int sealed_open(struct sealed_reader *reader, const char *bytes, size_t len,
		const struct sealed *from, struct reason *reason)
{
	memset(reader, 0, sizeof *reader);
	reader->cursor = bytes;
	reader->end = bytes + len;
	if (from != NULL)
		reader->sealed = *from;
	else if (read_header(reader, reason) < 0)
		return -1;
	return peek_entry(reader, reason);
}

/*
 * Reads the next line of the entry, "  PLACE: FACT". Returns 1 with the place and the beginning of
 * the event, 0 at the end, -1 with the reason.
 */
static int next_event(const struct sealed_reader *reader, const char **cursor, struct strbuf *line,
		      unsigned *place_out, const char **event_out, struct reason *reason)
{
	if (!fold_next(cursor, reader->lines + reader->lines_len, line))
		return 0;
	*event_out = line->bytes;
	if (strbuf_skip(event_out, "  ") && strbuf_skip_number(event_out, 100000, place_out) &&
	    strbuf_skip(event_out, ": "))
		return 1;
	return fail_damaged(reader->next, "expected an event after its place", reason);
}

static int read_lines(const struct sealed_reader *reader, const struct variant *variant,
		      struct event_list *event_list, size_t *places, struct reason *reason)
{
	const char *cursor = reader->lines, *fact;
	struct strbuf line;
	unsigned place;
	int result;

	strbuf_init(&line, 0);
	while ((result = next_event(reader, &cursor, &line, &place, &fact, reason)) > 0) {
		if (event_parse(variant, fact, event_list, reason) < 0) {
			reason_prefix(reason, "sealed, entry %u: ", reader->next);
			result = -1;
			break;
		}
		places[event_list->count - 1] = place;
	}
	strbuf_done(&line);
	return result;
}

/* Merges the events into `out`, with each sealed event at its place. */
static void merge_events(const struct event_list *public, const struct event_list *sealed,
			 const size_t *places, struct event_list *out)
{
	size_t taken = 0;

	for (size_t i = 0; i < public->count || taken < sealed->count;) {
		if (taken < sealed->count && (places[taken] <= out->count || i == public->count)) {
			struct event event = sealed->events[taken++];

			event.sealed = true;
			event_add(out, event);
		} else {
			event_add(out, public->events[i++]);
		}
	}
}

static size_t count_lines(const struct sealed_reader *reader)
{
	size_t count = 0;

	for (size_t i = 0; i < reader->lines_len; i++)
		count += reader->lines[i] == '\n';
	return count;
}

static const char *commitment_of(const struct event_list *public)
{
	for (size_t i = 0; i < public->count; i++)
		if (public->events[i].kind == EVENT_SEALED)
			return public->events[i].text;
	return NULL;
}

int sealed_merge(struct sealed_reader *reader, const struct variant *variant, unsigned number,
		 struct event_list *events, struct reason *reason)
{
	const char *claimed = commitment_of(events);
	struct event_list event_list, all;
	struct sha256 commitment;
	size_t *places;
	int result = 0;

	if (claimed == NULL)
		return 0;
	if (reader->next != number)
		return fail_damaged(number, "it is missing", reason);
	commit_lines(reader->sealed.secret, number, reader->lines, reader->lines_len, &commitment);
	if (!strbuf_starts(claimed, "sha256:") || strcmp(claimed + 7, commitment.hex) != 0)
		return fail_damaged(number, "it isn't what the game file has committed itself to",
				    reason);
	event_list_init(&event_list);
	places = base_alloc((count_lines(reader) + 1) * sizeof *places);
	result = read_lines(reader, variant, &event_list, places, reason);
	if (result == 0) {
		event_list_init(&all);
		merge_events(events, &event_list, places, &all);
		event_list_done(events);
		*events = all;
		advance_reader(reader);
		result = peek_entry(reader, reason);
	}
	free(places);
	event_list_done(&event_list);
	return result;
}

/* ---- publishing ---- */

static void add_event(struct event_list *events, enum event_kind kind, unsigned number,
		      const char *text)
{
	event_add(events, event_about(kind, NO_SIDE, number, text));
}

/* Publishes each line of the next entry as an event with the text "PLACE FACT". */
static int publish_lines(const struct sealed_reader *reader, struct event_list *events,
			 struct reason *reason)
{
	const char *cursor = reader->lines, *fact;
	struct strbuf line;
	unsigned place;
	int result;

	strbuf_init(&line, 0);
	while ((result = next_event(reader, &cursor, &line, &place, &fact, reason)) > 0) {
		char *text = base_printf("%u %s", place, fact);

		add_event(events, EVENT_UNSEALED, reader->next, text);
		free(text);
	}
	strbuf_done(&line);
	return result;
}

int sealed_publish(const char *bytes, size_t len, struct event_list *events, struct reason *reason)
{
	struct sealed_reader reader;
	int result = sealed_open(&reader, bytes, len, NULL, reason);

	if (result == 0)
		add_event(events, EVENT_SECRET, 0, reader.sealed.secret);
	while (result == 0 && reader.next != 0) {
		result = publish_lines(&reader, events, reason);
		advance_reader(&reader);
		if (result == 0)
			result = peek_entry(&reader, reason);
	}
	return result;
}

/*
 * Adds the line "entry N, fact PLACE: FACT" to the entry that begins at *start_io, or begins the
 * next entry.
 */
static void rebuild_line(struct sealed *sealed, unsigned *number_io, size_t *start_io,
			 const char *line, struct strbuf *out)
{
	unsigned number = 0;
	struct strbuf whole;

	(void)strbuf_skip(&line, "entry ");
	(void)strbuf_skip_number(&line, 1000000000, &number);
	(void)strbuf_skip(&line, ", fact ");
	if (number != *number_io) {
		if (*number_io != 0)
			close_entry(sealed, *number_io, *start_io, out);
		*start_io = out->len;
		*number_io = number;
		strbuf_addf(out, "entry %u\n", number);
	}
	strbuf_init(&whole, 0);
	strbuf_addf(&whole, "  %s", line);
	fold_add(&whole, out);
	strbuf_done(&whole);
}

bool sealed_rebuild(const char *game, const char *bytes, size_t len, struct strbuf *out)
{
	static const char mark[] = "\n  secret ";
	const char *cursor = memmem(bytes, len, mark, sizeof mark - 1), *end = bytes + len;
	struct sealed sealed = {.head = 0};
	unsigned number = 0;
	struct strbuf line;
	size_t start = 0;

	if (cursor == NULL)
		return false;
	cursor++;
	strbuf_init(&line, 0);
	while (fold_next(&cursor, end, &line) && strbuf_starts(line.bytes, "  ")) {
		const char *fact = line.bytes;

		if (strbuf_skip(&fact, mark + 1))
			sealed_begin(&sealed, game, fact, out);
		else if (strbuf_skip(&fact, "  unsealed "))
			rebuild_line(&sealed, &number, &start, fact, out);
	}
	if (number != 0)
		close_entry(&sealed, number, start, out);
	strbuf_done(&line);
	return true;
}
