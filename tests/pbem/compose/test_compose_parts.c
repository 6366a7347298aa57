/* SPDX-License-Identifier: MIT */
/* Letters of several parts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <gmime/gmime.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/compose/compose.h"

static const struct outgoing ordinary = {
	.from_name = "Chess by mail",
	.from_address = "game@example.org",
	.to_name = "Anna",
	.to_address = "anna@example.net",
	.reply_to = "game+abc@example.org",
	.subject = "[g12] Your move, Anna: 14... Nf6 (chess with Bob)",
	.message_id = "g12.27.white.turn.0123456789abcdef@example.org",
	.in_reply_to = "x1@mail.example.net",
	.references = "<x0@mail.example.net> <x1@mail.example.net>",
	.date = 1778580672,
	.is_reply = true,
	.text = "Your move.\n",
};

static char *composed(const struct outgoing *letter)
{
	struct reason reason;
	struct strbuf out;

	strbuf_init(&out, 0);
	assert_int_equal(compose_message(letter, &out, &reason), 0);
	return out.bytes;
}

/* The letter as an independent reader of mail sees it. */
static GMimeMessage *parsed(const char *bytes)
{
	GMimeStream *stream = g_mime_stream_mem_new_with_buffer(bytes, strlen(bytes));
	GMimeParser *parser = g_mime_parser_new_with_stream(stream);
	GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);

	assert_non_null(message);
	g_object_unref(parser);
	g_object_unref(stream);
	return message;
}

/* The text is text/plain as always, and the file follows it; another mail reader sees both. */
static void a_file_goes_behind_the_text(void **state)
{
	const struct attachment file = {"text/calendar; charset=utf-8; method=PUBLISH", "g12.ics",
					"BEGIN:VCALENDAR\nSUMMARY:f\xc3\xbcr Anna\n"};
	struct outgoing letter = ordinary;
	GMimeMessage *message;
	GMimeMultipart *all;
	GMimeObject *part;
	GMimeStream *stream;
	GByteArray *content;
	char *bytes, *again;

	(void)state;
	letter.text = "--=_\n--\nYour move.\n";
	letter.attachments = &file;
	letter.attachment_count = 1;
	bytes = composed(&letter);
	again = composed(&letter);
	assert_string_equal(bytes, again);
	message = parsed(bytes);
	all = GMIME_MULTIPART(g_mime_message_get_mime_part(message));
	assert_int_equal(g_mime_multipart_get_count(all), 2);
	part = g_mime_multipart_get_part(all, 0);
	assert_true(
		g_mime_content_type_is_type(g_mime_object_get_content_type(part), "text", "plain"));
	part = g_mime_multipart_get_part(all, 1);
	assert_string_equal(g_mime_part_get_filename(GMIME_PART(part)), "g12.ics");
	assert_string_equal(g_mime_object_get_content_type_parameter(part, "method"), "PUBLISH");
	stream = g_mime_stream_mem_new();
	g_mime_data_wrapper_write_to_stream(g_mime_part_get_content(GMIME_PART(part)), stream);
	content = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
	g_byte_array_append(content, (const guint8 *)"", 1);
	assert_string_equal((const char *)content->data,
			    "BEGIN:VCALENDAR\r\nSUMMARY:f\xc3\xbcr Anna\r\n");
	g_object_unref(stream);
	g_object_unref(message);
	free(again);
	free(bytes);
}

/* Counts the parts of that type in a mail, including itself. */
static unsigned count_parts(GMimeObject *part, const char *type, const char *subtype)
{
	GMimeContentType *is = g_mime_object_get_content_type(part);
	unsigned count = g_mime_content_type_is_type(is, type, subtype) ? 1 : 0;

	if (GMIME_IS_MULTIPART(part))
		for (int i = 0; i < g_mime_multipart_get_count(GMIME_MULTIPART(part)); i++)
			count += count_parts(g_mime_multipart_get_part(GMIME_MULTIPART(part), i),
					     type, subtype);
	return count;
}

static void html_stands_beside_the_text_and_a_picture_beside_the_html(void **state)
{
	static const char bytes[] = "\x89PNG\r\n\0 not really";
	const struct outgoing_picture picture = {"image/png", "board.png", "board.1@example.org",
						 bytes, sizeof bytes};
	struct outgoing letter = {
		.from_address = "game@example.org",
		.to_address = "anna@example.net",
		.subject = "Your move",
		.message_id = "g12.27.white.turn.0123456789abcdef@example.org",
		.date = 1778580672,
		.text = "Your move.\n--=_both_0\n",
	};
	GMimeMessage *message;
	GMimeMultipart *related;
	GMimeObject *part;
	char *raw;

	(void)state;
	letter.html = "<!DOCTYPE html>\n<html><body><p>Your move.</p></body></html>\n";
	letter.picture = &picture;
	raw = composed(&letter);
	message = parsed(raw);
	part = g_mime_message_get_mime_part(message);
	assert_int_equal(count_parts(part, "multipart", "alternative"), 1);
	assert_int_equal(count_parts(part, "text", "plain"), 1);
	assert_int_equal(count_parts(part, "text", "html"), 1);
	assert_int_equal(count_parts(part, "image", "png"), 1);
	assert_int_equal(g_mime_multipart_get_count(GMIME_MULTIPART(part)), 2);
	related = GMIME_MULTIPART(g_mime_multipart_get_part(GMIME_MULTIPART(part), 1));
	part = g_mime_multipart_get_part(related, 1);
	assert_string_equal(g_mime_object_get_content_id(part), picture.id);
	assert_string_equal(g_mime_object_get_disposition(part), "inline");
	g_object_unref(message);
	free(raw);
	letter.picture = NULL;
	raw = composed(&letter);
	assert_null(strstr(raw, "multipart/related"));
	assert_non_null(strstr(raw, "text/html"));
	free(raw);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(html_stands_beside_the_text_and_a_picture_beside_the_html),
		cmocka_unit_test(a_file_goes_behind_the_text),
	};

	g_mime_init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
