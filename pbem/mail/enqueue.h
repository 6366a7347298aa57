/* SPDX-License-Identifier: MIT */
/* The last step of a message: from its values to bytes in the batch's outbox. Also the header
 * fields that messages have in common. */
#ifndef PBEM_MAIL_ENQUEUE_H
#define PBEM_MAIL_ENQUEUE_H

#include "pbem/compose/compose.h"
#include "pbem/compose/template.h"
#include "pbem/site/preferences.h"
#include "pbem/site/workspace.h"

struct html;

/* A message and its reader. Everything is borrowed. */
struct enqueue {
	const struct person *person; /* the reader's settings */
	const char *name;	     /* its name in the outbox */
	const char *template;
	const struct value *values;
	size_t count;
	const char *tag;	  /* added to the subject in brackets; NULL: nothing */
	const struct html *looks; /* the data of its HTML part; NULL: none */
	const char *picture_id;	  /* Content-ID of the picture in the HTML */
};

/* Returns the site's address with the token, "games+TOKEN@example.org". The caller frees it.
 * Returns NULL if that is too long for an address; the message contains its token elsewhere,
 * too. */
char *enqueue_address(const char *address, const char *token);

/* Returns the References of a message in a thread: the thread's root, which is no real message, and
 * the references of the message it answers (or NULL). The caller frees it. */
char *enqueue_references(const struct config *config, const char *thread,
			 const struct message *answers);

/* Returns the header of a message. Everything in it is borrowed. */
struct outgoing enqueue_head(const char *to_name, const char *to, const char *id,
			     const char *references, const struct message *answers);

/* Fills the template, composes the message and puts it into the outbox. Sets the fields of
 * `outgoing` that all messages of a site share, and those that the template determines. Returns -1
 * with the reason if a template is missing or faulty, or an address is invalid. */
int enqueue_send(struct workspace *workspace, struct outgoing *outgoing,
		 const struct enqueue *posting, struct reason *reason);

#endif
