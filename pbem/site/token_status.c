/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "core/util/timestamp.h"
#include "pbem/site/gametype_mail.h"
#include "pbem/site/token_status.h"

bool token_status_is_as_new(const struct token *token, unsigned entry)
{
	return (uint16_t)(token->question - (uint16_t)entry) < 0x8000;
}

bool token_status_is_newer(const struct token *token, const struct token *other)
{
	return token->question != other->question && token_status_is_as_new(token, other->question);
}

/* ---- whether the question exists ---- */

/* Finds the digest of the entry that asked: among the game's questions, or else in its file. */
static bool find_asking(struct workspace *workspace, const struct workspace_game *game,
			const struct token *token, struct sha256 *digest_out)
{
	const struct gamefile *file = game->file;
	const struct question *question = &file->game.questions[token->seat];
	unsigned entry = file->head - (uint16_t)((uint16_t)file->head - token->question);

	if (token->purpose == TOKEN_QUERY || token->purpose == TOKEN_ADDRESS) {
		*digest_out = file->root;
		return true;
	}
	if (question->entry == entry) {
		*digest_out = question->digest;
		return true;
	}
	/* No entry belongs to a token that is newer than the last entry, or too old for any. */
	return (uint16_t)((uint16_t)file->head - token->question) < 0x8000 && entry <= file->head &&
	       workspace_find_digest(workspace, game, entry, digest_out);
}

static bool is_bound_to_game(struct workspace *workspace, const struct workspace_game *game,
			     const struct token *token)
{
	struct sha256 asked;

	return find_asking(workspace, game, token, &asked) &&
	       token_is_bound(workspace->site->keys, token, &asked);
}

/* ---- whether the question is open ---- */

static enum token_status judge_token(const struct game *game, const struct token *token,
				     int64_t received)
{
	bool open;

	if (received / SECONDS_A_DAY > token->expires)
		return TOKEN_STATUS_DEAD;
	if (token->purpose == TOKEN_QUERY || token->purpose == TOKEN_ADDRESS)
		return TOKEN_STATUS_QUERY;
	if (token->purpose != TOKEN_TURN || game->outcome.status != STATUS_PLAYING)
		return TOKEN_STATUS_DEAD;
	open = gametype_mail_of(game->variant)->is_open(game, token);
	return open ? TOKEN_STATUS_TURN : TOKEN_STATUS_DEAD;
}

/* Reports whether the token agrees to the change of address that is requested now. */
static bool is_address_confirmation(const struct seat *seat, const struct token *token)
{
	return seat->moving[0] != '\0' &&
	       (token->question == seats_moving_mark(seat, SEAT_MOVES_OLD) ||
		token->question == seats_moving_mark(seat, SEAT_MOVES_NEW));
}

enum token_status token_status_of(struct workspace *workspace, const struct workspace_game *game,
				  const struct token *token, int64_t received)
{
	uint8_t generation = game->seats.seats[token->seat].generation;

	/* Generations wrap around. A later one than the seat's is from before a backup was
	 * restored. */
	if (token->generation != generation)
		return (uint8_t)(token->generation - generation) < 0x80 ? TOKEN_STATUS_LOST
									: TOKEN_STATUS_VOID;
	if (!is_bound_to_game(workspace, game, token))
		return TOKEN_STATUS_LOST;
	if (token->purpose == TOKEN_ADDRESS &&
	    !is_address_confirmation(&game->seats.seats[token->seat], token))
		return TOKEN_STATUS_DEAD;
	return judge_token(&game->file->game, token, received);
}

/* ---- missing questions and games ---- */

void token_status_note_game(struct workspace *workspace, const struct token *token,
			    int64_t received)
{
	char game[GAME_ID_MAX + 1], seat[12];

	snprintf(game, sizeof game, "#%u", (unsigned)token->game);
	snprintf(seat, sizeof seat, "%u", (unsigned)token->seat);
	if (workspace_is_first(
		    workspace, received,
		    COUNT(COUNT_LOST, .game = game, .subject = seat, .number = token->question)))
		workspace_notice(
			workspace, received,
			"A letter has a valid reply key for game number %u, which this site "
			"doesn't have. Either a backup from before the game was restored, or "
			"somebody removed the game's folder. pbem could not answer the letter.",
			token->game);
}

void token_status_note_lost(struct workspace *workspace, const struct workspace_game *game,
			    const struct token *token, int64_t received)
{
	const struct variant *variant = game->file->game.variant;
	const char *id = game->id, *seat = variant_seat_name(variant, token->seat);

	(void)workspace_is_first(
		workspace, received,
		COUNT(COUNT_LOST, .game = id, .subject = seat, .number = token->question));
	if (workspace_is_first(workspace, 1, COUNT(COUNT_LOST, .game = id, .told = true)))
		workspace_notice(
			workspace, received,
			"A letter of %s in game %s answers entry %u, which this site doesn't have, "
			"because a backup was restored. The player got the current board. 'pbem "
			"retake' lists the lost entries and the letters that pbem can process "
			"again.",
			workspace_phrase(workspace, variant_seat_title(variant, token->seat)), id,
			token->question);
}
