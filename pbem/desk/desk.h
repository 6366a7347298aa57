/* SPDX-License-Identifier: MIT */
/*
 * A batch in the making. On the desk lie the games that its letters are about, each loaded once and
 * grown in memory by the batch's entries, and what the batch is to write besides: letters, lines of
 * the ledger, counts, notices. Nothing is written before it is committed (pbem/batch/commit.h).
 */
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

struct log;
struct piece_set;

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
	uint8_t undo_refused;	   /* who has declined an undo in this batch, or NO_SIDE; and the */
	uint16_t undo_hopeful;	   /* set of the seats that wanted it */
	uint16_t missed;	   /* set of the seats that missed a turn in this batch */
	uint16_t fresh;		   /* set of a ring's boards set up afresh in this batch */
	uint16_t taken[MAX_SEATS]; /* for each seat the boards of a ring on which it has taken over
				      another's men in this batch */
	bool habits;	    /* what its seats file has of letters changed: it is written anew */
	bool settled;	    /* the sitting is over for it (settle.h) */
	struct text remark; /* what all its seats are to be told of this batch (remark.h) */
	uint16_t renewed;   /* set of the seats that another plays since this batch */
	uint16_t told;	    /* set of the seats that have got a letter of this batch with it */
	struct text remarks[MAX_SEATS]; /* what each alone is to be told; not begun while empty */
	uint16_t writes; /* set of the seats that get a letter for that alone, if no other */
};

/* What a batch puts into aside/, of one kind of letter. */
struct desk_aside {
	unsigned letters;
	size_t bytes;
};

struct desk {
	struct site *site;
	int64_t now; /* when the run began: the date of its letters */
	int64_t run; /* tells it from all others that have committed anything: several may begin in
			one second */
	const struct log *log; /* where a line a letter goes, borrowed; NULL: nowhere */
	struct batch batch;    /* what is to be written */
	GHashTable *deeds;     /* this batch's, which the ledger doesn't know yet: by digest, and by
				  Message-ID and token */
	GHashTable *counts;    /* what this batch adds to the ledger's counts, by name */
	struct desk_aside aside[2]; /* of strangers, of seats (aside.h) */
	GHashTable *people;	    /* what people said of their letters in this batch (people.h) */
	unsigned letters;	    /* dealt with in this batch */
	GHashTable *unread; /* why games can't be read just now, by id: to the end of the run,
			       or a later letter would overtake one that has to wait */
	GHashTable *offers; /* open games, by id, as this batch has made them; NULL: none was looked
			       at (pbem/signup/offers.h, which alone knows what they are) */
	GHashTable *galleries; /* watchers of games, by id; NULL: none were looked at
				  (pbem/gallery/gallery.h, which alone knows what they are) */
	GHashTable *plans;     /* what makes the values of letters, by kind and template; NULL: none
				  were written (pbem/mailing/draft.h, which alone knows what they
				  are) */
	struct desk_game *first, **end;
	GHashTable *games;	  /* the same, by id */
	GHashTable *numbers;	  /* and by number */
	unsigned most_followers;  /* the most that desk_followers says of any of them */
	bool drawn;		  /* the run has looked for pieces of the site's own: */
	struct piece_set *pieces; /* which these are (looks_pieces); NULL: none */
	struct reason
		unsound; /* why a look into a game's file failed, or "": nothing may be committed */
};

/* `log` may be NULL. */
void desk_init(struct desk *desk, struct site *site, int64_t now, const struct log *log);
void desk_done(struct desk *desk);

/* The batch is committed: writes the snapshots of its games, which need no flush and may be lost,
 * and clears the desk for the next. It keeps in mind which games can't be read just now. */
void desk_begin(struct desk *desk);

/*
 * The game of that number, from the desk or the disk. NULL when the site has no such game. A game
 * that can't be read is there too, with `file` NULL; when that may pass (reason_is_passing), it
 * can't be read for the rest of the run. Borrowed until desk_begin.
 */
struct desk_game *desk_game(struct desk *desk, uint32_t number);

/* Whether there is a game of that number, and its name; the number of the game of that name, 0:
 * there is none. Those that this batch has begun included. */
bool desk_id(const struct desk *desk, uint32_t number, char id_out[GAME_ID_MAX + 1]);
uint32_t desk_number(const struct desk *desk, const char *id);

/* How many letters a game's next entries lead to, at most: to its seats, and to who watches it. */
unsigned desk_followers(const struct desk *desk, const struct desk_game *game);

/* Puts a new game on the desk, its header to be written. Takes ownership of `file`, and a copy of
 * the seats. */
struct desk_game *desk_add(struct desk *desk, struct gamefile *file, const struct seats *seats);

/*
 * Adds an entry to a game; its facts are in force from now on. When it ends a game with secrets, an
 * entry that publishes them (sealed_publish) follows it. -1 is a bug of the rules, and the game is
 * unchanged; or the sealed file can't be read just now, and nothing of this batch may be written.
 */
int desk_enter(struct desk_game *game, int64_t when, const char *cause,
	       const struct event_list *events, struct reason *reason);

/* The files of a game, this batch's entries included. */
struct desk_files {
	struct gamefile_bytes bytes;
	char *path;
	struct text log, sealed;
};

/* Reads them; to be given back by desk_files_done in any case. -1 with the reason. */
int desk_read(const struct desk_game *game, struct desk_files *files_out, struct reason *reason);
void desk_files_done(struct desk_files *files);

/*
 * Takes the game back to how it stood after that entry, by one of that cause; `first` (may be NULL)
 * stands in front of its facts. -1 with the reason: it can't go back there (REASON_ASKED), or its
 * files can't be read.
 */
int desk_undo(const struct desk *desk, struct desk_game *game, unsigned entry, int64_t when,
	      const char *cause, const struct event_list *first, struct reason *reason);

/* The digest of an entry of the game, this batch's included. False when there is none of that
 * number, or that can't be told just now, which makes the desk unsound. Costs the length of the
 * game. */
bool desk_find_digest(struct desk *desk, const struct desk_game *game, unsigned entry,
		      struct digest *digest_out);

/* When the last entry of a game's file was made; 0 when that can't be told. When the file can't be
 * read just now the desk is unsound. Costs the length of the game. */
int64_t desk_last_entry(struct desk *desk, const char *id);

/* Counts in the game of that number all outages it hasn't counted yet, since it is at this site.
 * The facts of it are added to `facts` (may be NULL), for its next entry. */
void desk_count_outages(struct ledger *ledger, uint32_t number, struct game *game,
			struct event_list *facts);

/* What an entry of that time asks is asked when its letters go out: where they had to wait long for
 * a run, nobody's time runs before, and a fact says so. To be asked before the entry is made, in
 * games in which time is limited. */
void desk_note_wait(const struct desk *desk, const struct desk_game *game, int64_t when,
		    struct event_list *events);

/* A sentence in the language of the site, which its moderator reads; good as long as the program.
 */
const char *desk_phrase(const struct desk *desk, const char *english)
	__attribute__((format_arg(2)));

/* Puts a notice for the moderator into the batch, in that language. */
void desk_notice(struct desk *desk, int64_t when, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* A count of the ledger, this batch's additions included; adding to it; and forgetting that it ever
 * was. */
int64_t desk_count(struct desk *desk, const char *name);
void desk_add_count(struct desk *desk, const char *name, int64_t add);
void desk_drop_count(struct desk *desk, const char *name);

/* Adds to the count of that name (0: nothing); returns what it was before. And whether it was 0:
 * then it is `mark` from now on, for what is to be done or told once. */
int64_t desk_raise(struct desk *desk, int64_t add, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
bool desk_is_first(struct desk *desk, int64_t mark, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Puts what was added to the games, and seats that changed, into the batch. */
void desk_write(struct desk *desk);

#endif
