/* SPDX-License-Identifier: MIT */
/* The IMAP mailbox as a source of messages. A message's id is "imap:UIDVALIDITY.UID". Messages are
 * read with PEEK and never flagged \Seen. Done messages get the keyword $PbemDone, or are moved
 * away. */
#ifndef PBEM_TRANSPORT_IMAP_IMAP_H
#define PBEM_TRANSPORT_IMAP_IMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pbem/sys/source_ops.h"
#include "pbem/transport/imap/imap_connection.h"
#include "pbem/transport/imap/imap_fetch_parse.h"
#include "pbem/transport/imap/imap_uid_set.h"

extern const struct source_kind imap_source;	 /* imap:// */
extern const struct source_kind imap_source_tls; /* imaps:// */

/* How a message is marked as done. */
enum imap_done { IMAP_DONE_FLAG, IMAP_DONE_MOVE, IMAP_DONE_NONE };

#define IMAP_KEYWORD "$PbemDone"

/*
 * A message is claimed by a keyword that names the host, so that all other hosts see it, whatever
 * else is lost. The keyword is set, and then the flags are read again: a host that sees another
 * host's claim next to its own removes its own. With UNCHANGEDSINCE (RFC 7162) only one of two
 * hosts gets the message, and the other is informed.
 */
#define IMAP_CLAIM "$PbemHost-"

/* The rest is for imap*.c only. */

/* The claims on messages, as far as known since the folder was opened. */
struct imap_claims {
	struct imap_set seen, ours; /* sorted */
	bool looking;		    /* the messages being listed wait, and aren't done */
};

/* Commands sent in advance. The messages of the next batch are requested while a batch is
 * committed, and then the marks of that batch are sent. The second command is sent before the
 * answer to the first is read. */
struct imap_ahead {
	bool asked;		 /* a FETCH is not answered yet */
	struct imap_set letters; /* its messages, sorted */
	struct imap_set marks;	 /* messages to be marked whose marks aren't confirmed; sorted */
	bool sent;   /* the command for the marks follows the FETCH, and isn't answered yet */
	bool marked; /* the command for the marks succeeded */
};

struct imap {
	struct source source;
	struct imap_wire *wire;
	char *folder; /* quoted, as in commands */
	enum imap_done done;
	char *done_folder; /* quoted; for IMAP_DONE_MOVE */
	bool has_esearch, has_move, has_uidplus, has_idle, has_condstore;
	bool rev1;
	bool keywords;	  /* the server keeps our keyword */
	bool any_keyword; /* the server keeps any keyword, so messages can be claimed */
	uint64_t modseq;  /* HIGHESTMODSEQ when the folder was opened; 0: not sent */
	struct imap_claims claims;
	struct imap_ahead ahead;
	bool read_only;
	bool turned;	       /* source_open_done */
	bool has_uidvalidity;  /* the server has sent it: any number, even 0 */
	bool told_uidvalidity; /* the server sent it when the folder was last opened */
	char no_number[40];    /* a UIDVALIDITY from the server that isn't a number; "": none */
	uint64_t uidvalidity;
	uint64_t max_message_bytes;
	const struct config *config; /* not owned; for connecting again */
	size_t starts_left; /* number of oversized messages whose start may still be requested */
	char *description;
	uint32_t exists;  /* number of messages in the folder, as far as known */
	bool told_exists; /* the server has sent it since the folder was opened */
	bool idling;	  /* the server reports new messages by itself */
	bool news;	  /* messages have come since imap_check_new last reported any */
};

/* How the server ended its answer. */
struct imap_result {
	enum imap_kind kind; /* IMAP_OK, IMAP_NO, IMAP_BAD */
	bool passing;	     /* of NO and BAD: it may succeed later */
	bool gone;	     /* some messages were gone or changed; the others can be tried again */
	bool try_create;     /* of NO: the folder to move to is missing */
	bool read_only;	     /* of OK: the folder was opened read-only */
	char said[200];
};

/* Called for each untagged response of an answer. Any result other than WIRE_DONE ends the
 * reading. */
typedef enum wire (*imap_untagged)(struct imap *imap, const struct imap_read *read, void *context,
				   struct reason *reason);

/* Sends a command and reads its whole answer. Returns WIRE_DONE if the server answered, and *result
 * says how. Returns WIRE_LATER if the answer isn't complete. */
enum wire imap_run(struct imap *imap, const struct imap_limits *limits, const char *command,
		   imap_untagged untagged, void *context, struct imap_result *result,
		   struct reason *reason);

/* Reads the answer to a command that was sent, as imap_run does. */
enum wire imap_await(struct imap *imap, imap_untagged untagged, void *context,
		     struct imap_result *result, struct reason *reason);

/* Reads the answers to commands that were sent in advance, so that none is pending. Discards
 * messages that they contain. Returns WIRE_LATER if the connection is lost. */
enum wire imap_ahead_end(struct imap *imap, struct reason *reason);

/* Adds a message with those flags to the folder. Returns WIRE_DONE if the server answered: *result
 * says how, and *uid_out is the message's number, or 0 if the server doesn't send it. */
enum wire imap_append(struct imap *imap, const char *flags, const char *letter, uint32_t *uid_out,
		      struct imap_result *result, struct reason *reason);

/* Sets a reason, which begins with `what`, for an answer that isn't OK. Returns WIRE_LATER or
 * WIRE_NEVER. */
enum wire imap_refused(const struct imap_result *result, const char *what, struct reason *reason);

/* Reads the number from an id. Returns false if the id isn't one of this mailbox with its present
 * UIDVALIDITY. */
bool imap_read_id(const struct imap *imap, const char *id, uint32_t *uid_out);

/* Opens the folder, or opens it again; then the claims are unknown. */
enum wire imap_select(struct imap *imap, struct reason *reason);

/* Adds the results of a search to the set, without messages flagged as deleted. */
enum wire imap_search(struct imap *imap, const char *criteria, struct imap_set *set,
		      struct reason *reason);

/* Reports whether messages can be claimed here. */
bool imap_can_claim(const struct imap *imap);

/* Record the names of other hosts from the folder's FLAGS, and the claims from a message's
 * flags. */
void imap_claims_note(struct imap *imap, const char *flags, size_t len);
void imap_claims_note_letter(struct imap *imap, const struct imap_fetch *fetch);

/* Sorts the sets of claims after messages were recorded. */
void imap_claims_sort(struct imap *imap);

/* Forgets which messages are claimed. */
void imap_claims_clear(struct imap *imap);

/* Lists the messages that a search finds from that number on, at most `max`. */
enum wire imap_list_found(struct imap *imap, const char *criteria, uint32_t from, size_t max,
			  struct waiting_list *list_out, struct reason *reason);

/* Connects and opens the folder again, after the connection was lost. Fails if the mailbox has
 * another UIDVALIDITY. */
enum wire imap_reopen(struct imap *imap, struct reason *reason);

/* The start of a message that is too large to be fetched. */
struct imap_start {
	uint32_t uid;
	uint64_t listed; /* the message's listed size */
	char *bytes; /* SOURCE_START bytes, or `listed` if that is less; NULL if the server doesn't
			send them. The caller frees it */
};

/* Requests the starts of messages. A server that refuses, sends nonsense or ends the connection is
 * not asked again, and that is no failure. Returns WIRE_LATER or WIRE_NEVER only if it can't be
 * connected again. */
enum wire imap_fetch_starts(struct imap *imap, struct imap_start *starts, size_t count,
			    struct reason *reason);

/* Records from an untagged response how many messages there are, and whether one has come. */
void imap_note_news(struct imap *imap, const struct imap_response *response);

/* Ends IDLE without waiting for an answer, because the connection is about to be closed. */
void imap_idle_leave(struct imap *imap);

/* The functions of the kind of source; see source_ops.h. */
enum wire imap_newest(struct source *source, int64_t *when_out, struct reason *reason);
enum wire imap_clock(struct source *source, int64_t *now_out, struct reason *reason);
enum wire imap_watch(struct source *source, struct reason *reason);
enum wire imap_check_new(struct source *source, bool ask, bool *came_out, struct reason *reason);
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
void imap_prefetch(struct source *source, const struct waiting *letters, size_t count);
enum wire imap_await_marks(struct source *source, struct reason *reason);
enum wire imap_mark(struct source *source, const struct waiting *letters, size_t count,
		    struct reason *reason);

#endif
