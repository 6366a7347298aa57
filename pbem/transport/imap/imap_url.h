/* SPDX-License-Identifier: MIT */
/* The URL of an IMAP mailbox: imaps://[USER[;AUTH=MECHANISM]@]HOST[:PORT][/FOLDER], similar to RFC
 * 5092. */
#ifndef PBEM_TRANSPORT_IMAP_IMAP_URL_H
#define PBEM_TRANSPORT_IMAP_IMAP_URL_H

#include <stdbool.h>

#include "core/util/base.h"

struct strbuf;

struct imap_url {
	bool tls;   /* imaps: TLS from the first byte */
	char *user; /* NULL: none */
	char *auth; /* "AUTH=PLAIN"; NULL: the best method that both sides support */
	char *host; /* an IPv6 address in its brackets */
	unsigned port;
	char *folder;  /* UTF-8; INBOX by default */
	bool loopback; /* the host is this machine, by its name or address */
};

/* Reads the URL. User and folder may contain %XX. A password in the URL is refused, since it
 * belongs in a file or comes from a command. On success the caller calls imap_url_done. */
int imap_url_parse(const char *url, struct imap_url *out, struct reason *reason);
void imap_url_done(struct imap_url *url);

/* Adds a folder's name to `out` as a command needs it: in modified UTF-7 (RFC 3501 5.1.3) in a
 * quoted string. Returns -1 if the name is empty, isn't UTF-8 or contains control characters. */
int imap_url_quote_folder(const char *folder, struct strbuf *out, struct reason *reason);

#endif
