/* SPDX-License-Identifier: MIT */
/*
 * A batch in the making. The workspace holds the games that its messages are about, each loaded
 * once and extended in memory by the batch's entries. It also holds all else that the batch writes:
 * outgoing messages, lines of the ledger, counts, notices. Nothing is written before the batch is
 * committed (pbem/batch/commit.h).
 */
#ifndef PBEM_SITE_WORKSPACE_H
#define PBEM_SITE_WORKSPACE_H

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

#include "core/event/event.h"
#include "core/gamefile/gamefile.h"
#include "core/util/strbuf.h"
#include "pbem/site/seats.h"
#include "pbem/site/site.h"
#include "pbem/store/transaction.h"

struct log;
struct piece_set;

struct workspace_game {
	struct workspace_game *next; /* in the order in which they were opened */
	char id[GAME_ID_MAX + 1];
	uint32_t number;
	const struct site *site;
	struct gamefile *file; /* NULL: the game is damaged, and `why` says how */
	struct seats seats;
	struct reason why;
	uint64_t written;	 /* length of game.txt on the disk */
	struct strbuf added;	 /* the bytes that this batch appends */
	uint64_t sealed_written; /* the same for `sealed`, which is written first */
	struct strbuf sealed;
	struct event_list owed;	   /* outages that the game counts in memory, for its next entry */
	unsigned asked[MAX_SEATS]; /* each seat's question when the batch began */
	int64_t last_when;	   /* time of the last entry added in this batch */
	/* The state when the batch began: */
	bool was_over;		   /* the game was over */
	bool was_started;	   /* the game had begun */
	unsigned turns;		   /* finished turns */
	uint16_t in_play;	   /* set of seats */
	uint8_t offering;	   /* the seat whose draw offer was open */
	bool is_new;		   /* made in this batch */
	unsigned head;		   /* number of the last entry */
	uint8_t undo_refused;	   /* the seat that declined a takeback in this batch, or NO_SIDE */
	uint16_t undo_hopeful;	   /* set of the seats that wanted the declined takeback */
	uint16_t missed;	   /* set of the seats that missed a turn in this batch */
	uint16_t fresh;		   /* set of a ring's boards that were set up again in this batch */
	uint16_t taken[MAX_SEATS]; /* for each seat, the boards of a ring on which it has taken over
				    * another seat's pieces in this batch */
	bool seats_changed;	   /* its seats file has changed and is rewritten */
	bool settled;		   /* the worklist has ended for it (end_of_run.h) */
	struct strbuf remark;	   /* the announcement to all seats (announcement.h) */
	uint16_t renewed;	   /* set of the seats that have another player since this batch */
	uint16_t told; /* set of the seats whose mail of this batch has the announcement */
	struct strbuf remarks[MAX_SEATS]; /* to single seats; uninitialised while empty */
	uint16_t writes; /* set of the seats that get mail for these alone, if they get no other */
};

/* Messages of one kind that a batch puts into quarantine/. */
struct workspace_aside {
	unsigned letters;
	size_t bytes;
};

struct workspace {
	struct site *site;
	int64_t now; /* when the run began; the date of its mail */
	int64_t run; /* distinguishes it from all other runs that have committed anything: several
		      * may begin in one second */
	const struct log *log;	  /* receives one line per message, borrowed; NULL: nothing does */
	struct transaction batch; /* what is to be written */
	GHashTable *processed;	  /* the messages that this batch has processed, which the ledger
				   * doesn't know yet: by digest, and by Message-ID and token */
	GHashTable *counts;	  /* what this batch adds to the ledger's counts, by name */
	struct workspace_aside aside[2]; /* of strangers, of seats (quarantine.h) */
	GHashTable *people;  /* the settings that people have made in this batch (preferences.h) */
	unsigned letters;    /* messages processed in this batch */
	GHashTable *touched; /* ids of the games that were used for the current message */
	bool singly;	     /* a batch that no message causes has no more than one game */
	bool at_fault;	     /* a failure concerns the whole site (workspace_at_fault) */
	GHashTable *unread;  /* why games can't be read now, by id; kept to the end of the run, so
				that no later message overtakes a waiting one */
	GHashTable *offers;  /* open games, by id, with this batch's changes; NULL: none was looked
			      * at (private to pbem/signup/open_games.h) */
	GHashTable *watcher_lists; /* watchers of games, by id; NULL: none were looked at (private
				    * to pbem/watchers/watchers.h) */
	struct workspace_game *first, **end;
	GHashTable *games;	  /* the games, by id */
	GHashTable *numbers;	  /* and by number */
	unsigned most_followers;  /* the largest value of workspace_followers for any of them */
	bool drawn;		  /* the run has looked for the site's own pieces: */
	struct piece_set *pieces; /* the pieces (mail_pictures_pieces); NULL: none */
	struct reason unsound; /* why reading a game's file failed, or "": if it isn't "", nothing
				* may be committed */
};

/* Initializes a workspace, for workspace_done. `log` may be NULL. */
void workspace_init(struct workspace *workspace, struct site *site, int64_t now,
		    const struct log *log);
void workspace_done(struct workspace *workspace);

/* Clears the workspace after its batch was committed. Writes the snapshots of the batch's games,
 * which need no flush and may be lost. Remembers which games can't be read now. */
void workspace_begin(struct workspace *workspace);

/* Clears the workspace of a batch that isn't committed: nothing of it has happened. Remembers which
 * files can't be read now. */
void workspace_drop(struct workspace *workspace);

/*
 * Begins to process a message, or a game without one. If it can't be processed now, all games and
 * open games that were used for it are not read any more in this run. So no later message overtakes
 * it, and all other games go on. workspace_put_off marks one game. workspace_put_off_touched marks
 * all games that were used and returns their number.
 */
void workspace_take_in_hand(struct workspace *workspace);
void workspace_put_off(struct workspace *workspace, const char *id, const struct reason *why);
unsigned workspace_put_off_touched(struct workspace *workspace, const struct reason *why);

/* Marks a failure as one of the whole site, not of one message or game: nothing more may be done
 * with this workspace. Returns -1. */
int workspace_at_fault(struct workspace *workspace, struct reason *reason);

/* Adds the id of a game or open game to those used for the current message. */
void workspace_touch(struct workspace *workspace, const char *id);

/*
 * Returns the game of that number, from the workspace or the disk, or NULL when the site has no
 * such game. A game that can't be read is returned, too, with `file` NULL. After a temporary
 * failure (reason_is_temporary) it stays unreadable for the rest of the run. Borrowed until
 * workspace_begin.
 */
struct workspace_game *workspace_game(struct workspace *workspace, uint32_t number);

/* The first reports whether there is a game of that number, and returns its id. The second returns
 * the number of the game of that id, 0 if there is none. Games begun in this batch count. */
bool workspace_id(const struct workspace *workspace, uint32_t number, char id_out[GAME_ID_MAX + 1]);
uint32_t workspace_number(const struct workspace *workspace, const char *id);

/* Returns how many messages a game's next entries lead to, at most: to its seats, and to its
 * watchers. */
unsigned workspace_followers(const struct workspace *workspace, const struct workspace_game *game);

/* Puts a new game into the workspace, with its header to be written. Takes ownership of `file`, and
 * a copy of the seats. */
struct workspace_game *workspace_add(struct workspace *workspace, struct gamefile *file,
				     const struct seats *seats);

/*
 * Adds an entry to a game, and makes its events take effect. If the entry ends a game with secrets,
 * an entry that publishes them follows (sealed_publish). Returns -1 for a bug of the rules, with
 * the game unchanged, or when the sealed file can't be read now: then nothing of this batch may be
 * written.
 */
int workspace_enter(struct workspace_game *game, int64_t when, const char *cause,
		    const struct event_list *events, struct reason *reason);

/* The files of a game, with this batch's entries. */
struct workspace_files {
	struct gamefile_bytes bytes;
	char *path;
	struct strbuf log, sealed;
};

/* Reads the files of a game. The caller calls workspace_files_done in any case. Returns -1 with the
 * reason on failure. */
int workspace_read(const struct workspace_game *game, struct workspace_files *files_out,
		   struct reason *reason);
void workspace_files_done(struct workspace_files *files);

/*
 * Takes the game back to its state after `entry`, with an entry of that cause; `first` (may be
 * NULL) comes before its events. Returns -1 with the reason: the game can't go back there
 * (REASON_USAGE), or its files can't be read.
 */
int workspace_undo(const struct workspace *workspace, struct workspace_game *game, unsigned entry,
		   int64_t when, const char *cause, const struct event_list *first,
		   struct reason *reason);

/* Finds the digest of an entry of the game, this batch's included. Returns false when there is none
 * of that number. Returns false, too, when the file can't be read now, which makes the workspace
 * unusable. Takes time in proportion to the length of the game. */
bool workspace_find_digest(struct workspace *workspace, const struct workspace_game *game,
			   unsigned entry, struct sha256 *digest_out);

/* Returns the time of the last entry of a game's file; 0 when it is unknown. If the file can't be
 * read now, the workspace becomes unusable. Takes time in proportion to the length of the game. */
int64_t workspace_last_entry(struct workspace *workspace, const char *id);

/* Counts, in the game of that number, all outages since it came to this site that it hasn't counted
 * yet. Adds their events to `events` (may be NULL), for the game's next entry. */
void workspace_count_outages(struct ledger *ledger, uint32_t number, struct game *game,
			     struct event_list *events);

/* Makes the questions of an entry count from when they are mailed. If messages had to wait long for
 * a run, no clock runs during that time, and an event records it. Call it before the entry is made,
 * in games with time limits. */
void workspace_note_wait(const struct workspace *workspace, const struct workspace_game *game,
			 int64_t when, struct event_list *events);

/* Returns a sentence in the language of the site, which its moderator reads; valid as long as the
 * program runs. */
const char *workspace_phrase(const struct workspace *workspace, const char *english)
	__attribute__((format_arg(2)));

/* Puts a notice for the moderator into the batch, in that language. */
void workspace_notice(struct workspace *workspace, int64_t when, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Return a count of the ledger, this batch's additions included; add to it; set it; and delete
 * it. */
int64_t workspace_count(struct workspace *workspace, struct count which);
void workspace_add_count(struct workspace *workspace, struct count which, int64_t add);
void workspace_set_count(struct workspace *workspace, struct count which, int64_t value);
void workspace_drop_count(struct workspace *workspace, struct count which);

/* The first adds `add`, which may be 0, to a count, and returns its earlier value. The second
 * reports whether the count was 0, and sets it to `mark`: for what is done or reported once. The
 * third returns by how much the count has grown since it was called last: for what is reported
 * again and again. */
int64_t workspace_raise(struct workspace *workspace, int64_t add, struct count which);
bool workspace_is_first(struct workspace *workspace, int64_t mark, struct count which);
int64_t workspace_report_count(struct workspace *workspace, struct count which);

/* Puts the additions to games, and changed seats, into the batch. */
void workspace_write(struct workspace *workspace);

#endif
