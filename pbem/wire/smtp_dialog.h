/* SPDX-License-Identifier: MIT */
/*
 * A conversation by SMTP from the first letter on, without any network: which bytes go out, and
 * what the answers say of which letter. Where the server offers PIPELINING (RFC 2920) nobody waits
 * for an answer that changes nothing: a letter's sender, recipient and DATA go in one write, and so
 * do its end and the next one's sender; with CHUNKING (RFC 3030) whole letters follow each other,
 * with an RSET between them, so that whatever becomes of one says nothing of the next.
 */
#ifndef PBEM_WIRE_SMTP_DIALOG_H
#define PBEM_WIRE_SMTP_DIALOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sink_letter;
struct smtp_dialog;

enum {
	SMTP_SAID_MAX = 300,
	SMTP_WINDOW = 48 /* letters on their way at most */
};

/* What the server has said it can do. */
struct smtp_offer {
	bool pipelining, chunking, size;
};

/* How far the conversation has come: whose fault a refusal is depends on it. */
enum smtp_stage {
	SMTP_CONNECT,
	SMTP_SENDER,
	SMTP_RECIPIENT,
	SMTP_LETTER,
	SMTP_FINAL,
};

/* What became of a letter. */
struct smtp_fate {
	const struct sink_letter *letter; /* NULL: of none, the sender was tried alone */
	/* It wasn't accepted, for sure, and that is none of its fault: the connection is used up.
	 * It goes again over another one. */
	bool again;
	/* The answer that decided, and to what; 0: there came none. */
	long answer;
	enum smtp_stage stage;
	char said[SMTP_SAID_MAX];
	bool whole;	 /* its last byte was given to the network */
	int64_t took_ms; /* with nobody before it in this conversation */
};

/* How many letters may be on their way over each of so many connections: as many may go twice when
 * the line is cut, or the process is killed. pbem(1) tells these figures. */
size_t smtp_dialog_share(size_t connections);

/* Begins behind the log-in. So many letters, of SMTP_WINDOW, may be on their way at most. */
struct smtp_dialog *smtp_dialog_new(const struct smtp_offer *offer, size_t most);
void smtp_dialog_free(struct smtp_dialog *dialog);

/* Whether another letter may be given now. One at first; quick answers make it more, a slow one
 * makes it one again: so many may be in doubt when the line is cut. */
bool smtp_dialog_has_room(const struct smtp_dialog *dialog);

/* A letter that is to go; borrowed until its fate is known. `now` here and below is step_ms. */
void smtp_dialog_give(struct smtp_dialog *dialog, const struct sink_letter *letter, int64_t now);

/* Tries the sender's address alone. */
void smtp_dialog_probe(struct smtp_dialog *dialog, const char *from, int64_t now);

/*
 * What is to be written next; NULL when nothing is. From then on it may have reached the server,
 * whatever becomes of writing it; the same bytes are given again until they are said to be written.
 */
const char *smtp_dialog_out(struct smtp_dialog *dialog, size_t *len_out);
void smtp_dialog_written(struct smtp_dialog *dialog, size_t len);

/* What the server said. False: that is no SMTP, or comes before what it answers was written whole,
 * and the connection is to be closed. */
bool smtp_dialog_heard(struct smtp_dialog *dialog, const char *bytes, size_t len, int64_t now);

/* Whether that was why: what it says is not the answer to what it should be. */
bool smtp_dialog_is_early(const struct smtp_dialog *dialog);

/* The connection is at its end: all that are left have their fates. */
void smtp_dialog_cut(struct smtp_dialog *dialog, int64_t now);

/* The next fate, in the order in which the letters were given; false: nothing is known yet. */
bool smtp_dialog_fate(struct smtp_dialog *dialog, struct smtp_fate *out);

/* Whether an answer is awaited; and then, whether it is the one that decides over a letter given
 * away whole. */
bool smtp_dialog_waits(const struct smtp_dialog *dialog, bool *final_out);

/* Since when the letter whose turn it is has had its turn. */
int64_t smtp_dialog_since(const struct smtp_dialog *dialog);

/* The next letter that was given away whole and has no fate, each once; NULL: no more. */
const struct sink_letter *smtp_dialog_unanswered(struct smtp_dialog *dialog);

/* Whether this connection serves no more letters, by what the server said, and nothing is awaited
 * any more. */
bool smtp_dialog_is_over(const struct smtp_dialog *dialog);

/* Whether the server has said that it goes (421). */
bool smtp_dialog_is_going(const struct smtp_dialog *dialog);

/* The server's last line. */
const char *smtp_dialog_said(const struct smtp_dialog *dialog);

#endif
