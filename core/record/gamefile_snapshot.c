/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/record/gamefile_inner.h"
#include "core/variant/variant_data.h"
#include "core/base/row.h"
#include "core/base/text.h"

/*
 * A snapshot is lines of a word and named fields, closed by the digest of all before. It is read
 * only by a program that knows the same lines: another version, another definition, a byte changed,
 * and it is ignored and the log replayed. What a number means may change under the same name, as
 * where an enum has got a new member in its middle: then the version changes.
 */
static const char first_line[] = "pbem-snapshot 12\n";

/* Keys of positions, as hexadecimal digits. */
enum { KEY_WORDS = ARRAY_LEN(((struct position_key *)NULL)->words), WORD_DIGITS = 16 };

/* ---- its lines ---- */

static const struct row_field of_log[] = {
	ROW_NUMBER(struct gamefile, size, UINT64_MAX),
	ROW_NUMBER(struct gamefile, head, UINT32_MAX),
	ROW_NUMBER(struct gamefile, format, EVENT_FORMAT),
	ROW_STRING(struct gamefile, hash, ROW_WORD),
	ROW_STRING(struct gamefile, root, ROW_WORD),
	ROW_NUMBER(struct gamefile, shown, UINT32_MAX),
};
static const struct row_field of_sealed[] = {
	ROW_NUMBER(struct sealed, size, UINT64_MAX),
	ROW_NUMBER(struct sealed, head, UINT32_MAX),
	ROW_STRING(struct sealed, hash, ROW_WORD),
	ROW_STRING(struct sealed, secret, ROW_WORD),
};
static const struct row_field of_position[] = {
	ROW_NUMBER(struct position, turn, UINT8_MAX),
	ROW_NUMBER(struct position, quiet, UINT16_MAX),
	ROW_NUMBER(struct position, round, UINT16_MAX),
	ROW_NUMBER(struct position, in_play, UINT16_MAX),
	ROW_NUMBER(struct position, dead, UINT8_MAX),
	ROW_NUMBER(struct position, obstacles, UINT8_MAX),
	ROW_NUMBER(struct position, clock, UINT32_MAX),
	ROW_NUMBERS(struct position, controller, uint8_t, UINT8_MAX),
	ROW_NUMBERS(struct position, moved_at, uint32_t, UINT32_MAX),
	ROW_NUMBER(struct position, frozen, UINT16_MAX),
	ROW_NUMBERS(struct position, debts, uint16_t, UINT16_MAX),
	ROW_NUMBER(struct position, exchange.left, UINT8_MAX),
	ROW_NUMBER(struct position, exchange.weakest, UINT8_MAX),
	ROW_NUMBER(struct position, exchange.lost, UINT16_MAX),
	ROW_NUMBER(struct position, exchange.involved, UINT16_MAX),
};
static const struct row_field of_passant[] = {
	ROW_NUMBER(struct passant, over, NO_SQUARE),
	ROW_NUMBER(struct passant, pawn, NO_SQUARE),
};
static const struct row_field of_piece[] = {
	ROW_NUMBER(struct piece, at, NO_SQUARE),
	ROW_NUMBER(struct piece, side, MAX_SIDES - 1),
	ROW_NUMBER(struct piece, type, MAX_TYPES - 1),
	ROW_NUMBER(struct piece, born, MAX_TYPES - 1),
	ROW_NUMBER(struct piece, fate, UINT8_MAX),
	ROW_NUMBER(struct piece, moved, 1),
	ROW_NUMBER(struct piece, truce, UINT8_MAX),
};
static const struct row_field of_game[] = {
	ROW_NUMBER(struct game, started, 1),
	ROW_NUMBER(struct game, first_round, UINT32_MAX),
	ROW_NUMBER(struct game, turns, UINT32_MAX),
	ROW_NUMBER(struct game, offering, UINT8_MAX),
	ROW_NUMBER(struct game, agreed, UINT16_MAX),
	ROW_NUMBER(struct game, exchanged, UINT16_MAX),
	ROW_NUMBER(struct game, counted, INT64_MAX),
	ROW_NUMBER(struct game, paused, INT64_MAX),
	ROW_NUMBERS(struct game, bank, uint32_t, UINT32_MAX),
	ROW_NUMBER(struct game, undo_request.seat, UINT8_MAX),
	ROW_NUMBER(struct game, undo_request.agreed, UINT16_MAX),
	ROW_NUMBER(struct game, undo_request.entry, UINT32_MAX),
	ROW_NUMBER(struct game, undo_request.to, UINT32_MAX),
	ROW_NUMBER(struct game, undone.by, UINT32_MAX),
	ROW_NUMBER(struct game, undone.to, UINT32_MAX),
	ROW_NUMBERS(struct game, sent, unsigned, UINT32_MAX),
	ROW_NUMBER(struct game, step_count, TURN_STEPS),
	ROW_NUMBERS(struct game, steps, square, NO_SQUARE),
};
static const struct row_field of_owing[] = {
	ROW_NUMBER(struct owing, round, UINT32_MAX),
	ROW_NUMBER(struct owing, involved, UINT16_MAX),
};
static const struct row_field of_departure[] = {
	ROW_NUMBER(struct departure, round, UINT32_MAX),
	ROW_NUMBER(struct departure, by, UINT8_MAX),
	ROW_STRING(struct departure, how, ROW_TEXT),
};
static const struct row_field of_question[] = {
	ROW_NUMBER(struct question, entry, UINT32_MAX),
	ROW_NUMBER(struct question, asked, INT64_MAX),
	ROW_NUMBER(struct question, when, INT64_MAX),
	ROW_STRING(struct question, digest, ROW_WORD),
};
static const struct row_field of_lapse[] = {
	ROW_NUMBER(struct lapse, entry, UINT32_MAX),
	ROW_STRING(struct lapse, until, ROW_TEXT),
};
static const struct row_field of_clock[] = {
	ROW_NUMBER(struct turn_clock, entry, UINT32_MAX),
	ROW_NUMBER(struct turn_clock, seat, MAX_SEATS - 1),
	ROW_NUMBER(struct turn_clock, asked, INT64_MAX),
	ROW_NUMBER(struct turn_clock, main, INT64_MAX),
	ROW_NUMBER(struct turn_clock, until, INT64_MAX),
	ROW_NUMBER(struct turn_clock, reminded, TERMS_REMINDERS),
	ROW_NUMBER(struct turn_clock, missed, UINT32_MAX),
	ROW_NUMBER(struct turn_clock, over, 1),
	ROW_NUMBER(struct turn_clock, stopped, INT64_MAX),
};
static const struct row_field of_away[] = {
	ROW_NUMBERS(struct seat_away, from, uint32_t, UINT32_MAX),
	ROW_NUMBERS(struct seat_away, to, uint32_t, UINT32_MAX),
};
static const struct row_field of_intent[] = {
	ROW_STRING(struct game_intent, of, ROW_WORD),
	ROW_NUMBER(struct game_intent, board, MAX_SEATS),
};
static const struct row_field of_turn[] = {
	ROW_NUMBER(struct turn_record, entry, UINT32_MAX),
	ROW_NUMBER(struct turn_record, number, UINT32_MAX),
	ROW_NUMBER(struct turn_record, round, UINT32_MAX),
	ROW_NUMBER(struct turn_record, seat, UINT8_MAX),
	ROW_NUMBER(struct turn_record, step_count, TURN_STEPS),
	ROW_NUMBERS(struct turn_record, steps, square, NO_SQUARE),
	ROW_STRING(struct turn_record, text, ROW_TEXT),
};

static const struct row log_row = ROW("log", of_log);
static const struct row sealed_row = ROW("sealed", of_sealed);
static const struct row position_row = ROW("position", of_position);
static const struct row passant_row = ROW("passant", of_passant);
static const struct row_list pieces =
	ROW_LIST("piece", of_piece, struct position, pieces, piece_count);
static const char keys_word[] = "keys";
static const struct row game_row = ROW("game", of_game);
static const struct row owing_row = ROW("owing", of_owing);
static const struct row departure_row = ROW("out", of_departure);
static const struct row question_row = ROW("question", of_question);
static const struct row lapse_row = ROW("lapsed", of_lapse);
static const struct row clock_row = ROW("turn-clock", of_clock);
static const struct row away_row = ROW("away", of_away);
static const struct row paused_away_row = ROW("paused-away", of_away);
static const struct row intent_row = ROW("intent", of_intent);
static const struct row turn_row = ROW("turn", of_turn);

/* Those of one seat each. */
static const struct {
	const struct row *row;
	size_t offset, size;
	unsigned seats;
} of_seats[] = {
	{&owing_row, offsetof(struct game, owing), sizeof(struct owing), MAX_SIDES},
	{&departure_row, offsetof(struct game, out), sizeof(struct departure), MAX_SEATS},
	{&question_row, offsetof(struct game, questions), sizeof(struct question), MAX_SEATS},
	{&lapse_row, offsetof(struct game, lapsed), sizeof(struct lapse), MAX_SEATS},
	{&clock_row, offsetof(struct game, clocks), sizeof(struct turn_clock), MAX_SEATS},
	{&intent_row, offsetof(struct game, intents), sizeof(struct game_intent),
	 MAX_SEATS *GAME_PLANS},
	{&away_row, offsetof(struct game, away), sizeof(struct seat_away), MAX_SEATS},
	{&paused_away_row, offsetof(struct game, paused_away), sizeof(struct seat_away), MAX_SEATS},
};

/* ---- writing ---- */

void gamefile_write_position(const struct position *position, struct text *out)
{
	row_write(&position_row, ROW_ALONE, position, out);
	for (unsigned slot = 0; slot < position->passant_end; slot++)
		if (position->passant[slot].over != NO_SQUARE)
			row_write(&passant_row, (int)(slot % MAX_SIDES), &position->passant[slot],
				  out);
	row_write_list(&pieces, position, out);
}

/* All keys in one line, 16 digits a word: a game with cards has one more with each turn, and each
 * letter reads them. */
void gamefile_write_history(const struct history *history, struct text *out)
{
	static const char digits[] = "0123456789abcdef";

	if (history->count == 0)
		return;
	text_addf(out, "%s ", keys_word);
	for (size_t i = 0; i < history->count; i++)
		for (unsigned word = 0; word < KEY_WORDS; word++) {
			char hex[WORD_DIGITS];

			for (unsigned at = 0; at < WORD_DIGITS; at++)
				hex[at] = digits[history->keys[i].words[word] >>
							 (4 * (WORD_DIGITS - 1 - at)) &
						 15];
			text_add_bytes(out, hex, WORD_DIGITS);
		}
	text_add_char(out, '\n');
}

static void write_seat(const struct game *game, int seat, struct text *out)
{
	if (seat < MAX_SIDES && game->owing[seat].round != 0)
		row_write(&owing_row, seat, &game->owing[seat], out);
	if (game->out[seat].round != 0)
		row_write(&departure_row, seat, &game->out[seat], out);
	if (game->questions[seat].entry != 0)
		row_write(&question_row, seat, &game->questions[seat], out);
	if (game->lapsed[seat].entry != 0)
		row_write(&lapse_row, seat, &game->lapsed[seat], out);
	if (game->clocks[seat].entry != 0)
		row_write(&clock_row, seat, &game->clocks[seat], out);
	if (game->away[seat].to[0] != 0)
		row_write(&away_row, seat, &game->away[seat], out);
	if (game->paused != 0 && game->paused_away[seat].to[0] != 0)
		row_write(&paused_away_row, seat, &game->paused_away[seat], out);
	for (int i = 0; i < GAME_PLANS; i++)
		if (game->intents[seat][i].of.hex[0] != '\0')
			row_write(&intent_row, seat * GAME_PLANS + i, &game->intents[seat][i], out);
}

static void write_game(const struct game *game, struct text *out)
{
	row_write(&game_row, ROW_ALONE, game, out);
	if (game->outcome.status != STATUS_PLAYING) {
		text_add(out, "result ");
		rules_print_outcome(game->variant, &game->outcome, out);
		text_add_char(out, '\n');
	}
	for (int seat = 0; seat < MAX_SEATS; seat++)
		write_seat(game, seat, out);
	for (unsigned back = GAME_RECENT; back-- > 0;) {
		const struct turn_record *record = game_recent(game, back);

		if (record != NULL)
			row_write(&turn_row, ROW_ALONE, record, out);
	}
	gamefile_write_history(&game->history, out);
	if (game->variant->kind->write != NULL)
		game->variant->kind->write(game, out);
}

void gamefile_snapshot(const struct gamefile *file, struct text *out)
{
	const struct variant *variant = file->game.variant;
	size_t start = out->len;
	struct digest sum, definition;

	gamefile_definition(variant, &definition);
	text_add(out, first_line);
	row_write(&log_row, ROW_ALONE, file, out);
	text_addf(out, "definition %s\n", definition.hex);
	gamefile_write_header_lines(&file->header, variant, out);
	gamefile_write_position(&file->game.position, out);
	write_game(&file->game, out);
	if (file->sealed.secret[0] != '\0')
		row_write(&sealed_row, ROW_ALONE, &file->sealed, out);
	digest_bytes(out->bytes + start, out->len - start, &sum);
	text_addf(out, "sum %s\n", sum.hex);
}

/* ---- reading ---- */

static bool read_passant(struct position *position, const char *rest)
{
	struct passant right;
	unsigned side;

	if (!row_read_number(&rest, MAX_SIDES, &side) || !row_read(&passant_row, rest, &right))
		return false;
	position_open_passant(position, (uint8_t)side, right.over, right.pawn, NULL);
	return true;
}

static bool read_turn(struct game *game, const char *rest)
{
	struct turn_record record;

	if (!row_read(&turn_row, rest, &record) || record.number == 0)
		return false;
	game->recent[(record.number - 1) % GAME_RECENT] = record;
	return true;
}

/* A word of a key; false when its digits aren't such. */
static bool read_key_word(const char *digits, uint64_t *word_out)
{
	uint64_t word = 0;

	for (unsigned at = 0; at < WORD_DIGITS; at++) {
		const char c = digits[at];
		const unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
				       : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
							      : 16;

		if (digit > 15)
			return false;
		word = word << 4 | digit;
	}
	*word_out = word;
	return true;
}

static bool read_history(struct history *history, const char *rest)
{
	enum { KEY_DIGITS = KEY_WORDS * WORD_DIGITS };
	const size_t len = *rest == ' ' ? strlen(rest + 1) : 0;

	if (len == 0 || len % KEY_DIGITS != 0)
		return false;
	for (const char *at = rest + 1; *at != '\0'; at += KEY_DIGITS) {
		struct position_key key;

		for (unsigned word = 0; word < KEY_WORDS; word++)
			if (!read_key_word(at + word * WORD_DIGITS, &key.words[word]))
				return false;
		history_add(history, key, false);
	}
	return true;
}

/* A line of the position or the history that are being read. */
static bool read_of_position(struct gamefile_state *state, const char *word, const char *rest,
			     bool *read_out)
{
	if (strcmp(word, "position") == 0) {
		state->positions++;
		*read_out = row_read(&position_row, rest, state->position);
	} else if (strcmp(word, pieces.row.word) == 0) {
		*read_out = row_read_next(&pieces, rest, state->position);
	} else if (strcmp(word, "passant") == 0) {
		*read_out = read_passant(state->position, rest);
	} else if (strcmp(word, keys_word) == 0) {
		*read_out = read_history(state->history, rest);
	} else {
		return false;
	}
	return true;
}

/* A line of one seat's. */
static bool read_of_seat(struct game *game, const char *word, const char *rest, bool *read_out)
{
	unsigned seat;

	for (size_t i = 0; i < ARRAY_LEN(of_seats); i++) {
		if (strcmp(word, of_seats[i].row->word) != 0)
			continue;
		*read_out = row_read_number(&rest, of_seats[i].seats, &seat) &&
			    row_read(of_seats[i].row, rest,
				     (char *)game + of_seats[i].offset + seat * of_seats[i].size);
		return true;
	}
	return false;
}

static bool read_line(struct gamefile *file, struct gamefile_state *state, const char *word,
		      const char *rest)
{
	struct game *game = &file->game;
	bool sound;

	if (read_of_position(state, word, rest, &sound) || read_of_seat(game, word, rest, &sound))
		return sound;
	if (strcmp(word, "sealed") == 0)
		return row_read(&sealed_row, rest, &file->sealed);
	if (strcmp(word, "game") == 0)
		return row_read(&game_row, rest, game);
	if (strcmp(word, "turn") == 0)
		return read_turn(game, rest);
	if (strcmp(word, "result") == 0)
		return *rest == ' ' &&
		       rules_read_outcome(game->variant, rest + 1, &game->outcome, NULL) == 0;
	return game->variant->kind->read != NULL &&
	       game->variant->kind->read(game, state, word, rest);
}

/* The lines behind the header's. */
static bool read_states(struct gamefile *file, struct lines *lines, struct line_buffer *buffer)
{
	struct game *game = &file->game;
	const struct kind *kind = game->variant->kind;
	struct gamefile_state state = {.position = &game->position, .history = &game->history};
	unsigned positions = 1;
	const char *line;

	position_clear(game->variant, &game->position);
	if (kind->read_begin != NULL)
		positions += kind->read_begin(game);
	while ((line = gamefile_line(lines, buffer)) != NULL) {
		char word[16];
		size_t len = strcspn(line, " ");

		if (len >= sizeof word)
			return false;
		memcpy(word, line, len);
		word[len] = '\0';
		if (!read_line(file, &state, word, line + len))
			return false;
	}
	return state.positions == positions && position_index(game->variant, &game->position) &&
	       (kind->read_end == NULL || kind->read_end(game)) && gamefile_is_sound(game);
}

/* Whether the last line is the digest of all before it; *end_out is where it begins. */
static bool check_sum(const char *bytes, size_t len, const char **end_out)
{
	const size_t sum_len = strlen("sum \n") + DIGEST_HEX;
	struct digest sum;

	if (len < sum_len + sizeof first_line || !text_starts(bytes, first_line))
		return false;
	*end_out = bytes + len - sum_len;
	digest_bytes(bytes, len - sum_len, &sum);
	return text_starts(*end_out, "sum ") && memcmp(*end_out + 4, sum.hex, DIGEST_HEX) == 0 &&
	       bytes[len - 1] == '\n';
}

static bool read_binding(struct gamefile *file, const char *line)
{
	if (!text_skip(&line, log_row.word) || !row_read(&log_row, line, file))
		return false;
	file->sealed.format = file->format;
	return file->format != 0;
}

static bool is_defined_so(const struct variant *variant, const char *definition)
{
	struct digest now;

	gamefile_definition(variant, &now);
	return strcmp(now.hex, definition) == 0;
}

struct gamefile *gamefile_read_snapshot(const char *bytes, size_t len,
					struct variant_library *library)
{
	struct gamefile *file = base_zalloc(1, sizeof *file);
	struct header_reader reader = {.seat_count = 0};
	struct lines lines = {bytes, bytes};
	struct line_buffer buffer = {NULL, 0};
	const struct variant *variant = NULL;
	char definition[DIGEST_HEX + 1] = "";
	const char *line = NULL;
	bool sound = check_sum(bytes, len, &lines.end);

	if (sound) {
		gamefile_line(&lines, &buffer);
		line = gamefile_line(&lines, &buffer);
		sound = line != NULL && read_binding(file, line);
		line = gamefile_line(&lines, &buffer);
		sound = sound && line != NULL && strlen(line) == strlen("definition ") + DIGEST_HEX;
		if (sound)
			strcpy(definition, line + strlen("definition "));
		while (sound && !text_starts(lines.cursor, "position ") &&
		       (line = gamefile_line(&lines, &buffer)) != NULL)
			sound = gamefile_read_header_line(&reader, line, NULL) == 1;
	}
	if (sound)
		variant = gamefile_finish_header(&reader, library, NULL);
	if (variant != NULL && is_defined_so(variant, definition)) {
		file->header = reader.header;
		game_init(&file->game, variant);
		game_set_terms(&file->game, &reader.terms);
		sound = read_states(file, &lines, &buffer);
	} else {
		sound = false;
	}
	gamefile_drop_header(&reader);
	free(buffer.bytes);
	if (!sound) {
		gamefile_free(file);
		return NULL;
	}
	return file;
}
