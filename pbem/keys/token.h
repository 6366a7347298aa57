/* SPDX-License-Identifier: MIT */
/*
 * The short proof in a reply that it comes from the seat it names: 26 bytes, 42 characters of
 * base32, read in any case.
 *
 * Twelve bytes say what it is: version, key, game, seat, its generation, purpose, question, expiry,
 * and the first 16 bits of the digest of the entry that asked. 112 bits of HMAC-SHA256 follow. The
 * first half is over these fields and the whole of that digest, so that a token fits this entry and
 * no other that came to bear the same number: after a backup was put back, say. The second half is
 * over the fields and the first half, and needs no digest: by it a token of an entry that isn't
 * there any more is still known to be ours, and one with a letter changed is not.
 *
 * Both are made with a key of the game's own (keys.h), which goes along with it to another site.
 * Tokens of version 2 are the same but made with the site's key; those of version 1 have 128 bits
 * of HMAC over game, seat, purpose, question and expiry alone. Both are read, and no longer
 * written.
 */
#ifndef PBEM_KEYS_TOKEN_H
#define PBEM_KEYS_TOKEN_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/base/digest.h"
#include "pbem/keys/keys.h"
#include "pbem/reading/letter.h"

/* What a token is good for. The values stand in letters that are under way: never renumber. */
enum purpose {
	TOKEN_TURN = 0,	 /* to answer a question: the turn and whatever else was open then */
	TOKEN_QUERY = 1, /* to ask, and to say something, while nothing is open */
	TOKEN_JOIN = 2,
	TOKEN_ADDRESS = 3,
	TOKEN_OBSERVER = 4,
	TOKEN_COMMAND = 5, /* a moderator's word that a mailed command is his */
};

enum {
	TOKEN_BOND_BYTES = 7,
	TOKEN_MAX_GAME = 0xffffff, /* that it has room for */
};

struct token {
	uint32_t game;	    /* the game's number in this site, TOKEN_MAX_GAME at most */
	uint8_t seat;	    /* 0 to 31 */
	uint8_t generation; /* of the seat: a seat that is given away gets another, and its tokens
			       are void */
	uint8_t purpose;    /* enum purpose */
	uint16_t question;  /* number of the entry that asked, its low 16 bits; 0 for TOKEN_QUERY */
	uint16_t expires;   /* the last day it is good for, in days since 1970, UTC */
	/* Set by token_read: */
	uint8_t version; /* 1 has no generation, and is bound to no entry's digest */
	uint8_t key;
	uint16_t digest; /* the first 16 bits of the digest of the entry that asked */
	unsigned char bond[TOKEN_BOND_BYTES]; /* what binds it to that entry */
	unsigned char signer[KEYS_BYTES];     /* of version 3: the game's key that made it */
};

/* Writes a token, signed by the newest key and bound to the entry of that digest: the one that
 * asked, or the game's first where nothing is asked (TOKEN_QUERY). */
void token_write(const struct keys *keys, const struct token *token, const struct digest *asked,
		 char out[TOKEN_TEXT + 1]);

/* True when `text` is a token that one of our keys has signed, or one that was handed over with its
 * game; whether what it answers is there and still open is the caller's to judge. Whatever is wrong
 * with its signature takes the same time. */
bool token_read(const struct keys *keys, const char *text, struct token *token_out);

/* What a token-shaped text claims to be, whoever has signed it: nothing may be granted for it.
 * False when no token is written so. */
bool token_look(const char *text, struct token *token_out);

/* Whether a genuine token stands anywhere in a text that others are to read, whatever stands around
 * or between its letters. */
bool token_within(const struct keys *keys, const char *text);

/* Whether a token that was read is bound to the entry of that digest; one of version 1 is to none,
 * and never is. */
bool token_is_bound(const struct keys *keys, const struct token *token, const struct digest *asked);

/* Replaces every token in a text, or what is left of one that was cut, by "[key]", in place: what
 * players write is quoted back to them and logged, and tokens never are. */
void token_hide(char *text);

#endif
