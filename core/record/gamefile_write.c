/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/record/gamefile_inner.h"
#include "core/base/stamp.h"
#include "core/base/text.h"
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
	if (header->commit.hex[0] != '\0')
		text_addf(out, "commit sha256:%s\n", header->commit.hex);
	if (header->drawn[0] == 0)
		return;
	text_add(out, "drawn");
	for (unsigned seat = 0; seat < variant_seats(variant); seat++)
		text_addf(out, " %u", header->drawn[seat]);
	text_add_char(out, '\n');
}

void gamefile_write_end(unsigned number, const struct digest *previous, size_t start,
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
	gamefile_write_end(0, &none, start, out, hash_out);
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
	struct text text;

	file->header = *header;
	file->format = EVENT_FORMAT;
	text_init(&text, 0);
	write_header(header, variant, &text, &file->root);
	file->hash = file->root;
	file->size = text.len;
	text_done(&text);
	game_init(&file->game, variant);
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
	if (game->variant->kind->diagram != NULL)
		game->variant->kind->diagram(game, out);
	else
		view_board(game, NO_SIDE, BOARD_COMPACT, out);
}

static void write_diagram(const struct game *game, struct text *out)
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

void gamefile_write_entry(const struct gamefile *file, const struct game *before,
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
	if (wants_diagram(before, &file->game))
		write_diagram(&file->game, out);
}
