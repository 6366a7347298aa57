/* SPDX-License-Identifier: MIT */
/* A letter's last step, from its values to bytes in the batch's outbox; and what heads of letters
 * have in common. */
#ifndef PBEM_LOOKS_POSTING_H
#define PBEM_LOOKS_POSTING_H

#include "pbem/desk/desk.h"
#include "pbem/desk/people.h"
#include "pbem/writing/compose.h"
#include "pbem/writing/template.h"

struct looks;

/* What goes to whom. Borrowed. */
struct posting {
	const struct person *person; /* as he wants letters */
	const char *name;	     /* in the outbox */
	const char *template;
	const struct value *values;
	size_t count;
	const char *tag;	   /* stands behind the subject; NULL: nothing does */
	const struct looks *looks; /* what it has to look at, beside its text; NULL: nothing */
	const char *picture_id;	   /* Content-ID of a picture in it */
};

/* "games+TOKEN@example.org"; the caller frees it. */
char *posting_address(const char *address, const char *token);

/* What a letter of a thread refers to: its root, which no letter is, and what the letter it answers
 * (or NULL) does. The caller frees it. */
char *posting_references(const struct config *config, const char *thread,
			 const struct letter *answers);

/* A letter's head; all is borrowed. */
struct outgoing posting_head(const char *to_name, const char *to, const char *id,
			     const char *references, const struct letter *answers);

/* Fills the template, composes the letter and puts it into the outbox. `outgoing` lacks what all
 * letters of a site share, and what the template gives. -1 when a template is missing or faulty, or
 * an address is none. */
int posting_send(struct desk *desk, struct outgoing *outgoing, const struct posting *posting,
		 struct reason *reason);

#endif
