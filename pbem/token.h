/* SPDX-License-Identifier: MIT */
/*
 * The short proof in a reply that it comes from the seat it names: an HMAC-SHA256 cut to 128 bits
 * over game, seat, purpose, question and expiry; 26 bytes, 42 characters of base32, read in any
 * case. And the keys it is made with.
 */
#ifndef PBEM_TOKEN_H
#define PBEM_TOKEN_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base.h"
#include "pbem/letter.h"

/* What a token is good for. The values stand in letters that are under way: never renumber. */
enum purpose {
	TOKEN_TURN = 0,    /* to answer a question: the turn and whatever else was open then */
	TOKEN_QUERY = 1,   /* to ask, and to say something, while nothing is open */
	TOKEN_JOIN = 2,
	TOKEN_ADDRESS = 3,
	TOKEN_OBSERVER = 4,
};

struct token {
	uint32_t game;      /* the game's number in this site */
	uint8_t seat;       /* 0 to 31 */
	uint8_t purpose;    /* enum purpose */
	uint16_t question;  /* number of the entry that asked, its low 16 bits; 0 for TOKEN_QUERY */
	uint16_t expires;   /* the last day it is good for, in days since 1970, UTC */
};

enum { TOKEN_MAX_KEYS = 63, TOKEN_KEY_BYTES = 32 };

/* A site's keys: the newest signs, all of them verify. */
struct keys;

/* Reads FOLDER/keys. NULL when there is none, or a file can be read by others. */
struct keys *keys_load(const char *folder, struct reason *reason);
void keys_free(struct keys *keys);

/* Makes the next key in FOLDER/keys, flushed to the disk; from now on it signs. Returns its number
 * or -1. Older keys go on verifying until their files are deleted. */
int keys_add(const char *folder, struct reason *reason);

/* 32 random bytes as hex, for the secret of a game. -1 when the system has none. */
int token_secret(char hex_out[2 * TOKEN_KEY_BYTES + 1], struct reason *reason);

/* Writes a token, signed by the newest key. */
void token_write(const struct keys *keys, const struct token *token, char out[TOKEN_TEXT + 1]);

/* True when `text` is a token one of our keys has signed; whether it is still live is the caller's
 * to judge. Takes the same time whatever is wrong with it. */
bool token_read(const struct keys *keys, const char *text, struct token *token_out);

/* Whether a genuine token stands anywhere in a text that others are to read, whatever stands around or between its
 * letters. */
bool token_within(const struct keys *keys, const char *text);

/* Replaces every token in a text, or what is left of one that was cut, by "[key]", in place: what
 * players write is quoted back to them and logged, and tokens never are. */
void token_hide(char *text);

#endif
