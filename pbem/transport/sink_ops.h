/* SPDX-License-Identifier: MIT */
/* Shared by the kinds of sinks (sink.h is their interface). */
#ifndef PBEM_TRANSPORT_SINK_OPS_H
#define PBEM_TRANSPORT_SINK_OPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/util/base.h"
#include "pbem/sys/transport.h"

struct config;
struct sink;
struct sink_letter;
struct sink_round;
struct strbuf;

struct sink_kind {
	const char *scheme; /* the start of `outgoing`, such as "smtp://" */
	/* Opens a sink. It interprets the text after the scheme. */
	enum wire (*open)(const struct config *config, struct sink **sink_out,
			  struct reason *reason);
	/* Sends one message, whose addresses and lines are checked. NULL if there is `post`. */
	enum wire (*send)(struct sink *sink, const struct sink_letter *letter,
			  struct reason *reason);
	/* Sends all messages of a round as sink_send_all does. NULL: they are sent one by one. */
	enum wire (*post)(struct sink *sink, const struct sink_round *round, struct reason *reason);
	enum wire (*probe)(struct sink *sink, struct reason *reason);
	void (*close)(struct sink *sink);
};

/* The first member of each kind's own struct. */
struct sink {
	const struct sink_kind *kind;
	/* Set by send and post, and false before. in_doubt and down are the same as in the last
	 * message's sink_result; broken means that the sink is down until a person acts. */
	bool in_doubt, down, broken;
	bool theirs; /* for NEVER: as in sink_result */
	/* While messages are sent one by one: the round, the message, and whether `waiting` was
	 * called for it. */
	const struct sink_round *round;
	const struct sink_letter *letter;
	bool is_waiting;
	int64_t certificate; /* set by probe: see sink_certificate */
};

/* The subject of a refusal, by its words: our account, so that every message would be refused, or
 * this recipient or this message. */
enum sink_about { SINK_ABOUT_UNKNOWN, SINK_ABOUT_US, SINK_ABOUT_THEM };
enum sink_about sink_classify_reply(const char *said);

/* Milliseconds without an answer after which sink_round's `waiting` is called. */
enum { SINK_NOTED_MS = 1000 };

/* For `send`: calls the round's `waiting` once, if a message that was sent to its last byte has had
 * no answer for that many milliseconds. */
void sink_note_wait(struct sink *sink, int64_t ms);

/* For `post`: returns the next message that can be sent, from sink_round's `next`. Reports the fate
 * of messages that can never be sent. */
const struct sink_letter *sink_next(const struct sink_round *round, size_t lane);

extern const struct sink_kind smtp_kind, smtp_tls_kind, sendmail_kind, sink_maildir_kind;

/* Appends a message's bytes with LF lines, as local programs and Maildirs expect them. */
void sink_add_local(const char *bytes, size_t len, struct strbuf *out);

#endif
