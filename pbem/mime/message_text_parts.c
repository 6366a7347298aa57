/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <gmime/gmime.h>

#include "core/notation/vocabulary_orders.h"
#include "core/util/strbuf.h"
#include "pbem/mime/charset.h"
#include "pbem/mime/html_to_text.h"
#include "pbem/mime/message_text_parts.h"
#include "pbem/mime/quoting/quote_lines.h"
#include "pbem/mime/quoting/strip_quotes.h"

enum { RULE_MIN = 5 }; /* characters of a rule above a footer */

/* A text that people see, made of one or more parts. */
struct passage {
	char *text; /* NULL: there is none */
	bool html;  /* some of it was an HTML page */
};

static bool is_blank_text(const char *text)
{
	return text[strspn(text, " \n" QUOTE_PART)] == '\0';
}

/* ---- one part ---- */

/* Turns a page into its text. */
static void render_page(struct message_parts *parts, struct message_leaf *leaf)
{
	char *plain, *clean;

	plain = is_blank_text(leaf->text) ? NULL : html_to_text(leaf->text, strlen(leaf->text));
	parts->broken_html |= plain == NULL && !is_blank_text(leaf->text);
	/* Entities may have brought in characters that were removed before. */
	clean = charset_text_as(plain != NULL ? plain : "", plain != NULL ? strlen(plain) : 0, NULL,
				CHARSET_MARKED);
	free(plain);
	free(leaf->text);
	leaf->text = clean;
}

/* Undoes format=flowed. */
static void render_plain(struct message_leaf *leaf)
{
	const char *format = g_mime_object_get_content_type_parameter(leaf->part, "format");
	const char *delsp = g_mime_object_get_content_type_parameter(leaf->part, "delsp");
	char *text;

	if (format == NULL || strcasecmp(format, "flowed") != 0)
		return;
	text = format_flowed_join(leaf->text, delsp != NULL && strcasecmp(delsp, "yes") == 0);
	free(leaf->text);
	leaf->text = text;
}

static void render_leaf(struct message_parts *parts, struct message_leaf *leaf)
{
	if (leaf->rendered)
		return;
	leaf->rendered = true;
	if (leaf->html)
		render_page(parts, leaf);
	else
		render_plain(leaf);
}

static struct message_leaf *leaf_of(struct message_parts *parts, GMimeObject *part)
{
	for (unsigned i = 0; i < parts->leaf_count; i++) {
		if (parts->leaves[i].part == part)
			return &parts->leaves[i];
	}
	return NULL;
}

static struct passage passage_of_leaf(struct message_parts *parts, struct message_leaf *leaf)
{
	render_leaf(parts, leaf);
	if (is_blank_text(leaf->text))
		return (struct passage){NULL, false};
	return (struct passage){base_strdup(leaf->text), leaf->html};
}

/* ---- several parts ---- */

static struct span first_line(const char *text)
{
	const char *cursor = text, *end = text + strlen(text);
	struct span line = {text, 0};

	while (strbuf_next_line(&cursor, end, &line.at, &line.len)) {
		if (span_trim(line).len > 0)
			break;
	}
	return span_trim(line);
}

/* Reports whether a part is the footer of a mailing list: a rule and instructions for leaving the
 * list, or text after the mark of a signature. */
static bool is_footer(const char *text)
{
	const struct span line = first_line(text);

	if (line.len == 2 && memcmp(line.at, "--", 2) == 0)
		return true;
	return line.len >= RULE_MIN && quote_is_rule(line) &&
	       (strchr(text, '@') != NULL || strstr(text, "://") != NULL ||
		strcasestr(text, "unsubscribe") != NULL);
}

/* Reports whether a line of the text could be an order, or was meant to be one. */
static bool has_orders(const char *text)
{
	const char *cursor = text, *end = text + strlen(text);
	struct span line;

	while (strbuf_next_line(&cursor, end, &line.at, &line.len)) {
		line = span_trim(line);
		if (quote_may_be_order(line) ||
		    vocabulary_near(line.at, vocabulary_letters(line.at)) != NULL)
			return true;
	}
	return false;
}

/* Adds a part after those that were read. Leaves out footers, notes without orders (such as a
 * scanner's) after a text with orders, and the same text once more as a page. */
static void add_passage(struct passage *all, struct passage *more, size_t most)
{
	struct strbuf text;

	if (all->text == NULL) {
		*all = *more;
		return;
	}
	if (is_footer(more->text) || (has_orders(all->text) && !has_orders(more->text)) ||
	    (all->html != more->html && message_is_copy(all->text, more->text, most))) {
		free(more->text);
		return;
	}
	strbuf_init(&text, 0);
	strbuf_addf(&text, "%s%s" QUOTE_PART "\n%s", all->text,
		    all->text[strlen(all->text) - 1] == '\n' ? "" : "\n", more->text);
	free(all->text);
	free(more->text);
	all->html |= more->html;
	all->text = text.bytes;
}

/* Chooses between two forms of the same text: the plain one, unless it isn't what was written. */
static void choose_passage(struct message_parts *parts, struct passage *plain, struct passage *page,
			   struct passage *out)
{
	enum message_better better = MESSAGE_PLAIN_BETTER;

	if (plain->text != NULL && page->text != NULL)
		better = message_compare(plain->text, page->text, parts->limits->max_text_bytes);
	if (better == MESSAGE_NEITHER)
		parts->refusal =
			"the message has its text twice, as plain text and as HTML, and the two "
			"give different orders, so we did nothing: please send your orders again "
			"as plain text, each on a line of its own";
	if (plain->text == NULL || better == MESSAGE_HTML_BETTER) {
		free(plain->text);
		*out = *page;
	} else {
		free(page->text);
		*out = *plain;
	}
}

static struct passage passage_of_part(struct message_parts *parts, GMimeObject *part);

static struct passage passage_of_alternative(struct message_parts *parts, GMimeMultipart *part)
{
	struct passage plain = {NULL, false}, page = {NULL, true}, best = {NULL, false};
	int count = g_mime_multipart_get_count(part);

	for (int i = 0; i < count; i++) {
		struct passage found = passage_of_part(parts, g_mime_multipart_get_part(part, i));
		struct passage *place = found.html ? &page : &plain;

		if (found.text == NULL)
			continue;
		if (place->text == NULL)
			*place = found;
		else
			free(found.text);
	}
	choose_passage(parts, &plain, &page, &best);
	return best;
}

/* Returns the text of the parts in order. In "related" only the first part with a text counts, and
 * the others belong to it. In "signed" only the signed part counts. */
static struct passage passage_of_sequence(struct message_parts *parts, GMimeObject *part)
{
	bool related = message_part_is(part, "multipart", "related");
	bool sealed = message_part_is(part, "multipart", "signed");
	int count = g_mime_multipart_get_count(GMIME_MULTIPART(part));
	struct passage all = {NULL, false};

	for (int i = 0; i < (sealed && count > 1 ? 1 : count); i++) {
		struct passage more =
			passage_of_part(parts, g_mime_multipart_get_part(GMIME_MULTIPART(part), i));

		if (more.text != NULL)
			add_passage(&all, &more, parts->limits->max_text_bytes);
		if (all.text != NULL && related)
			break;
	}
	return all;
}

static struct passage passage_of_part(struct message_parts *parts, GMimeObject *part)
{
	struct message_leaf *leaf = leaf_of(parts, part);

	if (leaf != NULL)
		return leaf->attached || leaf->named ? (struct passage){NULL, false}
						     : passage_of_leaf(parts, leaf);
	if (!GMIME_IS_MULTIPART(part) || message_part_is(part, "multipart", "encrypted"))
		return (struct passage){NULL, false};
	return message_part_is(part, "multipart", "alternative")
		       ? passage_of_alternative(parts, GMIME_MULTIPART(part))
		       : passage_of_sequence(parts, part);
}

/* ---- the whole message ---- */

/* Finds the only text file of a message that is otherwise empty. The file may contain the orders,
 * whether it is shown or attached. */
static struct message_leaf *find_text_file(struct message_parts *parts)
{
	struct message_leaf *found = NULL;
	unsigned named = 0;

	for (unsigned i = 0; i < parts->leaf_count; i++)
		named += parts->leaves[i].named;
	if (parts->sealed != MESSAGE_OPEN || parts->forwarded || named > 1 ||
	    (named == 0 && parts->attachments != 1))
		return NULL;
	for (unsigned i = 0; i < parts->leaf_count; i++) {
		struct message_leaf *leaf = &parts->leaves[i];

		if (named == 1 ? leaf->named : leaf->attached && !leaf->html)
			found = leaf;
	}
	return found;
}

char *message_parts_text(struct message_parts *parts, GMimeObject *root)
{
	struct passage passage = {NULL, false};

	if (root != NULL)
		passage = passage_of_part(parts, root);
	if (passage.text == NULL) {
		struct message_leaf *file = find_text_file(parts);

		if (file != NULL)
			passage = passage_of_leaf(parts, file);
	}
	return passage.text;
}
