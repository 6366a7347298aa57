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

/*
 * Sends one letter to one recipient. `bytes` has CRLF lines; `from` is the envelope sender, "" the
 * null sender. DONE: accepted. LATER: a 4xx answer, or no answer (the outcome may be unclear: send
 * the same bytes again), or nothing that is this letter's fault. NEVER: this letter or this
 * recipient was refused for good (5xx, an address that isn't one).
 */
enum wire sink_send(struct sink *sink, const char *from, const char *to, const char *name,
		    const char *bytes, size_t len, struct reason *reason);

/*
 * Has `waiting` called, once a letter, when for a second nobody has said what becomes of one that
 * was given away whole: who is killed from then on has sent it, or not. It may not use the sink.
 */
void sink_on_waiting(struct sink *sink, void (*waiting)(void *context), void *context);

/*
 * Whether the last letter that must go again may have been accepted all the same: it was given away
 * whole, to its last byte, and nobody said what became of it.
 */
bool sink_is_in_doubt(const struct sink *sink);

/*
 * Whether the last sink_send failed for a reason that will fail every other letter too (no
 * connection, no TLS, log-in or sender refused, no answers any more): the rest had better wait.
 */
bool sink_is_down(const struct sink *sink);

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
