/* SPDX-License-Identifier: MIT */
/*
 * Handles the watchers of games in the workspace. A game's watchers are loaded once, changed in
 * memory, and written as a whole with every change, with the ledger's lines. Their mail shows the
 * public state of the game, `watch-delay` turns later than its players see it; for that, a game
 * with cards is read without its sealed file. Their tokens permit no order.
 */
#ifndef PBEM_WATCHERS_WATCHERS_H
#define PBEM_WATCHERS_WATCHERS_H

#include "pbem/mail/mail.h"
#include "pbem/site/watcher_list.h"
#include "pbem/site/workspace.h"
#include "pbem/store/ledger.h"

struct watchers {
	struct workspace_game *game;
	struct watcher_list audience;
	bool there; /* the list could be read; otherwise `why` says what is wrong */
	struct reason why;
};

/* Returns the watchers of a game, with this batch's changes. A list that can't be read now stays
 * unreadable for the rest of the run. Borrowed until the batch is committed. */
struct watchers *watchers_of(struct workspace *workspace, struct workspace_game *game);

/* Notifies the moderator, once, of a damaged list. */
void watchers_note_damaged(struct workspace *workspace, const struct watchers *watchers,
			   int64_t when);

/* Asks an address to confirm that it wants to watch. If it was asked before, it is asked again, and
 * the older message is void. If it can't watch, it gets an explanation instead. */
int watchers_request_confirmation(struct workspace *workspace, struct watchers *watchers,
				  const char *address, const struct mail_cause *cause,
				  struct reason *reason);

/* Lets an address watch that has confirmed, or is known by a seat in another game. The address may
 * also have to wait for the moderator, or get an explanation why it can't watch. *what_out is the
 * result, for the log. */
int watchers_enter(struct workspace *workspace, struct watchers *watchers, const char *address,
		   const struct mail_cause *cause, const char **what_out, struct reason *reason);

/* Ends watching, and notifies the watcher. `why` is a sentence that comes first, or "". */
int watchers_leave(struct workspace *workspace, struct watchers *watchers,
		   const struct watcher *watcher, const char *why, const struct mail_cause *cause,
		   struct reason *reason);

/* Ends watching because mail bounces, and sends nothing. */
void watchers_drop(struct workspace *workspace, struct watchers *watchers,
		   const struct watcher *watcher);

/* Lets a watcher watch who has waited for the moderator. */
int watchers_allow(struct workspace *workspace, struct watchers *watchers, struct watcher *watcher,
		   const struct mail_cause *cause, struct reason *reason);

/* ---- mail ---- */

/* Answers to a watcher's queries: the present game; the orders, or a page of the rules; the games
 * watched. An answer also confirms changed settings, which are already saved with the address. */
enum watchers_answer { WATCHERS_BOARD, WATCHERS_HELP, WATCHERS_GAMES };
struct watchers_reply {
	enum watchers_answer what;
	const char *why;   /* a sentence that comes first; NULL: none */
	const char *topic; /* for WATCHERS_HELP: the page asked for; NULL or "": none */
	bool brevity, html, zone, language; /* these settings were changed */
};
int watchers_answer(struct workspace *workspace, struct watchers *watchers,
		    const struct watcher *watcher, const struct watchers_reply *reply,
		    const struct mail_cause *cause, struct reason *reason);

/* Notifies an address that it doesn't watch. `why` is a sentence. */
int watchers_refuse(struct workspace *workspace, const char *id, const char *address,
		    const char *why, const struct mail_cause *cause, struct reason *reason);

/* Sends mail to all watchers of the game if a turn was made that they may see now, or if the game
 * began, had turns taken back, or is over. Called before a batch is committed, after its other
 * mail, with `due` NULL. For games that wait for the end of a worklist, called at that end with its
 * `due`. */
int watchers_notify(struct workspace *workspace, struct workspace_game *game, const struct due *due,
		    struct reason *reason);

/* Adds the games that an address watches, one per line. Only the first lines have more than the
 * id. */
void watchers_list(struct workspace *workspace, const char *address, struct strbuf *out);

#endif
