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
struct text;

struct sink_letter {
	const char *from, *to; /* checked: addresses, `from` may be "" */
	const char *name;
	const char *bytes; /* CRLF lines */
	size_t len;
};

struct sink_kind {
	const char *scheme; /* what `outgoing` begins with: "smtp://" */
	/* What stands behind the scheme is the kind's own matter. */
	enum wire (*open)(const struct config *config, struct sink **sink_out,
			  struct reason *reason);
	enum wire (*send)(struct sink *sink, const struct sink_letter *letter,
			  struct reason *reason);
	enum wire (*probe)(struct sink *sink, struct reason *reason);
	void (*close)(struct sink *sink);
};

/* The head of each kind's own struct. */
struct sink {
	const struct sink_kind *kind;
	/* Set by send, which finds them false: see sink_is_in_doubt, _is_down and _needs_mending.
	 */
	bool in_doubt, down, broken;
	/* See sink_on_waiting; may be NULL. */
	void (*waiting)(void *context);
	void *context;
	bool is_waiting;
	int64_t certificate; /* set by probe: see sink_certificate */
};

/* For send: the letter was given away whole so many ms ago, and there is no answer yet. */
void sink_has_waited(struct sink *sink, int64_t ms);

extern const struct sink_kind smtp_kind, smtp_tls_kind, sendmail_kind, sink_maildir_kind;

/* Appends a letter's bytes with LF lines, as local programs and Maildirs want them. */
void sink_add_local(const char *bytes, size_t len, struct text *out);

#endif
