/* SPDX-License-Identifier: MIT */
/* Whether a connection of libcurl's uses TLS, and whom it trusts: the same for mailbox and post. */
#ifndef PBEM_SITE_TRUST_H
#define PBEM_SITE_TRUST_H

#include <stdbool.h>
#include <stdint.h>

#include <curl/curl.h>

struct config;

/*
 * `tls`: the URL asks for TLS from the first byte (imaps, smtps). Otherwise the connection must
 * change to TLS (STARTTLS), unless the server is on this machine (`loopback`) or the site is
 * `insecure`; then TLS is taken if it is offered, on this machine only when ca-file is given: what
 * listens here rarely has a certificate that anybody could check.
 */
void trust_set(CURL *curl, const struct config *config, bool tls, bool loopback);

/* Until when the server's certificate is good, once connected: seconds since 1970; 0 without TLS.
 */
int64_t trust_until(CURL *curl);

#endif
