/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/ring.h"
#include "pbem/sender.h"

enum { SECONDS_A_DAY = 86400 };

/* Entries are numbered beyond what a token has room for, but never so far apart. */
static bool
is_as_new(uint16_t question, unsigned entry)
{
	return (uint16_t)(question - (uint16_t)entry) < 0x8000;
}

uint16_t
sender_boards(const struct game *game, const struct token *token)
{
	uint16_t boards = ring_turns(game->ring, token->seat);

	for (unsigned i = 0; i < game->ring->boards; i++)
		if (!is_as_new(token->question, game->ring->board[i].asked))
			boards &= (uint16_t)~(1u << i);
	return boards;
}

bool
sender_has_moved(const struct game *game, const struct token *token)
{
	unsigned played = game->ring->played[token->seat];

	return played != 0 && !is_as_new(token->question, played);
}

static bool
is_live(const struct hand *hand, const struct token *token)
{
	const struct game *game = &hand->game->file->game;
	const struct question *question = &game->questions[token->seat];

	if (hand->waiting->received / SECONDS_A_DAY > token->expires)
		return false;
	if (token->purpose == TOKEN_QUERY)
		return true;
	if (token->purpose != TOKEN_TURN || game->outcome.status != STATUS_PLAYING)
		return false;
	if (game->ring != NULL)
		return sender_boards(game, token) != 0;
	return question->entry != 0 && token->question == (uint16_t)question->entry;
}

/* How much a token is worth: the answer to an open question, leave to ask, a dead one. */
static int
worth(const struct hand *hand, const struct token *token)
{
	if (hand->game->file == NULL || !is_live(hand, token))
		return 0;
	return token->purpose == TOKEN_TURN ? 2 : 1;
}

/* Of two good answers that to the newer letter counts: a ring may wait for both. */
static bool
is_newer(const struct hand *hand, const struct token *token)
{
	return hand->live && token->purpose == TOKEN_TURN && token->question != hand->token.question &&
	       is_as_new(token->question, hand->token.question);
}

static bool
find_game(struct hand *hand, const struct token *token)
{
	struct desk_game *game = desk_game(&hand->intake->desk, token->game);

	if (game == NULL || (game->file != NULL &&
	                     token->seat >= variant_seats(game->file->game.variant)))
		return false;
	hand->game = game;
	hand->seat = token->seat;
	return true;
}

bool
sender_known(struct hand *hand)
{
	const struct letter *letter = hand->letter;
	uint32_t game = 0;
	bool by_header = false;
	int best = -1;

	for (unsigned i = 0; i < letter->token_count; i++) {
		struct token token;
		int value;

		if (!token_read(hand->intake->site->keys, letter->tokens[i], &token))
			continue;
		if (hand->game == NULL && !find_game(hand, &token))
			continue;
		if (hand->token_text == NULL) {
			game = token.game;
			by_header = i < letter->header_token_count;
		}
		if (token.game != game || token.seat != hand->seat) {
			/* One that was pasted into the text says nothing against the letter that is answered. */
			hand->conflict |= !by_header || i < letter->header_token_count;
			continue;
		}
		value = worth(hand, &token);
		if (value < best || (value == best && !is_newer(hand, &token)))
			continue;
		best = value;
		hand->token = token;
		hand->token_text = letter->tokens[i];
		hand->live = value > 0;
	}
	return hand->token_text != NULL;
}

void
sender_why_dead(const struct hand *hand, struct reason *why)
{
	const struct game *game = &hand->game->file->game;
	const struct lapse *lapse = &game->lapsed[hand->seat];
	bool asked = game->questions[hand->seat].entry != 0;

	if (game->outcome.status != STATUS_PLAYING)
		reason_set(why, "The game is over.");
	else if (hand->waiting->received / SECONDS_A_DAY > hand->token.expires)
		reason_set(why, "It is so old that its key has expired.");
	else if (lapse->entry != 0 && hand->token.question == (uint16_t)lapse->entry)
		reason_set(why, "You had until %s to answer it; then the game went on.", lapse->until);
	else if (game->table != NULL && !asked)
		reason_set(why, "Nothing is asked of you now: you have answered already, or what you were "
		           "asked about is settled.");
	else if (!asked)
		reason_set(why, "You have moved already; it is not your turn now.");
	else
		reason_set(why, "The game has gone on since.");
}

bool
sender_of_bounce(struct hand *hand)
{
	char text[TOKEN_TEXT + 1];
	struct token token;

	if (strlen(hand->letter->bounced_id) < TOKEN_TEXT)
		return false;
	memcpy(text, hand->letter->bounced_id, TOKEN_TEXT);
	text[TOKEN_TEXT] = '\0';
	return token_read(hand->intake->site->keys, text, &token) && find_game(hand, &token);
}
