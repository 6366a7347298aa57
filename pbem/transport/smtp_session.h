/* SPDX-License-Identifier: MIT */
/*
 * An SMTP conversation from the first message on, without any network: the bytes to send, and the
 * meaning of the answers for each message.
 *
 * If the server offers PIPELINING (RFC 2920), answers that change nothing aren't waited for. A
 * message's sender, recipient and DATA go in one write, and so do its end and the next message's
 * sender. With CHUNKING (RFC 3030) whole messages follow each other, with an RSET between them, so
 * that the fate of one doesn't affect the next.
 */
#ifndef PBEM_TRANSPORT_SMTP_SESSION_H
#define PBEM_TRANSPORT_SMTP_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sink_letter;
struct smtp_dialog;

enum {
	SMTP_SAID_MAX = 300,
	SMTP_WINDOW = 48 /* most messages on their way */
};

/* Adds a line of an answer to `said`, which has SMTP_SAID_MAX bytes. The first line is kept whole;
 * later lines ("550-") are kept without code and status. *more_inout is true while the answer has
 * more lines. */
void smtp_dialog_note(char *said, bool *more_inout, const char *line, size_t len);

/* The abilities that the server has announced. */
struct smtp_offer {
	bool pipelining, chunking, size;
	bool utf8; /* addresses with characters beyond ASCII (SMTPUTF8, RFC 6531) */
};

/* The stage of the conversation. It shows whose fault a refusal is. */
enum smtp_stage {
	SMTP_CONNECT,
	SMTP_SENDER,
	SMTP_RECIPIENT,
	SMTP_LETTER,
	SMTP_FINAL,
};

/* The fate of a message. */
struct smtp_result {
	const struct sink_letter *letter; /* NULL if only the sender was tried */
	/* It certainly wasn't accepted, and that isn't its fault: the connection takes no more
	 * messages. It must be sent again over another connection. */
	bool again;
	/* The answer that decided, and the stage to which it belongs; 0: no answer came. */
	long answer;
	enum smtp_stage stage;
	char said[SMTP_SAID_MAX];
	bool whole;	 /* its last byte was given to the network */
	int64_t took_ms; /* how long it was this message's turn */
};

/* Returns how many messages may be on their way over each of that many connections. All of them
 * may be sent twice if the connection breaks or the process is killed. pbem(1) documents these
 * figures. */
size_t smtp_dialog_share(size_t connections);

/* Begins a conversation after the log-in, with at most `most` messages on their way; SMTP_WINDOW is
 * the limit. The caller frees it with smtp_dialog_free. */
struct smtp_dialog *smtp_dialog_new(const struct smtp_offer *offer, size_t most);
void smtp_dialog_free(struct smtp_dialog *dialog);

/* Reports whether another message may be given now. The limit of messages on their way is 1 at
 * first. Quick answers raise it, and a slow answer makes it 1 again, because all of them are in
 * doubt if the connection breaks. */
bool smtp_dialog_has_room(const struct smtp_dialog *dialog);

/* Adds a message to be sent. It must stay valid until its fate is known. In all these functions
 * `now` is from step_ms. */
void smtp_dialog_add_message(struct smtp_dialog *dialog, const struct sink_letter *letter,
			     int64_t now);

/* Tries the sender's address without a message. */
void smtp_dialog_probe(struct smtp_dialog *dialog, const char *from, int64_t now);

/* Returns the bytes to be written next, or NULL if there are none. From then on they may have
 * reached the server, whether writing succeeds or not. The same bytes are returned until
 * smtp_dialog_written reports them as written. */
const char *smtp_dialog_out(struct smtp_dialog *dialog, size_t *len_out);
void smtp_dialog_written(struct smtp_dialog *dialog, size_t len);

/* Takes bytes from the server. Returns false if they aren't SMTP, or come before the command was
 * completely written; then the connection must be closed. */
bool smtp_dialog_receive(struct smtp_dialog *dialog, const char *bytes, size_t len, int64_t now);

/* Reports whether smtp_dialog_receive failed because of an answer that came too early. */
bool smtp_dialog_is_early(const struct smtp_dialog *dialog);

/* Ends the conversation with the connection: all remaining messages get their fates. */
void smtp_dialog_cut(struct smtp_dialog *dialog, int64_t now);

/* Takes the next fate, in the order in which messages were added. Returns false if it isn't known
 * yet. */
bool smtp_dialog_take_result(struct smtp_dialog *dialog, struct smtp_result *out);

/* Reports whether an answer is awaited, and in *final_out whether it decides about a message that
 * was sent whole. */
bool smtp_dialog_waits(const struct smtp_dialog *dialog, bool *final_out);

/* Returns since when it has been the turn of the present message. */
int64_t smtp_dialog_since(const struct smtp_dialog *dialog);

/* Returns the next message that was sent whole and has no fate yet, each only once, or NULL if
 * there are no more. */
const struct sink_letter *smtp_dialog_unanswered(struct smtp_dialog *dialog);

/* Reports whether the server's answers show that this connection takes no more messages, and no
 * answer is awaited any more. */
bool smtp_dialog_is_over(const struct smtp_dialog *dialog);

/* Reports whether the server has announced that it leaves (421). */
bool smtp_dialog_is_going(const struct smtp_dialog *dialog);

/* Returns the server's last answer, in one line. */
const char *smtp_dialog_said(const struct smtp_dialog *dialog);

#endif
