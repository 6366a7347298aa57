/* SPDX-License-Identifier: MIT */
/* Connects to an IMAP server and logs in, by libcurl. */
#ifndef PBEM_TRANSPORT_IMAP_IMAP_CONNECT_H
#define PBEM_TRANSPORT_IMAP_IMAP_CONNECT_H

#include "core/util/base.h"
#include "pbem/sys/transport.h"

struct config;
struct imap_url;

struct imap_connection {
	void *curl;	     /* libcurl's handle, for curl_easy_send and curl_easy_recv */
	int socket;	     /* to wait on with poll(2) */
	char protection[32]; /* "TLSv1.3", or "no TLS" */
	int64_t certificate; /* when the server's certificate expires; 0: no TLS */
	char said[200];	     /* the server's last line of the log-in */
	bool passing; /* after our last command the server refused something, but only for now */
	char *offer;  /* the capabilities that the server sent after our last command; NULL: none */
};

/* Connects, starts TLS as the URL and the configuration require, and logs in. After WIRE_DONE the
 * caller calls imap_connect_close, which closes the socket and sends nothing to the server. Returns
 * WIRE_NEVER if a person must act (log-in refused, certificate not trusted, no TLS offered). */
enum wire imap_connect_open(const struct config *config, const struct imap_url *url,
			    struct imap_connection *connection, struct reason *reason);
void imap_connect_close(struct imap_connection *connection);

#endif
