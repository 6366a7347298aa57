/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/base/stamp.h"
#include "pbem/answer/sender.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/desk/standing.h"

/*
 * Whether a token counts rather than the one that did so far. Of two good answers that to the newer
 * letter: a ring may wait for both.
 */
static bool outdoes(const struct matter *matter, const struct token *token, enum standing value,
		    enum standing best)
{
	if (value != best)
		return value > best;
	return value == STANDING_TURN && standing_is_newer(token, &matter->token);
}

static bool find_game(struct matter *matter, const struct token *token)
{
	struct desk_game *game = desk_game(matter->desk, token->game);
	char id[GAME_ID_MAX + 1];

	if (game == NULL && !ledger_moved(matter->desk->site->ledger, token->game, id)) {
		standing_note_game(matter->desk, token, matter->waiting->received);
		matter->lost = true;
	}
	if (game == NULL ||
	    (game->file != NULL && token->seat >= variant_seats(game->file->game.variant)))
		return false;
	matter->game = game;
	matter->seat = token->seat;
	return true;
}

/* Others are good for what has no seats yet, for who only watches, and for a moderator's word
 * (pbem/reception). */
static bool is_of_seat(const struct token *token)
{
	return token->purpose != TOKEN_JOIN && token->purpose != TOKEN_OBSERVER &&
	       token->purpose != TOKEN_COMMAND;
}

bool sender_known(struct matter *matter)
{
	const struct letter *letter = matter->letter;
	const int64_t received = matter->waiting->received;
	uint32_t game = 0;
	bool by_header = false;
	enum standing best = STANDING_VOID;

	if (matter->token_text != NULL)
		return true;
	for (unsigned i = 0; i < letter->token_count; i++) {
		struct token token;
		enum standing value;

		if (!token_read(matter->desk->site->keys, letter->tokens[i], &token) ||
		    !is_of_seat(&token))
			continue;
		if (matter->game == NULL && !find_game(matter, &token))
			continue;
		if (matter->token_text == NULL) {
			game = token.game;
			by_header = i < letter->header_token_count;
		}
		if (token.game != game || token.seat != matter->seat) {
			/* One that was pasted into the text says nothing against the letter that is
			 * answered. */
			matter->conflict |= !by_header || i < letter->header_token_count;
			continue;
		}
		value = matter->game->file == NULL
				? STANDING_DEAD
				: standing_of(matter->desk, matter->game, &token, received);
		if (value == STANDING_LOST) {
			standing_note_lost(matter->desk, matter->game, &token, received);
			matter->lost = true;
		}
		if (matter->token_text != NULL && !outdoes(matter, &token, value, best))
			continue;
		best = value;
		matter->token = token;
		matter->token_text = letter->tokens[i];
		matter->live = value == STANDING_QUERY || value == STANDING_TURN;
		matter->voided = value == STANDING_VOID;
	}
	matter->lost &= best != STANDING_TURN;
	return matter->token_text != NULL;
}

/* Whether the entry that it answers lies in what was taken back last; entries are counted round. */
static bool is_undone(const struct matter *matter)
{
	const struct undone *undone = &matter->game->file->game.undone;
	uint16_t behind = (uint16_t)(matter->token.question - (uint16_t)undone->to);

	return matter->token.purpose == TOKEN_TURN && undone->by != 0 && behind > 0 &&
	       behind < undone->by - undone->to;
}

void sender_why_dead(const struct matter *matter, struct reason *why)
{
	const struct game *game = &matter->game->file->game;
	const struct lapse *lapse = &game->lapsed[matter->seat];
	bool asked = game->questions[matter->seat].entry != 0;

	if (matter->lost)
		reason_set(why,
			   "Something went wrong here: this site had to be put back to an earlier "
			   "state, and what that letter told you of has not happened any more.");
	else if (matter->voided)
		reason_set(why,
			   "That letter was written for this seat before it was given new keys.");
	else if (game->outcome.status != STATUS_PLAYING)
		reason_set(why, "The game is over.");
	else if (matter->waiting->received / SECONDS_A_DAY > matter->token.expires)
		reason_set(why, "It is so old that its key has expired.");
	else if (lapse->entry != 0 && matter->token.question == (uint16_t)lapse->entry)
		reason_set(why, "You had until %s to answer it; then the game went on.",
			   lapse->until);
	else if (is_undone(matter))
		reason_set(why, "What it answers is undone: since then the game was taken back.");
	else if (!asked)
		reason_set(why, "%s", phrase(desk_mail_kind(game->variant)->not_asked));
	else
		reason_set(why, "The game has gone on since.");
}

bool sender_read_id(const struct matter *matter, const char *id, struct token *token_out)
{
	char text[TOKEN_TEXT + 1];

	if (strlen(id) <= TOKEN_TEXT || id[TOKEN_TEXT] != '.')
		return false;
	memcpy(text, id, TOKEN_TEXT);
	text[TOKEN_TEXT] = '\0';
	return token_read(matter->desk->site->keys, text, token_out);
}

bool sender_is_own(const struct matter *matter)
{
	struct token token;

	return sender_read_id(matter, matter->letter->message_id, &token);
}

bool sender_of_bounce(struct matter *matter)
{
	struct token token;

	if (!sender_read_id(matter, matter->letter->bounced_id, &token) ||
	    token.purpose == TOKEN_ADDRESS || !is_of_seat(&token) || !find_game(matter, &token))
		return false;
	/* It may be of who played the seat before, or of an address that isn't the seat's any more.
	 */
	return matter->game->file == NULL ||
	       token.generation == matter->game->seats.seats[matter->seat].generation;
}
