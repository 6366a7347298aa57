/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/record/gamefile_inner.h"
#include "core/base/stamp.h"
#include "core/base/text.h"
#include "core/phrase/phrase.h"
#include "core/turn/undo.h"
#include "core/variant/variant_data.h"
#include "core/view/view.h"

/* A name can't make lines of its own, nor move a terminal's cursor: controls, U+0080 to U+009F
 * too, become blanks. */
static void write_name(const char *name, struct text *out)
{
	for (const unsigned char *c = (const unsigned char *)name; *c != '\0'; c++) {
		bool high = c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0;

		text_add_char(out, *c < ' ' || *c == 0x7f || high ? ' ' : (char)*c);
		c += high;
	}
}

void gamefile_write_header_lines(const struct game_header *header, const struct variant *variant,
				 struct text *out)
{
	char created[32];

	text_addf(out, "id %s\nnumber %u\nvariant %s\n", header->id, (unsigned)header->number,
		  header->variant);
	for (size_t i = 0; i < header->option_count; i++)
		text_addf(out, "option %s %s\n", header->options[i].key, header->options[i].value);
	for (unsigned seat = 0; seat < variant_seats(variant); seat++) {
		text_addf(out, "seat %s%s", variant_seat_name(variant, seat),
			  header->names[seat][0] ? " " : "");
		write_name(header->names[seat], out);
		text_add_char(out, '\n');
	}
	stamp_print(header->created, created);
	text_addf(out, "created %s\n", created);
	if (header->imported[0] != '\0')
		text_addf(out, "imported %s\n", header->imported);
	for (const char *tag = header->tags; *tag != '\0'; tag += strcspn(tag, "\n") + 1)
		text_addf(out, "tag %.*s\n", (int)strcspn(tag, "\n"), tag);
	if (header->lot.hex[0] != '\0')
		text_addf(out, "lot %s%s%s\n", header->lot.hex, header->lot_option[0] ? " " : "",
			  header->lot_option);
	if (header->commit.hex[0] != '\0')
		text_addf(out, "commit sha256:%s\n", header->commit.hex);
	if (header->drawn[0] == 0)
		return;
	text_add(out, "drawn");
	for (unsigned seat = 0; seat < variant_seats(variant); seat++)
		text_addf(out, " %u", header->drawn[seat]);
	text_add_char(out, '\n');
}

/* The end line of what was added to `out` since `start`; the chain's new head. */
static void write_end(unsigned number, const struct digest *previous, size_t start,
		      struct text *out, struct digest *hash_out)
{
	text_addf(out, "end %u ", number);
	digest_pair(previous->hex, strlen(previous->hex), out->bytes + start, out->len - start,
		    hash_out);
	text_addf(out, "%s\n", hash_out->hex);
}

static void write_header(const struct game_header *header, const struct variant *variant,
			 struct text *out, struct digest *hash_out)
{
	const struct digest none = {""};
	size_t start = out->len;
	struct digest definition;

	text_addf(out, "pbem-game %u\n", (unsigned)EVENT_FORMAT);
	gamefile_write_header_lines(header, variant, out);
	gamefile_definition(variant, &definition);
	text_addf(out, "rules " GAMEFILE_RULES "\ndefinition sha256:%s\n", definition.hex);
	write_end(0, &none, start, out, hash_out);
}

void gamefile_header(const struct game_header *header, const struct variant *variant,
		     struct text *out)
{
	struct digest hash;

	write_header(header, variant, out, &hash);
}

struct gamefile *gamefile_new(const struct game_header *header, const struct variant *variant)
{
	struct gamefile *file = base_zalloc(1, sizeof *file);
	struct terms terms;
	struct text text;

	file->header = *header;
	file->format = EVENT_FORMAT;
	text_init(&text, 0);
	write_header(header, variant, &text, &file->root);
	file->hash = file->root;
	file->size = text.len;
	text_done(&text);
	game_init(&file->game, variant);
	if (terms_read(header->options, header->option_count, &terms, NULL) == 0)
		game_set_terms(&file->game, &terms);
	return file;
}

void gamefile_seal(struct gamefile *file, const char *secret, struct text *out)
{
	sealed_begin(&file->sealed, file->format, file->header.id, secret, out);
	game_know_lots(&file->game, file->header.id, secret);
}

/* The board stands in the file whenever the turn has gone round, and at the end. */
static bool wants_diagram(const struct game *before, const struct game *after)
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

void gamefile_draw(const struct game *game, struct text *out)
{
	/* What stands in files is in English, whatever language the letter is in. */
	const struct phrases *spoken = phrase_speak(NULL);

	if (game->variant->kind->diagram != NULL)
		game->variant->kind->diagram(game, out);
	else
		view_board(game, NO_SIDE, BOARD_COMPACT, out);
	(void)phrase_speak(spoken);
}

void gamefile_write_diagram(const struct game *game, struct text *out)
{
	const char *cursor, *line;
	struct text board;
	size_t len;

	text_init(&board, 0);
	gamefile_draw(game, &board);
	cursor = board.bytes;
	while (text_next_line(&cursor, board.bytes + board.len, &line, &len)) {
		text_add(out, len ? "  | " : "  |");
		text_add_bytes(out, line, len);
		text_add_char(out, '\n');
	}
	text_done(&board);
}

/* One word: what it is of no letter can break the line. */
static void write_cause(const char *cause, struct text *out)
{
	if (*cause == '\0')
		text_add_char(out, '-');
	for (size_t i = 0; cause[i] != '\0' && i < 150; i++)
		text_add_char(out,
			      (unsigned char)cause[i] <= ' ' || cause[i] == 0x7f ? '-' : cause[i]);
}

/* An entry's text, all but its end line. */
static void write_entry(const struct gamefile *file, const struct game *before,
			const struct entry_head *head, const struct event_list *events,
			struct text *out)
{
	char when[32];

	stamp_print(head->when, when);
	text_addf(out, "entry %u %s ", head->number, when);
	write_cause(head->cause, out);
	text_add_char(out, '\n');
	for (size_t i = 0; i < events->count; i++)
		gamefile_write_fact(file->game.variant, file->format, &events->events[i], out);
	if (wants_diagram(before, &file->game) || gamefile_undo_of(events) != 0)
		gamefile_write_diagram(&file->game, out);
}

/* ---- adding ---- */

/* An entry's facts as the game file has them: what is sealed goes to the sealed file, and a
 * commitment to it stands in its place. */
static void seal(struct gamefile *file, unsigned number, const struct event_list *events,
		 struct text *sealed_out, struct event_list *public)
{
	struct digest commitment;
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

/* Adds an entry to a game, which becomes `before` again when it can't be. Takes ownership of that.
 */
static int add_entry(struct gamefile *file, struct game *before, const struct entry_head *head,
		     const struct event_list *events, struct text *out, struct text *sealed_out,
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
	seal(file, head->number, events, sealed_out, &public);
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
		 const struct event_list *events, struct text *out, struct text *sealed_out,
		 struct reason *reason)
{
	struct game before;

	if (check_number(file, head, reason) < 0)
		return -1;
	game_copy(&before, &file->game);
	return add_entry(file, &before, head, events, out, sealed_out, reason);
}

int gamefile_add_undo(struct gamefile *file, const struct game *then, const struct entry_head *head,
		      const struct event_list *events, struct text *out, struct text *sealed_out,
		      struct reason *reason)
{
	struct game before = file->game;

	if (check_number(file, head, reason) < 0)
		return -1;
	game_copy(&file->game, then);
	return add_entry(file, &before, head, events, out, sealed_out, reason);
}

/* ---- taking back ---- */

unsigned gamefile_undo_of(const struct event_list *facts)
{
	for (size_t i = 0; i < facts->count; i++)
		if (facts->events[i].kind == EVENT_UNDO)
			return facts->events[i].number;
	return 0;
}

void gamefile_note_shown(struct gamefile *file, unsigned number, const struct event_list *facts)
{
	if (undo_shows(file->game.variant, facts))
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
		undo_add_facts(&file->game, &then->game, &undone, file->shown > then->head, events);
		return 0;
	}
	return reason_is(reason, REASON_ASKED);
}
