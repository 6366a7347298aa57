/* SPDX-License-Identifier: MIT */
/*
 * Reading IMAP answers (RFC 3501, with ESEARCH and literal8), without any network. A response is
 * given whole: its lines, each literal in its place behind "{N}" CR LF, without the last CR LF.
 * Everything in it may be a stranger's: mail content stands inside literals and is never looked at.
 */
#ifndef PBEM_WIRE_IMAP_IMAP_PARSE_H
#define PBEM_WIRE_IMAP_IMAP_PARSE_H

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
	const char *rest; /* what follows, without the blank */
	size_t rest_len;
	const char *code; /* of OK, NO, BAD, BYE, PREAUTH: what stands in [...], or NULL */
	size_t code_len;
};

/* Which response this is. The tag is compared whole, and in its very case. */
void imap_parse_response(const char *bytes, size_t len, const char *tag, struct imap_response *out);

/*
 * Whether a line (without CR LF) ends by announcing a literal: "{5}", "{5+}", "~{5}". Gives its
 * size and where in the line the announcement begins. Status responses carry free text and never
 * announce one, whatever they end with.
 */
bool imap_parse_literal(const char *line, size_t len, uint64_t *size_out, size_t *at_out);

/* Whether the response that begins with this line is one that may hold literals. */
bool imap_parse_holds_literals(const char *line, size_t len);

/*
 * Whether a code in brackets is this one: "UIDVALIDITY 7" is UIDVALIDITY. Then *argument_out is
 * what follows it, *len_out its length, 0 when nothing does.
 */
bool imap_parse_code(const struct imap_response *response, const char *name,
		     const char **argument_out, size_t *len_out);

/* Whether words of a list, separated by blanks, contain this one, in any case. */
bool imap_parse_has_word(const char *list, size_t len, const char *word);

/* What a server says, fit for a log: printable ASCII of one line, cut to `size` with its NUL. */
void imap_parse_text(const char *said, size_t len, char *out, size_t size);

/* A whole number at most `max`; false if it isn't one. */
bool imap_parse_number(const char *string, size_t len, uint64_t max, uint64_t *out);

#endif
