/* SPDX-License-Identifier: MIT */
/*
 * Parses IMAP responses (RFC 3501, with ESEARCH and literal8), without any network. A response is
 * passed whole: its lines, each literal in its place after "{N}" CR LF, without the last CR LF.
 * Everything in it may come from a stranger. Mail content is inside literals and is never parsed.
 */
#ifndef PBEM_TRANSPORT_IMAP_IMAP_PARSE_H
#define PBEM_TRANSPORT_IMAP_IMAP_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum imap_kind {
	IMAP_OK,
	IMAP_NO,
	IMAP_BAD,
	IMAP_BYE,
	IMAP_PREAUTH,
	IMAP_CAPABILITY,
	IMAP_SEARCH,
	IMAP_ESEARCH,
	IMAP_FLAGS,
	IMAP_EXISTS,
	IMAP_EXPUNGE,
	IMAP_FETCH,
	IMAP_OTHER,    /* untagged, well-formed and of no interest */
	IMAP_CONTINUE, /* "+ ": the server waits for more */
	IMAP_BROKEN,   /* not IMAP, or not ours */
};

struct imap_response {
	enum imap_kind kind;
	bool tagged;	  /* with our tag; only OK, NO, BAD */
	uint32_t number;  /* of EXISTS, EXPUNGE, FETCH */
	const char *rest; /* the text after the parsed words, without the space */
	size_t rest_len;
	const char *code; /* of OK, NO, BAD, BYE, PREAUTH: the code in [...]; NULL: none */
	size_t code_len;
};

/* Parses the start of a response. The tag must match exactly, including upper and lower case. */
void imap_parse_response(const char *bytes, size_t len, const char *tag, struct imap_response *out);

/* Reports whether a line (without CR LF) ends by announcing a literal: "{5}", "{5+}", "~{5}".
 * Writes the literal's size and the position of the announcement in the line. Status responses
 * contain free text and never announce a literal, whatever their end looks like. */
bool imap_parse_literal(const char *line, size_t len, uint64_t *size_out, size_t *at_out);

/* Reports whether a response that begins with this line may contain literals. */
bool imap_parse_holds_literals(const char *line, size_t len);

/* Reports whether a response has the code `name` in brackets: "UIDVALIDITY 7" has the name
 * UIDVALIDITY. If so, *argument_out is the rest of the code and *len_out its length, 0 if there is
 * none. */
bool imap_parse_code(const struct imap_response *response, const char *name,
		     const char **argument_out, size_t *len_out);

/* Reports whether a NO, BAD or BYE is about the server's present state, not about the command. The
 * code decides (RFC 5530, and codes that large providers use), or else the words. Returns false for
 * every other response. */
bool imap_parse_passing(const struct imap_response *response);

/* Reports whether a list of words, separated by spaces or parentheses, contains this word, in upper
 * or lower case. */
bool imap_parse_has_word(const char *list, size_t len, const char *word);

/* Writes a server's text so that it fits in a log: one line of printable ASCII, cut to `size` bytes
 * with its NUL. */
void imap_parse_text(const char *said, size_t len, char *out, size_t size);

/* Reads a whole number of at most `max`. Returns false if the string isn't one. */
bool imap_parse_number(const char *string, size_t len, uint64_t max, uint64_t *out);

#endif
