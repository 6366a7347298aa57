/* SPDX-License-Identifier: MIT */
/* Says whose turn it is, for everybody or for one player. */
#include <string.h>

#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/rules/movegen.h"
#include "core/variant/variant_data.h"
#include "core/view/game_text.h"

/* ---- names ---- */

const char *view_name(const struct game *game, const struct view_reader *reader, uint8_t seat)
{
	return reader != NULL ? reader->names[seat]
			      : translate(variant_seat_title(game->variant, seat));
}

bool view_is_you(const struct view_reader *reader, uint8_t seat)
{
	return reader != NULL && reader->seat == seat;
}

void view_add_others(const struct game *game, const struct view_reader *reader, uint16_t seats,
		     struct strbuf *out)
{
	const char *between = "";
	unsigned left;

	if (reader != NULL && reader->seat < MAX_SEATS)
		seats &= (uint16_t) ~(1u << reader->seat);
	left = (unsigned)__builtin_popcount(seats);
	for (uint8_t seat = 0; seat < variant_seats(game->variant); seat++) {
		if (!(seats >> seat & 1))
			continue;
		strbuf_addf(out, "%s%s", between, view_name(game, reader, seat));
		between = --left == 1 ? translate(" and ") : ", ";
	}
}

void view_add_sentence(const struct game *game, const struct view_reader *reader, uint16_t seats,
		       const struct view_sentence *saying, struct strbuf *out)
{
	const bool you = reader != NULL && reader->seat < MAX_SEATS && (seats >> reader->seat & 1);
	const uint16_t others = you ? seats & (uint16_t) ~(1u << reader->seat) : seats;

	if (you)
		strbuf_add(out, translate(saying->you));
	if (others == 0)
		return;
	view_add_others(game, reader, others, out);
	strbuf_add(out, __builtin_popcount(others) == 1 ? translate(saying->one)
							: translate(saying->many));
}

/* ---- seats out of the game ---- */

void view_departure(const struct game *game, uint8_t seat, struct strbuf *out)
{
	const struct departure *departure = &game->out[seat];
	const char *title = translate(variant_seat_title(game->variant, seat));

	if (departure->round == 0)
		return;
	if (strcmp(departure->how, "resigned") == 0)
		strbuf_addf(out, translate("%s resigned"), title);
	else if (strcmp(departure->how, "forfeited") == 0)
		strbuf_addf(out, translate("%s was put out of the game"), title);
	else if (strcmp(departure->how, "king-captured") == 0)
		strbuf_addf(out, translate("%s's king was taken"), title);
	else
		strbuf_addf(out, translate("%s was %s"), title,
			    strcmp(departure->how, "checkmate") == 0 ? translate("checkmated")
								     : departure->how);
	if (departure->by < variant_seats(game->variant))
		strbuf_addf(out, " %s %s",
			    strcmp(departure->how, "checkmate") == 0 || !game->variant->kind->boards
				    ? translate("by")
				    : translate("against"),
			    translate(variant_seat_title(game->variant, departure->by)));
	/* In a ring each board has its own rounds. */
	if (!game->variant->kind->boards)
		strbuf_addf(out, translate(" in round %u"), departure->round);
	strbuf_add(out, ".\n");
}

void view_departures(const struct game *game, struct strbuf *out)
{
	if (!game_has_many_seats(game))
		return;
	for (uint8_t seat = 0; seat < variant_seats(game->variant); seat++)
		view_departure(game, seat, out);
}

/* ---- whose turn it is ---- */

/*
 * Returns ", in check" if the side to move is. The army of a seat that is out is never in check
 * [played-seat-named].
 */
static const char *check_suffix(const struct game *game)
{
	const uint8_t seat = game->position.turn;

	return game_in_play(game, seat) && movegen_in_check(game->variant, &game->position, seat)
		       ? translate(", in check")
		       : "";
}

const char *view_count_word(const struct game *game)
{
	return game_has_many_seats(game) ? translate("round") : translate("move");
}

/* Adds "White to move (move 1), in check." */
static void add_mover(const struct game *game, struct strbuf *out)
{
	const uint8_t seat = game->position.turn, player = game_player(game);
	const char *title = translate(variant_seat_title(game->variant, seat));

	if (player != seat)
		strbuf_addf(out, translate("%s to move with the army of %s"),
			    translate(variant_seat_title(game->variant, player)), title);
	else
		strbuf_addf(out, translate("%s to move"), title);
	strbuf_addf(out, " (%s %u)%s.\n", view_count_word(game), game_round(game),
		    check_suffix(game));
}

void view_turn_of(const struct game *game, const struct view_reader *reader, uint8_t player,
		  const char *check, struct strbuf *out)
{
	const char *title = translate(variant_seat_title(game->variant, player));

	if (view_is_you(reader, player))
		strbuf_addf(out, translate("It is your turn: %s, %s %u%s.\n"), title,
			    view_count_word(game), game_round(game), check);
	else
		strbuf_addf(out, translate("It is %s's turn: %s, %s %u%s.\n"),
			    view_name(game, reader, player), title, view_count_word(game),
			    game_round(game), check);
}

/* Adds the turn of a player with a conquered army. */
static void add_army_turn(const struct game *game, const struct view_reader *reader, uint8_t player,
			  struct strbuf *out)
{
	const char *army = translate(variant_seat_title(game->variant, game->position.turn));

	if (view_is_you(reader, player))
		strbuf_addf(out, translate("It is your turn with the army of %s: %s %u%s.\n"), army,
			    view_count_word(game), game_round(game), check_suffix(game));
	else
		strbuf_addf(out, translate("It is %s's turn with the army of %s: %s %u%s.\n"),
			    view_name(game, reader, player), army, view_count_word(game),
			    game_round(game), check_suffix(game));
}

void view_to_move(const struct game *game, const struct view_reader *reader, struct strbuf *out)
{
	const uint8_t player = game_player(game);

	if (reader == NULL)
		add_mover(game, out);
	else if (player != game->position.turn)
		add_army_turn(game, reader, player, out);
	else
		view_turn_of(game, reader, player, check_suffix(game), out);
}

static void add_offer(const struct game *game, const struct view_reader *reader, struct strbuf *out)
{
	static const struct view_sentence agree = {"You have agreed to it.\n",
						   " has agreed to it.\n", " have agreed to it.\n"};
	const uint16_t offering = (uint16_t)(1u << game->offering);

	if (view_is_you(reader, game->offering))
		strbuf_add(out, translate("You offer a draw"));
	else
		strbuf_addf(out, translate("%s offers a draw"),
			    view_name(game, reader, game->offering));
	strbuf_add(out, ".\n");
	if (game_has_many_seats(game))
		view_add_sentence(game, reader, game->agreed & (uint16_t)~offering, &agree, out);
}

void view_status_to(const struct game *game, const struct view_reader *reader, struct strbuf *out)
{
	const struct gametype *kind = game->variant->kind;
	bool over = game->outcome.status != STATUS_PLAYING;

	if (over) {
		strbuf_add(out, translate("The game is over. "));
		view_result(game, out);
	} else if (!game->started) {
		strbuf_add(out, translate("The game hasn't begun yet.\n"));
		if (kind->waiting != NULL)
			kind->waiting(game, reader, out);
	} else if (kind->status != NULL) {
		kind->status(game, reader, out);
	} else {
		view_to_move(game, reader, out);
		view_departures(game, out);
	}
	if (game->offering != NO_SIDE && !over)
		add_offer(game, reader, out);
}

void view_status(const struct game *game, struct strbuf *out)
{
	view_status_to(game, NULL, out);
}
