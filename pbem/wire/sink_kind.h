/* SPDX-License-Identifier: MIT */
/* What the kinds of sinks share (sink.h is their face to the rest). */
#ifndef PBEM_WIRE_SINK_KIND_H
#define PBEM_WIRE_SINK_KIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"
#include "pbem/site/wire.h"

struct config;
struct sink;
struct sink_letter;
struct sink_round;
struct text;

struct sink_kind {
	const char *scheme; /* what `outgoing` begins with: "smtp://" */
	/* What stands behind the scheme is the kind's own matter. */
	enum wire (*open)(const struct config *config, struct sink **sink_out,
			  struct reason *reason);
	/* Sends one letter, whose addresses and lines are checked; NULL when `post` does. */
	enum wire (*send)(struct sink *sink, const struct sink_letter *letter,
			  struct reason *reason);
	/* Sends many at a time; see sink_post. NULL: one by one. */
	enum wire (*post)(struct sink *sink, const struct sink_round *round, struct reason *reason);
	enum wire (*probe)(struct sink *sink, struct reason *reason);
	void (*close)(struct sink *sink);
};

/* The head of each kind's own struct. */
struct sink {
	const struct sink_kind *kind;
	/* Set by send and post, which find them false: of the last letter in_doubt and down as in
	 * its sink_fate, and whether it is down until a person does something. */
	bool in_doubt, down, broken;
	/* While letters are sent one by one: for whom, which, and whether `waiting` was told. */
	const struct sink_round *round;
	const struct sink_letter *letter;
	bool is_waiting;
	int64_t certificate; /* set by probe: see sink_certificate */
};

/* So long nobody says what becomes of a letter before that is told. */
enum { SINK_NOTED_MS = 1000 };

/* For send: the letter was given away whole so many ms ago, and there is no answer yet. */
void sink_has_waited(struct sink *sink, int64_t ms);

/* For post: the next letter that can be sent, of sink_round's `next`. What never can has its fate
 * told here. */
const struct sink_letter *sink_next(const struct sink_round *round, size_t lane);

extern const struct sink_kind smtp_kind, smtp_tls_kind, sendmail_kind, sink_maildir_kind;

/* Appends a letter's bytes with LF lines, as local programs and Maildirs want them. */
void sink_add_local(const char *bytes, size_t len, struct text *out);

#endif
