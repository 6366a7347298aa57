/* SPDX-License-Identifier: MIT */
/* Where an IMAP mailbox is: imaps://[USER[;AUTH=MECHANISM]@]HOST[:PORT][/FOLDER] (RFC 5092's sort).
 */
#ifndef PBEM_WIRE_IMAP_IMAP_URL_H
#define PBEM_WIRE_IMAP_IMAP_URL_H

#include <stdbool.h>

#include "core/base/base.h"

struct text;

struct imap_url {
	bool tls;   /* imaps: TLS from the first byte */
	char *user; /* NULL: not said */
	char *auth; /* "AUTH=PLAIN"; NULL: the best both sides know */
	char *host; /* an IPv6 address in its brackets */
	unsigned port;
	char *folder;  /* UTF-8; INBOX when not said */
	bool loopback; /* the host is this machine by its name or number */
};

/*
 * Reads the URL; on success imap_url_done frees what it holds. User and folder may have %XX. A
 * password in it is refused: files and commands are for that.
 */
int imap_url_parse(const char *url, struct imap_url *out, struct reason *reason);
void imap_url_done(struct imap_url *url);

/*
 * Writes a folder's name as IMAP wants it in a command: modified UTF-7 (RFC 3501 5.1.3) in a quoted
 * string. Fails when the name is empty, not UTF-8 or holds control characters.
 */
int imap_url_quote_folder(const char *folder, struct text *out, struct reason *reason);

#endif
