/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/util/translate.h"
#include "pbem/request/sender.h"
#include "pbem/site/gametype_mail.h"
#include "pbem/site/token_status.h"

/*
 * Reports whether a token counts more than the best one so far. If both are good answers, the one
 * to the newer message counts: a ring may wait for both.
 */
static bool is_better_token(const struct incoming *incoming, const struct token *token,
			    enum token_status value, enum token_status best)
{
	if (value != best)
		return value > best;
	return value == TOKEN_STATUS_TURN && token_status_is_newer(token, &incoming->token);
}

static bool find_game(struct incoming *incoming, const struct token *token)
{
	struct workspace_game *game = workspace_game(incoming->workspace, token->game);
	char id[GAME_ID_MAX + 1];

	if (game == NULL && !ledger_moved(incoming->workspace->site->ledger, token->game, id)) {
		token_status_note_game(incoming->workspace, token, incoming->waiting->received);
		incoming->lost = true;
	}
	if (game == NULL ||
	    (game->file != NULL && token->seat >= variant_seats(game->file->game.variant)))
		return false;
	incoming->game = game;
	incoming->seat = token->seat;
	return true;
}

/* Reports whether the token is a seat's. Others are for open games, for watchers and for a
 * moderator's confirmation (pbem/dispatch). */
static bool is_of_seat(const struct token *token)
{
	return token->purpose != TOKEN_JOIN && token->purpose != TOKEN_OBSERVER &&
	       token->purpose != TOKEN_COMMAND;
}

/* Returns the seat that the message's address holds, if it isn't the one in hand; a seat that is
 * asked something comes before others. Returns the one in hand if there is none. */
static unsigned seat_of_address(const struct incoming *incoming)
{
	const struct seats *seats = &incoming->game->seats;
	const struct game *game = &incoming->game->file->game;
	const char *from = incoming->letter->from;
	unsigned found = incoming->seat;

	if (*from == '\0' || seats_has_address(&seats->seats[incoming->seat], from))
		return incoming->seat;
	for (unsigned seat = 0; seat < seats->count; seat++) {
		if (!seats_has_address(&seats->seats[seat], from))
			continue;
		if (found == incoming->seat || game->questions[found].entry == 0)
			found = seat;
	}
	return found;
}

/* Checks the sender's address. A player who has answered to all has quoted another player's
 * message, with its key, so the key proves nothing about the sender. But an address may agree to
 * become the seat's. */
static void check_sender_address(struct incoming *incoming)
{
	unsigned seat;

	if (incoming->token_text == NULL || incoming->game->file == NULL ||
	    incoming->token.purpose == TOKEN_ADDRESS)
		return;
	seat = seat_of_address(incoming);
	if (seat == incoming->seat)
		return;
	incoming->others = true;
	incoming->seat = seat;
	incoming->live = incoming->voided = incoming->lost = incoming->conflict = false;
}

const struct token *sender_first_token(struct incoming *incoming)
{
	const struct message *letter = incoming->letter;

	for (unsigned i = 0; !incoming->verified && i < letter->token_count; i++) {
		const unsigned place = incoming->genuine_count;

		if (token_read(incoming->workspace->site->keys, letter->tokens[i],
			       &incoming->genuine[place].token))
			incoming->genuine[incoming->genuine_count++].text = letter->tokens[i];
	}
	incoming->verified = true;
	return incoming->genuine_count > 0 ? &incoming->genuine[0].token : NULL;
}

bool sender_take_other(struct incoming *incoming)
{
	const struct token *first = sender_first_token(incoming);

	if (first == NULL || is_of_seat(first))
		return false;
	incoming->token = *first;
	incoming->token_text = incoming->genuine[0].text;
	return true;
}

bool sender_known(struct incoming *incoming)
{
	const struct message *letter = incoming->letter;
	const int64_t received = incoming->waiting->received;
	uint32_t game = 0;
	bool by_header = false;
	enum token_status best = TOKEN_STATUS_VOID;

	if (incoming->token_text != NULL)
		return true;
	(void)sender_first_token(incoming);
	for (unsigned i = 0; i < incoming->genuine_count; i++) {
		const struct token token = incoming->genuine[i].token;
		const char *text = incoming->genuine[i].text;
		const bool in_header = text < letter->tokens[letter->header_token_count];
		enum token_status value;

		if (!is_of_seat(&token))
			continue;
		if (incoming->game == NULL && !find_game(incoming, &token))
			continue;
		if (incoming->token_text == NULL) {
			game = token.game;
			by_header = in_header;
		}
		if (token.game != game || token.seat != incoming->seat) {
			/* A token that was pasted into the text doesn't contradict the message that
			 * is answered. */
			incoming->conflict |= !by_header || in_header;
			continue;
		}
		value = incoming->game->file == NULL
				? TOKEN_STATUS_DEAD
				: token_status_of(incoming->workspace, incoming->game, &token,
						  received);
		if (value == TOKEN_STATUS_LOST) {
			token_status_note_lost(incoming->workspace, incoming->game, &token,
					       received);
			incoming->lost = true;
		}
		if (incoming->token_text != NULL && !is_better_token(incoming, &token, value, best))
			continue;
		best = value;
		incoming->token = token;
		incoming->token_text = text;
		incoming->live = value == TOKEN_STATUS_QUERY || value == TOKEN_STATUS_TURN;
		incoming->voided = value == TOKEN_STATUS_VOID;
	}
	incoming->lost &= best != TOKEN_STATUS_TURN;
	check_sender_address(incoming);
	return incoming->token_text != NULL;
}

/* Reports whether the entry that the token answers is among those taken back last. Tokens have only
 * the last bits of an entry's number. */
static bool is_undone(const struct incoming *incoming)
{
	const struct undone *undone = &incoming->game->file->game.undone;
	uint16_t behind = (uint16_t)(incoming->token.question - (uint16_t)undone->to);

	return incoming->token.purpose == TOKEN_TURN && undone->by != 0 && behind > 0 &&
	       behind < undone->by - undone->to;
}

void sender_why_dead(const struct incoming *incoming, struct reason *why)
{
	const struct game *game = &incoming->game->file->game;
	const struct lapse *lapse = &game->lapsed[incoming->seat];
	bool asked = game->questions[incoming->seat].entry != 0;

	if (incoming->lost)
		reason_set(why,
			   "Something went wrong here: we had to restore an older backup of this "
			   "site, so the moves in that message are gone.");
	else if (incoming->voided)
		reason_set(why, "That message is from before your seat got new keys.");
	else if (game->outcome.status != STATUS_PLAYING)
		reason_set(why, "The game is over.");
	else if (incoming_day(incoming) > incoming->token.expires)
		reason_set(why, "That message is so old that its key has expired.");
	else if (lapse->entry != 0 && incoming->token.question == (uint16_t)lapse->entry)
		reason_set(why, "You could answer it until %s; after that the game went on.",
			   lapse->until);
	else if (is_undone(incoming))
		reason_set(why,
			   "The letter that you replied to is about moves that have since been "
			   "taken back.");
	else if (!asked)
		reason_set(why, "%s", translate(gametype_mail_of(game->variant)->not_asked));
	else
		reason_set(why, "The game has gone on since.");
}

bool sender_read_id(const struct incoming *incoming, const char *id, struct token *token_out)
{
	char text[TOKEN_TEXT + 1];

	if (strlen(id) <= TOKEN_TEXT || id[TOKEN_TEXT] != '.')
		return false;
	memcpy(text, id, TOKEN_TEXT);
	text[TOKEN_TEXT] = '\0';
	return token_read(incoming->workspace->site->keys, text, token_out);
}

bool sender_is_own(const struct incoming *incoming)
{
	struct token token;

	return sender_read_id(incoming, incoming->letter->message_id, &token);
}

bool sender_of_bounce(struct incoming *incoming)
{
	struct token token;

	if (!sender_read_id(incoming, incoming->letter->bounced_id, &token) ||
	    token.purpose == TOKEN_ADDRESS || !is_of_seat(&token) || !find_game(incoming, &token))
		return false;
	/* The token may belong to an earlier player of the seat, or to an address that isn't the
	 * seat's any more. */
	return incoming->game->file == NULL ||
	       token.generation == incoming->game->seats.seats[incoming->seat].generation;
}
