/* SPDX-License-Identifier: MIT */
/* Connecting to an IMAP server and logging in: all of it libcurl's work. */
#ifndef PBEM_WIRE_IMAP_IMAP_CONNECT_H
#define PBEM_WIRE_IMAP_IMAP_CONNECT_H

#include "core/base/base.h"
#include "pbem/site/wire.h"

struct config;
struct imap_url;

struct imap_connection {
	void *curl;	     /* libcurl's handle, for curl_easy_send and curl_easy_recv */
	int socket;	     /* to wait on */
	char protection[32]; /* "TLSv1.3", or "no TLS" */
	int64_t certificate; /* until when the server's is good; 0: no TLS */
	char said[200];	     /* the server's last line of the log-in */
	char *offer;	     /* the capabilities it told with that; NULL: it didn't */
};

/*
 * Connects, starts TLS as the URL and the configuration want it, and logs in. DONE:
 * imap_connect_close ends the connection; it closes the socket and says nothing to the server.
 * NEVER: a person must look (log-in refused, certificate not trusted, no TLS offered).
 */
enum wire imap_connect_open(const struct config *config, const struct imap_url *url,
			    struct imap_connection *connection, struct reason *reason);
void imap_connect_close(struct imap_connection *connection);

#endif
