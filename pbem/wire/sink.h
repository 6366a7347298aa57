/* SPDX-License-Identifier: MIT */
/* Where letters go: SMTP, sendmail, a Maildir. */
#ifndef PBEM_WIRE_SINK_H
#define PBEM_WIRE_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"
#include "pbem/site/wire.h"

struct config;
struct sink;

/* Opens the sink; for SMTP nothing is connected before the first letter. */
enum wire sink_open(const struct config *config, struct sink **sink_out, struct reason *reason);

/* One letter to one recipient. `bytes` has CRLF lines; `from` is the envelope sender, "" the null
 * sender. */
struct sink_letter {
	const char *from, *to;
	const char *name;
	const char *bytes;
	size_t len;
};

/*
 * What became of a letter. DONE: accepted. LATER: a 4xx answer, or no answer (the outcome may be
 * unclear: send the same bytes again), or nothing that is this letter's fault. NEVER: this letter
 * or this recipient was refused for good (5xx, an address that isn't one).
 */
struct sink_fate {
	enum wire result;
	/* It must go again, and may have been accepted all the same: it was given away whole, to
	 * its last byte, and nobody said what became of it. */
	bool in_doubt;
	/* It wasn't accepted for a reason that will fail every other letter too (no connection, no
	 * TLS, log-in or sender refused, no answers any more): the rest had better wait. */
	bool down;
	int64_t took_ms; /* of nobody's time but its own */
	struct reason why;
};

/* Connections of a sink, at most. */
enum { SINK_LANES_MAX = 16 };

/* Who has letters to send. Letters are theirs, and stay as they are until their fate is told. */
struct sink_round {
	/*
	 * The next letter; NULL: there is none for that lane now. A lane is a connection, by its
	 * number from 0: what is asked for one goes over it in that order.
	 */
	const struct sink_letter *(*next)(void *context, size_t lane);
	/* How many letters may still be had, for all lanes together. */
	size_t (*left)(void *context);
	/* Called once for each letter that was had. */
	void (*fate)(void *context, const struct sink_letter *letter, const struct sink_fate *fate);
	/* Called once for a letter, when for a second nobody has said what becomes of it, though it
	 * was given away whole: who is killed from then on has sent it, or not. May be NULL. */
	void (*waiting)(void *context, const struct sink_letter *letter);
	void *context;
};

/* Sends letters, until there are no more and all have their fate. LATER: it is down, and `reason`
 * says why; there may be letters left that were never asked for. */
enum wire sink_post(struct sink *sink, const struct sink_round *round, struct reason *reason);

/* Sends one letter; how that went is in *fate_out too. */
enum wire sink_send(struct sink *sink, const struct sink_letter *letter,
		    struct sink_fate *fate_out);

/* Whether it is down until a person does something: certificate, password, no such command. */
bool sink_needs_mending(const struct sink *sink);

/* Connects (SMTP: TLS, AUTH and MAIL FROM, taken back) and sends nothing: for `pbem doctor`. NEVER:
 * a person must look (log-in refused, certificate not trusted, no such command or folder). */
enum wire sink_probe(struct sink *sink, struct reason *reason);

/* After sink_probe: until when the server's certificate is good, seconds since 1970; 0: there is
 * none. */
int64_t sink_certificate(const struct sink *sink);

/* Says goodbye, waiting no longer than a few seconds, and frees; accepts NULL. */
void sink_close(struct sink *sink);

#endif
