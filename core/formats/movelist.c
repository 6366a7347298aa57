/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/formats/movelist.h"
#include "core/game/game_options.h"
#include "core/notation/start_position.h"
#include "core/position/move.h"
#include "core/rules/movegen.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "core/variant/variant_data.h"

/* A file being read. */
struct reading {
	struct movelist *score;
	struct position before; /* the position before the current entry */
	uint8_t side;		/* whose pieces moved in it so far, or NO_SIDE */
	unsigned board;
};

static struct movelist_ply *new_ply(struct movelist *score)
{
	score->plies = base_grow(score->plies, score->count, &score->size, sizeof score->plies[0]);
	score->plies[score->count] = (struct movelist_ply){.entry = 0};
	return &score->plies[score->count++];
}

/* ---- the text of a turn ---- */

/* Returns the number of moves and payments in the canonical text. */
static unsigned count_parts(const char *move)
{
	unsigned parts = 1;

	for (const char *c = move; *c != '\0'; c++)
		parts += *c == '+';
	return strcmp(move, "-") == 0 ? 0 : parts;
}

/* Splits "e2e4 e4, Truce; Black: Chaos" into its parts. */
static void split_text(struct movelist_ply *ply, const char *text)
{
	size_t len = strcspn(text, " ");
	const char *colon = memchr(text, ':', len), *rest, *end;
	unsigned parts;

	/*
	 * A number before the colon is a ring's board; otherwise the colon precedes the king's
	 * target square in castling.
	 */
	if (colon != NULL && isdigit((unsigned char)text[0])) {
		ply->board = (unsigned)strtoul(text, NULL, 10);
		len -= (size_t)(colon + 1 - text);
		text = colon + 1;
	}
	ply->move = base_strndup(text, len);
	rest = text + len + (text[len] == ' ');
	end = rest;
	for (parts = count_parts(ply->move); parts > 0 && *end != '\0'; parts--) {
		end += strcspn(end, ",;");
		if (parts > 1 && *end == ',')
			end++;
	}
	ply->text = base_strndup(rest, (size_t)(end - rest));
	ply->beside = base_strdup(end + strspn(end, ",; "));
}

static char letter_of(const struct variant *variant, const struct piece *piece)
{
	return piece == NULL || piece->type == variant->pawn ? '\0'
							     : variant->types[piece->type].letter;
}

static void add_letter(struct strbuf *out, char letter)
{
	if (letter != '\0')
		strbuf_add_char(out, letter);
}

/* Adds long algebraic notation with the letter of the captured piece, as in PGN4. */
static void add_squares(const struct variant *variant, const struct position *position,
			const struct move *move, struct strbuf *out)
{
	const struct piece *taken = position_piece(position, move->to);

	add_letter(out, letter_of(variant, position_piece(position, move->from)));
	strbuf_add(out, board_name(&variant->board, move->from).text);
	strbuf_add_char(out, taken != NULL || move->kind == MOVE_EN_PASSANT ? 'x' : '-');
	add_letter(out, letter_of(variant, taken));
	strbuf_add(out, board_name(&variant->board, move->to).text);
	if (move->promotion != NO_TYPE)
		strbuf_addf(out, "=%c", variant->types[move->promotion].letter);
}

static const char *marks_of(const char *text)
{
	return text + strcspn(text, "+#");
}

static char *make_squares(const struct variant *variant, const struct position *before,
			  const struct movelist_ply *ply)
{
	struct move_list *list;
	const struct move *move;
	struct strbuf out;

	if (variant->kind->boards || variant->kind->cards || count_parts(ply->move) != 1)
		return base_strdup("");
	list = base_alloc(sizeof *list);
	movegen_generate(variant, before, list);
	move = move_list_find(variant, list, ply->move);
	strbuf_init(&out, 0);
	if (move != NULL && move->kind == MOVE_CASTLE)
		strbuf_add(&out, ply->text);
	else if (move != NULL)
		add_squares(variant, before, move, &out);
	if (move != NULL && move->kind != MOVE_CASTLE)
		strbuf_add(&out, marks_of(ply->text));
	free(list);
	return strbuf_take(&out);
}

static void note_played(struct reading *reading, const struct gamefile *file,
			const struct entry_head *head, const struct event *event)
{
	struct movelist_ply *ply = new_ply(reading->score);

	ply->entry = head->number;
	ply->when = head->when;
	ply->seat = event->seat;
	ply->side = reading->side;
	split_text(ply, event->text);
	ply->squares = make_squares(file->game.variant, &reading->before, ply);
}

static void note_leaving(const struct reading *reading, const struct event *event)
{
	struct movelist *score = reading->score;
	struct movelist_leaving *leaving = &score->leavings[score->leaving_count];

	if (score->leaving_count == MAX_SEATS)
		return;
	leaving->plies = score->count;
	leaving->seat = event->seat;
	leaving->mark = strcmp(event->text, "resigned") == 0	? 'R'
			: strcmp(event->text, "forfeited") == 0 ? 'T'
								: '#';
	leaving->own_turn = leaving->mark == '#' || reading->before.turn == event->seat;
	score->leaving_count++;
}

static void note_start(struct movelist *score, const struct gamefile *file)
{
	const struct game *game = &file->game;
	struct position array;
	struct strbuf out, usual;

	strbuf_init(&out, 0);
	strbuf_init(&usual, 0);
	position_start(game->variant, &array);
	(void)start_position_write(game->variant, &game->position, game->first_round, &out);
	(void)start_position_write(game->variant, &array, 1, &usual);
	score->usual = strcmp(out.bytes, usual.bytes) == 0;
	free(score->start);
	score->start = strbuf_take(&out);
	strbuf_done(&usual);
}

static void note_board(struct movelist *score, const struct event *event, unsigned board)
{
	score->notes = base_grow(score->notes, score->note_count, &score->note_size,
				 sizeof score->notes[0]);
	score->notes[score->note_count++] = (struct movelist_note){
		score->count,
		base_printf("board %c %s", 'A' + (int)(board != 0 ? board - 1 : 0),
			    event->kind == EVENT_FRESH ? "begins anew" : "is out of the game")};
}

static void movelist_header(void *context, const struct gamefile *file)
{
	struct reading *reading = context;

	reading->before = file->game.position;
}

static void movelist_event(void *context, const struct gamefile *file,
			   const struct entry_head *head, const struct event *event)
{
	struct reading *reading = context;

	if (file == NULL)
		return;
	if (event->kind == EVENT_PLAYED)
		note_played(reading, file, head, event);
	else if (event->kind == EVENT_BEATEN && event->seat < MAX_SEATS)
		note_leaving(reading, event);
	else if (event->kind == EVENT_START)
		note_start(reading->score, file);
	else if (event->kind == EVENT_BOARD)
		reading->board = event->number;
	else if (event->kind == EVENT_FRESH || event->kind == EVENT_CLOSE)
		note_board(reading->score, event, reading->board);
	else if (event->kind == EVENT_MOVE || event->kind == EVENT_CASTLE ||
		 event->kind == EVENT_PLACE)
		reading->side = event->side;
	else if (event->kind == EVENT_RESULT)
		reading->score->by_clock = strcmp(head->cause, "clock") == 0;
}

/* Sets the rounds of turns, which are known after the entry. */
static void movelist_entry(void *context, const struct gamefile *file)
{
	struct reading *reading = context;
	const struct turn_record *turn;

	for (unsigned back = 0; (turn = game_recent(&file->game, back)) != NULL; back++) {
		if (turn->number > reading->score->count ||
		    reading->score->plies[turn->number - 1].round != 0)
			break;
		reading->score->plies[turn->number - 1].round = turn->round;
	}
	reading->before = file->game.position;
	reading->side = NO_SIDE;
	reading->board = 0;
}

int movelist_read(const struct gamefile_bytes *bytes, struct variant_library *library,
		  struct movelist *score, struct reason *reason)
{
	struct reading *reading = base_zalloc(1, sizeof *reading);
	const struct gamefile_callbacks looker = {movelist_header, movelist_event, movelist_entry,
						  reading};

	reading->score = score;
	reading->side = NO_SIDE;
	*score = (struct movelist){.start = base_strdup(""), .usual = true};
	score->file = gamefile_load_watched(bytes, library, &looker, reason);
	free(reading);
	return score->file != NULL ? 0 : -1;
}

void movelist_done(struct movelist *score)
{
	for (size_t i = 0; i < score->count; i++) {
		free(score->plies[i].move);
		free(score->plies[i].text);
		free(score->plies[i].beside);
		free(score->plies[i].squares);
	}
	for (size_t i = 0; i < score->note_count; i++)
		free(score->notes[i].text);
	free(score->notes);
	free(score->plies);
	free(score->start);
	gamefile_free(score->file);
	*score = (struct movelist){.count = 0};
}

/* ---- data of the header ---- */

const char *movelist_name(const struct movelist *score, unsigned seat)
{
	const char *name = score->file->header.names[seat];

	return *name != '\0' ? name : "?";
}

void movelist_date(const struct movelist *score, char date_out[16])
{
	char stamp[TIMESTAMP_SIZE];

	timestamp_print(score->file->header.created, stamp);
	snprintf(date_out, 16, "%.4s.%.2s.%.2s", stamp, stamp + 5, stamp + 8);
}

void movelist_time_control(const struct movelist *score, char control_out[32])
{
	const struct game *game = &score->file->game;
	unsigned days = game_real_days(game, game->terms.days);

	if (days > 0)
		snprintf(control_out, 32, "1/%lu", (unsigned long)days * SECONDS_A_DAY);
	else
		strcpy(control_out, "-");
}

const char *movelist_termination(const struct movelist *score)
{
	const struct outcome *outcome = &score->file->game.outcome;

	if (outcome->status == STATUS_PLAYING)
		return "unterminated";
	if (outcome->status == STATUS_VOID)
		return "abandoned";
	if (strcmp(outcome->how, "adjudicated") == 0)
		return "adjudication";
	if (strcmp(outcome->how, "forfeited") == 0)
		return score->by_clock ? "time forfeit" : "adjudication";
	return "normal";
}
