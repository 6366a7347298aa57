/* SPDX-License-Identifier: MIT */
/* What the files of a conversation share: what was said, what is awaited, and how each letter is.
 */
#ifndef PBEM_WIRE_SMTP_DIALOG_INNER_H
#define PBEM_WIRE_SMTP_DIALOG_INNER_H

#include "core/base/text.h"
#include "pbem/wire/smtp_dialog.h"

enum {
	SMTP_COMMANDS = 5,			   /* RSET, MAIL, RCPT, DATA, and the letter */
	SMTP_ANSWERS = SMTP_WINDOW * SMTP_COMMANDS /* awaited at most */
};

/* What an answer is the answer to. */
enum smtp_asked {
	SMTP_ASKED_RESET,
	SMTP_ASKED_SENDER,
	SMTP_ASKED_RECIPIENT,
	SMTP_ASKED_DATA,
	SMTP_ASKED_FINAL
};

/* What was said for a letter so far. */
#define TO_GO_MAX ((size_t)1 << 30) /* never reached: letters are far below it */

enum smtp_told {
	SMTP_TOLD_NOTHING,
	SMTP_TOLD_SENDER,
	SMTP_TOLD_RECIPIENT,
	SMTP_TOLD_DATA,
	SMTP_TOLD_ALL
};

struct smtp_slot {
	struct smtp_fate fate;
	const char *from; /* of a probe, which has no letter */
	enum smtp_told told;
	unsigned awaited; /* answers that are still to come, */
	unsigned answers; /* and those that came */
	bool passed;	  /* nothing more is said for it */
	bool refused;	  /* by the answer in fate */
	bool accepted;	  /* by the answer in fate, and nothing was refused before */
	bool wanted;	  /* the server waits for its bytes (354) */
	bool noted;	  /* smtp_dialog_unanswered has given it */
	uint64_t end;	  /* of all bytes that go out the last of the letter */
};

struct smtp_dialog {
	struct smtp_offer offer;
	/* By number, modulo SMTP_WINDOW: [first, next) have no fate yet, and `speaker` is the one
	 * for which something is to be said. */
	struct smtp_slot slots[SMTP_WINDOW];
	size_t first, speaker, next;
	size_t most;  /* of them at a time, where the server offers all it can */
	size_t bytes; /* of these letters */
	/* Answers awaited, modulo SMTP_ANSWERS: to what, for which letter, and where in all bytes
	 * that go out ends what is answered. */
	struct {
		enum smtp_asked asked;
		size_t slot;
		uint64_t end;
	} answers[SMTP_ANSWERS];
	size_t answer_first, answer_next;
	size_t window, served;
	int64_t since;	 /* when `first` had its turn */
	bool open;	 /* the server may have a letter begun that must be taken back (RSET) */
	bool closed;	 /* no more letters are begun */
	bool going, cut; /* the server goes; the connection is gone */
	bool early;	 /* it has answered what it can't have heard */
	struct text coming, going_out; /* to be written; what of it is being written, */
	size_t written;		       /* and has been */
	uint64_t before, offered; /* bytes written in all before going_out; given to be written */
	struct text line;	  /* an answer's, in part */
	char said[SMTP_SAID_MAX];
};

/* The place of a letter, by its number. */
struct smtp_slot *smtp_dialog_slot(struct smtp_dialog *dialog, size_t number);

/* Says what can be said now. */
void smtp_dialog_go_on(struct smtp_dialog *dialog);

#endif
