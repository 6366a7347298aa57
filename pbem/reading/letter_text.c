/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <gmime/gmime.h>

#include "core/base/text.h"
#include "pbem/reading/charset.h"
#include "pbem/reading/html.h"
#include "pbem/reading/letter_inner.h"
#include "pbem/reading/reply/reply.h"

enum {
	SNIFF_BYTES = 1024, /* of an HTML page, within which it may name its charset */
	CHARSET_MAX = 40,
};

/* A text part, decoded. */
struct leaf {
	GMimeObject *part;
	char *text; /* UTF-8; of an HTML part the page itself until it is chosen */
	bool html, attached;
};

/* The parts of a letter, and what was remarkable about those that hold no text. */
struct reading {
	const struct letter_limits *limits;
	struct leaf *leaves;
	unsigned leaf_count, parts, attachments;
	bool encrypted, winmail, forwarded, broken_html;
};

/* ---- looking the parts through ---- */

/* The charset a page names itself, when its part names none. */
static const char *sniff_charset(const char *bytes, size_t len, char name[CHARSET_MAX + 1])
{
	static const char key[] = "charset=";
	size_t most = len < SNIFF_BYTES ? len : SNIFF_BYTES;

	for (size_t i = 0; i + sizeof key < most; i++) {
		size_t at = i + strlen(key), used = 0;

		if (strncasecmp(bytes + i, key, strlen(key)) != 0)
			continue;
		if (bytes[at] == '"' || bytes[at] == '\'')
			at++;
		while (at < most && used < CHARSET_MAX &&
		       (isalnum((unsigned char)bytes[at]) || strchr("-_", bytes[at]) != NULL) &&
		       bytes[at] != '\0')
			name[used++] = bytes[at++];
		name[used] = '\0';
		return name;
	}
	return NULL;
}

static char *decode(GMimeObject *part, bool html)
{
	const char *charset = g_mime_object_get_content_type_parameter(part, "charset");
	char sniffed[CHARSET_MAX + 1];
	size_t len;
	char *bytes = letter_part_bytes(part, &len), *text;

	if (charset == NULL && html)
		charset = sniff_charset(bytes, len, sniffed);
	text = charset_text(bytes, len, charset);
	free(bytes);
	return text;
}

/* A part that holds no text we read. */
static void note_other(struct reading *reading, GMimeObject *part)
{
	const char *name = GMIME_IS_PART(part) ? g_mime_part_get_filename(GMIME_PART(part)) : NULL;

	reading->winmail |= letter_part_is(part, "application", "ms-tnef") ||
			    (name != NULL && strcasecmp(name, "winmail.dat") == 0);
	reading->encrypted |= letter_part_is(part, "application", "pkcs7-mime") ||
			      letter_part_is(part, "application", "x-pkcs7-mime");
	if (!letter_part_is(part, "application", "pgp-signature") &&
	    !letter_part_is(part, "application", "pkcs7-signature") &&
	    !letter_part_is(part, "application", "x-pkcs7-signature"))
		reading->attachments++;
}

/* text/plain, or a type that can't be read, which means the same (RFC 2045 5.2). */
static bool is_plain(GMimeObject *part)
{
	const char *type = g_mime_object_get_header(part, "Content-Type");

	return letter_part_is(part, "text", "plain") || (type != NULL && strchr(type, '/') == NULL);
}

static void note_leaf(struct reading *reading, GMimeObject *part)
{
	const char *disposition = g_mime_object_get_disposition(part);
	bool html = letter_part_is(part, "text", "html");
	struct leaf *leaf;

	if (!html && !is_plain(part)) {
		note_other(reading, part);
		return;
	}
	leaf = &reading->leaves[reading->leaf_count++];
	leaf->part = part;
	leaf->html = html;
	leaf->attached = disposition != NULL && strcasecmp(disposition, "attachment") == 0;
	leaf->text = decode(part, html);
	reading->attachments += leaf->attached;
}

/* A multipart in which no boundary was found: what it has is all in front of the first. */
static void note_prologue(struct reading *reading, GMimeObject *part)
{
	const char *prologue = g_mime_multipart_get_prologue(GMIME_MULTIPART(part));
	struct leaf *leaf;

	if (prologue == NULL)
		return;
	leaf = &reading->leaves[reading->leaf_count++];
	leaf->part = part;
	leaf->text = charset_text(prologue, strlen(prologue), NULL);
}

/* -1 beyond the limits. Letters within the letter are counted but not looked into: a forwarded copy
 * must not be read as orders. */
static int look_through(struct reading *reading, GMimeObject *part, unsigned depth,
			struct reason *reason)
{
	if (++reading->parts > reading->limits->max_parts || depth > reading->limits->max_depth)
		return reason_fail(reason,
				   "it has more than %u parts, or parts nested deeper than %u",
				   reading->limits->max_parts, reading->limits->max_depth);
	if (letter_part_is(part, "multipart", "encrypted")) {
		reading->encrypted = true;
	} else if (GMIME_IS_MULTIPART(part)) {
		int count = g_mime_multipart_get_count(GMIME_MULTIPART(part));

		if (count == 0)
			note_prologue(reading, part);
		for (int i = 0; i < count; i++) {
			GMimeObject *child = g_mime_multipart_get_part(GMIME_MULTIPART(part), i);

			if (look_through(reading, child, depth + 1, reason) < 0)
				return -1;
		}
	} else if (letter_part_is(part, "message", "*")) {
		reading->forwarded = true;
	} else {
		note_leaf(reading, part);
	}
	return 0;
}

/* ---- choosing ---- */

static bool is_blank_text(const char *text)
{
	return text[strspn(text, " \n")] == '\0';
}

/* Turns the leaf's page into its text, once. */
static void render(struct reading *reading, struct leaf *leaf)
{
	char *plain, *clean;

	if (!leaf->html)
		return;
	plain = is_blank_text(leaf->text) ? NULL : html_to_text(leaf->text, strlen(leaf->text));
	reading->broken_html |= plain == NULL && !is_blank_text(leaf->text);
	/* Entities can bring in what was cleaned away before. */
	clean = charset_text(plain != NULL ? plain : "", plain != NULL ? strlen(plain) : 0, NULL);
	free(plain);
	free(leaf->text);
	leaf->text = clean;
}

static struct leaf *leaf_of(struct reading *reading, GMimeObject *part)
{
	for (unsigned i = 0; i < reading->leaf_count; i++) {
		if (reading->leaves[i].part == part)
			return &reading->leaves[i];
	}
	return NULL;
}

/* The one text to read: the first that isn't blank or attached; of alternatives the plain one. */
static struct leaf *choose(struct reading *reading, GMimeObject *part)
{
	bool alternative = letter_part_is(part, "multipart", "alternative");
	bool sealed = letter_part_is(part, "multipart", "signed");
	struct leaf *best = leaf_of(reading, part);
	int count;

	if (best != NULL) {
		if (best->attached)
			return NULL;
		render(reading, best);
		return is_blank_text(best->text) ? NULL : best;
	}
	if (!GMIME_IS_MULTIPART(part) || letter_part_is(part, "multipart", "encrypted"))
		return NULL;
	count = g_mime_multipart_get_count(GMIME_MULTIPART(part));
	for (int i = 0; i < (sealed && count > 1 ? 1 : count); i++) {
		GMimeObject *child = g_mime_multipart_get_part(GMIME_MULTIPART(part), i);
		struct leaf *found = choose(reading, child);

		if (found != NULL && (best == NULL || (best->html && !found->html)))
			best = found;
		if (best != NULL && (!alternative || !best->html))
			break;
	}
	return best;
}

/* A text file, attached alone to an empty letter, may be the orders. */
static struct leaf *choose_attached(struct reading *reading)
{
	if (reading->attachments != 1 || reading->encrypted || reading->forwarded)
		return NULL;
	for (unsigned i = 0; i < reading->leaf_count; i++) {
		struct leaf *leaf = &reading->leaves[i];

		if (leaf->attached && !leaf->html && !is_blank_text(leaf->text))
			return leaf;
	}
	return NULL;
}

/* ---- the text itself ---- */

/* Takes off what OpenPGP writes around a text it signs (RFC 9580 7); text otherwise untouched. */
static char *open_signed_text(const char *body)
{
	static const char begin[] = "-----BEGIN PGP SIGNED MESSAGE-----";
	const char *cursor = strstr(body, begin), *end = body + strlen(body), *line;
	bool in_header = true;
	struct text out;
	size_t len;

	if (cursor == NULL || (cursor != body && cursor[-1] != '\n'))
		return base_strdup(body);
	text_init(&out, 0);
	text_next_line(&cursor, end, &line, &len);
	while (text_next_line(&cursor, end, &line, &len)) {
		if (in_header) {
			in_header = len > 0;
			continue;
		}
		if (strncmp(line, "-----BEGIN PGP SIGNATURE-----", 29) == 0)
			break;
		if (len >= 2 && memcmp(line, "- ", 2) == 0) {
			line += 2;
			len -= 2;
		}
		text_add_bytes(&out, line, len);
		text_add_char(&out, '\n');
	}
	return out.bytes;
}

static char *whole_text(const struct leaf *leaf)
{
	const char *format = g_mime_object_get_content_type_parameter(leaf->part, "format");
	const char *delsp = g_mime_object_get_content_type_parameter(leaf->part, "delsp");

	if (!leaf->html && format != NULL && strcasecmp(format, "flowed") == 0)
		return reply_unflow(leaf->text, delsp != NULL && strcasecmp(delsp, "yes") == 0);
	return base_strdup(leaf->text);
}

/* Sets text and unreadable from the whole text of the part chosen. */
static void read_body(struct letter *letter, const char *body, const struct letter_limits *limits)
{
	char *opened, *why;

	if (strncmp(body, "-----BEGIN PGP MESSAGE-----", 27) == 0 ||
	    strstr(body, "\n-----BEGIN PGP MESSAGE-----") != NULL) {
		letter->unreadable = base_strdup(
			"the letter is encrypted: send it again as plain text, not encrypted");
		letter->text = base_strdup("");
		return;
	}
	opened = open_signed_text(body);
	letter->text = reply_new_text(opened, limits->max_text_bytes, &why);
	letter->unreadable = why != NULL ? why : base_strdup("");
	free(opened);
}

static const char *why_unreadable(const struct reading *reading)
{
	if (reading->encrypted)
		return "the letter is encrypted: send it again as plain text, not encrypted";
	if (reading->winmail)
		return "the letter is in Outlook's own format (winmail.dat): send it again as "
		       "plain text";
	if (reading->broken_html)
		return "the letter's HTML can't be read: send it again as plain text";
	if (reading->forwarded)
		return "the letter holds nothing but another letter: write your orders into the "
		       "letter itself";
	if (reading->attachments > 0)
		return "the letter's own text is empty, and attachments are not read: write your "
		       "orders into the letter itself";
	return "the letter is empty: write your orders into it, above the text you answer to";
}

int letter_read_text(struct letter *letter, GMimeMessage *message,
		     const struct letter_limits *limits, char **body_out, struct reason *reason)
{
	GMimeObject *root = g_mime_message_get_mime_part(message);
	struct reading reading = {.limits = limits};
	int rc = 0;

	reading.leaves = base_zalloc(limits->max_parts, sizeof *reading.leaves);
	*body_out = NULL;
	if (root != NULL)
		rc = look_through(&reading, root, 1, reason);
	for (unsigned i = 0; rc == 0 && i < reading.leaf_count; i++)
		letter_find_tokens(letter, reading.leaves[i].text, strlen(reading.leaves[i].text));
	if (rc == 0) {
		struct leaf *chosen = root != NULL ? choose(&reading, root) : NULL;

		if (chosen == NULL)
			chosen = choose_attached(&reading);
		*body_out = chosen != NULL ? whole_text(chosen) : base_strdup("");
		if (chosen != NULL) {
			read_body(letter, *body_out, limits);
		} else {
			letter->text = base_strdup("");
			letter->unreadable = base_strdup(why_unreadable(&reading));
		}
	}
	for (unsigned i = 0; i < reading.leaf_count; i++)
		free(reading.leaves[i].text);
	free(reading.leaves);
	return rc;
}

void letter_read_bare_text(struct letter *letter, const char *bytes, size_t len,
			   const struct letter_limits *limits)
{
	struct reading nothing = {.limits = limits};
	char *body = charset_text(bytes, len, NULL);

	letter_find_tokens(letter, body, strlen(body));
	if (is_blank_text(body)) {
		letter->text = base_strdup("");
		letter->unreadable = base_strdup(why_unreadable(&nothing));
	} else {
		read_body(letter, body, limits);
	}
	free(body);
}
