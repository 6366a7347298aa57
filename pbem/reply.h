/* SPDX-License-Identifier: MIT */
/* What is new in a reply: cuts quotes, forwarded heads and signatures of the common mail programs in
 * the common languages, and undoes format=flowed. Plain text in, plain text out; knows no MIME. */
#ifndef PBEM_REPLY_H
#define PBEM_REPLY_H

#include <stdbool.h>
#include <stddef.h>

/* The new text of a reply (UTF-8, LF). The caller frees it. Orders between quoted lines stay. */
char *reply_new_text(const char *body);

/* Undoes format=flowed (RFC 3676): quote depth first, space-stuffing, DelSp. The caller frees it. */
char *reply_unflow(const char *body, bool delsp);

#endif
