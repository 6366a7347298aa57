/* SPDX-License-Identifier: MIT */
/*
 * The memory of a site across games: the messages already processed, the numbers of games, counts
 * and notices for the moderator. It is an SQLite file, so that a look-up stays fast as it grows.
 * Every change comes from a batch of the journal and is made exactly once.
 */
#ifndef PBEM_STORE_LEDGER_H
#define PBEM_STORE_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/game/game_question_times.h"
#include "core/gamefile/gamefile.h"
#include "core/util/base.h"

struct ledger;
struct outbox;
struct strbuf;

enum ledger_result {
	LEDGER_OPEN,
	LEDGER_LATER,  /* the disk is full or fails, or the state is unknown now: another attempt
			* may succeed */
	LEDGER_FAILED, /* a person must look: permissions, a damaged file */
};

/* Opens FOLDER/ledger, read-only unless `writable`, which also creates a missing file. Sets the
 * reason unless it returns LEDGER_OPEN; then the caller closes the ledger. */
enum ledger_result ledger_open(const char *folder, bool writable, struct ledger **ledger_out,
			       struct reason *reason);
void ledger_close(struct ledger *ledger);

/* Checks all pages of FOLDER/ledger. Returns LEDGER_OPEN if they are sound. Otherwise sets the
 * reason, of the kind REASON_MISSING if there is no ledger. */
enum ledger_result ledger_examine(const char *folder, struct reason *reason);

/* Tidies the ledger at the end of a run that wrote nothing to it. Folds the write-ahead log into
 * the file, unless somebody reads it now, because everybody who opens the ledger has to read the
 * whole log. Frees unused space if it is more than half of the file. A process that made the log
 * long folds it in ledger_close. */
void ledger_checkpoint(struct ledger *ledger);

/* Makes all look-ups use one state of the ledger, without a lock for each, until the next change or
 * ledger_end_reading. Others may read and write meanwhile. */
void ledger_begin_reading(struct ledger *ledger);
void ledger_end_reading(struct ledger *ledger);

/* Records whether the process has released the site's lock. While it has, it doesn't fold the log,
 * because the holder of the lock may be copying the site. */
void ledger_set_apart(struct ledger *ledger, bool apart);

/* Returns the outbox, which is in the same file and belongs to the ledger. */
struct outbox *ledger_outbox(struct ledger *ledger);

/* ---- processed messages ---- */

/* The result of a message. */
struct processed {
	char digest[SHA256_HEX + 1]; /* of the message */
	int64_t when;		     /* when it was received, seconds since 1970 */
	char game[GAME_ID_MAX + 1];  /* "" for a message of no player */
	int seat;		     /* -1 for a message of no player */
	char what[160]; /* "accepted: MOVE e2-e4", "refused: not your turn", "silent" */
};

/* Report whether the message of that source id, raw digest or (Message-ID, token) has been
 * processed; each in O(log n). *deed_out (may be NULL) gets the result. */
bool ledger_knows_id(struct ledger *ledger, const char *id);
bool ledger_knows_digest(struct ledger *ledger, const char *digest,
			 struct processed *processed_out);
bool ledger_knows_message(struct ledger *ledger, const char *message_id, const char *token,
			  struct processed *processed_out);

/* Records that something on which a look-up depends can't be read: nothing may be committed. */
void ledger_doubt(struct ledger *ledger, const struct reason *why);

/* Returns -1 if a look-up has failed since the ledger was opened: the file is damaged or, with a
 * temporary reason, can't be read now. A message that looked unknown may be known, so nothing
 * may be committed. */
int ledger_check(const struct ledger *ledger, struct reason *reason);

/* ---- games ---- */

/* Finds the id of the game of that number. Returns false if there is none. */
bool ledger_game(struct ledger *ledger, uint32_t number, char id_out[GAME_ID_MAX + 1]);

/* Finds the id of the game of that number that was here and has moved to another site
 * (pbem/migrate). Returns false if there is none. */
bool ledger_moved(struct ledger *ledger, uint32_t number, char id_out[GAME_ID_MAX + 1]);

/*
 * Writes what the ledger has about one game beyond its files: processed messages, news for its
 * seats, counts. `taken` gets the lines for another site's ledger. `left` (may be NULL) gets the
 * lines that remove everything about the game except its processed messages.
 */
void ledger_export_game(struct ledger *ledger, uint32_t number, const char *id,
			struct strbuf *taken, struct strbuf *left);

/* Returns the number of the game of that id; 0 when there is none. */
uint32_t ledger_number(struct ledger *ledger, const char *id);

/* Returns the highest number of a game or open game that exists, or existed before it moved; 0 when
 * there is none. */
uint32_t ledger_last_game(struct ledger *ledger);

/* An open game (pbem/site/open_game.h). No game has the same number. */
struct ledger_offer {
	uint32_t number;
	char id[GAME_ID_MAX + 1];
	int64_t closes;	  /* when signing-up ends; 0: no date */
	uint32_t rematch; /* the number of the game it is a rematch of; 0: anybody may join */
	char line[300];	  /* its line in lists, without addresses */
};

/* Find the open game of that id, and the rematch of the game of that number. Return false when
 * there is none. */
bool ledger_offer_named(struct ledger *ledger, const char *id, struct ledger_offer *offer_out);
bool ledger_offer_rematch(struct ledger *ledger, uint32_t game, struct ledger_offer *offer_out);

/* Find the open game with the lowest number above `after`: of all, or of those whose signing-up
 * ended before the given time. Return false if there is none. */
bool ledger_next_offer(struct ledger *ledger, uint32_t after, struct ledger_offer *offer_out);
bool ledger_next_closed(struct ledger *ledger, uint32_t after, int64_t before,
			struct ledger_offer *offer_out);

/* A game that has to be updated when the worklist ends (pbem/batch/end_of_run.h). */
struct due {
	uint32_t game;	/* its number */
	int64_t when;	/* the time of its last entry */
	unsigned head;	/* its last entry before the worklist */
	uint16_t fresh; /* set of a ring's boards that were set up again during the worklist */
};

/* Find the game of that number if it is due, and the due game with the lowest number above `after`.
 * Return false if there is none. */
bool ledger_due(struct ledger *ledger, uint32_t number, struct due *due_out);
bool ledger_next_due(struct ledger *ledger, uint32_t after, struct due *due_out);

/* A game and its next deadline; when that has passed, the clock acts. */
struct alarm {
	int64_t when; /* seconds since 1970 */
	uint32_t game;
};

/* Finds the first alarm after `after`, by time and number, whose time is before `before`. Takes
 * O(log n) for n alarms. Returns false if there is none. */
bool ledger_next_alarm(struct ledger *ledger, const struct alarm *after, int64_t before,
		       struct alarm *alarm_out);

/* Finds the first outage that ended after `after` or hasn't ended. An outage is a time in which no
 * run had all messages. Until it has ended, it is written again with a later end. */
bool ledger_next_outage(struct ledger *ledger, int64_t after, struct outage *outage_out);

/* When a run last had all messages, and the latest intervals between such runs in seconds, the
 * newest first. */
struct fetched {
	int64_t when;	     /* 0: never */
	char intervals[160]; /* "300 300 600" */
};

/* Reads the record. Returns false, with 0 as the time, if there is none. */
bool ledger_fetched(struct ledger *ledger, struct fetched *fetched_out);

/* A seat that an address is registered for, as of the last time when the game was indexed. The
 * game's seats file may have been edited since, so the caller must check it. */
struct sitter {
	uint32_t game;
	unsigned seat;
	int64_t since; /* when the seat was asked; 0: the game waits for others; SITTER_DONE: the
			  game is over, or the seat wants no more mail */
};
enum { SITTER_DONE = -1 };

/* Calls `each` with every seat of that address, which is in lower case. The cost depends on the
 * number of these seats, not on the number of games. */
void ledger_sitters(struct ledger *ledger, const char *address,
		    void (*each)(void *context, const struct sitter *sitter), void *context);

/* Calls `each` with every seat that a game waits for, the one that has waited longest first. The
 * cost grows with the number of all seats, so call it only once a day. */
void ledger_waiting(struct ledger *ledger, void (*each)(void *context, const struct sitter *sitter),
		    void *context);

/* Adds a game's addresses to `out`, as lines of CHANGE_SITTER. */
void ledger_sitters_of(struct ledger *ledger, uint32_t game, struct strbuf *out);

/* A message in the mailbox that the server failed to deliver. */
struct refusal {
	char id[160];  /* of the message, as its source lists it */
	int64_t first; /* when it was first refused, in seconds since 1970 */
	int64_t runs;  /* number of runs in which it was refused */
	char why[200]; /* the last reason, for people */
};

/* Find the refusals of the message of that id, and those of the next message after `after` by id.
 * Return false when there are none. */
bool ledger_refusal(struct ledger *ledger, const char *id, struct refusal *refusal_out);
bool ledger_next_refusal(struct ledger *ledger, const char *after, struct refusal *refusal_out);

/* Reports whether no batch has been applied yet; then the games must be indexed again. */
bool ledger_is_new(struct ledger *ledger);

/* ---- news for seats ---- */

/* A player's chat message to a seat, or a note by pbem, that waits to be mailed. */
struct press {
	int64_t number;	   /* never used twice */
	int sender;	   /* the seat that wrote it; -1: a note by pbem */
	bool alone;	   /* for this seat only */
	int64_t carried;   /* for a note: the run whose mail contains it first; 0: no mail does */
	const char *cause; /* digest of the message that led to it, hex */
	const char *text;  /* UTF-8, with LF between lines */
};

/* Calls `each` with all news that waits for the seat, the oldest first. */
void ledger_press(struct ledger *ledger, uint32_t game, unsigned seat,
		  void (*each)(void *context, const struct press *press), void *context);

/* Finds the next seat after *game and *seat, by game and seat, for which news waits. Begin with
 * game 0, seat 0. Returns false if there is none. */
bool ledger_next_press(struct ledger *ledger, uint32_t *game, unsigned *seat);

/* ---- counts ---- */

/* The kinds of counts, and the members of struct count that each uses. A count may also be a time,
 * or 1 for something that was reported once. */
enum count_kind {
	COUNT_LEDGER_MADE, /* the first second, since 1970, all of whose messages this ledger knows
			      if they were processed: when it was created, or if an earlier ledger
			      was lost, the second after */
	COUNT_NEWEST, /* subject: a mailbox, "imap:UIDVALIDITY"; the UID of its newest processed
			 message */
	COUNT_LOST, /* game, seat in subject, entry in number: when a message arrived that answers a
		       missing entry. A game that is missing is "#NUMBER" */
	COUNT_CAME, /* number: of a game; when it came from another site, to which earlier history
		       belongs */
	COUNT_STUCK,	    /* game: since when pbem fails at it */
	COUNT_UNREAD_RUNS,  /* game: how many runs could not read it */
	COUNT_UNREAD_SINCE, /* game: since when */
	COUNT_RETAKING,	    /* how many messages from before a backup the next run processes again
			       (pbem/batch/backup_restore.h) */
	COUNT_RESTORED,	    /* when messages were found that a restored backup doesn't know */
	COUNT_DAY_BEGUN,    /* the day of the last batch, in days since 1970 */
	COUNT_DAY_TOLD,	    /* the day of the last report about ignored messages */
	COUNT_SUMMARY_DAY,  /* the day of the last daily summary, as 20261128 */
	COUNT_NO_TIMES,	    /* told that the mailbox gives no times */
	COUNT_BAD_PIECES,   /* told that the site's pieces can't be drawn */
	COUNT_BAD_SETTING,  /* subject: the digest of a line of SITE/people that the moderator was
			       told of */
	COUNT_BAD_GAME,	    /* game: told that it is damaged */
	COUNT_BAD_OFFER,    /* game: told that the open game is damaged */
	COUNT_BAD_WATCHERS, /* game: told that its list of watchers is damaged */
	COUNT_BAD_VIEW,	    /* game: told that its watchers' view can't be made */
	COUNT_OFFER_STUCK,  /* game: told that the full open game can't begin */
	COUNT_IGNORED,	    /* subject: why messages were ignored (pbem/batch/ignored_counts.h) */
	COUNT_BOARD_TO,	    /* game, seat in subject: boards sent to messages without a token */
	COUNT_BOUNCES,	    /* game, seat in number */
	COUNT_WATCHER_BOUNCES, /* game, watcher in number */
	COUNT_REMATCHES,       /* game: how often a rematch was asked for */
	COUNT_TAKEBACK, /* game, watcher in number: the unsent letter says that turns were taken
			   back */
	COUNT_WATCHES,	/* game, address in subject: the address watches the game */
	COUNT_COMMAND,	/* game, sender in subject, command in detail: when a moderator's command by
			   mail came, which waits for confirmation */
	COUNT_ANSWERS,	/* of a day: game, seat in number */
	COUNT_MESSAGES, /* of a day: game, seat in number */
	COUNT_ELSEWHERE,       /* of a day: game, seat in number; messages about other games */
	COUNT_OLD_ANSWERS,     /* of a day: game, seat in number; with an outdated key, as are */
	COUNT_OLD_MESSAGES,    /* of a day: game, seat in number */
	COUNT_OLD_ELSEWHERE,   /* of a day: game, seat in number */
	COUNT_NAMES,	       /* of a day: game, seat in number */
	COUNT_VACATIONS,       /* of a day: game, seat in number */
	COUNT_SAYS,	       /* of a day: game, seat in number */
	COUNT_ADDRESS_CHANGES, /* of a day: game, seat in number; or an address in subject; or
				  neither, for all */
	COUNT_UNREADABLE,      /* of a day: game, seat in number */
	COUNT_AUTOMATIC,       /* of a day: game, seat in number */
	COUNT_AWAY,	       /* of a day: game, seat in number */
	COUNT_REVOKED,	       /* of a day: game, seat in number */
	COUNT_OTHERS_TOKENS,   /* of a day: game, seat in number */
	COUNT_JOINER_ANSWERS,  /* of a day: game, person in number */
	COUNT_WATCHER_ANSWERS, /* of a day: game, watcher in number */
	COUNT_REPEATS,	       /* of a day: digest in subject */
	COUNT_KEYLESS,	       /* of a day: address in subject */
	COUNT_JOINS,	       /* of a day: address in subject; or none, for all */
	COUNT_UNWATCHES,       /* of a day: address in subject */
	COUNT_OUTDATED,	       /* of a day: address in subject */
	COUNT_COMMANDS,	       /* of a day: address in subject */
	COUNT_CONFIRMATIONS,   /* of a day: address in subject */
	COUNT_QUARANTINED,     /* of a day: number 1 for messages of seats, 0 for others */
	COUNT_KINDS
};

/* Which count: all members together are its key. The macro makes one: COUNT(COUNT_BOUNCES, .game =
 * "g1", .number = 0). */
struct count {
	enum count_kind kind;
	const char *game;    /* the id of a game or open game; NULL: none */
	const char *subject; /* NULL: none */
	const char *detail;  /* NULL: none */
	int64_t number;
	int64_t day; /* of a daily limit, in days since 1970, deleted after a month; 0: none */
	bool told;   /* how many of the count without `told` were reported to the moderator */
};
#define COUNT(...) ((struct count){.kind = __VA_ARGS__})

/* Returns a count; 0 when it was never increased. */
int64_t ledger_count(struct ledger *ledger, struct count which);

/* Calls `each` with every count of that kind, except those with `told`, by game and subject. If
 * `subject` isn't NULL, only counts with that subject. */
void ledger_counts(struct ledger *ledger, enum count_kind kind, const char *subject,
		   void (*each)(void *context, const struct count *which, int64_t value),
		   void *context);

/* Add the lines of changes to `out`: one that adds `add` to a count, and one that deletes it. */
void ledger_put_count(struct strbuf *out, struct count which, int64_t add);
void ledger_put_no_count(struct strbuf *out, struct count which);

/* ---- notices for the moderator ---- */

/* Calls `each` with every notice not yet reported, the oldest first. Returns the number of the last
 * one, 0 if there is none. */
int64_t ledger_notices(struct ledger *ledger,
		       void (*each)(void *context, int64_t when, const char *line), void *context);

/*
 * ---- changes ----
 *
 * A change is a line of text that a batch carries in the journal. The comment of a change names its
 * values.
 */
enum ledger_change {
	CHANGE_PROCESSED, /* digest, when, game, seat, what (struct processed) */
	CHANGE_ID,	  /* id, digest: a message by its place in the mailbox */
	CHANGE_MESSAGE,	  /* Message-ID, token, digest */
	CHANGE_GAME,	  /* number, id */
	CHANGE_NO_GAME,	  /* number */
	CHANGE_MOVED,	  /* number, id: the game has moved to another site */
	CHANGE_NO_MOVED,  /* number: it has not, or it has come back */
	CHANGE_OFFER,	  /* number, id, closes, rematch, line (struct ledger_offer) */
	CHANGE_NO_OFFER,  /* number */
	CHANGE_DUE,	  /* game, when, head, fresh (struct due) */
	CHANGE_SETTLED,	  /* game: it is not due any more */
	CHANGE_ALARM,	  /* game, when */
	CHANGE_NO_ALARM,  /* game */
	CHANGE_SITTER, /* game, seat, which of its addresses from 0 on, the address in lower case,
			  since (struct sitter) */
	CHANGE_NO_SITTERS, /* game: removes its addresses */
	CHANGE_OUTAGE,	   /* from, to */
	CHANGE_NO_OUTAGE,  /* from */
	CHANGE_FETCHED,	   /* when, intervals (struct fetched) */
	CHANGE_PRESS, /* game, seat, sender, alone, cause, text (struct press): news for a seat */
	CHANGE_NO_PRESS,   /* game: removes all its news */
	CHANGE_DELIVERED,  /* game, seat, number: the chat up to that number was mailed */
	CHANGE_CARRIED,	   /* game, seat, run: mail of that run contains the notes */
	CHANGE_NOTED,	   /* game, seat: removes the notes that mail contains */
	CHANGE_REFUSED,	   /* id, when, why: of a message in the mailbox */
	CHANGE_NO_REFUSAL, /* id */
	CHANGE_COUNT,	   /* the key of a count, what is added: ledger_put_count */
	CHANGE_NO_COUNT,   /* the key of a count: ledger_put_no_count */
	CHANGE_DAYS,	   /* day: removes the counts of earlier days */
	CHANGE_NOTICE,	   /* when, line */
	CHANGE_REPORTED,   /* number: of the last notice that was reported */
	LEDGER_CHANGES
};

/* A value of a change: the text, or the number if the text is NULL. */
struct ledger_value {
	const char *text;
	int64_t number;
};

/* Return the value of a text, which the value borrows, and of a number. */
static inline struct ledger_value ledger_value_text(const char *text)
{
	return (struct ledger_value){.text = text};
}
static inline struct ledger_value ledger_value_number(int64_t number)
{
	return (struct ledger_value){.number = number};
}

/*
 * Adds the line of a change to `out`, with up to eight values, which are numbers or texts. A text
 * may contain anything except NUL. Its tabs become spaces, and so do newlines, except in news. The
 * macro makes the function's values: ledger_put(out, CHANGE_GAME, 7, "g7").
 */
void ledger_put(struct strbuf *out, enum ledger_change change, const struct ledger_value *values,
		size_t count);
#define ledger_put(out, change, ...)                                                               \
	ledger_put(out, change, LEDGER_VALUES(__VA_ARGS__),                                        \
		   sizeof LEDGER_VALUES(__VA_ARGS__) / sizeof(struct ledger_value))

#define LEDGER_VALUE(value)                                                                        \
	_Generic((value), char *: ledger_value_text, const char *: ledger_value_text, default: ledger_value_number)(value)
#define LEDGER_VALUES(...)                                                                         \
	((const struct ledger_value[]){LEDGER_NTH(__VA_ARGS__, LEDGER_8, LEDGER_7, LEDGER_6,       \
						  LEDGER_5, LEDGER_4, LEDGER_3, LEDGER_2,          \
						  LEDGER_1, )(__VA_ARGS__)})
#define LEDGER_NTH(a, b, c, d, e, f, g, h, nth, ...) nth
#define LEDGER_1(a) LEDGER_VALUE(a)
#define LEDGER_2(a, ...) LEDGER_VALUE(a), LEDGER_1(__VA_ARGS__)
#define LEDGER_3(a, ...) LEDGER_VALUE(a), LEDGER_2(__VA_ARGS__)
#define LEDGER_4(a, ...) LEDGER_VALUE(a), LEDGER_3(__VA_ARGS__)
#define LEDGER_5(a, ...) LEDGER_VALUE(a), LEDGER_4(__VA_ARGS__)
#define LEDGER_6(a, ...) LEDGER_VALUE(a), LEDGER_5(__VA_ARGS__)
#define LEDGER_7(a, ...) LEDGER_VALUE(a), LEDGER_6(__VA_ARGS__)
#define LEDGER_8(a, ...) LEDGER_VALUE(a), LEDGER_7(__VA_ARGS__)

/* The changes of a batch: lines of this header, and lines of outbox.h. */
struct ledger_changes {
	const char *lines;
	size_t lines_len;
	const char *letters;
	size_t letters_len;
};

/*
 * Makes the changes of batch number `batch`, all or none. Skips a batch that was applied before, so
 * that repeating it does nothing. The changes aren't flushed: files_flush does that.
 */
int ledger_apply(struct ledger *ledger, uint64_t batch, const struct ledger_changes *changes,
		 struct reason *reason);

/* Returns the number of the last batch applied. */
uint64_t ledger_batch(struct ledger *ledger);

#endif
