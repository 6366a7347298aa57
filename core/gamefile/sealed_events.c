/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/fold.h"
#include "core/record/sealed.h"
#include "core/base/text.h"

static const char first_word[] = "pbem-sealed";

/* Closes what was added to `out` since `start`. */
static void close_entry(struct sealed *sealed, unsigned number, size_t start, struct text *out)
{
	text_addf(out, "end %u ", number);
	digest_pair(sealed->hash.hex, strlen(sealed->hash.hex), out->bytes + start,
		    out->len - start, &sealed->hash);
	text_addf(out, "%s\n", sealed->hash.hex);
	sealed->head = number;
	sealed->size += out->len - start;
}

void sealed_begin(struct sealed *sealed, unsigned format, const char *game, const char *secret,
		  struct text *out)
{
	size_t start = out->len;

	memset(sealed, 0, sizeof *sealed);
	sealed->format = format;
	snprintf(sealed->secret, sizeof sealed->secret, "%s", secret);
	text_addf(out, "%s %u\nid %s\nsecret %s\n", first_word, format, game, sealed->secret);
	close_entry(sealed, 0, start, out);
}

void sealed_commit(const char *secret, struct digest *out)
{
	digest_bytes(secret, strlen(secret), out);
}

/* The commitment to an entry's sealed lines: see sealed_add. */
static void commit_lines(const char *secret, unsigned number, const char *lines, size_t len,
			 struct digest *out)
{
	char word[16], salt[DIGEST_HEX + 2];
	struct digest keyed;

	snprintf(word, sizeof word, "%u", number);
	digest_keyed(secret, strlen(secret), word, strlen(word), &keyed);
	snprintf(salt, sizeof salt, "%s|", keyed.hex);
	digest_pair(salt, strlen(salt), lines, len, out);
}

/* "  12 face 3 Bog", in format 2 "  12: face of card 3: Bog". */
static void write_fact(const struct sealed *sealed, const struct variant *variant, size_t place,
		       const struct event *event, struct text *out)
{
	struct text line;

	text_init(&line, 0);
	text_addf(&line, "  %zu%s ", place, sealed->format == 1 ? "" : ":");
	event_print_as(variant, sealed->format, event, &line);
	fold_add(sealed->format, &line, out);
	text_done(&line);
}

bool sealed_add(struct sealed *sealed, const struct variant *variant, unsigned number,
		const struct event_list *events, struct text *out, struct digest *commitment_out)
{
	size_t start = out->len, lines;
	bool any = false;

	text_addf(out, "entry %u\n", number);
	lines = out->len;
	for (size_t i = 0; i < events->count; i++) {
		if (!events->events[i].sealed)
			continue;
		any = true;
		write_fact(sealed, variant, i, &events->events[i], out);
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

static int damaged(unsigned number, const char *what, struct reason *reason)
{
	return reason_fail(reason, "sealed, entry %u: %s", number, what);
}

/* Finds the end line of entry `number` from `start` on. 1: found, *body_out is where it begins;
 * 0: the bytes end before it; -1: its hash doesn't fit. */
static int find_end(struct sealed_reader *reader, unsigned number, const char *start,
		    const char **body_out)
{
	const char *line, *cursor = start;
	char wanted[DIGEST_HEX + 32];
	size_t len;
	int words = snprintf(wanted, sizeof wanted, "end %u ", number);

	while (text_next_line(&cursor, reader->end, &line, &len) && line + len < reader->end) {
		if (len != (size_t)words + DIGEST_HEX || memcmp(line, wanted, (size_t)words) != 0)
			continue;
		digest_pair(reader->sealed.hash.hex, strlen(reader->sealed.hash.hex), start,
			    (size_t)(line + words - start), &reader->next_hash);
		*body_out = line;
		reader->next_size = (uint64_t)(line + len + 1 - start);
		return memcmp(line + words, reader->next_hash.hex, DIGEST_HEX) == 0 ? 1 : -1;
	}
	return 0;
}

/* The entry just read has been used. */
static void move_on(struct sealed_reader *reader)
{
	reader->sealed.hash = reader->next_hash;
	reader->sealed.size += reader->next_size;
	reader->sealed.head = reader->next;
	reader->cursor += reader->next_size;
	reader->next = 0;
}

/* Looks at the entry that comes next. */
static int look_ahead(struct sealed_reader *reader, struct reason *reason)
{
	const char *cursor = reader->cursor, *line, *body_end;
	unsigned number = 0;
	char head[32];
	size_t len;
	int found;

	reader->next = 0;
	if (!text_next_line(&cursor, reader->end, &line, &len) || line + len >= reader->end)
		return 0;
	if (len < sizeof head) {
		memcpy(head, line, len);
		head[len] = '\0';
		if (text_starts(head, "entry ") && text_number(head + 6, 1000000000) > 0)
			number = (unsigned)text_number(head + 6, 1000000000);
	}
	if (number <= reader->sealed.head)
		return damaged(reader->sealed.head, "no entry of the sealed file follows it",
			       reason);
	found = find_end(reader, number, reader->cursor, &body_end);
	if (found < 0)
		return damaged(number, "the hash doesn't fit", reason);
	if (found == 0)
		return 0;
	reader->next = number;
	reader->lines = cursor;
	reader->lines_len = (size_t)(body_end - cursor);
	return 0;
}

/* "pbem-sealed 2", "id GAME", "secret HEX". */
static int read_header(struct sealed_reader *reader, struct reason *reason)
{
	const char *body_end, *secret, *cursor = reader->cursor;

	if (text_check_format(cursor, first_word, EVENT_FORMAT, reason) != 0)
		return -1;
	if (!text_skip(&cursor, first_word) || !text_skip(&cursor, " ") ||
	    !text_skip_number(&cursor, EVENT_FORMAT, &reader->sealed.format) || *cursor != '\n' ||
	    reader->sealed.format == 0 || find_end(reader, 0, reader->cursor, &body_end) <= 0)
		return damaged(0, "no whole header", reason);
	secret = memmem(reader->cursor, (size_t)(body_end - reader->cursor), "\nsecret ", 8);
	if (secret == NULL || body_end - (secret + 8) != DIGEST_HEX + 1)
		return damaged(0, "expected a line \"secret HEX\"", reason);
	memcpy(reader->sealed.secret, secret + 8, DIGEST_HEX);
	move_on(reader);
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
	return look_ahead(reader, reason);
}

/* The next line of the entry, "  PLACE FACT" or "  PLACE: FACT": 1, *place_out and where in the
 * line the fact stands; 0: there are no more; -1 with the reason. */
static int next_fact(const struct sealed_reader *reader, const char **cursor, struct text *line,
		     unsigned *place_out, const char **fact_out, struct reason *reason)
{
	const char *mark = reader->sealed.format == 1 ? " " : ": ";

	if (!fold_next(reader->sealed.format, cursor, reader->lines + reader->lines_len, line))
		return 0;
	*fact_out = line->bytes;
	if (text_skip(fact_out, "  ") && text_skip_number(fact_out, 100000, place_out) &&
	    text_skip(fact_out, mark))
		return 1;
	return damaged(reader->next, "expected a fact behind its place", reason);
}

/* Reads the facts, and where they belong. */
static int read_lines(const struct sealed_reader *reader, const struct variant *variant,
		      struct event_list *facts, size_t *places, struct reason *reason)
{
	const char *cursor = reader->lines, *fact;
	struct text line;
	unsigned place;
	int result;

	text_init(&line, 0);
	while ((result = next_fact(reader, &cursor, &line, &place, &fact, reason)) > 0) {
		if (event_parse_as(variant, reader->sealed.format, fact, facts, reason) < 0) {
			reason_prefix(reason, "sealed, entry %u: ", reader->next);
			result = -1;
			break;
		}
		places[facts->count - 1] = place;
	}
	text_done(&line);
	return result;
}

/* Puts the facts into `out`, those of `sealed` at the places they name. */
static void weave(const struct event_list *public, const struct event_list *sealed,
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

/* The commitment an entry carries, or NULL. */
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
	struct event_list facts, all;
	struct digest commitment;
	size_t *places;
	int result = 0;

	if (claimed == NULL)
		return 0;
	if (reader->next != number)
		return damaged(number, "it is missing", reason);
	commit_lines(reader->sealed.secret, number, reader->lines, reader->lines_len, &commitment);
	if (!text_starts(claimed, "sha256:") || strcmp(claimed + 7, commitment.hex) != 0)
		return damaged(number, "it isn't what the game file has committed itself to",
			       reason);
	event_list_init(&facts);
	places = base_alloc((count_lines(reader) + 1) * sizeof *places);
	result = read_lines(reader, variant, &facts, places, reason);
	if (result == 0) {
		event_list_init(&all);
		weave(events, &facts, places, &all);
		event_list_done(events);
		*events = all;
		move_on(reader);
		result = look_ahead(reader, reason);
	}
	free(places);
	event_list_done(&facts);
	return result;
}

/* ---- publishing ---- */

static void add_fact(struct event_list *events, enum event_kind kind, unsigned number,
		     const char *text)
{
	event_add(events, event_about(kind, NO_SIDE, number, text));
}

/* The facts of the entry that comes next as events, "PLACE FACT": the event has a word for the
 * place, whatever the format. */
static int publish_lines(const struct sealed_reader *reader, struct event_list *events,
			 struct reason *reason)
{
	const char *cursor = reader->lines, *fact;
	struct text line;
	unsigned place;
	int result;

	text_init(&line, 0);
	while ((result = next_fact(reader, &cursor, &line, &place, &fact, reason)) > 0) {
		char *text = base_printf("%u %s", place, fact);

		add_fact(events, EVENT_UNSEALED, reader->next, text);
		free(text);
	}
	text_done(&line);
	return result;
}

int sealed_publish(const char *bytes, size_t len, struct event_list *events, struct reason *reason)
{
	struct sealed_reader reader;
	int result = sealed_open(&reader, bytes, len, NULL, reason);

	if (result == 0)
		add_fact(events, EVENT_SECRET, 0, reader.sealed.secret);
	while (result == 0 && reader.next != 0) {
		result = publish_lines(&reader, events, reason);
		move_on(&reader);
		if (result == 0)
			result = look_ahead(&reader, reason);
	}
	return result;
}

/* "N PLACE FACT", "entry N, fact PLACE: FACT": goes to the entry that begins at *start_io, or
 * begins the next. */
static void rebuild_line(struct sealed *sealed, unsigned *number_io, size_t *start_io,
			 const char *line, struct text *out)
{
	unsigned number = 0;
	struct text whole;

	(void)text_skip(&line, "entry ");
	(void)text_skip_number(&line, 1000000000, &number);
	if (!text_skip(&line, ", fact "))
		(void)text_skip(&line, " ");
	if (number != *number_io) {
		if (*number_io != 0)
			close_entry(sealed, *number_io, *start_io, out);
		*start_io = out->len;
		*number_io = number;
		text_addf(out, "entry %u\n", number);
	}
	text_init(&whole, 0);
	text_addf(&whole, "  %s", line);
	fold_add(sealed->format, &whole, out);
	text_done(&whole);
}

bool sealed_rebuild(unsigned format, const char *game, const char *bytes, size_t len,
		    struct text *out)
{
	static const char mark[] = "\n  secret ";
	const char *cursor = memmem(bytes, len, mark, sizeof mark - 1), *end = bytes + len;
	struct sealed sealed = {.head = 0};
	unsigned number = 0;
	struct text line;
	size_t start = 0;

	if (cursor == NULL)
		return false;
	cursor++;
	text_init(&line, 0);
	while (fold_next(format, &cursor, end, &line) && text_starts(line.bytes, "  ")) {
		const char *fact = line.bytes;

		if (text_skip(&fact, mark + 1))
			sealed_begin(&sealed, format, game, fact, out);
		else if (text_skip(&fact, "  unsealed "))
			rebuild_line(&sealed, &number, &start, fact, out);
	}
	if (number != 0)
		close_entry(&sealed, number, start, out);
	text_done(&line);
	return true;
}
