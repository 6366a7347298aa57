/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include <gmime/gmime.h>

#include "core/util/base.h"
#include "pbem/mime/message.h"
#include "pbem/mime/message_internal.h"
#include "pbem/sys/address.h"

void message_library_start(void)
{
	/* The machine's locale isn't used, since the text of a message must not depend on who runs
	 * the program. */
	static const char *charsets[] = {"utf-8", "windows-1252", NULL};

	g_mime_init();
	g_mime_parser_options_set_fallback_charsets(g_mime_parser_options_get_default(), charsets);
}

static GMimeMessage *parse_mime(const char *bytes, size_t len)
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

static int read_message(struct message *letter, GMimeMessage *message,
			const struct message_limits *limits, const char *own_address,
			char **body_out, struct reason *reason)
{
	message_read_headers(letter, message);
	if (message_read_text(letter, message, limits, body_out, reason) < 0)
		return -1;
	message_classify(letter, message, own_address, *body_out);
	message_check_from(letter);
	return 0;
}

void message_check_from(struct message *letter)
{
	if (address_is_good(letter->from))
		return;
	*letter->from = '\0';
	letter->from_alone = false;
}

/* Initialises a message of which nothing is known: a person's, with an empty string for each field
 * of the header. */
static void init_bare(struct message *letter)
{
	letter->class = MESSAGE_PLAIN;
	letter->why_automatic = base_strdup("");
	letter->message_id = base_strdup("");
	letter->references = base_strdup("");
	letter->subject = base_strdup("");
	letter->from = base_strdup("");
	letter->bounced_id = base_strdup("");
}

struct message *message_unknown(void)
{
	struct message *letter = base_zalloc(1, sizeof *letter);

	init_bare(letter);
	letter->text = base_strdup("");
	letter->unreadable = base_strdup("");
	return letter;
}

/* Reads a message without any header line, which is all text. */
static void read_bare(struct message *letter, const char *bytes, size_t len,
		      const struct message_limits *limits)
{
	init_bare(letter);
	message_read_bare_text(letter, bytes, len, limits);
}

/* Reads a message. *body_out is the whole text, even on failure; the caller frees it. */
static int read_all(const char *bytes, size_t len, const struct message_limits *limits,
		    const char *own_address, struct message **letter_out, char **body_out,
		    struct reason *reason)
{
	struct message *letter;
	GMimeMessage *message;
	size_t start;
	int rc = 0;

	if (message_scan(bytes, len, limits, &start, reason) < 0)
		return -1;
	letter = base_zalloc(1, sizeof *letter);
	message = len > start ? parse_mime(bytes + start, len - start) : NULL;
	if (message != NULL) {
		rc = read_message(letter, message, limits, own_address, body_out, reason);
		g_object_unref(message);
	} else {
		read_bare(letter, bytes, len, limits);
		*body_out = base_strdup(letter->text);
	}
	if (rc < 0) {
		message_free(letter);
		return -1;
	}
	*letter_out = letter;
	return 0;
}

int message_read(const char *bytes, size_t len, const struct message_limits *limits,
		 const char *own_address, struct message **letter_out, struct reason *reason)
{
	char *body = NULL;
	int rc = read_all(bytes, len, limits, own_address, letter_out, &body, reason);

	free(body);
	return rc;
}

int message_read_whole(const char *bytes, size_t len, const struct message_limits *limits,
		       struct message **letter_out, char **whole_out, struct reason *reason)
{
	*whole_out = NULL;
	if (read_all(bytes, len, limits, "", letter_out, whole_out, reason) == 0)
		return 0;
	free(*whole_out);
	return -1;
}

void message_free(struct message *letter)
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
