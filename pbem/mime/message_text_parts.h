/* SPDX-License-Identifier: MIT */
/* Decides which parts of a message are its text, and returns that text. */
#ifndef PBEM_MIME_MESSAGE_TEXT_PARTS_H
#define PBEM_MIME_MESSAGE_TEXT_PARTS_H

#include "pbem/mime/message_internal.h"

/* The ways in which a part is sealed, the worst last. */
enum message_sealed {
	MESSAGE_OPEN,
	MESSAGE_COMPRESSED,
	MESSAGE_SIGNED_OPAQUE, /* S/MIME with the text inside the signature (RFC 8551 3.5.2) */
	MESSAGE_ENCRYPTED,
};

/* Returns how S/MIME has sealed a part, judged by its first bytes, or else by its declared type
 * (message_smime.c). */
enum message_sealed message_sealed_as(struct _GMimeObject *part);

/* A decoded text part. */
struct message_leaf {
	struct _GMimeObject *part;
	char *text; /* UTF-8; of an HTML part the page itself until `rendered` */
	bool html, rendered;
	bool attached; /* it is an attachment by its Content-Disposition */
	bool named;    /* it is shown within the message, but has a file's name */
};

/* The parts of a message, and facts about those without text. */
struct message_parts {
	const struct message_limits *limits;
	struct message_leaf *leaves;
	unsigned leaf_count, count, attachments;
	enum message_sealed sealed;
	bool winmail, forwarded, broken_html;
	const char *refusal; /* set if its parts give different orders, and it is unknown which are
				meant */
};

/*
 * Returns the text as its writer sees it: all text parts in order, with a line QUOTE_PART between
 * any two; of alternatives the plain one (message_text_parts.c). Lines end where people see them
 * end; where that is in doubt there is a QUOTE_JOIN.
 *
 * Attached files, parts with a name, footers of mailing lists and second copies of the same text
 * are left out. Returns NULL if there is no text, or if `refusal` says why none of it is read. The
 * caller frees it.
 */
char *message_parts_text(struct message_parts *parts, struct _GMimeObject *root);

/* Decides which of two texts of one message is read (message_alternatives.c). */
enum message_better {
	MESSAGE_PLAIN_BETTER,
	MESSAGE_HTML_BETTER, /* the plain text has lost line ends, or has no orders at all */
	MESSAGE_NEITHER,     /* they give different orders */
};
enum message_better message_compare(const char *plain, const char *html, size_t most);

/* Reports whether the second text is a copy of the first: each of its lines that could be an order
 * also begins a line of the first. */
bool message_is_copy(const char *first, const char *second, size_t most);

#endif
