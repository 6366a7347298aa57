/* SPDX-License-Identifier: MIT */
/*
 * Those who watch a game without a seat: on the desk, each game's loaded once, changed in memory
 * and put into the batch whole with every change, with what the ledger knows of it. What they are
 * sent is made of the game as everybody may see it, `watch-delay` turns later than its players do;
 * a game of cards is read without its sealed file for that. Their keys are good for no order.
 */
#ifndef PBEM_GALLERY_GALLERY_H
#define PBEM_GALLERY_GALLERY_H

#include "pbem/audience/audience.h"
#include "pbem/desk/desk.h"
#include "pbem/promise/ledger.h"
#include "pbem/reading/letter.h"

struct gallery {
	struct desk_game *game;
	struct audience audience;
	bool there; /* it could be read; else `why` says what is wrong */
	struct reason why;
};

/* What an act follows from. */
struct gallery_cause {
	const struct letter *letter; /* which is answered; NULL: none is */
	const char *digest;	     /* of it, or anything else that is never twice, hex */
	int64_t when;		     /* when it was received */
};

/* Those of a game that can be read, this batch's changes included. What can't be read just now
 * can't be for the rest of the run. Borrowed until the batch is committed. */
struct gallery *gallery_of(struct desk *desk, struct desk_game *game);

/* Tells the moderator, once, of one that is damaged. */
void gallery_note_damaged(struct desk *desk, const struct gallery *gallery, int64_t when);

/* Asks an address whether it wants to watch; who was asked before is asked anew, and his older
 * letter is void. Tells it why when it can't. */
int gallery_ask(struct desk *desk, struct gallery *gallery, const char *address,
		const struct gallery_cause *cause, struct reason *reason);

/* An address that has confirmed, or is known by a seat elsewhere, watches from now on, or waits for
 * the moderator; or is told why it can't. *what_out: what it did, for the log. */
int gallery_enter(struct desk *desk, struct gallery *gallery, const char *address,
		  const struct gallery_cause *cause, const char **what_out, struct reason *reason);

/* A watcher watches no more, and is told so; `why` in front of it, a sentence, or "". */
int gallery_leave(struct desk *desk, struct gallery *gallery, const struct watcher *watcher,
		  const char *why, const struct gallery_cause *cause, struct reason *reason);

/* His letters come back: he watches no more, and nobody is written to. */
void gallery_drop(struct desk *desk, struct gallery *gallery, const struct watcher *watcher);

/* The moderator lets one watch who waits for it. */
int gallery_allow(struct desk *desk, struct gallery *gallery, struct watcher *watcher,
		  const struct gallery_cause *cause, struct reason *reason);

/* ---- letters ---- */

/* What he asks for: the game as it stands; what he can write, or a page on rules; what he watches.
 * What he wishes for his letters stands with his address by then, and is confirmed in this. */
enum gallery_answer { GALLERY_BOARD, GALLERY_HELP, GALLERY_GAMES };
struct gallery_reply {
	enum gallery_answer what;
	const char *why;   /* told first; NULL: nothing is */
	const char *topic; /* of GALLERY_HELP: the page he asks for; NULL or "": none */
	bool brevity, html, zone, language; /* he has chosen these */
};
int gallery_answer(struct desk *desk, struct gallery *gallery, const struct watcher *watcher,
		   const struct gallery_reply *reply, const struct gallery_cause *cause,
		   struct reason *reason);

/* Tells an address that it doesn't watch, and why: a sentence. */
int gallery_refuse(struct desk *desk, const char *id, const char *address, const char *why,
		   const struct gallery_cause *cause, struct reason *reason);

/* Before a batch is committed, when its other letters are written, or, where games wait for that,
 * at the end of a sitting, `due` saying what it was: a letter to all who watch the game, if a turn
 * was made that they may see by now, it began, was taken back, or is over. */
int gallery_tell(struct desk *desk, struct desk_game *game, const struct due *due,
		 struct reason *reason);

/* The games that an address watches, a line each: of few more than the id. */
void gallery_list(struct desk *desk, const char *address, struct text *out);

#endif
