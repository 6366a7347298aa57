/* SPDX-License-Identifier: MIT */

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/gamefile/gamefile_internal.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "core/util/utf8.h"
#include "core/variant/variant_data.h"

/* Copies the next line into the buffer and returns it; NULL at the end. */
static const char *gamefile_line(struct lines *lines, struct line_buffer *buffer)
{
	const char *line;
	size_t len;

	if (!strbuf_next_line(&lines->cursor, lines->end, &line, &len))
		return NULL;
	if (buffer->size < len + 1) {
		buffer->size = len + 200;
		buffer->bytes = base_realloc(buffer->bytes, buffer->size);
	}
	memcpy(buffer->bytes, line, len);
	buffer->bytes[len] = '\0';
	return buffer->bytes;
}

static int fail_expected(struct reason *reason, const char *expected, const char *line)
{
	return reason_fail(reason, "expected %s, not \"%.60s\"", expected, line);
}

/* Copies a name of at most `max` bytes: letters, digits, '-', '_', '.', '/' and ','. */
static bool read_name(const char *from, size_t len, char *to, size_t max)
{
	if (len == 0 || len > max)
		return false;
	for (size_t i = 0; i < len; i++) {
		if (!isalnum((unsigned char)from[i]) && strchr("-_./,", from[i]) == NULL)
			return false;
	}
	memcpy(to, from, len);
	to[len] = '\0';
	return true;
}

static int read_option(struct game_header *header, const char *text)
{
	struct option *option = &header->options[header->option_count];
	size_t len = strcspn(text, " ");

	if (header->option_count == MAX_OPTIONS || text[len] != ' ' ||
	    !read_name(text, len, option->key, NAME_MAX_LEN) ||
	    strlen(text + len + 1) > OPTION_VALUE_MAX || text[len + 1] == '\0')
		return -1;
	strcpy(option->value, text + len + 1);
	header->option_count++;
	return 0;
}

/* Reads the places of seats, "2 1". Each place occurs once. */
static bool read_drawn(struct game_header *header, const char *text)
{
	const char *word;
	unsigned count = 0, seen = 0;
	size_t len;

	while (strbuf_next_word(&text, &word, &len)) {
		char digits[3] = "";
		long place;

		if (len >= sizeof digits || count == MAX_SEATS)
			return false;
		memcpy(digits, word, len);
		place = strbuf_number(digits, MAX_SEATS);
		if (place < 1 || seen >> place & 1)
			return false;
		seen |= 1u << place;
		header->drawn[count++] = (uint8_t)place;
	}
	return seen == (1u << (count + 1)) - 2;
}

/* Reads a lot: "HEX", or "HEX OPTION" for an option that was drawn. */
static bool read_lot(struct game_header *header, const char *text)
{
	size_t len = strcspn(text, " ");

	if (len != SHA256_HEX || strspn(text, "0123456789abcdef") != len ||
	    (text[len] == ' ' &&
	     !read_name(text + len + 1, strlen(text + len + 1), header->lot_option, NAME_MAX_LEN)))
		return false;
	memcpy(header->lot.hex, text, len);
	header->lot.hex[len] = '\0';
	return true;
}

/* Reads "pgn sha256:HEX", and "played-on" after it. */
static bool read_imported(struct game_header *header, const char *text)
{
	size_t len = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789");
	const char *digest = text + len;

	if (len == 0 || len > 8 || !strbuf_skip(&digest, " sha256:") ||
	    strspn(digest, "0123456789abcdef") != SHA256_HEX ||
	    (digest[SHA256_HEX] != '\0' && strcmp(digest + SHA256_HEX, " played-on") != 0))
		return false;
	snprintf(header->imported, sizeof header->imported, "%.*s",
		 (int)(digest + SHA256_HEX - text), text);
	header->played_on = digest[SHA256_HEX] != '\0';
	return true;
}

/* Reads a tag: "Event Reykjavik 1972". */
static bool read_tag(struct game_header *header, const char *text)
{
	size_t have = strlen(header->tags), len = strcspn(text, " ");

	if (len == 0 || text[len] != ' ' || strlen(text) > TAG_LINE_MAX ||
	    have + strlen(text) + 2 > sizeof header->tags)
		return false;
	sprintf(header->tags + have, "%s\n", text);
	return true;
}

/*
 * Reads one such line. Returns 1 if it was read, 0 if it isn't such a line, -1 with the reason if
 * it is wrong.
 */
static int gamefile_read_header_line(struct header_reader *reader, const char *line,
				     struct reason *reason)
{
	struct game_header *header = &reader->header;
	const char *rest = strchr(line, ' ') ? strchr(line, ' ') + 1 : "";

	if (strbuf_starts(line, "id "))
		return read_name(rest, strlen(rest), header->id, GAME_ID_MAX)
			       ? 1
			       : fail_expected(reason, "the game's name", line);
	if (strbuf_starts(line, "number ")) {
		header->number = (uint32_t)strbuf_number(rest, 0x7fffffff);
		return strbuf_number(rest, 0x7fffffff) >= 0
			       ? 1
			       : fail_expected(reason, "a number", line);
	}
	if (strbuf_starts(line, "variant "))
		return read_name(rest, strlen(rest), header->variant, NAME_MAX_LEN)
			       ? 1
			       : fail_expected(reason, "a variant's name", line);
	if (strbuf_starts(line, "option "))
		return read_option(header, rest) == 0 ? 1
						      : fail_expected(reason, "an option", line);
	if (strbuf_starts(line, "seat ")) {
		if (reader->seat_count == MAX_SEATS)
			return fail_expected(reason, "fewer seats", line);
		reader->seats[reader->seat_count++] = base_strdup(rest);
		return 1;
	}
	if (strbuf_starts(line, "commit sha256:") && strlen(line) == 14 + SHA256_HEX) {
		strcpy(header->commit.hex, line + 14);
		return 1;
	}
	if (strbuf_starts(line, "lot "))
		return read_lot(header, rest)
			       ? 1
			       : fail_expected(reason, "64 hexadecimal digits, and an option",
					       line);
	if (strbuf_starts(line, "drawn "))
		return read_drawn(header, rest)
			       ? 1
			       : fail_expected(reason, "the places of the seats' players", line);
	if (strbuf_starts(line, "rules "))
		return strbuf_skip_number(&rest, 0x7fffffff, &header->rules) && *rest == '\0' &&
				       header->rules > 0
			       ? 1
			       : fail_expected(reason, "a number", line);
	if (strbuf_starts(line, "imported "))
		return read_imported(header, rest)
			       ? 1
			       : fail_expected(reason, "a format and a digest", line);
	if (strbuf_starts(line, "tag "))
		return read_tag(header, rest)
			       ? 1
			       : fail_expected(reason, "a tag and what it says", line);
	if (strbuf_starts(line, "created ")) {
		header->created = timestamp_read(rest);
		return header->created >= 0 ? 1 : fail_expected(reason, "a time", line);
	}
	return 0;
}

static void gamefile_drop_header(struct header_reader *reader)
{
	for (size_t i = 0; i < reader->seat_count; i++)
		free(reader->seats[i]);
	reader->seat_count = 0;
}

static void set_name(struct game_header *header, unsigned seat, const char *name)
{
	size_t len = utf8_cut(name, strlen(name), sizeof header->names[seat] - 1);

	memcpy(header->names[seat], name, len);
	header->names[seat][len] = '\0';
}

/*
 * Finds the variant with its own options, reads the terms, and assigns the names to seats. Returns
 * NULL with the reason.
 */
static const struct variant *gamefile_finish_header(struct header_reader *reader,
						    struct variant_library *library,
						    struct reason *reason)
{
	struct game_header *header = &reader->header;
	struct option own[MAX_OPTIONS];
	const struct variant *variant;

	if (header->id[0] == '\0' || header->variant[0] == '\0') {
		reason_set(reason, "the header names no game or no variant");
		return NULL;
	}
	if (game_options_read(header->options, header->option_count, &reader->terms, reason) < 0) {
		reason_prefix(reason, "option ");
		return NULL;
	}
	/* A file without a line `rules` was begun by rules 1. */
	variant = variant_get_by(
		library, header->rules == 0 ? 1 : header->rules, header->variant, own,
		game_options_leave_out(header->options, header->option_count, own), reason);
	if (variant != NULL && variant->kind->extra_digest != NULL &&
	    variant->kind->extra_digest(variant, reason) == NULL)
		return NULL;
	if (variant != NULL && game_options_fit(&reader->terms, variant, reason) < 0) {
		reason_prefix(reason, "option ");
		return NULL;
	}
	for (size_t i = 0; variant != NULL && i < reader->seat_count; i++) {
		char *name = reader->seats[i] + strcspn(reader->seats[i], " ");
		int seat;

		if (*name != '\0')
			*name++ = '\0';
		seat = variant_seat_named(variant, reader->seats[i]);
		if (seat < 0) {
			reason_set(reason, "the variant has no seat \"%.40s\"", reader->seats[i]);
			return NULL;
		}
		set_name(header, (unsigned)seat, name);
	}
	return variant;
}

/* Moves *cursor past the number, in the form in which it is printed, and a space. */
static bool skip_number(const char **cursor, const char *end, unsigned number)
{
	const char *at = *cursor;
	uint64_t found = 0;

	if (at < end && *at == '0' && number != 0)
		return false;
	for (; at < end && at - *cursor < 10 && *at >= '0' && *at <= '9'; at++)
		found = 10 * found + (unsigned)(*at - '0');
	if (at == *cursor || found != number || at == end || *at != ' ' ||
	    (number == 0 && at - *cursor > 1))
		return false;
	*cursor = at + 1;
	return true;
}

/* Reads an end line, "end 12 HASH". */
static bool read_end(const char *line, size_t len, unsigned number, struct sha256 *hash_out)
{
	const char *cursor = line + 4, *end = line + len;

	if (len < 4 || memcmp(line, "end ", 4) != 0 || !skip_number(&cursor, end, number) ||
	    end - cursor != SHA256_HEX)
		return false;
	memcpy(hash_out->hex, cursor, SHA256_HEX);
	hash_out->hex[SHA256_HEX] = '\0';
	return true;
}

/* Events are indented, so that only an end line can begin like this. */
bool gamefile_find_digest(const char *bytes, size_t len, unsigned number, struct sha256 *digest_out)
{
	const char *cursor = bytes, *line;
	size_t line_len;

	while (strbuf_next_line(&cursor, bytes + len, &line, &line_len))
		if (read_end(line, line_len, number, digest_out))
			return true;
	return false;
}

enum { STAMP_LEN = sizeof "1970-01-01T00:00:00Z" - 1 };

/*
 * Reads an entry's first line in the form in which pbem writes it. A line that yields false may
 * still be valid.
 */
static bool read_plain_entry(const char *line, size_t len, struct log_entry *entry)
{
	const char *cursor = line + 6, *end = line + len;
	char stamp[TIMESTAMP_SIZE];
	int64_t when;

	if (len < 6 || memcmp(line, "entry ", 6) != 0 ||
	    !skip_number(&cursor, end, entry->number) || end - cursor < STAMP_LEN + 2 ||
	    cursor[STAMP_LEN] != ' ' || cursor[STAMP_LEN + 1] == ' ' ||
	    cursor[STAMP_LEN + 1] == '\t' ||
	    (size_t)(end - cursor) - STAMP_LEN - 1 >= sizeof entry->cause)
		return false;
	memcpy(stamp, cursor, STAMP_LEN);
	stamp[STAMP_LEN] = '\0';
	cursor += STAMP_LEN + 1;
	when = timestamp_read(stamp);
	if (when < 0 || memchr(cursor, '\0', (size_t)(end - cursor)) != NULL)
		return false;
	entry->when = when;
	memcpy(entry->cause, cursor, (size_t)(end - cursor));
	entry->cause[end - cursor] = '\0';
	return true;
}

/* Reads an entry's first line, "entry 12 2026-11-21T02:26:10Z CAUSE". */
static int read_entry_line(const char *line, size_t len, struct log_entry *entry,
			   struct reason *reason)
{
	char copy[256], *words[4];

	if (read_plain_entry(line, len, entry))
		return 0;
	if (len < sizeof copy) {
		memcpy(copy, line, len);
		copy[len] = '\0';
		if (strbuf_split(copy, words, 4) == 4 && strcmp(words[0], "entry") == 0 &&
		    strbuf_number(words[1], 1000000000) == (long)entry->number &&
		    (entry->when = timestamp_read(words[2])) >= 0 &&
		    strlen(words[3]) < sizeof entry->cause) {
			strcpy(entry->cause, words[3]);
			return 0;
		}
	}
	return reason_fail(reason, "expected \"entry %u TIME CAUSE\", not \"%.*s\"", entry->number,
			   (int)(len < 60 ? len : 60), line);
}

/*
 * Records whether an indented line is part of the diagram, the last part of an entry, or an event
 * after it.
 */
static void note_diagram(struct log_entry *entry, const char *line, size_t len)
{
	const bool drawn = len > 2 && line[2] == '|';

	if (drawn && entry->diagram == NULL)
		entry->diagram = line;
	else if (!drawn && entry->diagram != NULL && entry->behind == NULL)
		entry->behind = line;
}

/*
 * Finds the end line. Returns 1 if found, 0 if the bytes end before it, -1 if another line is in
 * its place.
 */
static int find_end(struct lines *lines, struct log_entry *entry, struct sha256 *claimed,
		    struct reason *reason)
{
	const char *line;
	size_t len;

	while (strbuf_next_line(&lines->cursor, lines->end, &line, &len)) {
		if (line + len >= lines->end)
			return 0;
		if (len > 1 && line[0] == ' ' && line[1] == ' ' && entry->number > 0) {
			note_diagram(entry, line, len);
			continue;
		}
		if (read_end(line, len, entry->number, claimed)) {
			entry->events_end = line;
			entry->end = line + len + 1;
			return 1;
		}
		if (entry->number > 0 && !strbuf_starts(line, "  ")) {
			lines->cursor = line;
			return reason_fail(reason,
					   "expected an event or \"end %u HASH\", not \"%.*s\"",
					   entry->number, (int)(len < 60 ? len : 60), line);
		}
	}
	return 0;
}

int gamefile_next_entry(struct lines *lines, unsigned number, const struct sha256 *previous,
			struct log_entry *entry_out, struct reason *reason)
{
	struct log_entry entry = {.number = number, .start = lines->cursor};
	struct sha256 claimed;
	const char *line, *back = lines->cursor;
	size_t len;
	int found;

	if (!strbuf_next_line(&lines->cursor, lines->end, &line, &len))
		return 0;
	entry.body = lines->cursor;
	if (line + len >= lines->end) {
		lines->cursor = back;
		return 0;
	}
	if (number == 0 && strbuf_check_format(line, "pbem-game", EVENT_FORMAT, reason) != 0) {
		lines->cursor = back;
		return -1;
	}
	if (number > 0 && read_entry_line(line, len, &entry, reason) < 0) {
		lines->cursor = back;
		return -1;
	}
	found = find_end(lines, &entry, &claimed, reason);
	if (found <= 0) {
		if (found == 0)
			lines->cursor = back;
		return found;
	}
	sha256_pair(previous->hex, strlen(previous->hex), entry.start,
		    (size_t)(entry.end - 1 - SHA256_HEX - entry.start), &entry.hash);
	if (strcmp(entry.hash.hex, claimed.hex) != 0) {
		entry.hash = claimed;
		*entry_out = entry;
		lines->cursor = entry.events_end;
		return reason_fail(reason,
				   "the hash doesn't fit: entry %u isn't as it was written, or not "
				   "in the place it was written in",
				   number);
	}
	*entry_out = entry;
	return 1;
}

/* Reports whether the line is "pbem-game 2". */
static bool is_first_line(const char *line)
{
	char expected[32];

	snprintf(expected, sizeof expected, "pbem-game %d", (int)EVENT_FORMAT);
	return line != NULL && strcmp(line, expected) == 0;
}

struct gamefile *gamefile_read_header(const struct log_entry *entry,
				      struct variant_library *library, struct reason *reason)
{
	struct lines lines = {entry->start, entry->events_end};
	struct header_reader reader = {.seat_count = 0};
	struct line_buffer buffer = {NULL, 0};
	const struct variant *variant = NULL;
	struct gamefile *file = NULL;
	const char *line = gamefile_line(&lines, &buffer);
	int read = 1;

	if (!is_first_line(line)) {
		reason_set(reason, "expected \"pbem-game %u\" in the first line",
			   (unsigned)EVENT_FORMAT);
		read = -1;
	}
	while (read >= 0 && (line = gamefile_line(&lines, &buffer)) != NULL) {
		read = gamefile_read_header_line(&reader, line, reason);
		if (read == 0 &&
		    !(strbuf_starts(line, "pbem-game ") || strbuf_starts(line, "definition ")))
			read = fail_expected(reason, "a line of the header", line);
	}
	if (read >= 0)
		variant = gamefile_finish_header(&reader, library, reason);
	if (variant != NULL) {
		file = base_zalloc(1, sizeof *file);
		file->header = reader.header;
		file->root = file->hash = entry->hash;
		file->size = (uint64_t)(entry->end - entry->start);
		game_init(&file->game, variant);
		file->game.history.played_on = file->header.played_on;
		game_set_terms(&file->game, &reader.terms);
	}
	gamefile_drop_header(&reader);
	free(buffer.bytes);
	return file;
}

/* Sets an option of the header, and adds it if the header doesn't have it. */
static void set_option(struct game_header *header, const char *key, const char *value)
{
	size_t at = 0;

	while (at < header->option_count && strcmp(header->options[at].key, key) != 0)
		at++;
	if (at == MAX_OPTIONS)
		return;
	header->option_count += at == header->option_count;
	snprintf(header->options[at].key, sizeof header->options[at].key, "%s", key);
	snprintf(header->options[at].value, sizeof header->options[at].value, "%s", value);
}

void gamefile_note_header(struct gamefile *file, const struct event_list *events)
{
	for (size_t i = 0; i < events->count; i++) {
		const struct event *event = &events->events[i];
		const char *name = event->text;

		/* The events of an undone entry have not been checked. */
		if (event->kind == EVENT_SEAT_CHANGED && event->seat < MAX_SEATS && name != NULL &&
		    strbuf_skip(&name, "player "))
			set_name(&file->header, event->seat, name);
		else if (event->kind == EVENT_PUBLISH && event->text != NULL)
			set_option(&file->header, GAME_OPTIONS_PUBLISH, event->text);
	}
}

/*
 * A snapshot has a first line, the digest of the game's rules, the lines of the header, an empty
 * line, the packed state and the digest of all that. If a program of another version or with other
 * structs wrote the snapshot, its first line differs. The number must change if a number in the
 * state gets another meaning, for example because an enum gets a new member in its middle. It must
 * also change if a kind of game saves its other data in another form.
 */
static const char first_words[] = "pbem-snapshot 15 " PACKAGE_VERSION;

enum { OUTCOME_MAX = 256 };

/* ---- the members that are saved ---- */

#define THIS struct piece
static const struct packing_member of_piece[] = {
	PACK_MOST(at, NO_SQUARE),
	PACK_MOST(side, MAX_SIDES - 1),
	PACK_MOST(type, MAX_TYPES - 1),
	PACK_MOST(born, MAX_TYPES - 1),
	PACK_RAW(fate),
	PACK_MOST(moved, 1),
	PACK_RAW(truce),
};
static const struct packing piece = PACKING(of_piece);
#undef THIS

#define THIS struct position
static const struct packing_member of_position[] = {
	PACK_LIST(pieces, piece_count, piece),
	PACK_EACH(passant, square, NO_SQUARE),
	PACK_MOST(passant_end, MAX_PASSANTS),
	PACK_RAW(controller),
	PACK_RAW(dead),
	PACK_RAW(obstacles),
	PACK_RAW(clock),
	PACK_RAW(moved_at),
	PACK_RAW(in_play),
	PACK_RAW(turn),
	PACK_RAW(frozen),
	PACK_RAW(debts),
	PACK_RAW(exchange.left),
	PACK_RAW(exchange.weakest),
	PACK_RAW(exchange.lost),
	PACK_RAW(exchange.involved),
	PACK_RAW(quiet),
	PACK_RAW(round),
};
const struct packing gamefile_position = PACKING(of_position);
#undef THIS

#define THIS struct history
static const struct packing_member of_history[] = {
	PACK_GROWN(keys, count, size),
	PACK_MOST(played_on, 1),
};
const struct packing gamefile_repetition = PACKING(of_history);
#undef THIS

#define THIS struct question
static const struct packing_member of_question[] = {
	PACK_RAW(entry),
	PACK_RAW(asked),
	PACK_MOST(when, GAMEFILE_LAST_TIME),
	PACK_WORD(digest.hex),
};
static const struct packing question = PACKING(of_question);
#undef THIS

#define THIS struct lapse
static const struct packing_member of_lapse[] = {PACK_RAW(entry), PACK_TEXT(until)};
static const struct packing lapse = PACKING(of_lapse);
#undef THIS

#define THIS struct turn_clock
static const struct packing_member of_clock[] = {
	PACK_RAW(entry),
	PACK_MOST(seat, MAX_SEATS - 1),
	PACK_RAW(asked),
	PACK_RAW(main),
	PACK_RAW(until),
	PACK_MOST(reminded, GAME_OPTIONS_REMINDERS),
	PACK_RAW(missed),
	PACK_MOST(over, 1),
	PACK_MOST(stopped, GAMEFILE_LAST_TIME),
};
static const struct packing clock = PACKING(of_clock);
#undef THIS

#define THIS struct departure
static const struct packing_member of_departure[] = {
	PACK_RAW(round),
	PACK_RAW(by),
	PACK_TEXT(how),
};
static const struct packing departure = PACKING(of_departure);
#undef THIS

#define THIS struct owing
static const struct packing_member of_owing[] = {PACK_RAW(round), PACK_RAW(involved)};
static const struct packing owing = PACKING(of_owing);
#undef THIS

#define THIS struct game_intent
static const struct packing_member of_intent[] = {PACK_WORD(of.hex), PACK_MOST(board, MAX_SEATS)};
static const struct packing intent = PACKING(of_intent);
#undef THIS

#define THIS struct turn_record
static const struct packing_member of_turn[] = {
	PACK_RAW(entry),
	PACK_RAW(number),
	PACK_RAW(round),
	PACK_RAW(seat),
	PACK_MOST(step_count, TURN_STEPS),
	PACK_EACH(steps, square, NO_SQUARE),
	PACK_TEXT(text),
};
static const struct packing turn = PACKING(of_turn);
#undef THIS

/* The outcome has a text of its own, and the terms are options. */
#define THIS struct game
static const struct packing_member of_game[] = {
	PACK_STRUCTS(position, struct position, gamefile_position),
	PACK_STRUCTS(history, struct history, gamefile_repetition),
	PACK_STRUCTS(questions, struct question, question),
	PACK_MOST(counted, INT64_MAX),
	PACK_STRUCTS(lapsed, struct lapse, lapse),
	PACK_STRUCTS(clocks, struct turn_clock, clock),
	PACK_RAW(bank),
	PACK_RAW(away),
	PACK_MOST(paused, INT64_MAX),
	PACK_RAW(paused_away),
	PACK_STRUCTS(out, struct departure, departure),
	PACK_RAW(offering),
	PACK_RAW(agreed),
	PACK_STRUCTS(owing, struct owing, owing),
	PACK_RAW(exchanged),
	PACK_RAW(undo_request.seat),
	PACK_RAW(undo_request.agreed),
	PACK_RAW(undo_request.entry),
	PACK_RAW(undo_request.to),
	PACK_RAW(undone),
	PACK_STRUCTS(intents, struct game_intent, intent),
	PACK_RAW(sent),
	PACK_MOST(started, 1),
	PACK_RAW(first_round),
	PACK_RAW(turns),
	PACK_STRUCTS(recent, struct turn_record, turn),
	PACK_MOST(step_count, TURN_STEPS),
	PACK_EACH(steps, square, NO_SQUARE),
};
static const struct packing game_members = PACKING(of_game);
#undef THIS

#define THIS struct gamefile
static const struct packing_member of_file[] = {
	PACK_STRUCTS(game, struct game, game_members),
	PACK_WORD(root.hex),
	PACK_RAW(head),
	PACK_WORD(hash.hex),
	PACK_RAW(size),
	PACK_RAW(shown),
	PACK_WORD(sealed.secret),
	PACK_RAW(sealed.head),
	PACK_WORD(sealed.hash.hex),
	PACK_RAW(sealed.size),
};
static const struct packing file_members = PACKING(of_file);
#undef THIS

/* ---- writing and reading ---- */

/* Adds the lines that a snapshot must begin with to be of this build and of the game's rules. */
static void write_binding(const struct variant *variant, struct strbuf *out)
{
	const struct packing *of_kind = variant->kind->packing;
	const uint64_t sum = packing_sum(&file_members, 0);
	struct sha256 definition;

	gamefile_definition(variant, &definition);
	strbuf_addf(out, "%s %016" PRIx64 "\ndefinition %s\n", first_words,
		    of_kind != NULL ? packing_sum(of_kind, sum) : sum, definition.hex);
}

void gamefile_snapshot(const struct gamefile *file, struct strbuf *out)
{
	const struct game *game = &file->game;
	const struct gametype *kind = game->variant->kind;
	size_t start = out->len;
	struct strbuf outcome;
	struct sha256 sum;

	write_binding(game->variant, out);
	gamefile_write_header_lines(&file->header, game->variant, out);
	strbuf_add_char(out, '\n');
	packing_write(&file_members, file, out);
	strbuf_init(&outcome, OUTCOME_MAX - 1);
	if (game->outcome.status != STATUS_PLAYING)
		rules_print_outcome(game->variant, &game->outcome, &outcome);
	packing_write_text(outcome.bytes, out);
	strbuf_done(&outcome);
	if (kind->packing != NULL)
		packing_write(kind->packing, game->state, out);
	if (kind->save != NULL)
		kind->save(game, out);
	sha256_bytes(out->bytes + start, out->len - start, &sum);
	strbuf_add_bytes(out, sum.hex, SHA256_HEX);
}

/* Reports whether the last bytes are the digest of all before, and sets the end of these. */
static bool check_sum(const char *bytes, size_t len, struct lines *lines_out)
{
	struct sha256 sum;

	if (len < SHA256_HEX || !strbuf_starts(bytes, first_words))
		return false;
	*lines_out = (struct lines){bytes, bytes + len - SHA256_HEX};
	sha256_bytes(bytes, len - SHA256_HEX, &sum);
	return memcmp(lines_out->end, sum.hex, SHA256_HEX) == 0;
}

/*
 * Reads the header's lines up to the empty line. Returns the variant, or NULL if the snapshot is
 * of another build or of other rules.
 */
static const struct variant *read_header(struct lines *lines, struct header_reader *reader,
					 struct variant_library *library)
{
	const char *start = lines->cursor, *line;
	const struct variant *variant = NULL;
	struct line_buffer buffer = {NULL, 0};
	struct strbuf binding;

	gamefile_line(lines, &buffer);
	gamefile_line(lines, &buffer);
	strbuf_init(&binding, 0);
	strbuf_add_bytes(&binding, start, (size_t)(lines->cursor - start));
	while ((line = gamefile_line(lines, &buffer)) != NULL && *line != '\0' &&
	       gamefile_read_header_line(reader, line, NULL) == 1)
		continue;
	if (line != NULL && *line == '\0')
		variant = gamefile_finish_header(reader, library, NULL);
	if (variant != NULL) {
		struct strbuf wanted;

		strbuf_init(&wanted, 0);
		write_binding(variant, &wanted);
		if (strcmp(wanted.bytes, binding.bytes) != 0)
			variant = NULL;
		strbuf_done(&wanted);
	}
	strbuf_done(&binding);
	free(buffer.bytes);
	return variant;
}

static bool read_state(struct gamefile *file, struct packed *bytes)
{
	struct game *game = &file->game;
	const struct gametype *kind = game->variant->kind;
	char outcome[OUTCOME_MAX];

	if (!packing_read(&file_members, bytes, file) ||
	    !position_index(game->variant, &game->position) ||
	    !packing_read_text(bytes, outcome, sizeof outcome) ||
	    (outcome[0] != '\0' &&
	     rules_read_outcome(game->variant, outcome, &game->outcome, NULL) != 0))
		return false;
	return (kind->packing == NULL || packing_read(kind->packing, bytes, game->state)) &&
	       (kind->restore == NULL || kind->restore(game, bytes)) &&
	       bytes->cursor == bytes->end && gamefile_is_sound(game);
}

struct gamefile *gamefile_read_snapshot(const char *bytes, size_t len,
					struct variant_library *library)
{
	struct header_reader reader = {.seat_count = 0};
	struct gamefile *file = NULL;
	const struct variant *variant;
	struct lines lines;

	if (!check_sum(bytes, len, &lines))
		return NULL;
	variant = read_header(&lines, &reader, library);
	if (variant != NULL) {
		struct packed state = {lines.cursor, lines.end};

		file = base_zalloc(1, sizeof *file);
		file->header = reader.header;
		game_init(&file->game, variant);
		game_set_terms(&file->game, &reader.terms);
		if (!read_state(file, &state)) {
			gamefile_free(file);
			file = NULL;
		}
	}
	gamefile_drop_header(&reader);
	return file;
}
