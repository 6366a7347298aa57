/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/util/base.h"
#include "core/util/sha256.h"
#include "core/util/strbuf.h"
#include "pbem/compose/compose.h"
#include "pbem/compose/quoted_printable.h"

enum { BASE64_LINE = 76, MARK_DIGITS = 16 };

/* Adds the rest of a part's header, the empty line, and the part's contents. */
static void add_content(const char *text, bool encoded, struct strbuf *out)
{
	if (!encoded && quoted_printable_is_plain(text)) {
		strbuf_add(out, "Content-Transfer-Encoding: 7bit\r\n\r\n");
		quoted_printable_add_plain(text, out);
	} else {
		strbuf_add(out, "Content-Transfer-Encoding: quoted-printable\r\n\r\n");
		quoted_printable_add_encoded(text, out);
	}
}

static void add_text(const struct outgoing *letter, struct strbuf *out)
{
	strbuf_add(out, "Content-Type: text/plain; charset=utf-8\r\n");
	add_content(letter->text, false, out);
}

static void add_html(const struct outgoing *letter, struct strbuf *out)
{
	strbuf_add(out, "Content-Type: text/html; charset=utf-8\r\n");
	add_content(letter->html, true, out);
}

static void add_picture(const struct outgoing_picture *picture, struct strbuf *out)
{
	gchar *encoded = g_base64_encode(picture->bytes, picture->len);
	size_t len = strlen(encoded);

	strbuf_addf(out,
		    "Content-Type: %s; name=\"%s\"\r\n"
		    "Content-Transfer-Encoding: base64\r\n"
		    "Content-ID: <%s>\r\n"
		    "Content-Disposition: inline; filename=\"%s\"\r\n\r\n",
		    picture->type, picture->name, picture->id, picture->name);
	for (size_t at = 0; at < len; at += BASE64_LINE) {
		strbuf_add_bytes(out, encoded + at, MIN(BASE64_LINE, len - at));
		strbuf_add(out, "\r\n");
	}
	g_free(encoded);
}

/* Adds the HTML with its picture. Some programs show pictures only within multipart/related. Others
 * show nothing of a related part that has a `start` parameter. */
static void add_related(const struct outgoing *letter, const char *mark, struct strbuf *out)
{
	if (letter->picture == NULL) {
		add_html(letter, out);
		return;
	}
	strbuf_addf(out,
		    "Content-Type: multipart/related; type=\"text/html\";\r\n"
		    " boundary=\"=_looks_%s\"\r\n\r\n--=_looks_%s\r\n",
		    mark, mark);
	add_html(letter, out);
	strbuf_addf(out, "\r\n--=_looks_%s\r\n", mark);
	add_picture(letter->picture, out);
	strbuf_addf(out, "\r\n--=_looks_%s--\r\n", mark);
}

/* Adds what is shown: the text, or two alternatives with the same contents. */
static void add_shown(const struct outgoing *letter, const char *mark, struct strbuf *out)
{
	if (letter->html == NULL) {
		add_text(letter, out);
		return;
	}
	strbuf_addf(out,
		    "Content-Type: multipart/alternative;\r\n"
		    " boundary=\"=_both_%s\"\r\n\r\n--=_both_%s\r\n",
		    mark, mark);
	add_text(letter, out);
	strbuf_addf(out, "\r\n--=_both_%s\r\n", mark);
	add_related(letter, mark, out);
	strbuf_addf(out, "\r\n--=_both_%s--\r\n", mark);
}

static void add_attachments(const struct outgoing *letter, const char *mark, struct strbuf *out)
{
	strbuf_addf(out, "Content-Type: multipart/mixed; boundary=\"=_%s\"\r\n\r\n--=_%s\r\n", mark,
		    mark);
	add_shown(letter, mark, out);
	for (size_t i = 0; i < letter->attachment_count; i++) {
		const struct attachment *file = &letter->attachments[i];

		strbuf_addf(out,
			    "\r\n--=_%s\r\nContent-Type: %s;\r\n name=\"%s\"\r\n"
			    "Content-Disposition: attachment; filename=\"%s\"\r\n",
			    mark, file->type, file->name, file->name);
		add_content(file->text, false, out);
	}
	strbuf_addf(out, "\r\n--=_%s--\r\n", mark);
}

/* The boundary is derived from the message's id, so that nothing in the message can be that line.
 * Also, no quoted-printable text contains "=_" (RFC 2045 6.7). */
void compose_body(const struct outgoing *letter, struct strbuf *out)
{
	struct sha256 digest;
	char *mark;

	sha256_bytes(letter->message_id, strlen(letter->message_id), &digest);
	mark = base_strndup(digest.hex, MARK_DIGITS);
	if (letter->attachment_count > 0)
		add_attachments(letter, mark, out);
	else
		add_shown(letter, mark, out);
	free(mark);
}
