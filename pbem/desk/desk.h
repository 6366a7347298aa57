/* SPDX-License-Identifier: MIT */
/* The games that lie open while a batch of letters is decided: each is loaded once, grows in memory
 * by the batch's entries, and is handed to the journal at the batch's end. */
#ifndef PBEM_DESK_DESK_H
#define PBEM_DESK_DESK_H

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

#include "core/position/event.h"
#include "core/record/gamefile.h"
#include "core/base/text.h"
#include "pbem/promise/batch.h"
#include "pbem/desk/seats.h"
#include "pbem/desk/site.h"

struct desk_game {
	struct desk_game *next; /* in the order they were opened */
	char id[GAME_ID_MAX + 1];
	uint32_t number;
	const struct site *site;
	struct gamefile *file; /* NULL: damaged, `why` says how */
	struct seats seats;
	struct reason why;
	uint64_t written;	 /* bytes of game.txt that are on the disk */
	struct text added;	 /* bytes that follow them in this batch */
	uint64_t sealed_written; /* the same of its sealed file, written before game.txt */
	struct text sealed;
	struct event_list owed;	   /* outages the game counts in memory, for its next entry */
	unsigned asked[MAX_SEATS]; /* each seat's question when the batch began */
	int64_t last_when;	   /* of the last entry added in this batch */
	/* And what else was so then: */
	bool was_over;		   /* the game was over */
	bool was_started;	   /* it had begun */
	unsigned turns;		   /* finished turns */
	uint16_t in_play;	   /* set of seats */
	uint8_t offering;	   /* whose draw offer stood */
	bool is_new;		   /* made in this batch */
	unsigned head;		   /* number of the last entry */
	uint16_t fresh;		   /* set of a ring's boards set up afresh in this batch */
	uint16_t taken[MAX_SEATS]; /* for each seat the boards of a ring on which it has taken over
				      another's men in this batch */
	bool habits;  /* what its seats file has of letters changed: it is written anew */
	bool settled; /* the sitting is over for it (settle.h) */
};

struct desk {
	struct site *site;
	GHashTable *unread; /* why games can't be read just now, by id: to the end of the run,
			       or a later letter would overtake one that has to wait */
	struct desk_game *first, **end;
	struct desk_game **slots; /* hash table of `size` slots, by id */
	size_t count, size;
	struct reason
		unsound; /* why a look into a game's file failed, or "": nothing may be committed */
};

void desk_init(struct desk *desk, struct site *site);

/* Drops every game, written or not; but not which can't be read just now. */
void desk_clear(struct desk *desk);
void desk_done(struct desk *desk);

/*
 * The game of that number, from the desk or the disk. NULL when the site has no such game. A game
 * that can't be read is there too, with `file` NULL; when that may pass (reason_is_passing), it
 * can't be read for the rest of the run. Borrowed until desk_clear.
 */
struct desk_game *desk_game(struct desk *desk, uint32_t number);

/* Puts a new game on the desk, its header to be written. Takes ownership of `file`. */
struct desk_game *desk_add(struct desk *desk, struct gamefile *file, const struct seats *seats);

/*
 * Adds an entry to a game; its facts are in force from now on. When it ends a game with secrets, an
 * entry that publishes them (sealed_publish) follows it. -1 is a bug of the rules, and the game is
 * unchanged; or the sealed file can't be read just now, and nothing of this batch may be written.
 */
int desk_enter(struct desk_game *game, int64_t when, const char *cause,
	       const struct event_list *events, struct reason *reason);

/* The digest of an entry of the game, this batch's included. False when there is none of that
 * number, or that can't be told just now, which makes the desk unsound. Costs the length of the
 * game. */
bool desk_find_digest(struct desk *desk, const struct desk_game *game, unsigned entry,
		      struct digest *digest_out);

/* Hands what was added to the batch. */
void desk_write(struct desk *desk, struct batch *batch);

/* After the batch is committed: writes the snapshots, which need no flush and may be lost. */
void desk_snapshots(struct desk *desk);

#endif
