/* SPDX-License-Identifier: MIT */
/* Judges a genuine token: whether its question is open, was open before, or doesn't exist because a
 * backup was restored. */
#ifndef PBEM_SITE_TOKEN_STATUS_H
#define PBEM_SITE_TOKEN_STATUS_H

#include "pbem/auth/token.h"
#include "pbem/site/workspace.h"

/* The status of a token, in the order of what it permits. */
enum token_status {
	TOKEN_STATUS_VOID,  /* revoked: its seat was given new tokens since; permits nothing */
	TOKEN_STATUS_DEAD,  /* answered, out of date or expired; permits leaving the game
			       [resign-any-time] */
	TOKEN_STATUS_LOST,  /* its question or game doesn't exist: a backup was restored */
	TOKEN_STATUS_QUERY, /* permits queries */
	TOKEN_STATUS_TURN,  /* answers the present question */
};

/* Judges a token of a game that can be read, in a message that arrived at `received`. If the game's
 * file can't be read now, the batch is void (workspace_find_digest). */
enum token_status token_status_of(struct workspace *workspace, const struct workspace_game *game,
				  const struct token *token, int64_t received);

/* Reports whether a token answers that entry's question, or a later one. Tokens have only 16 bits
 * of an entry's number, but entries are never that far apart. */
bool token_status_is_as_new(const struct token *token, unsigned entry);

/* Reports whether a token answers a later question than another does. */
bool token_status_is_newer(const struct token *token, const struct token *other);

/* Records, once for each question, that a message answers a question that doesn't exist. Notifies
 * the moderator of the first in each game. */
void token_status_note_lost(struct workspace *workspace, const struct workspace_game *game,
			    const struct token *token, int64_t received);

/* Does the same for a game that doesn't exist, so that the sender is unknown. Notifies the
 * moderator each time. */
void token_status_note_game(struct workspace *workspace, const struct token *token,
			    int64_t received);

#endif
