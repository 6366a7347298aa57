/* SPDX-License-Identifier: MIT */
/* Decides whether a connection of libcurl uses TLS, and which certificates it trusts: the same
 * for mailbox and mail server. */
#ifndef PBEM_SYS_TLS_H
#define PBEM_SYS_TLS_H

#include <stdbool.h>
#include <stdint.h>

#include <curl/curl.h>

struct config;

/*
 * Sets TLS for a connection. With `tls` the URL requires TLS from the first byte (imaps, smtps).
 * Otherwise the connection must change to TLS (STARTTLS), unless the server is on this machine
 * (`loopback`) or the site is `insecure`.
 *
 * An `insecure` site uses TLS if the server offers it. A connection to this machine does so only if
 * ca-file is set, because local servers rarely have a certificate that can be checked.
 */
void tls_set(CURL *curl, const struct config *config, bool tls, bool loopback);

/* Returns when the server's certificate expires, in seconds since 1970, or 0 without TLS. The
 * connection must be open. */
int64_t tls_until(CURL *curl);

#endif
