/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/cards/table/table.h"
#include "core/record/gamefile_inner.h"
#include "core/base/text.h"

/*
 * A snapshot is lines of a word and numbers, closed by the digest of all before. It is read only by
 * the program that wrote it: another version, another definition, a byte changed, and it is
 * ignored and the log replayed.
 */
static const char first_line[] = "pbem-snapshot 7\n";

void gamefile_write_position(const struct position *position, struct text *out)
{
	text_addf(out, "position %u %u %u %u %u %u %u\n", position->turn, position->quiet,
		  position->round, position->in_play, position->dead, position->obstacles,
		  position->clock);
	for (unsigned side = 0; side < MAX_SIDES; side++)
		text_addf(out, "side %u %u %u\n", position->controller[side],
			  position->moved_at[side], position->debts[side]);
	for (unsigned slot = 0; slot < position->passant_end; slot++)
		if (position->passant[slot].over != NO_SQUARE)
			text_addf(out, "passant %u %u %u\n", slot % MAX_SIDES,
				  position->passant[slot].over, position->passant[slot].pawn);
	text_addf(out, "peterson %u %u %u %u %u\n", position->frozen, position->exchange.left,
		  position->exchange.weakest, position->exchange.lost, position->exchange.involved);
	for (unsigned i = 0; i < position->piece_count; i++) {
		const struct piece *piece = &position->pieces[i];

		text_addf(out, "piece %u %u %u %u %u %u %u\n", piece->at, piece->side, piece->type,
			  piece->born, piece->fate, piece->moved, piece->truce);
	}
}

static void write_turn(const struct turn_record *record, struct text *out)
{
	text_addf(out, "turn %u %u %u %u %u", record->entry, record->number, record->round,
		  record->seat, record->step_count);
	for (unsigned i = 0; i < TURN_STEPS; i++)
		text_addf(out, " %u %u", record->steps[i].from, record->steps[i].to);
	text_addf(out, " %s\n", record->text);
}

void gamefile_write_history(const struct history *history, struct text *out)
{
	for (size_t i = 0; i < history->count; i++)
		text_addf(out, "key %llx %llx\n", (unsigned long long)history->keys[i].words[0],
			  (unsigned long long)history->keys[i].words[1]);
}

static void write_game(const struct game *game, struct text *out)
{
	text_addf(out, "game %u %u %u %u\n", game->started, game->turns, game->offering,
		  game->agreed);
	text_addf(out, "exchanged %u\n", game->exchanged);
	for (unsigned side = 0; side < MAX_SIDES; side++)
		if (game->owing[side].round != 0)
			text_addf(out, "owing %u %u %u\n", side, game->owing[side].round,
				  game->owing[side].involved);
	if (game->outcome.status != STATUS_PLAYING) {
		text_add(out, "result ");
		rules_print_outcome(game->variant, &game->outcome, out);
		text_add_char(out, '\n');
	}
	for (unsigned seat = 0; seat < MAX_SEATS; seat++) {
		if (game->out[seat].round != 0)
			text_addf(out, "out %u %u %u %s\n", seat, game->out[seat].round,
				  game->out[seat].by, game->out[seat].how);
		if (game->questions[seat].entry != 0)
			text_addf(out, "question %u %u %lld %lld %s\n", seat,
				  game->questions[seat].entry,
				  (long long)game->questions[seat].asked,
				  (long long)game->questions[seat].when,
				  game->questions[seat].digest.hex);
	}
	for (unsigned back = GAME_RECENT; back-- > 0;) {
		const struct turn_record *record = game_recent(game, back);

		if (record != NULL)
			write_turn(record, out);
	}
	for (unsigned i = 0; i < game->step_count; i++)
		text_addf(out, "step %u %u\n", game->steps[i].from, game->steps[i].to);
	gamefile_write_history(&game->history, out);
	if (game->ring != NULL)
		circle_write(game->ring, out);
	if (game->table != NULL)
		cards_write(game, out);
}

void gamefile_snapshot(const struct gamefile *file, struct text *out)
{
	const struct variant *variant = file->game.variant;
	size_t start = out->len;
	struct digest sum, definition;

	gamefile_definition(variant, &definition);
	text_add(out, first_line);
	text_addf(out, "log %llu %u %u %s %s\ndefinition %s\n", (unsigned long long)file->size,
		  file->head, file->format, file->hash.hex, file->root.hex, definition.hex);
	gamefile_write_header_lines(&file->header, variant, out);
	gamefile_write_position(&file->game.position, out);
	write_game(&file->game, out);
	if (file->sealed.secret[0] != '\0')
		text_addf(out, "sealed %llu %u %s %s\n", (unsigned long long)file->sealed.size,
			  file->sealed.head, file->sealed.hash.hex, file->sealed.secret);
	digest_bytes(out->bytes + start, out->len - start, &sum);
	text_addf(out, "sum %s\n", sum.hex);
}

const char *gamefile_read_numbers(const char *text, int base, size_t count, uint64_t *numbers_out)
{
	for (size_t i = 0; i < count; i++) {
		char *end;

		if (*text != ' ' || text[1] == ' ' || text[1] == '-')
			return NULL;
		numbers_out[i] = strtoull(text + 1, &end, base);
		if (end == text + 1)
			return NULL;
		text = end;
	}
	return text;
}

bool gamefile_read_digest(const char *rest, struct digest *digest_out)
{
	if (*rest != ' ' || strlen(rest) != DIGEST_HEX + 1)
		return false;
	memcpy(digest_out->hex, rest + 1, DIGEST_HEX + 1);
	return true;
}

static bool read_question(struct game *game, const char *rest)
{
	uint64_t n[4];
	struct question *question;

	rest = gamefile_read_numbers(rest, 10, 4, n);
	if (rest == NULL || n[0] >= MAX_SEATS)
		return false;
	question = &game->questions[n[0]];
	*question = (struct question){
		.entry = (unsigned)n[1], .asked = (int64_t)n[2], .when = (int64_t)n[3]};
	return gamefile_read_digest(rest, &question->digest);
}

/* The same of numbers each of which has a most: none is cut to what it is kept in. */
static bool read_within(const char *text, size_t count, const uint64_t most[],
			uint64_t *numbers_out)
{
	bool within = gamefile_read_numbers(text, 10, count, numbers_out) != NULL;

	for (size_t i = 0; within && i < count; i++)
		within = numbers_out[i] <= most[i];
	return within;
}

static bool read_side(struct position *position, unsigned side, const char *rest)
{
	static const uint64_t most[] = {UINT8_MAX, UINT32_MAX, UINT16_MAX};
	uint64_t n[ARRAY_LEN(most)];

	if (side >= MAX_SIDES || !read_within(rest, ARRAY_LEN(n), most, n))
		return false;
	position->controller[side] = (uint8_t)n[0];
	position->moved_at[side] = (uint32_t)n[1];
	position->debts[side] = (uint16_t)n[2];
	return true;
}

static bool read_passant(struct position *position, const char *rest)
{
	uint64_t n[3];

	if (gamefile_read_numbers(rest, 10, 3, n) == NULL || n[0] >= MAX_SIDES ||
	    n[1] > NO_SQUARE || n[2] > NO_SQUARE)
		return false;
	position_open_passant(position, (uint8_t)n[0], (square)n[1], (square)n[2], NULL);
	return true;
}

/* Peterson's additions: who is frozen, and the running round. */
static bool read_peterson(struct position *position, const char *rest)
{
	static const uint64_t most[] = {UINT16_MAX, UINT8_MAX, UINT8_MAX, UINT16_MAX, UINT16_MAX};
	uint64_t n[ARRAY_LEN(most)];

	if (!read_within(rest, ARRAY_LEN(n), most, n))
		return false;
	position->frozen = (uint16_t)n[0];
	position->exchange = (struct exchange){
		.left = (uint8_t)n[1],
		.weakest = (uint8_t)n[2],
		.lost = (uint16_t)n[3],
		.involved = (uint16_t)n[4],
	};
	return true;
}

static bool read_piece(struct position *position, const char *rest)
{
	struct piece *piece = &position->pieces[position->piece_count];
	static const uint64_t most[] = {
		NO_SQUARE, MAX_SIDES - 1, MAX_TYPES - 1, MAX_TYPES - 1, UINT8_MAX, 1, UINT8_MAX};
	uint64_t n[ARRAY_LEN(most)];

	if (position->piece_count == MAX_PIECES || !read_within(rest, ARRAY_LEN(n), most, n))
		return false;
	*piece = (struct piece){
		.at = (square)n[0],
		.side = (uint8_t)n[1],
		.type = (uint8_t)n[2],
		.born = (uint8_t)n[3],
		.fate = (uint8_t)n[4],
		.moved = n[5] != 0,
		.truce = (uint8_t)n[6],
	};
	position->piece_count++;
	return true;
}

static bool read_turn(struct game *game, const char *rest)
{
	enum { NUMBERS = 5 };
	struct turn_record record;
	uint64_t n[NUMBERS + 2 * TURN_STEPS];

	rest = gamefile_read_numbers(rest, 10, ARRAY_LEN(n), n);
	if (rest == NULL || n[1] == 0 || n[3] > UINT8_MAX || n[4] > TURN_STEPS ||
	    strlen(rest) > sizeof record.text)
		return false;
	record = (struct turn_record){
		.entry = (unsigned)n[0],
		.number = (unsigned)n[1],
		.round = (unsigned)n[2],
		.seat = (uint8_t)n[3],
		.step_count = (uint8_t)n[4],
	};
	for (size_t i = 0; i < TURN_STEPS; i++)
		record.steps[i] = (struct turn_step){(square)n[NUMBERS + 2 * i],
						     (square)n[NUMBERS + 2 * i + 1]};
	strcpy(record.text, rest + (*rest == ' '));
	game->recent[(record.number - 1) % GAME_RECENT] = record;
	return true;
}

/* Of a turn that others may still answer. */
static bool read_step(struct game *game, const char *rest)
{
	static const uint64_t most[] = {NO_SQUARE, NO_SQUARE};
	uint64_t n[ARRAY_LEN(most)];

	if (!read_within(rest, ARRAY_LEN(n), most, n) || game->step_count >= TURN_STEPS)
		return false;
	game->steps[game->step_count++] = (struct turn_step){(square)n[0], (square)n[1]};
	return true;
}

static bool read_departure(struct game *game, const char *rest)
{
	uint64_t n[3];

	rest = gamefile_read_numbers(rest, 10, 3, n);
	if (rest == NULL || n[0] >= MAX_SEATS || n[2] > UINT8_MAX || *rest != ' ' ||
	    strlen(rest + 1) >= sizeof game->out[0].how)
		return false;
	game->out[n[0]].round = (unsigned)n[1];
	game->out[n[0]].by = (uint8_t)n[2];
	strcpy(game->out[n[0]].how, rest + 1);
	return true;
}

/* "sealed SIZE HEAD HASH SECRET" */
static bool read_sealed(struct sealed *sealed, const char *rest)
{
	uint64_t n[2];

	rest = gamefile_read_numbers(rest, 10, 2, n);
	if (rest == NULL || strlen(rest) != 2 * (DIGEST_HEX + 1))
		return false;
	sealed->size = n[0];
	sealed->head = (unsigned)n[1];
	memcpy(sealed->hash.hex, rest + 1, DIGEST_HEX);
	memcpy(sealed->secret, rest + 1 + DIGEST_HEX + 1, DIGEST_HEX);
	return true;
}

/* The position and the history that lines belong to: those of a ring's board once one is named. */
static struct position *position_in_hand(struct game *game)
{
	struct ring *ring = game->ring;

	return ring && ring->at < ring->boards ? &ring->board[ring->at].position : &game->position;
}

static struct history *history_in_hand(struct game *game)
{
	struct ring *ring = game->ring;

	return ring && ring->at < ring->boards ? &ring->board[ring->at].history : &game->history;
}

/* Of the line "position". */
static const uint64_t position_most[] = {UINT8_MAX, UINT16_MAX, UINT16_MAX, UINT16_MAX,
					 UINT8_MAX, UINT8_MAX,	UINT32_MAX};

static bool read_state(struct gamefile *file, const char *word, const char *rest)
{
	struct position *position = position_in_hand(&file->game);
	uint64_t n[7];

	if (strcmp(word, "key") == 0) {
		if (gamefile_read_numbers(rest, 16, 2, n) == NULL)
			return false;
		history_add(history_in_hand(&file->game), (struct position_key){{n[0], n[1]}},
			    false);
	} else if (strcmp(word, "piece") == 0) {
		return read_piece(position, rest);
	} else if (strcmp(word, "passant") == 0) {
		return read_passant(position, rest);
	} else if (strcmp(word, "peterson") == 0) {
		return read_peterson(position, rest);
	} else if (strcmp(word, "sealed") == 0) {
		return read_sealed(&file->sealed, rest);
	} else if (strcmp(word, "out") == 0) {
		return read_departure(&file->game, rest);
	} else if (strcmp(word, "turn") == 0) {
		return read_turn(&file->game, rest);
	} else if (strcmp(word, "step") == 0) {
		return read_step(&file->game, rest);
	} else if (strcmp(word, "position") == 0) {
		if (!read_within(rest, ARRAY_LEN(n), position_most, n))
			return false;
		position->turn = (uint8_t)n[0];
		position->quiet = (uint16_t)n[1];
		position->round = (uint16_t)n[2];
		position->in_play = (uint16_t)n[3];
		position->dead = (uint8_t)n[4];
		position->obstacles = (uint8_t)n[5];
		position->clock = (uint32_t)n[6];
	} else if (strcmp(word, "game") == 0) {
		if (gamefile_read_numbers(rest, 10, 4, n) == NULL)
			return false;
		file->game.agreed = (uint16_t)n[3];
		file->game.started = n[0] != 0;
		file->game.turns = (unsigned)n[1];
		file->game.offering = (uint8_t)n[2];
	} else if (strcmp(word, "exchanged") == 0) {
		if (gamefile_read_numbers(rest, 10, 1, n) == NULL)
			return false;
		file->game.exchanged = (uint16_t)n[0];
	} else if (strcmp(word, "owing") == 0) {
		if (gamefile_read_numbers(rest, 10, 3, n) == NULL || n[0] >= MAX_SIDES)
			return false;
		file->game.owing[n[0]] = (struct owing){(unsigned)n[1], (uint16_t)n[2]};
	} else if (strcmp(word, "question") == 0) {
		return read_question(&file->game, rest);
	} else if (strcmp(word, "result") == 0) {
		return *rest == ' ' && rules_read_outcome(file->game.variant, rest + 1,
							  &file->game.outcome, NULL) == 0;
	} else if (file->game.table != NULL) {
		return cards_read(&file->game, word, rest);
	} else {
		return file->game.ring != NULL && circle_read(file->game.ring, word, rest);
	}
	return true;
}

static bool index_all(struct game *game)
{
	bool sound = position_index(game->variant, &game->position);

	for (unsigned i = 0; sound && game->ring != NULL && i < game->ring->boards; i++)
		sound = position_index(game->variant, &game->ring->board[i].position);
	if (!sound || !gamefile_is_sound(game))
		return false;
	if (game->table != NULL)
		game->position = game->table->field.position;
	return true;
}

/* The lines behind the header's. */
static bool read_states(struct gamefile *file, struct lines *lines, struct line_buffer *buffer)
{
	struct game *game = &file->game;
	unsigned side = 0, positions = game->ring ? 1 + game->ring->boards : 1;
	const char *line;

	position_clear(game->variant, &game->position);
	for (unsigned i = 0; game->ring != NULL && i < game->ring->boards; i++)
		position_clear(game->variant, &game->ring->board[i].position);
	while ((line = gamefile_line(lines, buffer)) != NULL) {
		char word[16];
		size_t len = strcspn(line, " ");

		if (len >= sizeof word)
			return false;
		memcpy(word, line, len);
		word[len] = '\0';
		if (strcmp(word, "side") == 0
			    ? !read_side(position_in_hand(game), side++ % MAX_SIDES, line + len)
			    : !read_state(file, word, line + len))
			return false;
	}
	return side == positions * MAX_SIDES && index_all(game);
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

/* "log SIZE HEAD FORMAT HASH ROOT" */
static bool read_binding(struct gamefile *file, const char *line)
{
	uint64_t n[3];
	const char *hash =
		text_starts(line, "log ") ? gamefile_read_numbers(line + 3, 10, 3, n) : NULL;

	if (hash == NULL || strlen(hash) != 2 * (DIGEST_HEX + 1) || *hash != ' ' || n[2] == 0 ||
	    n[2] > EVENT_FORMAT)
		return false;
	file->size = n[0];
	file->head = (unsigned)n[1];
	file->format = file->sealed.format = (unsigned)n[2];
	memcpy(file->hash.hex, hash + 1, DIGEST_HEX);
	return gamefile_read_digest(hash + 1 + DIGEST_HEX, &file->root);
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
