/* SPDX-License-Identifier: MIT */
/* Who deals with which letter; reception.c chooses among them. */
#ifndef PBEM_RECEPTION_TAKERS_H
#define PBEM_RECEPTION_TAKERS_H

#include <stdbool.h>

#include "pbem/answer/matter.h"
#include "pbem/desk/desk.h"
#include "pbem/reception/became.h"

/* ---- player.c: it carries a token of ours: is it the first time, may he speak? ---- */

/* Deals with a letter of which sender_known has said whose it is. *put_off_out is set when it must
 * wait, because its game is damaged: its seats and the moderator are told the first time. */
int player_take(struct matter *matter, bool *put_off_out, struct reason *reason);

/* The same letter again: one line says what it did (matter->deed), once a day. */
int player_repeat(struct matter *matter, struct reason *reason);

/* ---- stranger.c: letters no player stands behind ---- */

/* A delivery report: tells the moderator when an address keeps failing. */
void stranger_bounce(struct matter *matter);

/* Nobody we know: no answer, so that nobody can make us write to strangers. It is counted. But if
 * its sender's address is a player's, that player hears of it (keyless_known), and *put_off_out is
 * set when the letter must wait for his game. -1 when pbem itself failed. */
int stranger_take(struct matter *matter, bool *put_off_out, struct reason *reason);

/*
 * ---- joiner.c ----
 *
 * Open games: who asks for a seat without a key is asked to confirm, one letter to an address and
 * day; who confirms by its key, or writes with the key of a seat he has elsewhere, gets it.
 * *put_off_out is set when the letter must wait, because the open game can't be read. -1 when pbem
 * itself failed.
 */

/* Whether a letter without a good key asks for a seat in an open game; and the answer to it. */
bool joiner_asks(struct matter *matter);
int joiner_ask(struct matter *matter, bool *put_off_out, struct reason *reason);

/* Whether the first genuine key in the letter is one of an open game, which becomes the one in
 * hand; and what it asks is done. */
bool joiner_known(struct matter *matter);
int joiner_take(struct matter *matter, bool *put_off_out, struct reason *reason);

/* Whether a letter of which sender_known has said whose it is asks for a seat in another, open
 * game; and that is done. */
bool joiner_of_seat(struct matter *matter);
int joiner_take_seat(struct matter *matter, bool *put_off_out, struct reason *reason);

/* Whether a seat's letter asks for anything else beside the line that stands there. */
bool joiner_asks_more(const struct matter *matter, size_t at, size_t len);

/* Whether one more may be written today to a sender whom nobody knows; and the same, and from now
 * on it was. `of` says for what: "joins", who asks for something, or "overtaken", whose key is of
 * no use any more. */
bool joiner_has_room(struct matter *matter, const char *of);
bool joiner_may_write(struct matter *matter, const char *of);

/*
 * ---- watcher.c ----
 *
 * Watching: who asks for it without a key is asked to confirm, within the same rations; who
 * confirms, or writes with the key of a seat elsewhere, watches, or waits for the moderator.
 * *put_off_out is set when the letter must wait, because the game or its watchers can't be read. -1
 * when pbem itself failed.
 */

/* Whether a letter without a good key asks to watch a game; and the answer to it. */
bool watcher_asks(struct matter *matter);
int watcher_ask(struct matter *matter, bool *put_off_out, struct reason *reason);

/* Whether the first genuine key in the letter is a watcher's, which becomes the one in hand; and
 * what it asks is done. */
bool watcher_known(struct matter *matter);
int watcher_take(struct matter *matter, bool *put_off_out, struct reason *reason);

/* Whether a letter of which sender_known has said whose it is asks to watch another game, or to do
 * so no more; and that is done. */
bool watcher_of_seat(struct matter *matter);
int watcher_take_seat(struct matter *matter, bool *put_off_out, struct reason *reason);

/* A letter to a watcher came back: at the second time he watches no more. False: it was none. */
bool watcher_bounced(struct matter *matter);

/*
 * ---- commander.c ----
 *
 * A moderator's commands by mail: who asks without a key from a moderator's address is asked
 * whether it was he, and nothing is done before he says so with the key of that letter.
 * *put_off_out is set when the letter must wait, because the game can't be read just now. -1 when
 * pbem itself failed.
 */

/* Whether a letter without a good key holds such a command; and the answer to it. */
bool commander_asks(struct matter *matter);
int commander_ask(struct matter *matter, bool *put_off_out, struct reason *reason);

/* Whether the first genuine key in the letter is that of a command, which becomes the one in hand;
 * and what it says is done. */
bool commander_known(struct matter *matter);
int commander_take(struct matter *matter, bool *put_off_out, struct reason *reason);

/*
 * ---- keyless.c ----
 *
 * A letter without a good key whose sender's address is a player's: nothing in it is done, but that
 * address is sent the board and a key, once a day over all its games. Who only pretends to write
 * from there gets nothing, and learns nothing.
 */

/*
 * Whether the letter is to be answered so: then game and seat in hand are set, to the game its
 * subject names, or else to the one that waits longest for that address; if none does, to the
 * newest that goes on. When that one can't be read just now *put_off_out is set: the letter must
 * wait.
 */
bool keyless_known(struct matter *matter, bool *put_off_out);

/* Writes to the address, as it stands in the game's seats. -1 when pbem itself failed. */
int keyless_answer(struct matter *matter, struct reason *reason);

/* ---- unread.c: too large, too dangerous for a parser, or such that pbem has failed over them:
 * they are set aside; if the key of a seat is found in them, that seat hears of it ---- */

enum unread {
	UNREAD_LARGE,	/* larger than max-letter-bytes; it isn't kept */
	UNREAD_REFUSED, /* letter_read refused it */
	UNREAD_FAILED,	/* its reader failed over it, or an earlier run crashed */
};

/*
 * `bytes` is the letter, or its start, or NULL when nothing of it is had; `why` is for the
 * moderator, and of a refused letter for the player too. A seat is told at most once a day; of a
 * letter that looks automatic only by a note in its next letter. *became_out is changed when it
 * must wait: because its game is damaged, or nobody can look now whose it is; then the reason says
 * why. -1 when pbem itself failed.
 */
int unread_take(struct desk *desk, const struct waiting *waiting, const char *bytes, size_t len,
		enum unread what, const char *why, enum reception *became_out,
		struct reason *reason);

/* A letter that looked automatic, and was read: when it has a live key and orders, its seat gets a
 * note. */
void unread_automatic(struct matter *matter);

#endif
