/* SPDX-License-Identifier: MIT */
/* What a genuine token is worth now: whether what it answers is still asked, was asked once, or
 * isn't there at all, because a backup was put back. */
#ifndef PBEM_DESK_STANDING_H
#define PBEM_DESK_STANDING_H

#include "pbem/desk/desk.h"
#include "pbem/keys/token.h"

/* The more the better. */
enum standing {
	STANDING_VOID, /* of an earlier generation of its seat, which was given new keys since: good
			  for nothing */
	STANDING_DEAD, /* answered, overtaken or expired: good for leaving the game
			  [resign-any-time] */
	STANDING_LOST, /* what it answers, or the game it is of, isn't there: a backup was put back
			*/
	STANDING_QUERY, /* good to ask */
	STANDING_TURN,	/* it answers what is asked now */
};

/* Judges a token of a game that can be read, in a letter received then. When its file can't be
 * looked into just now the batch is void (desk_find_digest). */
enum standing standing_of(struct desk *desk, const struct desk_game *game,
			  const struct token *token, int64_t received);

/* Whether a token answers what an entry asked, or a later one. Entries are numbered beyond what a
 * token has room for, but never so far apart. */
bool standing_is_as_new(const struct token *token, unsigned entry);

/* Whether a token answers a later question than another does. */
bool standing_is_newer(const struct token *token, const struct token *other);

/* Writes down, once for each, that somebody answered what isn't there, and tells the moderator of
 * the first in each game. */
void standing_note_lost(struct desk *desk, const struct desk_game *game, const struct token *token,
			int64_t received);

/* The same of a game that isn't there: whose letter it is can't be told. */
void standing_note_game(struct desk *desk, const struct token *token, int64_t received);

#endif
