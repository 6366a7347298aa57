/* SPDX-License-Identifier: MIT */
/*
 * A connection to an IMAP server. libcurl connects, starts TLS and logs in. From then on pbem
 * itself sends commands and reads answers, because libcurl's reading of FETCH loses literals and
 * can be misled by the text of a message. No server can make us wait for ever or store more than
 * the limits.
 */
#ifndef PBEM_TRANSPORT_IMAP_IMAP_CONNECTION_H
#define PBEM_TRANSPORT_IMAP_IMAP_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/util/base.h"
#include "pbem/sys/transport.h"
#include "pbem/transport/imap/imap_parse.h"

struct config;
struct imap_url;
struct imap_wire;

/* Connects and logs in. Returns WIRE_NEVER if a person must act: log-in refused, certificate not
 * trusted. The caller calls imap_wire_close. */
enum wire imap_wire_open(const struct config *config, const struct imap_url *url,
			 struct imap_wire **wire_out, struct reason *reason);

/* Sends LOGOUT if the connection is intact, waits a moment at most, and frees it. Accepts NULL. */
void imap_wire_close(struct imap_wire *wire);

/* Returns how the connection is protected: "TLSv1.3", or "no TLS". */
const char *imap_wire_protection(const struct imap_wire *wire);

/* Returns the capabilities that the server sent with the log-in, or NULL if it must be asked. */
const char *imap_wire_offer(const struct imap_wire *wire);

/* Returns when the server's certificate expires, in seconds since 1970, or 0 without TLS. */
int64_t imap_wire_certificate(const struct imap_wire *wire);

/* Limits of one answer. An answer that exceeds one ends the connection, unless stated otherwise. */
struct imap_limits {
	size_t line;	   /* bytes of one line */
	size_t chatter;	   /* bytes of all lines together, without literals */
	uint64_t keep;	   /* a literal larger than this is read and discarded */
	uint64_t literals; /* bytes of all literals together; a literal beyond it isn't even read */
};

/* The limits of answers without messages. */
extern const struct imap_limits imap_wire_small;

/* Sends one command, given without tag and CR LF. The limits apply to its answer. */
enum wire imap_wire_send(struct imap_wire *wire, const struct imap_limits *limits,
			 const char *command, size_t len, struct reason *reason);

/* Sends another command, at most one, before the answer to the first has come. The answers may come
 * in any order. Until imap_wire_begin_pipelined the limits of the first command apply. */
enum wire imap_wire_send_pipelined(struct imap_wire *wire, const char *command, size_t len,
				   struct reason *reason);

/* Begins to read the answer to the second command, after the first was answered, with the limits of
 * answers without messages. */
void imap_wire_begin_pipelined(struct imap_wire *wire);

/* A response of the server. */
struct imap_read {
	struct imap_response response; /* valid until the next imap_wire_next */
	uint64_t dropped; /* size of the largest discarded literal, which reads as NIL; 0: there was
			   * none */
	bool cut;	  /* the response ends at a literal too large to read: only the part before
			   * it is there, and the connection can't be used again */
	bool pipelined;	  /* it is tagged, and ends the answer to the second command */
};

/* Waits for the next response. Returns WIRE_DONE with the response in *out. Returns WIRE_LATER if
 * the connection broke, was silent for too long, exceeded a limit or isn't IMAP. It can't be used
 * again then. */
enum wire imap_wire_next(struct imap_wire *wire, struct imap_read *out, struct reason *reason);

/*
 * ---- waiting for untagged responses (IDLE) ----
 *
 * Reports whether something can be read, without waiting. Limits of an answer count from 0 again.
 * Returns WIRE_LATER if the connection is lost.
 */
enum wire imap_wire_ready(struct imap_wire *wire, bool *ready_out, struct reason *reason);

/* Sends a line that isn't a command. */
enum wire imap_wire_send_line(struct imap_wire *wire, const char *line, struct reason *reason);

/* Sets whether the next responses may be requests to continue ("+"). */
void imap_wire_allow_more(struct imap_wire *wire, bool allowed);

/* Returns the descriptor to wait on with poll(2) when nothing is ready. */
int imap_wire_socket(const struct imap_wire *wire);

/* Gives up the connection: nothing more is sent or read, and imap_wire_close won't send LOGOUT. */
void imap_wire_break(struct imap_wire *wire);

#endif
