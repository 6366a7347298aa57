/* SPDX-License-Identifier: MIT */
/* What the files letter_*.c share: the steps of reading one letter, in this order. */
#ifndef PBEM_READING_LETTER_INNER_H
#define PBEM_READING_LETTER_INNER_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"
#include "pbem/reading/letter.h"

struct _GMimeMessage;
struct _GMimeObject;

/*
 * letter_scan.c: looks the raw bytes through for what would cost a MIME parser too much (or crash
 * it), without any parser. -1 refuses the letter. *start_out is where its header begins (behind an
 * mbox line).
 */
int letter_scan(const char *bytes, size_t len, const struct letter_limits *limits,
		size_t *start_out, struct reason *reason);

/* letter_headers.c: message_id, references, subject, from, and the tokens in the header. */
void letter_read_headers(struct letter *letter, struct _GMimeMessage *message);

/* The ids in a References-like value: each printable ASCII without blanks or <>, or left out. For
 * g_ptr_array_unref. */
struct _GPtrArray *letter_ids(const char *value);

/* The first id behind "Message-ID:" in a text that holds a returned letter's header, such that its
 * domain is `domain` or it begins with a token (domain NULL: any); "" when there is none. */
char *letter_find_id(const char *text, const char *domain);

/* letter_token.c: adds the token-shaped words of some bytes that are not yet there. */
void letter_find_tokens(struct letter *letter, const char *bytes, size_t len);

/*
 * letter_text.c: chooses the one part to read, decodes it, finds the tokens in all text parts, sets
 * text and unreadable. *body_out: the whole decoded text, quotes and all; the caller frees it. -1
 * when there are too many parts, or too deep.
 */
int letter_read_text(struct letter *letter, struct _GMimeMessage *message,
		     const struct letter_limits *limits, char **body_out, struct reason *reason);

/* The same for a letter without any header. */
void letter_read_bare_text(struct letter *letter, const char *bytes, size_t len,
			   const struct letter_limits *limits);

/* letter_part.c: a part's bytes, its transfer encoding undone; "" when it has none. Allocated. */
char *letter_part_bytes(struct _GMimeObject *part, size_t *len_out);

/* Whether a part's type is type/subtype ("*": any subtype). */
bool letter_part_is(struct _GMimeObject *part, const char *type, const char *subtype);

/* letter_class.c: sets class, why_automatic, bounced_id and bounce_permanent. */
void letter_classify(struct letter *letter, struct _GMimeMessage *message, const char *own_address,
		     const char *body);

/* An account no person writes from; our own address, whatever stands behind a plus in it. */
bool letter_from_machine(const char *from);
bool letter_from_own(const char *from, const char *own);

#endif
