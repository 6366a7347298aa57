/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include <gmime/gmime.h>

#include "core/base/base.h"
#include "pbem/reading/letter.h"
#include "pbem/reading/letter_inner.h"

void letter_library_start(void)
{
	/* Not the machine's locale: what a letter says mustn't depend on who runs the program. */
	static const char *charsets[] = {"utf-8", "windows-1252", NULL};

	g_mime_init();
	g_mime_parser_options_set_fallback_charsets(g_mime_parser_options_get_default(), charsets);
}

static GMimeMessage *parse(const char *bytes, size_t len)
{
	GMimeStream *stream = g_mime_stream_mem_new_with_buffer(bytes, len);
	GMimeParser *parser = g_mime_parser_new_with_stream(stream);
	GMimeMessage *message;

	g_mime_parser_set_format(parser, GMIME_FORMAT_MESSAGE);
	g_mime_parser_set_respect_content_length(parser, FALSE);
	message = g_mime_parser_construct_message(parser, NULL);
	g_object_unref(parser);
	g_object_unref(stream);
	return message;
}

static int read_message(struct letter *letter, GMimeMessage *message,
			const struct letter_limits *limits, const char *own_address,
			char **body_out, struct reason *reason)
{
	letter_read_headers(letter, message);
	if (letter_read_text(letter, message, limits, body_out, reason) < 0)
		return -1;
	letter_classify(letter, message, own_address, *body_out);
	return 0;
}

/* A letter of which nothing is known: a person's, with empty strings for all that headers tell. */
static void init_bare(struct letter *letter)
{
	letter->class = LETTER_PLAIN;
	letter->why_automatic = base_strdup("");
	letter->message_id = base_strdup("");
	letter->references = base_strdup("");
	letter->subject = base_strdup("");
	letter->from = base_strdup("");
	letter->bounced_id = base_strdup("");
}

struct letter *letter_unknown(void)
{
	struct letter *letter = base_zalloc(1, sizeof *letter);

	init_bare(letter);
	letter->text = base_strdup("");
	letter->unreadable = base_strdup("");
	return letter;
}

/* Not a header in it: all of it is text. */
static void read_bare(struct letter *letter, const char *bytes, size_t len,
		      const struct letter_limits *limits)
{
	init_bare(letter);
	letter_read_bare_text(letter, bytes, len, limits);
}

/* *body_out: the whole text, also where it fails; the caller frees it. */
static int read_all(const char *bytes, size_t len, const struct letter_limits *limits,
		    const char *own_address, struct letter **letter_out, char **body_out,
		    struct reason *reason)
{
	struct letter *letter;
	GMimeMessage *message;
	size_t start;
	int rc = 0;

	if (letter_scan(bytes, len, limits, &start, reason) < 0)
		return -1;
	letter = base_zalloc(1, sizeof *letter);
	message = len > start ? parse(bytes + start, len - start) : NULL;
	if (message != NULL) {
		rc = read_message(letter, message, limits, own_address, body_out, reason);
		g_object_unref(message);
	} else {
		read_bare(letter, bytes, len, limits);
		*body_out = base_strdup(letter->text);
	}
	if (rc < 0) {
		letter_free(letter);
		return -1;
	}
	*letter_out = letter;
	return 0;
}

int letter_read(const char *bytes, size_t len, const struct letter_limits *limits,
		const char *own_address, struct letter **letter_out, struct reason *reason)
{
	char *body = NULL;
	int rc = read_all(bytes, len, limits, own_address, letter_out, &body, reason);

	free(body);
	return rc;
}

int letter_read_whole(const char *bytes, size_t len, const struct letter_limits *limits,
		      struct letter **letter_out, char **whole_out, struct reason *reason)
{
	*whole_out = NULL;
	if (read_all(bytes, len, limits, "", letter_out, whole_out, reason) == 0)
		return 0;
	free(*whole_out);
	return -1;
}

void letter_free(struct letter *letter)
{
	if (letter == NULL)
		return;
	free(letter->why_automatic);
	free(letter->message_id);
	free(letter->references);
	free(letter->subject);
	free(letter->from);
	free(letter->text);
	free(letter->unreadable);
	free(letter->bounced_id);
	free(letter);
}
