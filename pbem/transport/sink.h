/* SPDX-License-Identifier: MIT */
/* Sends messages: over SMTP, with a sendmail command, or into a Maildir. */
#ifndef PBEM_TRANSPORT_SINK_H
#define PBEM_TRANSPORT_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/util/base.h"
#include "pbem/sys/transport.h"

struct config;
struct sink;

/* Opens the sink that the configuration names. SMTP connects only when there is a message to send.
 * The caller closes it with sink_close. */
enum wire sink_open(const struct config *config, struct sink **sink_out, struct reason *reason);

/* One message to one recipient. `bytes` has CRLF lines, `from` is the envelope sender ("" is the
 * null sender), and `name` is the message's name in the outbox. */
struct sink_letter {
	const char *from, *to;
	const char *name;
	const char *bytes;
	size_t len;
};

/* The fate of a message. DONE: it was accepted. LATER: a 4xx answer, or no answer (the result may
 * be unclear: send the same bytes again), or an error that isn't this message's fault. NEVER: this
 * message or this recipient was refused permanently (5xx, an invalid address). */
struct sink_result {
	enum wire result;
	/* It must be sent again, although it may have been accepted: it was sent to its last byte,
	 * and no answer came. */
	bool in_doubt;
	/* It wasn't accepted, and every other message would fail in the same way (no connection, no
	 * TLS, log-in or sender refused, no answers any more). The others should wait. */
	bool down;
	bool refused; /* with `down`: an answer to this message refused it. The recipient may be the
			 cause after all, so others should be sent before it next time */
	/* For NEVER: the refusal is certainly about this recipient or this message. Otherwise it
	 * may be about us, and then other messages are refused, too. */
	bool theirs;
	int64_t took_ms; /* time that this message alone took */
	struct reason why;
};

/* The most connections of a sink. */
enum { SINK_LANES_MAX = 16 };

/* The caller's side of a round of messages. The caller owns the messages, and keeps each of them
 * unchanged until its fate is reported. */
struct sink_round {
	/* Returns the next message for a lane, or NULL if there is none now. A lane is a
	 * connection, numbered from 0, which sends its messages in this order. */
	const struct sink_letter *(*next)(void *context, size_t lane);
	/* Returns how many messages are left, for all lanes together. */
	size_t (*left)(void *context);
	/* Called once for each message that `next` has returned. */
	void (*fate)(void *context, const struct sink_letter *letter,
		     const struct sink_result *fate);
	/* Called once for a message that was sent to its last byte and has had no answer for a
	 * second. If the process is killed from then on, the message may or may not have been
	 * accepted. May be NULL. */
	void (*waiting)(void *context, const struct sink_letter *letter);
	void *context;
};

/* Sends messages until there are no more and each has its fate. LATER: the sink is down, and
 * `reason` says why; there may be messages left that `next` was never asked for. */
enum wire sink_send_all(struct sink *sink, const struct sink_round *round, struct reason *reason);

/* Sends one message. Returns the result that is also in *fate_out. */
enum wire sink_send(struct sink *sink, const struct sink_letter *letter,
		    struct sink_result *fate_out);

/* Reports whether the sink is down until a person acts: certificate, password or command is
 * wrong. */
bool sink_needs_repair(const struct sink *sink);

/* Connects (for SMTP: with TLS, AUTH and MAIL FROM) but sends no message: for `pbem doctor`. NEVER:
 * a person must act (log-in refused, certificate not trusted, no such command or folder). */
enum wire sink_probe(struct sink *sink, struct reason *reason);

/* Returns when the server's certificate expires, in seconds since 1970, or 0 if there is none. Only
 * valid after sink_probe. */
int64_t sink_certificate(const struct sink *sink);

/* Ends the connections and frees the sink. Accepts NULL. */
void sink_close(struct sink *sink);

#endif
