/* SPDX-License-Identifier: MIT */
/* Letters of a game on one board that everybody knows all of; other kinds of games share most. */
#include <string.h>

#include "core/base/text.h"
#include "core/rules/movegen.h"
#include "core/turn/game.h"
#include "core/view/view.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/keys/token.h"
#include "pbem/kind/mail_kinds.h"
#include "pbem/mailing/mailing.h"
#include "pbem/mailing/mailing_seats.h"
#include "pbem/mailing/mailing_history.h"

/* ---- tokens ---- */

unsigned mail_single_bound(const struct game *game, unsigned seat, struct digest *digest_out)
{
	*digest_out = game->questions[seat].digest;
	return game->questions[seat].entry;
}

bool mail_single_is_open(const struct game *game, const struct token *token)
{
	const struct question *question = &game->questions[token->seat];

	return question->entry != 0 && token->question == (uint16_t)question->entry;
}

bool mail_single_asked_by(const struct game *game, const struct token *token, int64_t time)
{
	const struct question *question = &game->questions[token->seat];

	return token->question != (uint16_t)question->entry || question->when <= time;
}

/* ---- letters ---- */

const char *mail_single_question(const struct game *now)
{
	(void)now;
	return "your-turn";
}

/* Whether the turn has passed by a seat that is out, in this batch: then it gets a letter, as it
 * did while it was in play. */
static bool came_round(const struct desk_game *game, uint8_t seat)
{
	const struct game *now = &game->file->game;
	uint8_t to = now->position.turn;
	const struct turn_record *turn;

	for (unsigned back = 0; (turn = game_recent(now, back)) != NULL; back++) {
		if (turn->number <= game->turns)
			return false;
		if (view_passes(now, turn->seat, to, seat))
			return true;
		to = turn->seat;
	}
	return false;
}

/* Whether the seat was put out of the game in this batch, other than by its own word. */
static bool was_beaten(const struct desk_game *game, unsigned seat)
{
	const struct game *now = &game->file->game;

	return (game->in_play >> seat & 1) && !game_in_play(now, seat) &&
	       strcmp(now->out[seat].how, "resigned") != 0;
}

/* Whether the seat may answer a draw offer it hasn't heard of yet. */
static bool is_offered(const struct desk_game *game, unsigned seat)
{
	const struct game *now = &game->file->game;

	return now->offering != NO_SIDE && now->offering != game->offering &&
	       game_in_play(now, seat) && !(now->agreed >> seat & 1);
}

int mail_single_tell(struct desk *desk, struct desk_game *game, uint8_t seat, const struct due *due,
		     struct reason *reason)
{
	const struct game *now = &game->file->game;
	unsigned entry = now->questions[seat].entry, head = game->file->head;

	(void)due;
	if (entry == 0 && game->asked[seat] != 0)
		mailing_take_back(desk, game, seat);
	if (was_beaten(game, seat))
		return mailing_about(desk, game, seat, "beaten", "turn", head, reason);
	if (entry != 0 && entry != game->asked[seat])
		return mailing_about(desk, game, seat, desk_mail_kind(now->variant)->question(now),
				     "turn", entry, reason);
	if (now->position.frozen >> seat & 1 && came_round(game, seat))
		return mailing_about(desk, game, seat, "lost-turn", "turn", head, reason);
	if (is_offered(game, seat))
		return mailing_about(desk, game, seat, "offer", "offer", head, reason);
	if (!game_in_play(now, seat) && !(game->in_play >> seat & 1) &&
	    !game->seats.seats[seat].left && came_round(game, seat))
		return mailing_about(desk, game, seat, "watch", "turn", head, reason);
	return 0;
}

/* ---- orders ---- */

static void moves(const struct game *game, struct move_list *list)
{
	movegen_generate(game->variant, &game->position, list);
}

/* ---- for the moderator ---- */

void mail_single_status(const struct game *game, unsigned seat, struct text *out)
{
	text_add(out, "to move");
	if (game->position.turn != seat)
		text_addf(out, " for %s", variant_seat_title(game->variant, game->position.turn));
}

const struct mail_kind mail_single = {
	.bound = mail_single_bound,
	.is_open = mail_single_is_open,
	.asked_by = mail_single_asked_by,
	.not_asked = MAIL_PLAIN_NOT_ASKED,
	.question = mail_single_question,
	.tell = mail_single_tell,
	.list_turn = mailing_list_turn,
	.moves = moves,
	.status = mail_single_status,
};
