/* SPDX-License-Identifier: MIT */
/*
 * Messages that were refused for good in one pass of sending. The cause is known only after the
 * others have been tried: a refusal that everybody gets is no message's fault, whatever the server
 * answers.
 */
#ifndef PBEM_RUN_REFUSED_MESSAGES_H
#define PBEM_RUN_REFUSED_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "pbem/store/outbox.h"
#include "pbem/transport/sink.h"

/* A message that was refused. */
struct refused_messages_letter {
	const struct outbox_place *place; /* borrowed */
	struct outbox_letter letter;	  /* name and recipient; without its bytes */
	char *why,
		*alike; /* the server's words; and the same without what differs between messages */
	bool theirs;	/* as in sink_result */
	size_t after;	/* messages that had been accepted before */
	bool first;	/* no message had been accepted before, and the recipient hadn't been
			 * refused in the same words */
};

struct refused_messages {
	struct refused_messages_letter *letters;
	size_t count, size;
	size_t accepted, in_a_row; /* accepted; and refused since the last one was accepted */
};

void refused_messages_done(struct refused_messages *held);

/* Records that a message was accepted. */
void refused_messages_accept(struct refused_messages *held);

/* Records a refused message. Takes over its name and recipient, and frees its bytes. */
void refused_messages_add(struct refused_messages *held, const struct outbox_place *place,
			  struct outbox_letter *letter, const struct sink_result *fate);

/* Reports whether nobody was accepted, and enough recipients were refused for the same reason that
 * the others needn't be tried. */
bool refused_messages_is_blocked(const struct refused_messages *held);

/* Reports whether so many were refused since the last one was accepted, whoever the recipients are,
 * that the others wait for the next pass. */
bool refused_messages_are_enough(const struct refused_messages *held);

/* Reports whether several were refused like that message, and nobody was accepted: nothing can be
 * sent now. */
bool refused_messages_is_common(const struct refused_messages *held, size_t i);

/*
 * Reports, after all have been tried, whether the refusal is this message's fault, so that it is
 * given up. It isn't if several were refused alike and nobody was accepted since. A refusal that
 * names no recipient proves nothing until another recipient's message was accepted.
 */
bool refused_messages_is_its_fault(const struct refused_messages *held, size_t i);

#endif
