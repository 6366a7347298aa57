/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/kind/circle/circle_state.h"
#include "core/rules/movegen.h"
#include "core/ring/ring.h"
#include "core/base/text.h"
#include "core/view/view.h"
#include "core/kind/circle/circle_view.h"
#include "pbem/kind/mail_kinds.h"
#include "pbem/mailing/draft.h"

static const char *name_of(const struct draft *draft, uint8_t seat)
{
	return draft->mail->game->file->header.names[seat];
}

static uint8_t own_seat(const struct draft *draft)
{
	return (uint8_t)draft->mail->seat;
}

/* What stands between the items of a list with so many still to come. */
static const char *between(bool first, unsigned left)
{
	return first ? "" : left == 0 ? phrase(" and ") : ", ";
}

/* "on board 1 (White against Bob, in check)" */
static void add_own_board(const struct draft *draft, unsigned number, struct text *out)
{
	const struct ring *ring = circle_state(draft->game);
	uint8_t side = ring_side(ring, number, own_seat(draft));

	text_addf(out, phrase("on board %u (%s against %s%s)"), number + 1,
		  phrase(variant_side_title(draft->variant, side)),
		  name_of(draft, ring->board[number].seat[1 - side]),
		  movegen_in_check(draft->variant, &ring->board[number].position, side)
			  ? phrase(", in check")
			  : "");
}

/* "You are to move on board 1 (...) and on board 4 (...)." */
static void add_turns(const struct draft *draft, uint16_t turns, struct text *out)
{
	unsigned left = (unsigned)__builtin_popcount(turns);
	bool first = true;

	if (turns == 0)
		return;
	text_add(out, phrase("You are to move "));
	for (unsigned i = 0; i < circle_state(draft->game)->boards; i++) {
		if (!(turns >> i & 1))
			continue;
		text_add(out, between(first, --left));
		add_own_board(draft, i, out);
		first = false;
	}
	text_add(out, ".");
}

/* " On board 4 Dora is to move." */
static void add_others(const struct draft *draft, uint16_t boards, struct text *out)
{
	const struct ring *ring = circle_state(draft->game);

	for (unsigned i = 0; i < ring->boards; i++) {
		uint8_t mover = ring_mover(ring, i);

		if ((boards >> i & 1) && mover != NO_SIDE && mover != own_seat(draft))
			text_addf(out, phrase("%sOn board %u %s is to move."),
				  out->len > 0 ? " " : "", i + 1, name_of(draft, mover));
	}
}

/* What waits for the end of the sitting. */
static void add_lost(const struct draft *draft, uint16_t boards, struct text *out)
{
	const struct ring *ring = circle_state(draft->game);

	for (unsigned i = 0; i < ring->boards; i++) {
		const struct ring_board *board = &ring->board[i];
		uint8_t loser;

		if (!(boards >> i & 1) || board->mated == NO_SIDE)
			continue;
		loser = board->seat[board->mated];
		text_addf(out,
			  phrase("%s%s lost on board %u (%s); that counts as soon as all letters "
				 "that "
				 "came with this one are read."),
			  out->len > 0 ? " " : "",
			  loser == own_seat(draft) ? phrase("You have") : name_of(draft, loser),
			  i + 1, board->how);
	}
}

static void add_offers(const struct draft *draft, uint16_t boards, struct text *out)
{
	const struct ring *ring = circle_state(draft->game);

	for (unsigned i = 0; i < ring->boards; i++) {
		const struct ring_board *board = &ring->board[i];
		uint8_t from;

		if (!(boards >> i & 1) || board->offering == NO_SIDE)
			continue;
		from = board->seat[board->offering];
		if (from == own_seat(draft))
			text_addf(out, phrase(" You offer %s a draw on board %u."),
				  name_of(draft, board->seat[1 - board->offering]), i + 1);
		else
			text_addf(out,
				  phrase(" %s offers you a draw on board %u: DRAW %u accepts it, "
					 "DRAW NO "
					 "%u or a move there declines it."),
				  name_of(draft, from), i + 1, i + 1, i + 1);
	}
}

/* Who is to move, for who is out: "Anna, Bob and Dora are to move." */
static void add_movers(const struct draft *draft, struct text *out)
{
	uint16_t movers = ring_to_move(circle_state(draft->game));

	draft_names(draft, movers, out);
	text_add(out,
		 __builtin_popcount(movers) > 1 ? phrase(" are to move.") : phrase(" is to move."));
}

/* Where the seat is to move, and who else is on its boards. */
static void add_status(const struct draft *draft, struct text *out)
{
	const struct game *game = draft->game;
	uint16_t boards = ring_boards(circle_state(game), own_seat(draft));

	if (game->outcome.status != STATUS_PLAYING) {
		view_status(game, out);
		return;
	}
	if (boards == 0) {
		add_movers(draft, out);
		return;
	}
	add_turns(draft, ring_turns(circle_state(game), own_seat(draft)), out);
	add_others(draft, boards, out);
	add_lost(draft, boards, out);
	add_offers(draft, boards, out);
}

/* Its boards, the circle, its stockpile; or the board asked for. */
static void add_board(const struct draft *draft, struct text *out)
{
	const struct game *game = draft->game;
	uint8_t seat = own_seat(draft);
	struct text stock;

	if (draft->mail->board > 0) {
		circle_board(game, draft->mail->board - 1, seat, out);
		return;
	}
	circle_boards(game, game->outcome.status == STATUS_PLAYING ? seat : NO_SIDE,
		      draft_board_style(draft), out);
	if (!game_in_play(game, seat) || game->outcome.status != STATUS_PLAYING)
		return;
	text_init(&stock, 0);
	circle_stock(game, seat, &stock);
	if (stock.len > 0)
		text_addf(
			out,
			phrase("\n     In your stockpile (written as in N/2@b1 when placed):\n%s"),
			stock.bytes);
	else
		text_add(out, phrase("\n     Your stockpile is empty.\n"));
	text_done(&stock);
}

/* "Carl has been checkmated by Dora and is out of the game." */
static void add_gone(const struct draft *draft, uint8_t seat, struct text *out)
{
	const struct departure *gone = &draft->game->out[seat];
	bool own = seat == own_seat(draft);
	const char *how;

	if (strcmp(gone->how, "checkmate") == 0)
		how = phrase("been checkmated by");
	else if (strcmp(gone->how, "resigned") == 0)
		how = phrase("resigned to");
	else
		how = phrase("been put out by the moderator, in favour of");
	text_add(out, out->len > 0 ? " " : "");
	if (own)
		text_add(out, phrase("You have"));
	else
		text_addf(out, phrase("%s has"), name_of(draft, seat));
	text_addf(out, " %s %s%s.", how,
		  gone->by == own_seat(draft) ? phrase("you") : name_of(draft, gone->by),
		  own ? "" : phrase(" and is out of the game"));
}

/* Whom the seat plays now on a board that another, or it, has taken over. */
static void add_taken(const struct draft *draft, unsigned number, struct text *out)
{
	const struct desk_game *game = draft->mail->game;
	const struct ring_board *board = &circle_state(draft->game)->board[number];
	uint8_t side = ring_side(circle_state(draft->game), number, own_seat(draft));
	uint8_t opponent = board->seat[1 - side];

	if (game->fresh >> number & 1)
		return;
	if (game->taken[own_seat(draft)] >> number & 1)
		text_addf(out, phrase(" You take over on board %u, with %s against %s."),
			  number + 1, phrase(variant_side_title(draft->variant, side)),
			  name_of(draft, opponent));
	else if (game->taken[opponent] >> number & 1)
		text_addf(out, phrase(" On board %u you play against %s from now on."), number + 1,
			  name_of(draft, opponent));
}

/* Who was beaten in this sitting, and which of its boards were set up afresh. */
static void add_news(const struct draft *draft, struct text *out)
{
	const struct desk_game *game = draft->mail->game;
	uint16_t own = ring_boards(circle_state(draft->game), own_seat(draft));

	if (draft->game->outcome.status != STATUS_PLAYING)
		own = 0;
	for (uint8_t seat = 0; seat < variant_seats(draft->variant); seat++)
		if ((game->in_play >> seat & 1) && !game_in_play(draft->game, seat))
			add_gone(draft, seat, out);
	for (unsigned i = 0; i < circle_state(draft->game)->boards; i++) {
		if (!(own >> i & 1))
			continue;
		if (game->fresh >> i & 1)
			text_addf(
				out,
				phrase("%sThe men of board %u stand in their first places again."),
				out->len > 0 ? " " : "", i + 1);
		add_taken(draft, i, out);
	}
}

/* Those the seat plays against now. */
static uint16_t opponents(const struct draft *draft)
{
	const struct ring *ring = circle_state(draft->game);
	uint16_t seats = 0;

	for (unsigned i = 0; i < ring->boards; i++) {
		uint8_t opponent = ring_opponent(ring, i, own_seat(draft));

		if (opponent != NO_SIDE)
			seats |= (uint16_t)(1u << opponent);
	}
	return seats;
}

/* The last turn on a board where the seat is to move: "Bob's 1:e5"; of all boards when there is
 * none. */
static void add_last(const struct draft *draft, struct text *out)
{
	uint16_t turns = ring_turns(circle_state(draft->game), own_seat(draft));
	const struct turn_record *record, *last = NULL;

	for (unsigned back = 0; (record = game_recent(draft->game, back)) != NULL; back++) {
		unsigned board = circle_board_of(record);

		if (board < circle_state(draft->game)->boards && (turns >> board & 1) &&
		    circle_state(draft->game)->board[board].turns > 0) {
			last = record;
			break;
		}
	}
	if (last == NULL)
		last = turns == 0 ? game_recent(draft->game, 0) : NULL;
	if (last != NULL)
		text_addf(out, "%s's %u:%s", name_of(draft, last->seat), circle_board_of(last) + 1,
			  last->text + strcspn(last->text, " ") + 1);
}

static void add_opponents(const struct draft *draft, struct text *out)
{
	if (opponents(draft) != 0)
		draft_names(draft, opponents(draft), out);
	else
		draft_opponents(draft, out);
}

/* A board that it plays on, for examples. */
static void add_own_number(const struct draft *draft, struct text *out)
{
	const struct ring *ring = circle_state(draft->game);
	uint16_t boards = ring_turns(ring, own_seat(draft));

	boards = boards != 0 ? boards : ring_boards(ring, own_seat(draft));
	text_addf(out, "%d", boards != 0 ? __builtin_ctz(boards) + 1 : 1);
}

/* The orders that give the game up: on each of the seat's boards one. */
static void add_resigning(const struct draft *draft, struct text *out)
{
	uint16_t boards = ring_boards(circle_state(draft->game), own_seat(draft));

	for (unsigned i = 0; i < circle_state(draft->game)->boards; i++)
		if (boards >> i & 1)
			text_addf(out, "%s %u\n", phrase("RESIGN"), i + 1);
}

const struct mail_value mail_circle_values[] = {
	{"board", .add = add_board},
	{"circle", .of_game = circle_line},
	{"last", .add = add_last},
	{"news", .add = add_news},
	{"opponent", .add = add_opponents},
	{"own-board", .add = add_own_number},
	{"resigning", .add = add_resigning, .when = draft_is_playing},
	{.name = "ring"},
	{"status", .add = add_status},
	{0},
};
