/* SPDX-License-Identifier: MIT */
/*
 * What the site remembers across games: the messages already dealt with, which number is which
 * game, counts and notices for the moderator. An SQLite file, because a look-up may not cost more
 * as it grows; every change comes from a batch of the journal and is made exactly once.
 */
#ifndef PBEM_PROMISE_LEDGER_H
#define PBEM_PROMISE_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/turn/game_times.h"
#include "core/record/gamefile.h"

struct ledger;
struct outbox;
struct text;

enum ledger_result {
	LEDGER_OPEN,
	LEDGER_LATER,  /* the disk is full or fails, or nobody can tell now: it may go well another
			  time */
	LEDGER_FAILED, /* a person must look: permissions, a damaged file */
};

/* Opens FOLDER/ledger, made when missing; `writable` false: to look only. */
enum ledger_result ledger_open(const char *folder, bool writable, struct ledger **ledger_out,
			       struct reason *reason);
void ledger_close(struct ledger *ledger);

/* Reads all of FOLDER/ledger: LEDGER_OPEN when it is sound, else the reason, of the kind
 * REASON_MISSING when it isn't there. Nothing is looked up in it. */
enum ledger_result ledger_examine(const char *folder, struct reason *reason);

/* At the end of a run. Who opens the ledger reads its write-ahead log through, whatever busy runs
 * have left there: one that had nothing to write folds it into the file, unless somebody reads it
 * now, and gives back what is free of the file, when that is more than half. Whoever made the log
 * long folds it in ledger_close. */
void ledger_fold(struct ledger *ledger);

/* From here until the next change, or ledger_let_go, everything is looked up in one state of the
 * ledger, without a lock for each. Others may read and write meanwhile. */
void ledger_hold(struct ledger *ledger);
void ledger_let_go(struct ledger *ledger);

/* Whether who has it open has let go of the site's lock. Then it isn't folded: who holds that lock
 * may be copying the site, and needn't know of who sends. */
void ledger_set_apart(struct ledger *ledger, bool apart);

/* The letters that wait to be sent, in the same file. */
struct outbox *ledger_outbox(struct ledger *ledger);

/* ---- what has been dealt with ---- */

/* What became of a message. */
struct deed {
	char digest[DIGEST_HEX + 1]; /* of the message */
	int64_t when;		     /* when it was received, seconds since 1970 */
	char game[GAME_ID_MAX + 1];  /* "" when it was nobody's */
	int seat;		     /* -1 when it was nobody's */
	char what[160]; /* "accepted: MOVE e2-e4", "refused: not your turn", "silent" */
};

/* Whether the letter of that source id, raw digest or (Message-ID, token) has been dealt with; each
 * in O(log n). *deed_out (may be NULL) gets what was done. */
bool ledger_knows_id(struct ledger *ledger, const char *id);
bool ledger_knows_digest(struct ledger *ledger, const char *digest, struct deed *deed_out);
bool ledger_knows_message(struct ledger *ledger, const char *message_id, const char *token,
			  struct deed *deed_out);

/* Something that a look-up depends on can't be read: nothing may be committed. */
void ledger_doubt(struct ledger *ledger, const struct reason *why);

/* -1 when a look-up has failed since the ledger was opened: the file is damaged or, with a passing
 * reason, can't be read just now. What looked unknown may be known, so nothing may be committed. */
int ledger_check(const struct ledger *ledger, struct reason *reason);

/* ---- games ---- */

/* The id of the game of that number. False when there is none. */
bool ledger_game(struct ledger *ledger, uint32_t number, char id_out[GAME_ID_MAX + 1]);

/* The id of the game of that number that was here, and is at another site now (pbem/moving). False
 * when there is none. */
bool ledger_moved(struct ledger *ledger, uint32_t number, char id_out[GAME_ID_MAX + 1]);

/*
 * What the ledger has of one game besides what the game itself tells: letters dealt with, what its
 * seats are to hear of, counts. `taken` gets the lines that write it, into another site's ledger
 * too; `left` (may be NULL) those that strike off all of the game but its letters dealt with.
 */
void ledger_take_game(struct ledger *ledger, uint32_t number, const char *id, struct text *taken,
		      struct text *left);

/* The number of the game of that id; 0 when there is none. */
uint32_t ledger_number(struct ledger *ledger, const char *id);

/* The highest number of a game or offer there is, or was before it moved; 0 when none. */
uint32_t ledger_last_game(struct ledger *ledger);

/* An open game (pbem/offer/offer.h); it has a number, which is no game's. */
struct ledger_offer {
	uint32_t number;
	char id[GAME_ID_MAX + 1];
	int64_t closes;	  /* when signing-up ends; 0: by no date */
	uint32_t rematch; /* the number of the game it is a rematch of; 0: anybody may join */
	char line[300];	  /* what lists tell of it, without addresses */
};

/* The offer of that id, and the rematch of the game of that number. False when there is none. */
bool ledger_offer_named(struct ledger *ledger, const char *id, struct ledger_offer *offer_out);
bool ledger_offer_rematch(struct ledger *ledger, uint32_t game, struct ledger_offer *offer_out);

/* The first offer behind `after` by number; and the first whose signing-up ended before that
 * moment. */
bool ledger_next_offer(struct ledger *ledger, uint32_t after, struct ledger_offer *offer_out);
bool ledger_next_closed(struct ledger *ledger, uint32_t after, int64_t before,
			struct ledger_offer *offer_out);

/* A game with which the end of the sitting has to do: what has been done in it takes effect then.
 */
struct due {
	uint32_t game;	/* its number */
	int64_t when;	/* the time of its last entry */
	unsigned head;	/* its last entry before the sitting */
	uint16_t fresh; /* set of boards of a ring that the sitting has seen set up afresh */
};

/* Whether the game is due; and the next one behind `after` by number. */
bool ledger_due(struct ledger *ledger, uint32_t number, struct due *due_out);
bool ledger_next_due(struct ledger *ledger, uint32_t after, struct due *due_out);

/* A game in which the clock acts when that moment is over. */
struct alarm {
	int64_t when; /* seconds since 1970 */
	uint32_t game;
};

/* The next one behind `after`, by time and number, that does so before `before`: O(log n), however
 * many games wait for theirs. */
bool ledger_next_alarm(struct ledger *ledger, const struct alarm *after, int64_t before,
		       struct alarm *alarm_out);

/* The first time in which no run had all letters, of those that were over, or last on, behind
 * `after`. One that lasts is written again, with another end. */
bool ledger_next_outage(struct ledger *ledger, int64_t after, struct outage *outage_out);

/* When all letters were had last, and how long the times between such runs were, in seconds: the
 * latest first, a few of them. */
struct fetched {
	int64_t when;	     /* 0: never */
	char intervals[160]; /* "300 300 600" */
};

/* False, and never, when that isn't known. */
bool ledger_fetched(struct ledger *ledger, struct fetched *fetched_out);

/* A seat that an address is registered for, as it was when the game was looked at last: its `seats`
 * may have been edited since, so they must be asked before this is used. */
struct sitter {
	uint32_t game;
	unsigned seat;
	int64_t since; /* when it was asked what it is asked; 0: the game waits for others;
			  SITTER_DONE: it is over, or the seat wants no more letters */
};
enum { SITTER_DONE = -1 };

/* Calls `each` with every seat of that address, written in small letters: what it costs is theirs
 * alone, however many games there are. */
void ledger_sitters(struct ledger *ledger, const char *address,
		    void (*each)(void *context, const struct sitter *sitter), void *context);

/* Calls `each` with every seat that a game waits for, the longest first: what it costs grows with
 * all seats there are, and is for once a day. */
void ledger_waiting(struct ledger *ledger, void (*each)(void *context, const struct sitter *sitter),
		    void *context);

/* Adds to `out` what is known so of a game, as the lines that write it (ledger_line_sitter). */
void ledger_sitters_of(struct ledger *ledger, uint32_t game, struct text *out);

/* What SITE/people says of an address, in small letters, under a key (pbem/desk/people.h); false
 * when it says nothing. All that it says of the address. And all that it says, by address: what
 * that costs grows with the people. */
enum { PERSON_VALUE_MAX = 63 };
bool ledger_person(struct ledger *ledger, const char *address, const char *key,
		   char value_out[PERSON_VALUE_MAX + 1]);
void ledger_person_all(struct ledger *ledger, const char *address,
		       void (*each)(void *context, const char *key, const char *value),
		       void *context);
void ledger_people(struct ledger *ledger,
		   void (*each)(void *context, const char *address, const char *key,
				const char *value),
		   void *context);

/* A letter that is in the mailbox, as far as anybody knows, and wasn't handed over. */
struct refusal {
	char id[160];  /* of the letter, as its source lists it */
	int64_t first; /* when it was refused first, seconds since 1970 */
	int64_t runs;  /* how many runs it was refused */
	char why[200]; /* the last time, for a person */
};

/* The refusals of the letter of that id; and those of the next letter behind `after` by id. False
 * when there are none. */
bool ledger_refusal(struct ledger *ledger, const char *id, struct refusal *refusal_out);
bool ledger_next_refusal(struct ledger *ledger, const char *after, struct refusal *refusal_out);

/* Whether nothing at all has been written yet: then the games must be indexed anew. */
bool ledger_is_new(struct ledger *ledger);

/* ---- what seats are to hear of ---- */

/* Something said to a seat, or a note of the program's to it, which no letter has brought it yet.
 */
struct press {
	int64_t number;	   /* never used twice */
	int sender;	   /* the seat that said it; -1: a note */
	bool alone;	   /* said to this seat alone */
	int64_t carried;   /* a note: the run whose letters bear it first; 0: none does */
	const char *cause; /* digest of the letter that led to it, hex */
	const char *text;  /* UTF-8, lines parted by LF */
};

/* Calls `each` with all that waits for the seat, oldest first. */
void ledger_press(struct ledger *ledger, uint32_t game, unsigned seat,
		  void (*each)(void *context, const struct press *press), void *context);

/* The next seat behind that one, by game and seat, that something waits for; false when there is
 * none. To begin with: game 0, seat 0. */
bool ledger_next_press(struct ledger *ledger, uint32_t *game, unsigned *seat);

/* ---- counts ---- */

/* The count of that name ("forged", "answers g1 white on day 20417"); 0 when it was never raised.
 */
int64_t ledger_count(struct ledger *ledger, const char *name);

/* Calls `each` with every count whose name begins so, by name. */
void ledger_counts(struct ledger *ledger, const char *prefix,
		   void (*each)(void *context, const char *name, int64_t value), void *context);

/* How a count of one day ends, with its number: what is rationed. */
#define LEDGER_OF_DAY " on day %lld"

/* Counts that are times, in seconds since 1970: when the ledger was made anew, 0 if it is older
 * than this count; when it was told first who sits where; since when tokens are bound to digests.
 * And, with "imap:UIDVALIDITY" behind it, the number of the newest letter of a mailbox that was
 * dealt with. */
#define LEDGER_MADE "ledger made"
#define LEDGER_SITTERS "addresses indexed"
#define LEDGER_BOUND "tokens bound since"
#define LEDGER_NEWEST "newest "

/* Of SITE/people: how many bytes of it the ledger knows, how many lines these are, how many of
 * them a later line overtakes, and when it was last changed then, in nanoseconds. */
#define LEDGER_PEOPLE_BYTES "people bytes"
#define LEDGER_PEOPLE_CHANGED "people changed"
#define LEDGER_PEOPLE_LINES "people lines"
#define LEDGER_PEOPLE_OVERTAKEN "people overtaken"

/* And with "GAME SEAT ENTRY" behind it, when a letter came that answers an entry which isn't there
 * any more. */
#define LEDGER_LOST "lost "

/* With a game's number behind it: when it came from another site; what was before is that site's.
 */
#define LEDGER_CAME "came #"

/* How many letters of before a backup are to be taken again by the next run (pbem/batch/restore.h).
 */
#define LEDGER_TAKING "letters taken again"

/* With a game's id behind it: the moderator was told that such a letter came. */
#define LEDGER_LOST_TOLD "told of lost "

/* ---- notices for the moderator ---- */

/* Calls `each` with every notice not yet reported, oldest first; returns the number of the last
 * one, 0 when there is none. */
int64_t ledger_notices(struct ledger *ledger,
		       void (*each)(void *context, int64_t when, const char *line), void *context);

/*
 * ---- changes ----
 *
 * A change is a line of text that a batch carries in the journal; these write such lines. Strings
 * may hold anything but newlines and NUL; tabs become blanks.
 */
void ledger_line_deed(struct text *out, const struct deed *deed);
void ledger_line_id(struct text *out, const char *id, const char *digest);
void ledger_line_message(struct text *out, const char *message_id, const char *token,
			 const char *digest);
void ledger_line_game(struct text *out, uint32_t number, const char *id);
/* A game is at another site; and it isn't any more. */
void ledger_line_moved(struct text *out, uint32_t number, const char *id);
void ledger_line_no_moved(struct text *out, uint32_t number);
void ledger_line_offer(struct text *out, const struct ledger_offer *offer);
void ledger_line_no_offer(struct text *out, uint32_t number);
void ledger_line_due(struct text *out, const struct due *due);
void ledger_line_settled(struct text *out, uint32_t number);
void ledger_line_alarm(struct text *out, const struct alarm *alarm);
void ledger_line_no_alarm(struct text *out, uint32_t number);
/* Nothing is known of who sits in a game; one of a seat's addresses, numbered from 0, in small
 * letters. */
void ledger_line_no_sitters(struct text *out, uint32_t game);
void ledger_line_sitter(struct text *out, const struct sitter *sitter, unsigned number,
			const char *address);
/* A line of SITE/people; and that nothing is known of it. */
void ledger_line_person(struct text *out, const char *address, const char *key, const char *value);
void ledger_line_no_people(struct text *out);
void ledger_line_outage(struct text *out, const struct outage *outage);
void ledger_line_no_outage(struct text *out, const struct outage *outage);
void ledger_line_fetched(struct text *out, const struct fetched *fetched);
/* Something for a seat to hear; all that was said to it up to that number has been written to it;
 * its notes stand in a letter of that run; those that do have reached it. */
void ledger_line_press(struct text *out, uint32_t game, unsigned seat, const struct press *press);
void ledger_line_heard(struct text *out, uint32_t game, unsigned seat, int64_t number);
void ledger_line_carried(struct text *out, uint32_t game, unsigned seat, int64_t run);
void ledger_line_noted(struct text *out, uint32_t game, unsigned seat);
void ledger_line_refused(struct text *out, const char *id, int64_t when, const char *why);
void ledger_line_no_refusal(struct text *out, const char *id);
void ledger_line_count(struct text *out, const char *name, int64_t add);
void ledger_line_no_count(struct text *out, const char *name);
/* Counts of days before that one are forgotten. */
void ledger_line_days(struct text *out, int64_t day);
void ledger_line_notice(struct text *out, int64_t when, const char *line);
void ledger_line_reported(struct text *out, int64_t last_notice);

/* What a batch changes here: lines of this header, and lines of outbox.h. */
struct ledger_changes {
	const char *lines;
	size_t lines_len;
	const char *letters;
	size_t letters_len;
};

/*
 * Makes the changes of batch number `batch`, all or none; a batch made before is passed over, so
 * that doing it again does nothing. Not flushed: files_flush sees to that.
 */
int ledger_apply(struct ledger *ledger, uint64_t batch, const struct ledger_changes *changes,
		 struct reason *reason);

/* The number of the last batch applied. */
uint64_t ledger_batch(struct ledger *ledger);

#endif
