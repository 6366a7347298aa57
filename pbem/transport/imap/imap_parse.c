/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/base.h"
#include "pbem/transport/imap/imap_cursor.h"
#include "pbem/transport/imap/imap_parse.h"

/* Takes a word, up to the next space. The word is empty at the end. */
static size_t take_word(struct cursor *cursor, const char **word_out)
{
	const char *start = cursor->at;

	while (cursor->at < cursor->end && *cursor->at != ' ')
		cursor->at++;
	*word_out = start;
	return (size_t)(cursor->at - start);
}

bool imap_parse_number(const char *string, size_t len, uint64_t max, uint64_t *out)
{
	uint64_t number = 0;

	if (len == 0 || len > 20)
		return false;
	for (size_t i = 0; i < len; i++) {
		uint64_t digit = (uint64_t)(string[i] - '0');

		if (string[i] < '0' || string[i] > '9' || number > (max - digit) / 10)
			return false;
		number = number * 10 + digit;
		if (number > max)
			return false;
	}
	*out = number;
	return true;
}

static const struct {
	const char *word;
	enum imap_kind kind;
} STATUSES[] =
	{
		{"OK", IMAP_OK},   {"NO", IMAP_NO},	      {"BAD", IMAP_BAD},
		{"BYE", IMAP_BYE}, {"PREAUTH", IMAP_PREAUTH},
},
  UNTAGGED[] =
	  {
		  {"CAPABILITY", IMAP_CAPABILITY},
		  {"SEARCH", IMAP_SEARCH},
		  {"ESEARCH", IMAP_ESEARCH},
		  {"FLAGS", IMAP_FLAGS},
},
  NUMBERED[] = {
	  {"EXISTS", IMAP_EXISTS},
	  {"EXPUNGE", IMAP_EXPUNGE},
	  {"FETCH", IMAP_FETCH},
};

static bool is_status(const char *word, size_t len, enum imap_kind *out)
{
	for (size_t i = 0; i < ARRAY_LEN(STATUSES); i++)
		if (imap_cursor_same(word, len, STATUSES[i].word)) {
			*out = STATUSES[i].kind;
			return true;
		}
	return false;
}

/* Takes "[...]" and the space after it, if there is one. */
static void take_code(struct cursor *cursor, struct imap_response *out)
{
	const char *close;

	if (cursor->at >= cursor->end || *cursor->at != '[')
		return;
	close = memchr(cursor->at, ']', (size_t)(cursor->end - cursor->at));
	if (close == NULL)
		return;
	out->code = cursor->at + 1;
	out->code_len = (size_t)(close - out->code);
	cursor->at = close + 1;
	imap_cursor_blanks(cursor);
}

static void set_rest(struct cursor *cursor, struct imap_response *out)
{
	out->rest = cursor->at;
	out->rest_len = (size_t)(cursor->end - cursor->at);
}

static void parse_tagged(struct cursor *cursor, struct imap_response *out)
{
	const char *word;
	size_t len = take_word(cursor, &word);
	enum imap_kind kind;

	if (!is_status(word, len, &kind) || kind == IMAP_BYE || kind == IMAP_PREAUTH)
		return;
	out->kind = kind;
	out->tagged = true;
	imap_cursor_blanks(cursor);
	take_code(cursor, out);
	set_rest(cursor, out);
}

static void parse_numbered(struct cursor *cursor, const char *word, size_t len,
			   struct imap_response *out)
{
	uint64_t number;

	if (!imap_parse_number(word, len, UINT32_MAX, &number) || !imap_cursor_blanks(cursor))
		return;
	len = take_word(cursor, &word);
	out->kind = IMAP_OTHER;
	out->number = (uint32_t)number;
	for (size_t i = 0; i < ARRAY_LEN(NUMBERED); i++)
		if (imap_cursor_same(word, len, NUMBERED[i].word))
			out->kind = NUMBERED[i].kind;
	imap_cursor_blanks(cursor);
	set_rest(cursor, out);
}

static void parse_untagged(struct cursor *cursor, struct imap_response *out)
{
	const char *word;
	size_t len = take_word(cursor, &word);

	if (len == 0)
		return;
	if (isdigit((unsigned char)*word)) {
		parse_numbered(cursor, word, len, out);
		return;
	}
	imap_cursor_blanks(cursor);
	if (is_status(word, len, &out->kind)) {
		take_code(cursor, out);
		set_rest(cursor, out);
		return;
	}
	out->kind = IMAP_OTHER;
	for (size_t i = 0; i < ARRAY_LEN(UNTAGGED); i++)
		if (imap_cursor_same(word, len, UNTAGGED[i].word))
			out->kind = UNTAGGED[i].kind;
	set_rest(cursor, out);
}

void imap_parse_response(const char *bytes, size_t len, const char *tag, struct imap_response *out)
{
	struct cursor cursor = {bytes, bytes + len};
	const char *word;
	size_t word_len;

	memset(out, 0, sizeof *out);
	out->kind = IMAP_BROKEN;
	out->rest = bytes;
	out->rest_len = len;
	word_len = take_word(&cursor, &word);
	if (word_len == 1 && *word == '+') {
		out->kind = IMAP_CONTINUE;
		return;
	}
	if (!imap_cursor_blanks(&cursor))
		return;
	if (word_len == 1 && *word == '*')
		parse_untagged(&cursor, out);
	else if (word_len == strlen(tag) && memcmp(word, tag, word_len) == 0)
		parse_tagged(&cursor, out);
}

bool imap_parse_holds_literals(const char *line, size_t len)
{
	struct cursor cursor = {line, line + len};
	const char *word;
	enum imap_kind kind;

	if (!imap_cursor_take(&cursor, '*') || !imap_cursor_blanks(&cursor))
		return false;
	len = take_word(&cursor, &word);
	return !is_status(word, len, &kind);
}

bool imap_parse_literal(const char *line, size_t len, uint64_t *size_out, size_t *at_out)
{
	const char *open;
	size_t digits;

	if (len < 3 || line[len - 1] != '}')
		return false;
	open = memrchr(line, '{', len);
	if (open == NULL)
		return false;
	digits = (size_t)(line + len - 1 - (open + 1));
	if (digits > 0 && open[digits] == '+')
		digits--;
	if (!imap_parse_number(open + 1, digits, UINT64_MAX / 2, size_out))
		return false;
	*at_out = (size_t)(open - line);
	if (*at_out > 0 && open[-1] == '~')
		(*at_out)--;
	return true;
}

bool imap_parse_code(const struct imap_response *response, const char *name,
		     const char **argument_out, size_t *len_out)
{
	struct cursor cursor;
	const char *word;
	size_t len;

	if (response->code == NULL)
		return false;
	cursor.at = response->code;
	cursor.end = response->code + response->code_len;
	len = take_word(&cursor, &word);
	if (!imap_cursor_same(word, len, name))
		return false;
	imap_cursor_blanks(&cursor);
	if (argument_out != NULL) {
		*argument_out = cursor.at;
		*len_out = (size_t)(cursor.end - cursor.at);
	}
	return true;
}

bool imap_parse_has_word(const char *list, size_t len, const char *word)
{
	struct cursor cursor = {list, list + len};

	while (cursor.at < cursor.end) {
		const char *each;
		size_t each_len;

		/* strchr also finds the NUL, which separates words, too. */
		each = cursor.at;
		while (cursor.at < cursor.end && strchr(" ()", *cursor.at) == NULL)
			cursor.at++;
		each_len = (size_t)(cursor.at - each);
		if (imap_cursor_same(each, each_len, word))
			return true;
		if (cursor.at < cursor.end)
			cursor.at++;
	}
	return false;
}

void imap_parse_text(const char *said, size_t len, char *out, size_t size)
{
	size_t used = 0;

	while (len > 0 && (said[len - 1] == '\r' || said[len - 1] == '\n'))
		len--;
	for (size_t i = 0; i < len && used + 1 < size; i++)
		out[used++] = said[i] >= ' ' && said[i] <= '~' ? said[i] : '?';
	out[used] = '\0';
}

/* ---- refusals ---- */

static const char *const PASSING[] = {
	/* From RFC 5530. */
	"UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG", "OVERQUOTA", "EXPUNGEISSUED",
	/* Not registered, but sent by Exchange and Gmail, by Yahoo, and (RFC 3206) by POP
	 * servers. */
	"THROTTLED", "RATELIMIT", "RATE-LIMIT", "TRYAGAIN", "TRYLATER", "SYS/TEMP", "IN-USE",
	"LOGIN-DELAY"};

/* Codes after which a person must act, whatever words follow. */
static const char *const LASTING[] = {"AUTHORIZATIONFAILED", "EXPIRED", "PRIVACYREQUIRED", "NOPERM",
				      "NONEXISTENT",	     "CANNOT"};

/* Words from servers that send no code, in lower case. "Try again" alone isn't among them, because
 * it also follows a wrong password. */
static const char *const WORDS[] = {
	"not connected",
	"too many",
	"try again later",
	"try again in",
	"try again after",
	"try again soon",
	"try later",
	"retry later",
	"again in a ",
	"few minutes",
	"few moments",
	"please wait",
	"temporar",
	"transient",
	"unavailable",
	"service not available",
	"throttl",
	"rate limit",
	"rate-limit",
	"ratelimit",
	"backoff",
	"back off",
	"bandwidth",
	"quota",
	"limit exceeded",
	"limit reached",
	"exceeded the limit",
	"exceeded limit",
	"connection limit",
	"connections limit",
	"limit of connections",
	"number of connections",
	"simultaneous",
	"concurrent",
	"too busy",
	"server busy",
	"is busy",
	"overload",
	"internal error",
	"internal server error",
	"internal failure",
	"server error",
	"system error",
	"backend",
	"back-end",
	"timed out",
	"timeout",
	"maintenance",
	"shutting down",
	"shutdown",
	"restarting",
	"is locked by",
	"mailbox is locked",
	"mailbox locked",
	"in use",
};

/* Words about a command that the server doesn't understand: "Too many arguments". */
static const char *const NO_STATE[] = {"argument", "parameter", "syntax"};

static bool has_code(const struct imap_response *response, const char *const *codes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (imap_parse_code(response, codes[i], NULL, NULL))
			return true;
	return false;
}

static bool has_word(const char *said, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcasestr(said, words[i]) != NULL)
			return true;
	return false;
}

static bool sounds_transient(const char *rest, size_t len)
{
	char *said = base_strndup(rest, len);
	bool found = has_word(said, WORDS, ARRAY_LEN(WORDS)) &&
		     !has_word(said, NO_STATE, ARRAY_LEN(NO_STATE));

	free(said);
	return found;
}

bool imap_parse_passing(const struct imap_response *response)
{
	if (response->kind != IMAP_NO && response->kind != IMAP_BAD && response->kind != IMAP_BYE)
		return false;
	if (has_code(response, PASSING, ARRAY_LEN(PASSING)))
		return true;
	return !has_code(response, LASTING, ARRAY_LEN(LASTING)) &&
	       sounds_transient(response->rest, response->rest_len);
}
