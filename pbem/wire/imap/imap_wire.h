/* SPDX-License-Identifier: MIT */
/*
 * A connection to an IMAP server. libcurl connects, starts TLS and logs in; from then on commands
 * and answers are ours, for libcurl's own reading of FETCH loses literals and can be misled by what
 * a letter says. No server can keep us waiting for ever or make us hold more than we said.
 */
#ifndef PBEM_WIRE_IMAP_IMAP_WIRE_H
#define PBEM_WIRE_IMAP_IMAP_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"
#include "pbem/wire/imap/imap_parse.h"
#include "pbem/site/wire.h"

struct config;
struct imap_url;
struct imap_wire;

/* Connects and logs in. WIRE_NEVER: a person must look (log-in refused, certificate not trusted).
 */
enum wire imap_wire_open(const struct config *config, const struct imap_url *url,
			 struct imap_wire **wire_out, struct reason *reason);

/* Says LOGOUT if the connection is sound, waits a moment at most, and frees; accepts NULL. */
void imap_wire_close(struct imap_wire *wire);

/* How it is protected: "TLSv1.3", or "no TLS". */
const char *imap_wire_protection(const struct imap_wire *wire);

/* The capabilities that the server told with the log-in; NULL: it has to be asked. */
const char *imap_wire_offer(const struct imap_wire *wire);

/* Until when the server's certificate is good, seconds since 1970; 0: there is no TLS. */
int64_t imap_wire_certificate(const struct imap_wire *wire);

/* How much one answer may bring. Passing a limit ends the connection. */
struct imap_limits {
	size_t line;	   /* of one line */
	size_t chatter;	   /* of all lines together, literals not counted */
	uint64_t keep;	   /* a literal larger than this is read and thrown away */
	uint64_t literals; /* of all literals together; a larger one is not even awaited */
};

/* For answers that bring no letters. */
extern const struct imap_limits imap_wire_small;

/* Sends one command, given without tag and CR LF, and begins to count its answer's limits. */
enum wire imap_wire_send(struct imap_wire *wire, const struct imap_limits *limits,
			 const char *command, size_t len, struct reason *reason);

/*
 * Sends another behind it, before its answer has come; one at most. Answers may come in any order:
 * limits are those of the first until imap_wire_turn.
 */
enum wire imap_wire_send_behind(struct imap_wire *wire, const char *command, size_t len,
				struct reason *reason);

/* The first was answered: now the answer to the one behind is read, as one that brings no letters.
 */
void imap_wire_turn(struct imap_wire *wire);

/* A response as it came. */
struct imap_read {
	struct imap_response response; /* borrowed until the next imap_wire_next */
	uint64_t
		dropped; /* size of the largest literal thrown away; it reads as NIL. 0: none was */
	bool cut;	 /* the response ends at a literal too large to await: only what stands
			    before it is there, and the connection is at its end */
	bool behind;	 /* it is tagged, and ends the answer to what was sent behind */
};

/*
 * Waits for the next response. DONE: *out has it. LATER: the connection broke, fell silent, passed
 * a limit or speaks no IMAP; it can't be used again.
 */
enum wire imap_wire_next(struct imap_wire *wire, struct imap_read *out, struct reason *reason);

/*
 * ---- waiting for what the server says by itself (IDLE) ----
 *
 * Whether something came that can be read; asked without waiting, and the limits of an answer count
 * anew. LATER: the connection is lost.
 */
enum wire imap_wire_ready(struct imap_wire *wire, bool *ready_out, struct reason *reason);

/* Sends a line that is no command, and lets the next answers ask for more ("+"), or not. */
enum wire imap_wire_say(struct imap_wire *wire, const char *line, struct reason *reason);
void imap_wire_allow_more(struct imap_wire *wire, bool allowed);

/* What to wait on, with poll(2), when nothing is ready. */
int imap_wire_socket(const struct imap_wire *wire);

/* Gives the connection up: nothing more is sent or read, close won't say LOGOUT. */
void imap_wire_break(struct imap_wire *wire);

#endif
