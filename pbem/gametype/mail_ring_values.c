/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/gametype/ring/ring_game_state.h"
#include "core/gametype/ring/ring_game_text.h"
#include "core/ring/ring.h"
#include "core/rules/movegen.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/view/game_text.h"
#include "pbem/gametype/mail_gametypes.h"
#include "pbem/mail/draft.h"

static const char *name_of(const struct draft *draft, uint8_t seat)
{
	return draft->mail->game->file->header.names[seat];
}

static uint8_t own_seat(const struct draft *draft)
{
	return (uint8_t)draft->mail->seat;
}

/* Returns the separator of the items of a list when `left` items follow. */
static const char *list_separator(bool first, unsigned left)
{
	return first ? "" : left == 0 ? translate(" and ") : ", ";
}

/* Adds "on board 1 (White against Bob, in check)". */
static void add_own_board(const struct draft *draft, unsigned number, struct strbuf *out)
{
	const struct ring *ring = ring_game_state(draft->game);
	uint8_t side = ring_side(ring, number, own_seat(draft));

	strbuf_addf(out, translate("on board %u (%s against %s%s)"), number + 1,
		    translate(variant_side_title(draft->variant, side)),
		    name_of(draft, ring->board[number].seat[1 - side]),
		    movegen_in_check(draft->variant, &ring->board[number].position, side)
			    ? translate(", in check")
			    : "");
}

/* Adds "You are to move on board 1 (...) and on board 4 (...)." */
static void add_turns(const struct draft *draft, uint16_t turns, struct strbuf *out)
{
	unsigned left = (unsigned)__builtin_popcount(turns);
	bool first = true;

	if (turns == 0)
		return;
	strbuf_add(out, translate("You are to move "));
	for (unsigned i = 0; i < ring_game_state(draft->game)->boards; i++) {
		if (!(turns >> i & 1))
			continue;
		strbuf_add(out, list_separator(first, --left));
		add_own_board(draft, i, out);
		first = false;
	}
	strbuf_add(out, ".");
}

/* Adds " On board 4 Dora is to move." */
static void add_others(const struct draft *draft, uint16_t boards, struct strbuf *out)
{
	const struct ring *ring = ring_game_state(draft->game);

	for (unsigned i = 0; i < ring->boards; i++) {
		uint8_t mover = ring_mover(ring, i);

		if ((boards >> i & 1) && mover != NO_SIDE && mover != own_seat(draft))
			strbuf_addf(out, translate("%sOn board %u %s is to move."),
				    out->len > 0 ? " " : "", i + 1, name_of(draft, mover));
	}
}

/* Adds what waits for the end of the worklist. */
static void add_lost(const struct draft *draft, uint16_t boards, struct strbuf *out)
{
	const struct ring *ring = ring_game_state(draft->game);

	for (unsigned i = 0; i < ring->boards; i++) {
		const struct ring_board *board = &ring->board[i];
		uint8_t loser;

		if (!(boards >> i & 1) || board->mated == NO_SIDE)
			continue;
		loser = board->seat[board->mated];
		strbuf_addf(
			out,
			translate("%s%s lost on board %u (%s). This counts as soon as we have read "
				  "all letters that reached us at the same time."),
			out->len > 0 ? " " : "",
			loser == own_seat(draft) ? translate("You have") : name_of(draft, loser),
			i + 1, board->how);
	}
}

static void add_offers(const struct draft *draft, uint16_t boards, struct strbuf *out)
{
	const struct ring *ring = ring_game_state(draft->game);

	for (unsigned i = 0; i < ring->boards; i++) {
		const struct ring_board *board = &ring->board[i];
		uint8_t from;

		if (!(boards >> i & 1) || board->offering == NO_SIDE)
			continue;
		from = board->seat[board->offering];
		if (from == own_seat(draft))
			strbuf_addf(out, translate(" You offer %s a draw on board %u."),
				    name_of(draft, board->seat[1 - board->offering]), i + 1);
		else
			strbuf_addf(
				out,
				translate(" %s offers you a draw on board %u. DRAW %u accepts it; "
					  "DRAW NO %u or a move there declines it."),
				name_of(draft, from), i + 1, i + 1, i + 1);
	}
}

/* Adds who is to move, for seats that are out: "Anna, Bob and Dora are to move." */
static void add_movers(const struct draft *draft, struct strbuf *out)
{
	uint16_t movers = ring_to_move(ring_game_state(draft->game));

	draft_names(draft, movers, out);
	strbuf_add(out, __builtin_popcount(movers) > 1 ? translate(" are to move.")
						       : translate(" is to move."));
}

/* Adds where the seat is to move, and who else is on its boards. */
static void add_status(const struct draft *draft, struct strbuf *out)
{
	const struct game *game = draft->game;
	uint16_t boards = ring_boards(ring_game_state(game), own_seat(draft));

	if (game->outcome.status != STATUS_PLAYING) {
		view_status(game, out);
		return;
	}
	if (boards == 0) {
		add_movers(draft, out);
		return;
	}
	add_turns(draft, ring_turns(ring_game_state(game), own_seat(draft)), out);
	add_others(draft, boards, out);
	add_lost(draft, boards, out);
	add_offers(draft, boards, out);
}

/* Adds the seat's boards, the ring and the seat's stockpile, or the board that was asked for. */
static void add_board(const struct draft *draft, struct strbuf *out)
{
	const struct game *game = draft->game;
	uint8_t seat = own_seat(draft);
	struct strbuf stock;

	if (draft->mail->board > 0) {
		ring_game_board(game, draft->mail->board - 1, seat, out);
		return;
	}
	ring_game_boards(game, game->outcome.status == STATUS_PLAYING ? seat : NO_SIDE,
			 draft_board_style(draft), out);
	if (!game_in_play(game, seat) || game->outcome.status != STATUS_PLAYING)
		return;
	strbuf_init(&stock, 0);
	ring_game_stock(game, seat, &stock);
	if (stock.len > 0)
		strbuf_addf(out,
			    translate("\n     Your stockpile (to place the knight N/2 on b1, write "
				      "N/2@b1):\n%s"),
			    stock.bytes);
	else
		strbuf_add(out, translate("\n     Your stockpile is empty.\n"));
	strbuf_done(&stock);
}

/* Adds "Carl has been checkmated by Dora and is out of the game." */
static void add_departure(const struct draft *draft, uint8_t seat, struct strbuf *out)
{
	const struct departure *gone = &draft->game->out[seat];
	bool own = seat == own_seat(draft);
	const char *how;

	if (strcmp(gone->how, "checkmate") == 0)
		how = translate("been checkmated by");
	else if (strcmp(gone->how, "resigned") == 0)
		how = translate("resigned to");
	else
		how = translate("been put out by the moderator, in favour of");
	strbuf_add(out, out->len > 0 ? " " : "");
	if (own)
		strbuf_add(out, translate("You have"));
	else
		strbuf_addf(out, translate("%s has"), name_of(draft, seat));
	strbuf_addf(out, " %s %s%s.", how,
		    gone->by == own_seat(draft) ? translate("you") : name_of(draft, gone->by),
		    own ? "" : translate(" and is out of the game"));
}

/* Adds whom the seat now plays against on a board that it or another seat has taken over. */
static void add_takeover(const struct draft *draft, unsigned number, struct strbuf *out)
{
	const struct workspace_game *game = draft->mail->game;
	const struct ring_board *board = &ring_game_state(draft->game)->board[number];
	uint8_t side = ring_side(ring_game_state(draft->game), number, own_seat(draft));
	uint8_t opponent = board->seat[1 - side];

	if (game->fresh >> number & 1)
		return;
	if (game->taken[own_seat(draft)] >> number & 1)
		strbuf_addf(out, translate(" You take over on board %u, with %s against %s."),
			    number + 1, translate(variant_side_title(draft->variant, side)),
			    name_of(draft, opponent));
	else if (game->taken[opponent] >> number & 1)
		strbuf_addf(out, translate(" On board %u you play against %s from now on."),
			    number + 1, name_of(draft, opponent));
}

/* Adds the seats beaten during the worklist, and which of the reader's boards were set up again. */
static void add_news(const struct draft *draft, struct strbuf *out)
{
	const struct workspace_game *game = draft->mail->game;
	uint16_t own = ring_boards(ring_game_state(draft->game), own_seat(draft));

	if (draft->game->outcome.status != STATUS_PLAYING)
		own = 0;
	for (uint8_t seat = 0; seat < variant_seats(draft->variant); seat++)
		if ((game->in_play >> seat & 1) && !game_in_play(draft->game, seat))
			add_departure(draft, seat, out);
	for (unsigned i = 0; i < ring_game_state(draft->game)->boards; i++) {
		if (!(own >> i & 1))
			continue;
		if (game->fresh >> i & 1)
			strbuf_addf(out, translate("%sBoard %u has been set up again."),
				    out->len > 0 ? " " : "", i + 1);
		add_takeover(draft, i, out);
	}
}

/* Returns the seats that the seat plays against now. */
static uint16_t opponent_seats(const struct draft *draft)
{
	const struct ring *ring = ring_game_state(draft->game);
	uint16_t seats = 0;

	for (unsigned i = 0; i < ring->boards; i++) {
		uint8_t opponent = ring_opponent(ring, i, own_seat(draft));

		if (opponent != NO_SIDE)
			seats |= (uint16_t)(1u << opponent);
	}
	return seats;
}

/* Adds the last turn on a board where the seat is to move, "Bob's 1:e5", or the last turn on any
 * board if there is none. */
static void add_last(const struct draft *draft, struct strbuf *out)
{
	uint16_t turns = ring_turns(ring_game_state(draft->game), own_seat(draft));
	const struct turn_record *record, *last = NULL;

	for (unsigned back = 0; (record = game_recent(draft->game, back)) != NULL; back++) {
		unsigned board = ring_game_board_of(record);

		if (board < ring_game_state(draft->game)->boards && (turns >> board & 1) &&
		    ring_game_state(draft->game)->board[board].turns > 0) {
			last = record;
			break;
		}
	}
	if (last == NULL)
		last = turns == 0 ? game_recent(draft->game, 0) : NULL;
	if (last != NULL)
		strbuf_addf(out, "%s's %u:%s", name_of(draft, last->seat),
			    ring_game_board_of(last) + 1,
			    last->text + strcspn(last->text, " ") + 1);
}

static void add_opponents(const struct draft *draft, struct strbuf *out)
{
	if (opponent_seats(draft) != 0)
		draft_names(draft, opponent_seats(draft), out);
	else
		draft_opponents(draft, out);
}

/* Adds a board that the seat plays on, for examples. */
static void add_own_number(const struct draft *draft, struct strbuf *out)
{
	const struct ring *ring = ring_game_state(draft->game);
	uint16_t boards = ring_turns(ring, own_seat(draft));

	boards = boards != 0 ? boards : ring_boards(ring, own_seat(draft));
	strbuf_addf(out, "%d", boards != 0 ? __builtin_ctz(boards) + 1 : 1);
}

/* Adds the number of the board that was asked for. */
static void add_asked_board(const struct draft *draft, struct strbuf *out)
{
	if (draft->mail->board > 0)
		strbuf_addf(out, "%u", draft->mail->board);
}

const struct mail_value mail_ring_values[] = {
	{"asked-board", .add = add_asked_board},
	{"board", .add = add_board},
	{"circle", .of_game = ring_game_line},
	{"last", .add = add_last},
	{"news", .add = add_news},
	{"opponent", .add = add_opponents},
	{"own-board", .add = add_own_number},
	{.name = "ring"},
	{"status", .add = add_status},
	{0},
};
