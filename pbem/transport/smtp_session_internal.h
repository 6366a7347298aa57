/* SPDX-License-Identifier: MIT */
/* Shared by the files of an SMTP conversation: what was sent, what is awaited, and the state of
 * each message. */
#ifndef PBEM_TRANSPORT_SMTP_SESSION_INTERNAL_H
#define PBEM_TRANSPORT_SMTP_SESSION_INTERNAL_H

#include "core/util/strbuf.h"
#include "pbem/transport/smtp_session.h"

enum {
	SMTP_COMMANDS = 5,			   /* RSET, MAIL, RCPT, DATA, and the message */
	SMTP_ANSWERS = SMTP_WINDOW * SMTP_COMMANDS /* most awaited answers */
};

/* The command that an answer belongs to. */
enum smtp_asked {
	SMTP_ASKED_RESET,
	SMTP_ASKED_SENDER,
	SMTP_ASKED_RECIPIENT,
	SMTP_ASKED_DATA,
	SMTP_ASKED_FINAL
};

#define TO_GO_MAX ((size_t)1 << 30) /* never reached: messages are far smaller */

/* The progress of sending a message. From SMTP_SENT_ENOUGH on it needs no more commands. */
enum smtp_sent {
	SMTP_SENT_NOTHING,
	SMTP_SENT_SENDER,
	SMTP_SENT_RECIPIENT,
	SMTP_SENT_DATA,
	SMTP_SENT_DATA_ANSWERED, /* the server waits for the message's bytes (354) */
	SMTP_SENT_ENOUGH,	 /* a refused message, or a probe */
	SMTP_SENT_ALL		 /* the message */
};

/* The fate of a message according to the answers. The first refusal decides. */
enum smtp_decision { SMTP_UNDECIDED, SMTP_ACCEPTED, SMTP_REFUSED };

/* The state of a conversation, which only grows. */
enum smtp_dialog_state {
	SMTP_TAKES_MESSAGES,
	SMTP_CLOSED, /* no more messages are begun */
	SMTP_LEAVES, /* nor are any, because the server has announced that it leaves (421) */
};

struct smtp_slot {
	struct smtp_result fate;
	const char *from; /* the sender of a probe, which has no message */
	enum smtp_sent sent;
	unsigned awaited;	     /* answers that are awaited */
	unsigned answers;	     /* answers that came */
	enum smtp_decision decision; /* by the answer in fate */
	bool noted;		     /* smtp_dialog_unanswered has given it */
	uint64_t end;		     /* position of the message's last byte among all bytes sent */
};

struct smtp_dialog {
	struct smtp_offer offer;
	/* Messages by number, modulo SMTP_WINDOW. Those in [first, next) have no fate yet, and
	 * `speaker` is the one that needs the next command. */
	struct smtp_slot slots[SMTP_WINDOW];
	size_t first, speaker, next;
	size_t most;  /* most messages at a time, if the server offers PIPELINING and CHUNKING */
	size_t bytes; /* bytes of these messages */
	/* The awaited answers, modulo SMTP_ANSWERS: to which command, for which message, and where
	 * this command ends among all bytes sent. */
	struct {
		enum smtp_asked asked;
		size_t slot;
		uint64_t end;
	} answers[SMTP_ANSWERS];
	size_t answer_first, answer_next;
	size_t window, served;
	int64_t since; /* since when it has been the present message's turn */
	bool open;     /* the server may have begun a message, which must be taken back (RSET) */
	enum smtp_dialog_state state;
	bool cut;   /* the connection is lost */
	bool early; /* the server has answered a command before it was written */
	struct strbuf coming, going_out; /* bytes to be written later; bytes being written */
	size_t written;			 /* bytes of going_out that were written */
	uint64_t before, offered; /* bytes written before going_out; bytes given to the network */
	struct strbuf line;	  /* an incomplete line of an answer */
	char said[SMTP_SAID_MAX];
	bool more; /* the answer has more lines */
};

/* Returns the message's state, by its number. */
struct smtp_slot *smtp_dialog_slot(struct smtp_dialog *dialog, size_t number);

/* Adds all commands that can be sent now. */
void smtp_dialog_add_commands(struct smtp_dialog *dialog);

#endif
