/* SPDX-License-Identifier: MIT */
/*
 * Tokens. A token in a reply is a short proof that the reply comes from the seat that the token
 * names. It has 26 bytes, written as 42 characters of base32 in either case.
 *
 * The first twelve bytes contain version, key, game, seat, the seat's generation, purpose,
 * question, expiry, and the first 16 bits of the digest of the entry that asked. 112 bits of
 * HMAC-SHA256 follow, in two halves.
 *
 * The first half covers these fields and the whole of that digest. So a token fits this entry and
 * no other entry that gets the same number, for example after a backup was restored. The second
 * half covers the fields and the first half, and needs no digest. It shows that a token of a
 * missing entry is still ours, and that a token with a changed character is not.
 *
 * Both halves are made with the game's own key (keyring.h), which goes with the game to another
 * site.
 */
#ifndef PBEM_AUTH_TOKEN_H
#define PBEM_AUTH_TOKEN_H

#include <stdbool.h>
#include <stdint.h>

#include "core/util/base.h"
#include "core/util/sha256.h"
#include "pbem/auth/keyring.h"
#include "pbem/mime/message.h"

/* The purpose of a token. The values are in messages that players have: never renumber them. */
enum purpose {
	TOKEN_TURN =
		0, /* answers a question: the turn and everything else that was open at that time */
	TOKEN_QUERY = 1, /* sends requests and press while no question is open */
	TOKEN_JOIN = 2,
	TOKEN_ADDRESS = 3,
	TOKEN_OBSERVER = 4,
	TOKEN_COMMAND = 5, /* a moderator's confirmation of a mailed command */
};

enum {
	TOKEN_BOND_BYTES = 7,
	TOKEN_MAX_GAME = 0xffffff, /* the largest game number that fits */
};

struct token {
	uint32_t game;	    /* the game's number in this site, TOKEN_MAX_GAME at most */
	uint8_t seat;	    /* 0 to 31 */
	uint8_t generation; /* the seat's: a seat that is given away gets a new one, and its old
			       tokens are void */
	uint8_t purpose;    /* enum purpose */
	uint16_t question;  /* the low 16 bits of the number of the entry that asked; 0 for
			       TOKEN_QUERY */
	uint16_t expires;   /* the last valid day, in days since 1970, UTC */
	/* Set by token_read, and except `signer` also by token_look: */
	uint8_t key;
	uint16_t digest; /* the first 16 bits of the digest of the entry that asked */
	unsigned char bond[TOKEN_BOND_BYTES]; /* binds the token to that entry */
	unsigned char signer[KEYRING_BYTES];  /* the game's key that signed it */
};

/* Writes a token that the newest key signs. It is bound to the entry with the digest `asked`: the
 * entry that asked, or the game's first entry if nothing is asked (TOKEN_QUERY). */
void token_write(const struct keyring *keys, const struct token *token, const struct sha256 *asked,
		 char out[TOKEN_TEXT + 1]);

/* Reports whether `text` is a token that was signed by one of our keys, or by a key that was handed
 * over with its game. The caller judges whether the question exists and is still open. Every wrong
 * signature takes the same time. */
bool token_read(const struct keyring *keys, const char *text, struct token *token_out);

/* Reads the fields of a text that has a token's form, whoever signed it. The result is no
 * permission for anything. Returns false if the text doesn't have a token's form. */
bool token_look(const char *text, struct token *token_out);

/* Reports whether a text that is meant for others contains a valid token, whatever is around or
 * between its characters. */
bool token_within(const struct keyring *keys, const char *text);

/* Reports whether a token that token_read returned is bound to the entry with that digest. */
bool token_is_bound(const struct keyring *keys, const struct token *token,
		    const struct sha256 *asked);

/* Replaces every token in a text, or the rest of a token that was cut off, by "[key]", in place.
 * Players' texts are quoted and logged, but tokens must never be. */
void token_hide(char *text);

#endif
