/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/game/takeback.h"
#include "core/gamefile/gamefile_internal.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "core/view/game_text.h"

/*
 * Writes a name with control characters, including U+0080 to U+009F, replaced by spaces. So a name
 * can't add lines to the file or move a terminal's cursor.
 */
static void write_name(const char *name, struct strbuf *out)
{
	for (const unsigned char *c = (const unsigned char *)name; *c != '\0'; c++) {
		bool high = c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0;

		strbuf_add_char(out, *c < ' ' || *c == 0x7f || high ? ' ' : (char)*c);
		c += high;
	}
}

void gamefile_write_header_lines(const struct game_header *header, const struct variant *variant,
				 struct strbuf *out)
{
	char created[32];

	strbuf_addf(out, "id %s\nnumber %u\nvariant %s\n", header->id, (unsigned)header->number,
		    header->variant);
	for (size_t i = 0; i < header->option_count; i++)
		strbuf_addf(out, "option %s %s\n", header->options[i].key,
			    header->options[i].value);
	for (unsigned seat = 0; seat < variant_seats(variant); seat++) {
		strbuf_addf(out, "seat %s%s", variant_seat_name(variant, seat),
			    header->names[seat][0] ? " " : "");
		write_name(header->names[seat], out);
		strbuf_add_char(out, '\n');
	}
	timestamp_print(header->created, created);
	strbuf_addf(out, "created %s\n", created);
	if (header->imported[0] != '\0')
		strbuf_addf(out, "imported %s%s\n", header->imported,
			    header->played_on ? " played-on" : "");
	for (const char *tag = header->tags; *tag != '\0'; tag += strcspn(tag, "\n") + 1)
		strbuf_addf(out, "tag %.*s\n", (int)strcspn(tag, "\n"), tag);
	if (header->lot.hex[0] != '\0')
		strbuf_addf(out, "lot %s%s%s\n", header->lot.hex, header->lot_option[0] ? " " : "",
			    header->lot_option);
	if (header->commit.hex[0] != '\0')
		strbuf_addf(out, "commit sha256:%s\n", header->commit.hex);
	if (header->drawn[0] != 0) {
		strbuf_add(out, "drawn");
		for (unsigned seat = 0; seat < variant_seats(variant); seat++)
			strbuf_addf(out, " %u", header->drawn[seat]);
		strbuf_add_char(out, '\n');
	}
	if (header->rules != 0)
		strbuf_addf(out, "rules %u\n", header->rules);
}

/* Adds the end line of what was added to `out` since `start`, and calculates the new hash. */
static void write_end(unsigned number, const struct sha256 *previous, size_t start,
		      struct strbuf *out, struct sha256 *hash_out)
{
	strbuf_addf(out, "end %u ", number);
	sha256_pair(previous->hex, strlen(previous->hex), out->bytes + start, out->len - start,
		    hash_out);
	strbuf_addf(out, "%s\n", hash_out->hex);
}

static void write_header(const struct game_header *header, const struct variant *variant,
			 struct strbuf *out, struct sha256 *hash_out)
{
	const struct sha256 none = {""};
	size_t start = out->len;
	struct sha256 definition;

	strbuf_addf(out, "pbem-game %u\n", (unsigned)EVENT_FORMAT);
	gamefile_write_header_lines(header, variant, out);
	gamefile_definition(variant, &definition);
	strbuf_addf(out, "definition sha256:%s\n", definition.hex);
	write_end(0, &none, start, out, hash_out);
}

void gamefile_header(const struct game_header *header, const struct variant *variant,
		     struct strbuf *out)
{
	struct game_header new = *header;
	struct sha256 hash;

	new.rules = RULES_TODAY;
	write_header(&new, variant, out, &hash);
}

struct gamefile *gamefile_new(const struct game_header *header, const struct variant *variant)
{
	struct gamefile *file = base_zalloc(1, sizeof *file);
	struct game_options terms;
	struct strbuf text;

	file->header = *header;
	file->header.rules = RULES_TODAY;
	strbuf_init(&text, 0);
	write_header(&file->header, variant, &text, &file->root);
	file->hash = file->root;
	file->size = text.len;
	strbuf_done(&text);
	game_init(&file->game, variant);
	file->game.history.played_on = header->played_on;
	if (game_options_read(header->options, header->option_count, &terms, NULL) == 0)
		game_set_terms(&file->game, &terms);
	return file;
}

void gamefile_seal(struct gamefile *file, const char *secret, struct strbuf *out)
{
	sealed_begin(&file->sealed, file->header.id, secret, out);
	game_set_lots(&file->game, file->header.id, secret);
}

/* Reports whether the entry gets a diagram: after every round, and when the game begins or ends. */
static bool needs_diagram(const struct game *before, const struct game *after)
{
	if (!after->started)
		return false;
	if (!before->started || after->outcome.status != before->outcome.status)
		return true;
	if (after->turns == before->turns)
		return false;
	return after->variant->kind->goes_round != NULL
		       ? after->variant->kind->goes_round(before, after)
		       : after->position.turn <= before->position.turn;
}

void gamefile_draw(const struct game *game, unsigned number, struct strbuf *out)
{
	/* Files are in English, whatever the language of letters. */
	const struct phrases *spoken = translate_speak(NULL);

	if (game->variant->kind->diagram != NULL)
		game->variant->kind->diagram(game, number, out);
	else
		view_board(game, NO_SIDE, BOARD_COMPACT, out);
	(void)translate_speak(spoken);
}

void gamefile_write_diagram(const struct game *game, struct strbuf *out)
{
	const char *cursor, *line;
	struct strbuf board;
	size_t len;

	strbuf_init(&board, 0);
	gamefile_draw(game, 0, &board);
	cursor = board.bytes;
	while (strbuf_next_line(&cursor, board.bytes + board.len, &line, &len)) {
		strbuf_add(out, len ? "  | " : "  |");
		strbuf_add_bytes(out, line, len);
		strbuf_add_char(out, '\n');
	}
	strbuf_done(&board);
}

/* Adds an entry's text except its end line. */
static void write_entry(const struct gamefile *file, const struct game *before,
			const struct entry_head *head, const struct event_list *events,
			struct strbuf *out)
{
	char when[32];

	timestamp_print(head->when, when);
	strbuf_addf(out, "entry %u %s ", head->number, when);
	/* Writes the cause as one word without characters that could break the line. */
	if (*head->cause == '\0')
		strbuf_add_char(out, '-');
	for (size_t i = 0; head->cause[i] != '\0' && i < 150; i++)
		strbuf_add_char(out, (unsigned char)head->cause[i] <= ' ' || head->cause[i] == 0x7f
					     ? '-'
					     : head->cause[i]);
	strbuf_add_char(out, '\n');
	for (size_t i = 0; i < events->count; i++)
		gamefile_write_event(file->game.variant, &events->events[i], out);
	if (needs_diagram(before, &file->game) || gamefile_undo_of(events) != 0)
		gamefile_write_diagram(&file->game, out);
}

/* ---- adding ---- */

/*
 * Splits an entry's events: sealed events go to the sealed file, and a commitment replaces them in
 * the game file.
 */
static void seal_events(struct gamefile *file, unsigned number, const struct event_list *events,
			struct strbuf *sealed_out, struct event_list *public)
{
	struct sha256 commitment;
	char *text;

	for (size_t i = 0; i < events->count; i++)
		if (!events->events[i].sealed)
			event_add(public, events->events[i]);
	if (sealed_out == NULL ||
	    !sealed_add(&file->sealed, file->game.variant, number, events, sealed_out, &commitment))
		return;
	text = base_printf("sha256:%s", commitment.hex);
	event_add(public, event_about(EVENT_SEALED, NO_SIDE, 0, text));
	free(text);
}

/*
 * Adds an entry to a game. If that is impossible, restores `before`. Takes ownership of `before`.
 */
static int add_entry(struct gamefile *file, struct game *before, const struct entry_head *head,
		     const struct event_list *events, struct strbuf *out, struct strbuf *sealed_out,
		     struct reason *reason)
{
	size_t start = out->len;
	struct event_list public;

	for (size_t i = 0; i < events->count; i++) {
		if (game_apply(&file->game, head, &events->events[i], reason) < 0) {
			game_done(&file->game);
			file->game = *before;
			return -1;
		}
	}
	event_list_init(&public);
	seal_events(file, head->number, events, sealed_out, &public);
	write_entry(file, before, head, &public, out);
	write_end(head->number, &file->hash, start, out, &file->hash);
	game_close_entry(&file->game, head->number, &file->hash);
	gamefile_note_shown(file, head->number, &public);
	gamefile_note_header(file, events);
	file->head = head->number;
	file->size += out->len - start;
	event_list_done(&public);
	game_done(before);
	return 0;
}

static int check_number(const struct gamefile *file, const struct entry_head *head,
			struct reason *reason)
{
	if (head->number == file->head + 1)
		return 0;
	return reason_fail(reason, "entry %u can't follow entry %u", head->number, file->head);
}

int gamefile_add(struct gamefile *file, const struct entry_head *head,
		 const struct event_list *events, struct strbuf *out, struct strbuf *sealed_out,
		 struct reason *reason)
{
	struct game before;

	if (check_number(file, head, reason) < 0)
		return -1;
	game_copy(&before, &file->game);
	return add_entry(file, &before, head, events, out, sealed_out, reason);
}

int gamefile_add_undo(struct gamefile *file, const struct game *then, const struct entry_head *head,
		      const struct event_list *events, struct strbuf *out,
		      struct strbuf *sealed_out, struct reason *reason)
{
	struct game before = file->game;

	if (check_number(file, head, reason) < 0)
		return -1;
	game_copy(&file->game, then);
	return add_entry(file, &before, head, events, out, sealed_out, reason);
}

/* ---- undoing ---- */

unsigned gamefile_undo_of(const struct event_list *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->events[i].kind == EVENT_UNDO)
			return events->events[i].number;
	return 0;
}

void gamefile_note_shown(struct gamefile *file, unsigned number, const struct event_list *events)
{
	if (takeback_shows(file->game.variant, events))
		file->shown = number;
}

int gamefile_undo(const struct gamefile *file, const struct gamefile *then,
		  struct event_list *events, struct reason *reason)
{
	const struct undone undone = {.by = file->head + 1, .to = then->head};

	if (then->head == file->head)
		reason_set(reason, "entry %u is the last one: nothing was done since", then->head);
	else if (!then->game.started)
		reason_set(reason,
			   "the game hadn't begun with entry %u; name a later one as the last that "
			   "stays",
			   then->head);
	else if (file->header.commit.hex[0] != '\0' && file->game.outcome.status != STATUS_PLAYING)
		reason_set(reason, "the game is over and its secrets are published, hands and "
				   "piles among them: it can't be gone on with");
	else {
		takeback_add_events(&file->game, &then->game, &undone, file->shown > then->head,
				    events);
		return 0;
	}
	return reason_set_kind(reason, REASON_USAGE);
}
