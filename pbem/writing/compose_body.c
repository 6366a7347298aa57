/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/base/base.h"
#include "core/base/digest.h"
#include "core/base/text.h"
#include "pbem/writing/compose.h"
#include "pbem/writing/qp.h"

enum { BASE64_LINE = 76, MARK_DIGITS = 16 };

/* The rest of a part's head, the empty line, and what it holds. */
static void add_content(const char *text, bool encoded, struct text *out)
{
	if (!encoded && qp_is_plain(text)) {
		text_add(out, "Content-Transfer-Encoding: 7bit\r\n\r\n");
		qp_add_plain(text, out);
	} else {
		text_add(out, "Content-Transfer-Encoding: quoted-printable\r\n\r\n");
		qp_add_encoded(text, out);
	}
}

static void add_text(const struct outgoing *letter, struct text *out)
{
	text_add(out, "Content-Type: text/plain; charset=utf-8\r\n");
	add_content(letter->text, false, out);
}

static void add_html(const struct outgoing *letter, struct text *out)
{
	text_add(out, "Content-Type: text/html; charset=utf-8\r\n");
	add_content(letter->html, true, out);
}

static void add_picture(const struct outgoing_picture *picture, struct text *out)
{
	gchar *encoded = g_base64_encode(picture->bytes, picture->len);
	size_t len = strlen(encoded);

	text_addf(out,
		  "Content-Type: %s; name=\"%s\"\r\n"
		  "Content-Transfer-Encoding: base64\r\n"
		  "Content-ID: <%s>\r\n"
		  "Content-Disposition: inline; filename=\"%s\"\r\n\r\n",
		  picture->type, picture->name, picture->id, picture->name);
	for (size_t at = 0; at < len; at += BASE64_LINE) {
		text_add_bytes(out, encoded + at, MIN(BASE64_LINE, len - at));
		text_add(out, "\r\n");
	}
	g_free(encoded);
}

/* Some programs show no picture but below multipart/related, and others nothing of a related part
 * that says where it starts. */
static void add_related(const struct outgoing *letter, const char *mark, struct text *out)
{
	if (letter->picture == NULL) {
		add_html(letter, out);
		return;
	}
	text_addf(out,
		  "Content-Type: multipart/related; type=\"text/html\";\r\n"
		  " boundary=\"=_looks_%s\"\r\n\r\n--=_looks_%s\r\n",
		  mark, mark);
	add_html(letter, out);
	text_addf(out, "\r\n--=_looks_%s\r\n", mark);
	add_picture(letter->picture, out);
	text_addf(out, "\r\n--=_looks_%s--\r\n", mark);
}

/* What is shown: the text, or one of two that say the same. */
static void add_shown(const struct outgoing *letter, const char *mark, struct text *out)
{
	if (letter->html == NULL) {
		add_text(letter, out);
		return;
	}
	text_addf(out,
		  "Content-Type: multipart/alternative;\r\n"
		  " boundary=\"=_both_%s\"\r\n\r\n--=_both_%s\r\n",
		  mark, mark);
	add_text(letter, out);
	text_addf(out, "\r\n--=_both_%s\r\n", mark);
	add_related(letter, mark, out);
	text_addf(out, "\r\n--=_both_%s--\r\n", mark);
}

static void add_attachments(const struct outgoing *letter, const char *mark, struct text *out)
{
	text_addf(out, "Content-Type: multipart/mixed; boundary=\"=_%s\"\r\n\r\n--=_%s\r\n", mark,
		  mark);
	add_shown(letter, mark, out);
	for (size_t i = 0; i < letter->attachment_count; i++) {
		const struct attachment *file = &letter->attachments[i];

		text_addf(out,
			  "\r\n--=_%s\r\nContent-Type: %s;\r\n name=\"%s\"\r\n"
			  "Content-Disposition: attachment; filename=\"%s\"\r\n",
			  mark, file->type, file->name, file->name);
		add_content(file->text, false, out);
	}
	text_addf(out, "\r\n--=_%s--\r\n", mark);
}

/* What parts are parted by is made of the letter's name, so that nothing in it can be that line;
 * and
 * "=_" stands in no quoted-printable text (RFC 2045 6.7). */
void compose_body(const struct outgoing *letter, struct text *out)
{
	struct digest digest;
	char *mark;

	digest_bytes(letter->message_id, strlen(letter->message_id), &digest);
	mark = base_strndup(digest.hex, MARK_DIGITS);
	if (letter->attachment_count > 0)
		add_attachments(letter, mark, out);
	else
		add_shown(letter, mark, out);
	free(mark);
}
