/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/gamefile/gamefile_internal.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

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
