/* SPDX-License-Identifier: MIT */
/* Shared by the files message_*.c, which take the steps of reading one message, in this order. */
#ifndef PBEM_MIME_MESSAGE_INTERNAL_H
#define PBEM_MIME_MESSAGE_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "core/util/base.h"
#include "pbem/mime/message.h"

struct _GMimeMessage;
struct _GMimeObject;

/* Scans the raw bytes, without any parser, for content that would cost a MIME parser too much or
 * crash it (message_prescan.c). Returns -1 to refuse the message. *start_out is where its header
 * begins (after an mbox line). */
int message_scan(const char *bytes, size_t len, const struct message_limits *limits,
		 size_t *start_out, struct reason *reason);

/* Reads message_id, references, subject and from, and finds the tokens in the header
 * (message_headers.c). */
void message_read_headers(struct message *letter, struct _GMimeMessage *message);

/* Returns the ids in a value like that of References. Ids with spaces, <, > or characters that
 * aren't printable ASCII are left out. The caller calls g_ptr_array_unref. */
struct _GPtrArray *message_ids(const char *value);

/* Returns the first id after "Message-ID:" in a text with a returned message's header. Its domain
 * must be `domain`, or it must begin with a token; a `domain` of NULL allows any id. Returns "" if
 * there is none. The caller frees it. */
char *message_find_id(const char *text, const char *domain);

/* Clears the sender if no message can be sent to the address (message.c). Called after the last
 * check whether the sender is a person. */
void message_check_from(struct message *letter);

/* Adds the token-shaped words in the bytes that the message doesn't have yet (message_tokens.c). */
void message_find_tokens(struct message *letter, const char *bytes, size_t len);

/* Chooses the parts to read, decodes them, finds the tokens in all text parts, and sets text and
 * unreadable (message_body.c). *body_out is the whole decoded text with quotes; the caller frees
 * it. Returns -1 if there are too many parts, or if they are nested too deeply. */
int message_read_text(struct message *letter, struct _GMimeMessage *message,
		      const struct message_limits *limits, char **body_out, struct reason *reason);

/* Does the same for a message without any header. */
void message_read_bare_text(struct message *letter, const char *bytes, size_t len,
			    const struct message_limits *limits);

/* Returns a part's bytes without their transfer encoding, or "" if it has none (message_part.c).
 * The caller frees them. */
char *message_part_bytes(struct _GMimeObject *part, size_t *len_out);

/* Reports whether a part's type is type/subtype ("*": any subtype). */
bool message_part_is(struct _GMimeObject *part, const char *type, const char *subtype);

/* Sets class, why_automatic, bounced_id and bounce_permanent (message_class.c). */
void message_classify(struct message *letter, struct _GMimeMessage *message,
		      const char *own_address, const char *body);

/* Reports whether a part shows that somebody tapped a thumb or a heart: Gmail's own type, or RFC
 * 9078 (message_reaction.c). */
bool message_has_reaction(struct _GMimeObject *part);

/* Reports whether the new text, which has no order, consists of words that programs write for such
 * a reaction. */
bool message_sounds_like_reaction(const char *text);

/* Reports whether the address is one from which no person writes. */
bool message_from_machine(const char *from);

/* Reports whether the address is our own, whatever follows a plus in it. */
bool message_from_own(const char *from, const char *own);

#endif
