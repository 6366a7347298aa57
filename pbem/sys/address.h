/* SPDX-License-Identifier: MIT */
/*
 * Converts mail addresses to the only form in which pbem compares and stores them, and sends to
 * them.
 *
 * Domains are ASCII; internationalised domains have their "xn--" form (RFC 5890). The part before
 * the @ may be UTF-8 (RFC 6531); its characters beyond ASCII are composed and in lower case. All
 * addresses from outside are converted first: senders of messages, people on the command line or in
 * files, the order ADDRESS, pbem.conf.
 */
#ifndef PBEM_SYS_ADDRESS_H
#define PBEM_SYS_ADDRESS_H

#include <stdbool.h>

enum {
	ADDRESS_MAX = 254, /* RFC 5321 4.5.3.1.3, without the angle brackets */
	ADDRESS_DOMAIN_MAX =
		100, /* of a domain in Message-IDs; the rest takes up to 150 of their 250 bytes */
};

/*
 * Reports whether a message can be sent to the address unchanged. It has one @ with something on
 * both sides, without spaces, controls, brackets, double quotes, backslashes and ",:;"; at most 64
 * bytes before the @ and 254 in all (RFC 5321 4.5.3.1). The domain is ASCII.
 */
bool address_is_good(const char *address);

/* Reports whether the address is ASCII, so that every mail server accepts it. Other addresses need
 * a server that offers SMTPUTF8. */
bool address_is_ascii(const char *address);

/* Converts an address to the form described at the start of this file, so that spellings which
 * people consider equal become equal. An address that is all ASCII stays unchanged. Returns false,
 * and "" in address_out, if no mail can be sent to the result. */
bool address_read(const char *text, char address_out[ADDRESS_MAX + 1]);

/* Returns the domain of a good address, for Message-IDs. A domain longer than ADDRESS_DOMAIN_MAX
 * loses its first labels, since its end says more. The caller frees it. */
char *address_domain(const char *address);

#endif
