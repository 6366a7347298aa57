/* SPDX-License-Identifier: MIT */
/*
 * The IMAP mailbox as a source of letters. A letter's id is "imap:UIDVALIDITY.UID". Letters are
 * read with PEEK and never flagged \Seen; done ones carry the keyword $PbemDone, or are moved away.
 */
#ifndef PBEM_WIRE_IMAP_IMAP_H
#define PBEM_WIRE_IMAP_IMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pbem/wire/imap/imap_items.h"
#include "pbem/wire/imap/imap_set.h"
#include "pbem/wire/imap/imap_wire.h"
#include "pbem/site/source_kind.h"

extern const struct source_kind imap_source;	 /* imap:// */
extern const struct source_kind imap_source_tls; /* imaps:// */

/* How a letter is marked as done. */
enum imap_done { IMAP_DONE_FLAG, IMAP_DONE_MOVE, IMAP_DONE_NONE };

#define IMAP_KEYWORD "$PbemDone"

/*
 * A letter is claimed by a keyword that names the host, so that it tells whose it is to any other,
 * whatever else is lost. It is set, then looked at again: who sees another's claim beside his own
 * takes his back. With UNCHANGEDSINCE (RFC 7162) of two hosts one has the letter at once, and the
 * other is told.
 */
#define IMAP_CLAIM "$PbemHost-"

/* The rest is for imap*.c only. */

/* Whose letters are, as far as it was told since the folder was opened. */
struct imap_claims {
	struct imap_set seen, ours; /* sorted */
	bool looking;		    /* what is being listed waits, and isn't done */
};

/*
 * What was said before its turn: letters that are asked for while those before them are committed,
 * and, behind that, the marks of those. The answer to the second isn't waited for before the first
 * is read.
 */
struct imap_ahead {
	bool asked;		 /* a FETCH is not answered yet */
	struct imap_set letters; /* for which: sorted */
	struct imap_set marks;	 /* letters that are to be marked, and aren't known to be; sorted */
	bool sent;		 /* that is asked for, behind the FETCH, and not answered yet */
	bool marked;		 /* it was answered well */
};

struct imap {
	struct source source;
	struct imap_wire *wire;
	char *folder; /* quoted, as in commands */
	enum imap_done done;
	char *done_folder; /* quoted; of IMAP_DONE_MOVE */
	bool has_esearch, has_move, has_uidplus, has_idle, has_condstore;
	bool rev1;
	bool keywords;	  /* the server keeps ours */
	bool any_keyword; /* and any other: letters can be claimed */
	uint64_t modseq;  /* what the folder had seen when it was opened; 0: it doesn't tell */
	struct imap_claims claims;
	struct imap_ahead ahead;
	bool read_only;
	bool turned; /* source_open_done */
	uint32_t uidvalidity;
	uint64_t max_letter_bytes;
	const struct config *config; /* borrowed: to connect once more */
	size_t starts_left; /* of letters too large, that this connection's owner may still ask for
			     */
	char *description;
	uint32_t exists; /* how many letters the folder has, as far as we were told */
	bool idling;	 /* the server tells by itself what comes */
	bool news;	 /* letters have come since imap_heard said so last */
};

/* How the server ended its answer. */
struct imap_result {
	enum imap_kind kind; /* IMAP_OK, IMAP_NO, IMAP_BAD */
	bool passing;	     /* of NO: it may go well later */
	bool gone; /* of NO: some letters were gone, or changed; the others can be tried again */
	bool try_create; /* of NO: the folder to move to isn't there */
	bool read_only;	 /* of OK: the folder was opened so */
	char said[200];
};

/* Called for each untagged response of an answer. Other than WIRE_DONE ends the reading. */
typedef enum wire (*imap_untagged)(struct imap *imap, const struct imap_read *read, void *context,
				   struct reason *reason);

/*
 * Sends a command and reads its answer to the end. DONE: the server answered, *result says how.
 * LATER: no whole answer.
 */
enum wire imap_run(struct imap *imap, const struct imap_limits *limits, const char *command,
		   imap_untagged untagged, void *context, struct imap_result *result,
		   struct reason *reason);

/* The second half of it: a command was sent. */
enum wire imap_await(struct imap *imap, imap_untagged untagged, void *context,
		     struct imap_result *result, struct reason *reason);

/* Reads the answers to what was said ahead, so that the next command is alone; letters that come
 * with them are thrown away. LATER: the connection is lost. */
enum wire imap_ahead_end(struct imap *imap, struct reason *reason);

/* Puts a letter into the folder, with those flags. DONE: the server answered, *result says how, and
 * *uid_out is the letter's number, 0 when it doesn't tell. */
enum wire imap_append(struct imap *imap, const char *flags, const char *letter, uint32_t *uid_out,
		      struct imap_result *result, struct reason *reason);

/* What becomes of an answer that isn't OK: LATER or NEVER, with a sentence that begins with `what`.
 */
enum wire imap_refused(const struct imap_result *result, const char *what, struct reason *reason);

/* Reads an id back; false when it isn't of this mailbox as it is now (UIDVALIDITY). */
bool imap_read_id(const struct imap *imap, const char *id, uint32_t *uid_out);

/* Opens the folder, or opens it anew: whose letters are is unknown then. */
enum wire imap_select(struct imap *imap, struct reason *reason);

/* Adds what a search finds to the set, but for what is flagged as deleted. */
enum wire imap_search(struct imap *imap, const char *criteria, struct imap_set *set,
		      struct reason *reason);

/* Whether letters are claimed here. */
bool imap_can_claim(const struct imap *imap);

/* Notes what the folder's FLAGS, or a letter's, tell of claims. */
void imap_claims_note(struct imap *imap, const char *flags, size_t len);
void imap_claims_note_letter(struct imap *imap, const struct imap_fetch *fetch);
void imap_claims_sort(struct imap *imap);
void imap_claims_clear(struct imap *imap);

/* Lists what a search finds, from that number on. */
enum wire imap_list_found(struct imap *imap, const char *criteria, uint32_t from, size_t max,
			  struct waiting_list *list_out, struct reason *reason);

/* Connects and opens the folder once more, after a connection that broke. The mailbox must still be
 * the same. */
enum wire imap_reopen(struct imap *imap, struct reason *reason);

/* The start of a letter that is too large to be fetched. */
struct imap_start {
	uint32_t uid;
	uint64_t listed; /* its size */
	char *bytes; /* SOURCE_START of them, or `listed`, where that is less; NULL when the server
			doesn't give it. The caller's to free */
};

/*
 * Asks for starts. A server that refuses, says nonsense or gives up over it is asked no more; that
 * is no failure. LATER or NEVER only when it can't be connected to again.
 */
enum wire imap_fetch_starts(struct imap *imap, struct imap_start *starts, size_t count,
			    struct reason *reason);

/* Notes from any untagged response how many letters there are, and whether one came. */
void imap_note_news(struct imap *imap, const struct imap_response *response);

/* Ends IDLE without waiting for an answer: the connection is going to be closed. */
void imap_idle_leave(struct imap *imap);

/* The mailbox as a source of letters: see source_kind.h. */
enum wire imap_newest(struct source *source, int64_t *when_out, struct reason *reason);
enum wire imap_clock(struct source *source, int64_t *now_out, struct reason *reason);
enum wire imap_watch(struct source *source, struct reason *reason);
enum wire imap_heard(struct source *source, bool ask, bool *came_out, struct reason *reason);
enum wire imap_list(struct source *source, size_t max, struct waiting_list *list_out,
		    struct reason *reason);
enum wire imap_list_strays(struct source *source, const struct source_past *past,
			   struct waiting_list *list_out, struct reason *reason);
enum wire imap_fetch(struct source *source, const struct waiting *letters, size_t count,
		     source_take take, void *context, struct reason *reason);
enum wire imap_hold(struct source *source, enum source_hold how, struct reason *reason);
enum wire imap_claim(struct source *source, const struct waiting *letters, size_t count,
		     enum source_hold how, struct reason *reason);
const char *imap_unclaimed(struct source *source);
void imap_ask(struct source *source, const struct waiting *letters, size_t count);
enum wire imap_settle(struct source *source, struct reason *reason);
enum wire imap_mark(struct source *source, const struct waiting *letters, size_t count,
		    struct reason *reason);

#endif
