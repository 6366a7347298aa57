/* SPDX-License-Identifier: MIT */
/* Messages of a game on one board on which nothing is hidden. Other kinds of games share most of
 * this. */
#include <string.h>

#include "core/game/game.h"
#include "core/rules/movegen.h"
#include "core/util/strbuf.h"
#include "core/view/game_text.h"
#include "pbem/auth/token.h"
#include "pbem/gametype/mail_gametypes.h"
#include "pbem/mail/mail.h"
#include "pbem/mail/mail_history.h"
#include "pbem/mail/mail_seat.h"
#include "pbem/site/gametype_mail.h"

/* ---- tokens ---- */

unsigned mail_standard_bound(const struct game *game, unsigned seat, struct sha256 *digest_out)
{
	*digest_out = game->questions[seat].digest;
	return game->questions[seat].entry;
}

bool mail_standard_is_open(const struct game *game, const struct token *token)
{
	const struct question *question = &game->questions[token->seat];

	return question->entry != 0 && token->question == (uint16_t)question->entry;
}

/* ---- messages ---- */

const char *mail_standard_question(const struct game *now)
{
	(void)now;
	return "your-turn";
}

/* Reports whether the turn has passed by a seat that is out, in this batch: then it gets a message,
 * as it did while it was in play. */
static bool was_seat_passed_over(const struct workspace_game *game, uint8_t seat)
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

/* Reports whether the seat was put out of the game in this batch, without its own order. */
static bool was_beaten(const struct workspace_game *game, unsigned seat)
{
	const struct game *now = &game->file->game;

	return (game->in_play >> seat & 1) && !game_in_play(now, seat) &&
	       strcmp(now->out[seat].how, "resigned") != 0;
}

/* Reports whether the seat may answer a draw offer of which it hasn't been informed yet. */
static bool is_offered(const struct workspace_game *game, unsigned seat)
{
	const struct game *now = &game->file->game;

	return now->offering != NO_SIDE && now->offering != game->offering &&
	       game_in_play(now, seat) && !(now->agreed >> seat & 1);
}

int mail_standard_notify(struct workspace *workspace, struct workspace_game *game, uint8_t seat,
			 const struct due *due, struct reason *reason)
{
	const struct game *now = &game->file->game;
	unsigned entry = now->questions[seat].entry, head = game->file->head;

	(void)due;
	if (entry == 0 && game->asked[seat] != 0)
		mail_withdraw(workspace, game, seat);
	if (was_beaten(game, seat))
		return mail_about(workspace, game, seat, "beaten", "turn", head, reason);
	if (entry != 0 && entry != game->asked[seat])
		return mail_about(workspace, game, seat,
				  gametype_mail_of(now->variant)->question(now), "turn", entry,
				  reason);
	if (now->position.frozen >> seat & 1 && was_seat_passed_over(game, seat))
		return mail_about(workspace, game, seat, "lost-turn", "turn", head, reason);
	if (is_offered(game, seat))
		return mail_about(workspace, game, seat, "offer", "offer", head, reason);
	if (!game_in_play(now, seat) && !(game->in_play >> seat & 1) &&
	    !game->seats.seats[seat].left && was_seat_passed_over(game, seat))
		return mail_about(workspace, game, seat, "watch", "turn", head, reason);
	return 0;
}

/* ---- orders ---- */

static void mail_standard_moves(const struct game *game, struct move_list *list)
{
	movegen_generate(game->variant, &game->position, list);
}

/* ---- for the moderator ---- */

void mail_standard_status(const struct game *game, unsigned seat, struct strbuf *out)
{
	strbuf_add(out, "to move");
	if (game->position.turn != seat)
		strbuf_addf(out, " for %s", variant_seat_title(game->variant, game->position.turn));
}

const struct gametype_mail mail_standard = {
	.bound = mail_standard_bound,
	.is_open = mail_standard_is_open,
	.not_asked = MAIL_PLAIN_NOT_ASKED,
	.question = mail_standard_question,
	.notify = mail_standard_notify,
	.list_turn = mail_list_turn,
	.moves = mail_standard_moves,
	.status = mail_standard_status,
};
