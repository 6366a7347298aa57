/* SPDX-License-Identifier: MIT */
#include "core/base/stamp.h"
#include "pbem/promise/ledger.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/desk/standing.h"

bool standing_is_as_new(const struct token *token, unsigned entry)
{
	return (uint16_t)(token->question - (uint16_t)entry) < 0x8000;
}

bool standing_is_newer(const struct token *token, const struct token *other)
{
	return token->question != other->question && standing_is_as_new(token, other->question);
}

/* ---- whether what it answers is there ---- */

/* The digest of the entry that asked: from what the game keeps with its questions, else from its
 * file. */
static bool find_asking(struct desk *desk, const struct desk_game *game, const struct token *token,
			struct digest *digest_out)
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
	/* A token that is newer than the last entry can't be of any; nor one so old that none had
	 * its number. */
	return (uint16_t)((uint16_t)file->head - token->question) < 0x8000 && entry <= file->head &&
	       desk_find_digest(desk, game, entry, digest_out);
}

/* A token of version 1 is bound to no digest: it answers only what was asked before tokens were. */
static bool is_first_there(const struct desk *desk, const struct gamefile *file,
			   const struct token *token)
{
	int64_t since = ledger_count(desk->site->ledger, LEDGER_BOUND);

	if (token->purpose == TOKEN_QUERY)
		return file->header.created <= since;
	return desk_mail_kind(file->game.variant)->asked_by(&file->game, token, since);
}

static bool is_there(struct desk *desk, const struct desk_game *game, const struct token *token)
{
	struct digest asked;

	if (token->version == 1)
		return is_first_there(desk, game->file, token);
	return find_asking(desk, game, token, &asked) &&
	       token_is_bound(desk->site->keys, token, &asked);
}

/* ---- whether it is still open ---- */

static enum standing judge(const struct game *game, const struct token *token, int64_t received)
{
	bool open;

	if (received / SECONDS_A_DAY > token->expires)
		return STANDING_DEAD;
	if (token->purpose == TOKEN_QUERY || token->purpose == TOKEN_ADDRESS)
		return STANDING_QUERY;
	if (token->purpose != TOKEN_TURN || game->outcome.status != STATUS_PLAYING)
		return STANDING_DEAD;
	open = desk_mail_kind(game->variant)->is_open(game, token);
	return open ? STANDING_TURN : STANDING_DEAD;
}

/* Whether it agrees to what is asked now: that letters go to that address. */
static bool is_moving(const struct seat *seat, const struct token *token)
{
	return seat->moving[0] != '\0' &&
	       (token->question == seats_moving_mark(seat, SEAT_MOVES_OLD) ||
		token->question == seats_moving_mark(seat, SEAT_MOVES_NEW));
}

enum standing standing_of(struct desk *desk, const struct desk_game *game,
			  const struct token *token, int64_t received)
{
	uint8_t generation = game->seats.seats[token->seat].generation;

	/* They are counted round; one that is still to come is known from before a backup was put
	 * back. */
	if (token->generation != generation)
		return (uint8_t)(token->generation - generation) < 0x80 ? STANDING_LOST
									: STANDING_VOID;
	if (!is_there(desk, game, token))
		return STANDING_LOST;
	if (token->purpose == TOKEN_ADDRESS && !is_moving(&game->seats.seats[token->seat], token))
		return STANDING_DEAD;
	return judge(&game->file->game, token, received);
}

/* ---- what isn't there ---- */

void standing_note_game(struct desk *desk, const struct token *token, int64_t received)
{
	if (desk_is_first(desk, received, LEDGER_LOST "#%u %u %u", token->game, token->seat,
			  token->question))
		desk_notice(desk, received,
			    "A letter carries a key of ours for game number %u, which this site "
			    "doesn't have: a backup was put back, and the game began after it was "
			    "made, or somebody took its folder away. Nobody could be answered.",
			    token->game);
}

void standing_note_lost(struct desk *desk, const struct desk_game *game, const struct token *token,
			int64_t received)
{
	const struct variant *variant = game->file->game.variant;
	const char *id = game->id, *seat = variant_seat_name(variant, token->seat);

	(void)desk_is_first(desk, received, LEDGER_LOST "%s %s %u", id, seat, token->question);
	if (desk_is_first(desk, 1, LEDGER_LOST_TOLD "%s", id))
		desk_notice(desk, received,
			    "A letter of %s in game %s answers what this site doesn't know (entry "
			    "%u): a backup was put back, and what was done since it was made is "
			    "lost. The player got the present board. 'pbem retake' lists what "
			    "isn't there any more and which letters can be taken again.",
			    desk_phrase(desk, variant_seat_title(variant, token->seat)), id,
			    token->question);
}
