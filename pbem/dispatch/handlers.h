/* SPDX-License-Identifier: MIT */
/*
 * The handlers of incoming messages, by sender. The table in dispatch.c chooses among them: by the
 * key in hand if it is no seat's (sender_take_other), else by the first function that claims the
 * message. A handler sets *put_off_out when the message must wait. It returns -1 when pbem itself
 * failed.
 */
#ifndef PBEM_DISPATCH_HANDLERS_H
#define PBEM_DISPATCH_HANDLERS_H

#include <stdbool.h>

#include "pbem/dispatch/dispatch_result.h"
#include "pbem/request/incoming.h"
#include "pbem/site/workspace.h"

/* ---- from_player.c: a message with a seat's token: repeated messages, permission to write ---- */

/* Handles a message whose seat sender_known has found. Sets *put_off_out when the message must wait
 * because its game is damaged; the seats and the moderator are informed the first time. */
int from_player_handle(struct incoming *incoming, bool *put_off_out, struct reason *reason);

/* Reports whether a message comes from the address of the seat in hand and carries another seat's
 * key. The second function handles it. Nothing in it is done, for either seat. The seat in hand
 * gets a message that it can answer. */
bool from_player_is_other(struct incoming *incoming);
int from_player_handle_others(struct incoming *incoming, bool *put_off_out, struct reason *reason);

/* Handles a repeated message: once a day, one line says what it did (incoming->processed). */
int from_player_repeat(struct incoming *incoming, struct reason *reason);

/* ---- from_stranger.c: messages that are no player's ---- */

/* Handles a delivery report: informs the moderator when an address keeps failing. */
void from_stranger_bounce(struct incoming *incoming);

/* Reports whether the game of the key in the message isn't there. The second function ignores the
 * message. */
bool from_stranger_is_lost(struct incoming *incoming);
int from_stranger_ignore(struct incoming *incoming, bool *put_off_out, struct reason *reason);

/* Handles a message from an unknown sender. It is counted but gets no answer, so that nobody can
 * make us write to strangers. If its sender's address is a player's, that player is informed
 * (from_known_address_known). Sets *put_off_out when the message must wait for that player's game.
 * Returns -1 when pbem itself failed. */
int from_stranger_handle(struct incoming *incoming, bool *put_off_out, struct reason *reason);

/*
 * ---- from_joiner.c ----
 *
 * Open games. An address that asks for a seat without a key is asked to confirm, at most once a
 * day. A seat goes to whoever confirms by that key, or writes with the key of a seat in another
 * game. Sets *put_off_out when the message must wait, because the open game can't be read. The
 * functions that handle messages return -1 when pbem itself failed.
 */

/* Reports whether a message without a good key asks for a seat in an open game. The second function
 * answers it. */
bool from_joiner_asks(struct incoming *incoming);
int from_joiner_ask(struct incoming *incoming, bool *put_off_out, struct reason *reason);

/* Does what a message with the key of an open game asks. */
int from_joiner_handle(struct incoming *incoming, bool *put_off_out, struct reason *reason);

/* Reports whether a message with a seat's key asks for a seat in another game, an
 * open one. The second function does that. */
bool from_joiner_of_seat(struct incoming *incoming);
int from_joiner_handle_seat(struct incoming *incoming, bool *put_off_out, struct reason *reason);

/* Reports whether a seat's message asks for anything other than the line of `len` bytes at `at`. */
bool from_joiner_asks_more(const struct incoming *incoming, size_t at, size_t len);

/* Reports whether one more message may be written today to an unknown sender. The second function
 * also counts that message. `of` is the purpose: "joins" for somebody who asks for something,
 * "overtaken" for somebody whose key is no longer of any use. */
bool from_joiner_has_room(struct incoming *incoming, enum count_kind of);
bool from_joiner_may_write(struct incoming *incoming, enum count_kind of);

/*
 * ---- from_watcher.c ----
 *
 * Watching. An address that asks without a key is asked to confirm, within the same limits as for
 * open games. An address that confirms, or writes with the key of a seat in another game, then
 * watches, or waits for the moderator. Sets *put_off_out when the message must wait, because the
 * game or its watchers can't be read. The functions that handle messages return -1 when pbem itself
 * failed.
 */

/* Reports whether a message without a good key asks to watch a game. The second function answers
 * it. */
bool from_watcher_asks(struct incoming *incoming);
int from_watcher_ask(struct incoming *incoming, bool *put_off_out, struct reason *reason);

/* Does what a message with a watcher's key asks. */
int from_watcher_handle(struct incoming *incoming, bool *put_off_out, struct reason *reason);

/* Reports whether a message with a seat's key asks to watch another game or to
 * stop watching it. The second function does that. */
bool from_watcher_of_seat(struct incoming *incoming);
int from_watcher_handle_seat(struct incoming *incoming, bool *put_off_out, struct reason *reason);

/* Handles a bounced message to a watcher: at the second bounce the watcher is removed. Returns
 * false if it is no such bounce. */
bool from_watcher_bounced(struct incoming *incoming);

/*
 * ---- from_moderator.c ----
 *
 * A moderator's commands by mail. When a message without a key comes from a moderator's address,
 * pbem asks that address for confirmation. Nothing is done before the moderator confirms with the
 * key of pbem's message. Sets *put_off_out when the message must wait, because the game can't be
 * read now. The functions that handle messages return -1 when pbem itself failed.
 */

/* Reports whether a message without a good key contains such a command. The second function answers
 * it. */
bool from_moderator_asks(struct incoming *incoming);
int from_moderator_ask(struct incoming *incoming, bool *put_off_out, struct reason *reason);

/* Does what a message with the key of a command says. */
int from_moderator_handle(struct incoming *incoming, bool *put_off_out, struct reason *reason);

/*
 * ---- from_known_address.c ----
 *
 * A message without a good key whose sender's address is a player's. Nothing in it is done, but
 * that address is sent the board and a key, once a day over all its games. Somebody who only
 * pretends to write from there gets nothing, and learns nothing.
 */

/*
 * Reports whether the message is to be answered in this way. If it is, the game and seat in hand
 * are set: the game that the subject names, else the one that has waited longest for that address,
 * else the newest in progress. Sets *put_off_out when that game can't be read now: the message must
 * wait.
 */
bool from_known_address_known(struct incoming *incoming, bool *put_off_out);

/* Writes to the address as the game's seats have it. Returns -1 when pbem itself failed. */
int from_known_address_answer(struct incoming *incoming, struct reason *reason);

/*
 * ---- unreadable.c: messages that are too large, too dangerous for a parser, or made pbem fail
 * ----
 *
 * They are quarantined. If a seat's key is found in them, that seat is informed.
 */

enum unread {
	UNREAD_LARGE,	 /* larger than max-message-bytes; it isn't kept */
	UNREAD_REFUSED,	 /* message_read refused it */
	UNREAD_FAILED,	 /* its reader failed on it, or an earlier run crashed, or pbem failed */
	UNREAD_GIVEN_UP, /* the same, and its owner is no longer looked for */
};

/*
 * Handles such a message. `bytes` is the message, or its start, or NULL when nothing of it is
 * available. `why` is for the moderator, and for a refused message also for the player. A seat is
 * informed at most once a day; for a message that looks automatic, only by a note in the seat's
 * next message. Changes *became_out when the message must wait because its game is damaged or its
 * owner can't be looked for now; then the reason says why. Returns -1 when pbem itself failed.
 */
int unreadable_handle(struct workspace *workspace, const struct waiting *waiting, const char *bytes,
		      size_t len, enum unread what, const char *why, enum reception *became_out,
		      struct reason *reason);

/* Adds a note for a seat whose message looked automatic but was parsed, when it has a live key and
 * orders. */
void unreadable_automatic(struct incoming *incoming);

/* Reports whether the message in hand, of a seat whose game can be read, has orders that go
 * together. */
bool unreadable_has_orders(const struct incoming *incoming);

#endif
