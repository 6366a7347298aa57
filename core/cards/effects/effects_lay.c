/* SPDX-License-Identifier: MIT */
/* Cards that lay an effect on a piece, a square, a seat or the whole board, and do nothing else. */
#include <stdlib.h>
#include <string.h>

#include "core/cards/play/moment.h"
#include "core/cards/effects/effects_tables.h"
#include "core/cards/play/targets.h"
#include "core/cards/field/ways.h"
#include "core/cards/lasting/lasting_turn.h"
#include "core/cards/play/play_do.h"

static enum moment_result refuse(struct reason *why, const char *sentence)
{
	reason_set(why, "%s", sentence);
	return MOMENT_REFUSED;
}

static enum moment_result lay(struct moment *moment, struct effect effect)
{
	field_add_effect(moment->book, moment->field, effect, moment->record);
	return MOMENT_DONE;
}

static enum moment_result lay_on_piece(struct moment *moment, enum effect_kind what, unsigned piece)
{
	struct effect effect = moment_effect(moment, what);

	effect.piece = (uint8_t)piece;
	return lay(moment, effect);
}

static enum moment_result lay_on_square(struct moment *moment, enum effect_kind what,
					const struct play *play)
{
	struct effect effect = moment_effect(moment, what);

	effect.squares[0] = play->targets[0].squares[0];
	return lay(moment, effect);
}

static enum moment_result refuse_king(const struct moment *moment, const struct play *play,
				      struct reason *why)
{
	return moment_refuse(moment, why, play->targets[0].squares[0],
			     "%s can't be played on a king; name another piece.",
			     moment->card->name);
}

static enum moment_result play_pacifism(struct moment *moment, const struct play *play,
					struct reason *why)
{
	unsigned piece = moment_piece(moment, play, 0);

	if (field_is_kingly(moment->book, moment->field, piece))
		return refuse_king(moment, play, why);
	return lay_on_piece(moment, EFFECT_PACIFISM, piece);
}

/* Of a composite only its pawn becomes a Crab. */
static enum moment_result play_crab(struct moment *moment, const struct play *play,
				    struct reason *why)
{
	unsigned piece = moment_piece(moment, play, 0), partner = moment->field->partner[piece];
	const struct position *position = &moment->field->position;

	(void)why;
	if (position->pieces[piece].type != moment->book->variant->pawn && partner != NO_PIECE)
		piece = partner;
	return lay_on_piece(moment, EFFECT_CRAB, piece);
}

static enum moment_result play_curse(struct moment *moment, const struct play *play,
				     struct reason *why)
{
	(void)why;
	return lay_on_piece(moment, EFFECT_CURSE, moment_piece(moment, play, 0));
}

static enum moment_result play_magnet(struct moment *moment, const struct play *play,
				      struct reason *why)
{
	(void)why;
	return lay_on_piece(moment, EFFECT_MAGNET, moment_piece(moment, play, 0));
}

static enum moment_result play_neutrality(struct moment *moment, const struct play *play,
					  struct reason *why)
{
	unsigned piece = moment_piece(moment, play, 0);

	if (field_is_kingly(moment->book, moment->field, piece))
		return refuse_king(moment, play, why);
	if (field_is_of_kind(moment->field, piece, CARD_QUEEN))
		return moment_refuse(moment, why, play->targets[0].squares[0],
				     "a queen can't become neutral; name another enemy piece.");
	return lay_on_piece(moment, EFFECT_NEUTRAL, piece);
}

static enum moment_result play_shield(struct moment *moment, const struct play *play,
				      struct reason *why)
{
	unsigned piece = moment_piece(moment, play, 0);
	const struct story *story = &moment->field->story;

	for (unsigned i = 0; i < story->gone_count; i++)
		if (story->gone[i].piece == piece)
			return lay_on_piece(moment, EFFECT_SHIELD, piece);
	return moment_refuse(
		moment, why, play->targets[0].squares[0],
		"you haven't moved that piece in this turn; the shield is for one you have.");
}

static enum moment_result play_coup(struct moment *moment, const struct play *play,
				    struct reason *why)
{
	unsigned piece = moment_piece(moment, play, 0),
		 king = field_royal(moment->field, moment->player);
	struct effect effect = moment_effect(moment, EFFECT_COUP);

	if (king == NO_PIECE || field_kind(moment->field, king) != CARD_KING ||
	    moment->field->marks[king] & MARK_ROYAL)
		return refuse(why, "You have no king on the board that a Coup could overthrow.");
	if (piece == king)
		return refuse_king(moment, play, why);
	if (field_is_of_kind(moment->field, piece, CARD_QUEEN) ||
	    field_is_of_kind(moment->field, piece, CARD_ROOK))
		return moment_refuse(
			moment, why, play->targets[0].squares[0],
			"a queen or rook can't become royal, nor a piece made of one.");
	if (moment_owner(moment->field, piece) != moment->player)
		return moment_refuse(moment, why, play->targets[0].squares[0],
				     "the new royal piece must be of your own army.");
	effect.piece = (uint8_t)piece;
	effect.other = (uint8_t)king;
	effect.seat = moment->player;
	return lay(moment, effect);
}

static enum moment_result play_city(struct moment *moment, const struct play *play,
				    struct reason *why)
{
	(void)why;
	return lay_on_square(moment, EFFECT_CITY, play);
}

static enum moment_result play_trap(struct moment *moment, const struct play *play,
				    struct reason *why)
{
	(void)why;
	return lay_on_square(moment, EFFECT_TRAP, play);
}

static enum moment_result play_truce(struct moment *moment, const struct play *play,
				     struct reason *why)
{
	(void)play;
	(void)why;
	return lay(moment, moment_effect(moment, EFFECT_TRUCE));
}

static enum moment_result play_vendetta(struct moment *moment, const struct play *play,
					struct reason *why)
{
	(void)play;
	(void)why;
	return lay(moment, moment_effect(moment, EFFECT_VENDETTA));
}

/* The seat named, or the only opponent there is. */
static bool find_opponent(const struct moment *moment, const struct target *named,
			  uint8_t *seat_out, struct reason *why)
{
	const struct book *book = moment->book;
	unsigned found = 0;

	for (uint8_t seat = 0; seat < variant_seats(book->variant); seat++)
		if (field_opposes(book, moment->field, moment->player, seat) &&
		    (named == NULL || named->value == seat)) {
			*seat_out = seat;
			found++;
		}
	if (found == 0)
		reason_set(why, "Expected behind %s: the name of a seat that plays against you.",
			   moment->card->name);
	else if (found > 1)
		reason_set(why, "You have several opponents; write behind %s which one you mean.",
			   moment->card->name);
	return found == 1;
}

static enum moment_result play_panic(struct moment *moment, const struct play *play,
				     struct reason *why)
{
	struct effect effect = moment_effect(moment, EFFECT_PANIC);

	if (!find_opponent(moment, play->target_count > 0 ? &play->targets[0] : NULL, &effect.seat,
			   why))
		return MOMENT_REFUSED;
	return lay(moment, effect);
}

/* Whether the seat owns a piece of that kind with a legal move, if its turn began now: what binds
 * the player in the turn at hand is over then. */
static bool could_move_kind(const struct moment *moment, uint8_t seat, unsigned kind)
{
	struct field field = *moment->field;
	struct move_list *moves = base_alloc(sizeof *moves);
	bool found = false;

	lasting_turn_ends(moment->book, &field, moment->player, NULL);
	field_begin_turn(moment->book, &field, seat, NULL);
	ways_moves(moment->book, &field, seat, true, moves);
	for (unsigned i = 0; i < moves->count && !found; i++) {
		unsigned piece = field_at(&field, moves->moves[i].from);

		found = field_is_of_kind(&field, piece, kind) &&
			moment_owner(&field, piece) == seat;
	}
	free(moves);
	return found;
}

static enum moment_result play_challenge(struct moment *moment, const struct play *play,
					 struct reason *why)
{
	struct effect effect = moment_effect(moment, EFFECT_CHALLENGE);
	const struct book *book = moment->book;

	effect.type = play->targets[0].value;
	if (effect.type == CARD_KING || effect.type == CARD_QUEEN)
		return refuse(why,
			      "A Challenge names a rook, bishop, knight, pawn, crab or prince.");
	if (!find_opponent(moment, play->target_count > 1 ? &play->targets[1] : NULL, &effect.seat,
			   why))
		return MOMENT_REFUSED;
	if (!could_move_kind(moment, effect.seat, effect.type)) {
		reason_set(why, "%s has no piece of that kind (%s) that could move now.",
			   variant_seat_title(book->variant, effect.seat),
			   book_kind_name(book, effect.type));
		return MOMENT_REFUSED;
	}
	return lay(moment, effect);
}

/* Whether the seat must be named, as there are several opponents. */
static bool is_seat_needed(const struct moment *moment)
{
	uint8_t seat;

	return !find_opponent(moment, NULL, &seat, NULL);
}

static void add_value(struct play *play, enum target_form form, unsigned value)
{
	struct target *target = &play->targets[play->target_count++];

	memset(target, 0, sizeof *target);
	target->form = form;
	target->value = (uint8_t)value;
}

/* Adds the play for each seat that can be named, or without a seat where none need be. */
static void list_seats(const struct moment *moment, const struct play *play, struct play_list *out)
{
	struct play tried = *play;

	if (!is_seat_needed(moment)) {
		if (play_would(moment, &tried))
			play_list_add(out, &tried);
		return;
	}
	for (unsigned seat = 0; seat < variant_seats(moment->book->variant); seat++) {
		tried = *play;
		add_value(&tried, TARGET_SEAT, seat);
		if (play_would(moment, &tried))
			play_list_add(out, &tried);
	}
}

static void list_panic(const struct moment *moment, struct play_list *out)
{
	struct play play;

	targets_none(moment, &play);
	list_seats(moment, &play, out);
}

static void list_challenge(const struct moment *moment, struct play_list *out)
{
	struct play play;

	for (unsigned kind = 0; kind < CARD_KINDS; kind++) {
		if (kind >= CARD_MEN && kind < KIND_CRAB)
			continue;
		targets_none(moment, &play);
		add_value(&play, TARGET_KIND, kind);
		list_seats(moment, &play, out);
	}
}

/* The two vertices of an edge, as file and rank of the corner of squares south-west of which they
 * lie; false when the squares aren't beside each other. */
struct vertex {
	int file, rank;
};

static bool edge_ends(const struct board *board, const square squares[2], struct vertex ends_out[2])
{
	int file = (int)board_file(board, squares[0]), rank = (int)board_rank(board, squares[0]);
	int right = (int)board_file(board, squares[1]) - file;
	int up = (int)board_rank(board, squares[1]) - rank;

	if (board->hole[squares[0]] || board->hole[squares[1]] || right * right + up * up != 1)
		return false;
	ends_out[0] = (struct vertex){file + (right > 0), rank + (up > 0)};
	ends_out[1] =
		(struct vertex){ends_out[0].file + (up != 0), ends_out[0].rank + (right != 0)};
	return true;
}

static bool is_same_vertex(struct vertex a, struct vertex b)
{
	return a.file == b.file && a.rank == b.rank;
}

static enum moment_result play_wall(struct moment *moment, const struct play *play,
				    struct reason *why)
{
	const struct board *board = &moment->book->variant->board;
	struct effect effect = moment_effect(moment, EFFECT_WALL);
	struct vertex ends[2][2];
	unsigned shared = 0;

	for (unsigned i = 0; i < 2; i++) {
		if (!edge_ends(board, play->targets[i].squares, ends[i]))
			return refuse(
				why,
				"An edge is where two squares meet side by side, such as d4|d5.");
		effect.squares[2 * i] = play->targets[i].squares[0];
		effect.squares[2 * i + 1] = play->targets[i].squares[1];
	}
	for (unsigned i = 0; i < 4; i++)
		shared += is_same_vertex(ends[0][i / 2], ends[1][i % 2]);
	if (shared != 1)
		return refuse(
			why, "The two edges must be different and meet in one corner, as d4|d5 and "
			     "e4|e5 do.");
	return lay(moment, effect);
}

/* The edges of the board, each with its lower square first: north and east of every square. */
static unsigned list_edges(const struct moment *moment, square edges_out[2 * CARD_SQUARES][2])
{
	const struct board *board = &moment->book->variant->board;
	unsigned count = 0;

	for (unsigned i = 0; i < board->squares; i++) {
		square at = moment_nth_square(moment->book, i);
		const square others[2] = {board_offset(board, at, 0, 1),
					  board_offset(board, at, 1, 0)};

		for (unsigned k = 0; k < 2 && !board->hole[at]; k++)
			if (others[k] != NO_SQUARE) {
				edges_out[count][0] = at;
				edges_out[count++][1] = others[k];
			}
	}
	return count;
}

/* Two edges are a set: the first by name comes first. */
static void list_wall(const struct moment *moment, struct play_list *out)
{
	square edges[2 * CARD_SQUARES][2];
	unsigned count = list_edges(moment, edges);
	struct play play;

	for (unsigned i = 0; i < count; i++)
		for (unsigned k = i + 1; k < count; k++) {
			struct vertex a[2], b[2];

			edge_ends(&moment->book->variant->board, edges[i], a);
			edge_ends(&moment->book->variant->board, edges[k], b);
			if (!is_same_vertex(a[0], b[0]) && !is_same_vertex(a[0], b[1]) &&
			    !is_same_vertex(a[1], b[0]) && !is_same_vertex(a[1], b[1]))
				continue;
			targets_none(moment, &play);
			targets_add_move(&play, edges[i][0], edges[i][1]);
			targets_add_move(&play, edges[k][0], edges[k][1]);
			play.targets[0].form = play.targets[1].form = TARGET_EDGE;
			play_list_add(out, &play);
		}
}

const struct effect_rules effects_lay_rules[] = {
	{.name = "pacifism", .targets = "s", .play = play_pacifism},
	{.name = "crab", .targets = "s", .play = play_crab},
	{.name = "curse", .targets = "s", .play = play_curse},
	{.name = "magnet", .targets = "s", .play = play_magnet},
	{.name = "neutral", .targets = "s", .play = play_neutrality},
	{.name = "shield", .targets = "s", .play = play_shield},
	{.name = "coup", .targets = "s", .play = play_coup},
	{.name = "city", .targets = "s", .play = play_city, .lays = LAYS_LINES},
	{.name = "trap", .targets = "s", .play = play_trap, .secret = true, .lays = LAYS_INERT},
	{.name = "wall",
	 .targets = "e e",
	 .play = play_wall,
	 .list = list_wall,
	 .lays = LAYS_LINES},
	{.name = "truce", .targets = "", .play = play_truce, .lays = LAYS_INERT},
	{.name = "vendetta", .targets = "", .play = play_vendetta, .lays = LAYS_INERT},
	{.name = "panic",
	 .targets = "S?",
	 .play = play_panic,
	 .list = list_panic,
	 .lays = LAYS_INERT},
	{.name = "challenge", .targets = "k S?", .play = play_challenge, .list = list_challenge},
	{.name = NULL},
};
