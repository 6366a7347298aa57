/* SPDX-License-Identifier: MIT */
/*
 * pbem without chance: this function replaces OpenSSL's and returns the bytes that DEALT_SECRET has
 * in hexadecimal, so that a test knows every card of a game from the beginning.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __wrap_RAND_bytes(unsigned char *bytes, int count);

int __wrap_RAND_bytes(unsigned char *bytes, int count)
{
	const char *secret = getenv("DEALT_SECRET");

	if (secret == NULL || strlen(secret) != 2 * (size_t)count) {
		fprintf(stderr, "DEALT_SECRET has to spell %d bytes in hexadecimal\n", count);
		return 0;
	}
	for (int i = 0; i < count; i++) {
		unsigned byte;

		if (sscanf(secret + 2 * i, "%2x", &byte) != 1)
			return 0;
		bytes[i] = (unsigned char)byte;
	}
	return 1;
}
