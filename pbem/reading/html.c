/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/tree.h>
#include <libxml/xmlmemory.h>

#include "core/base/base.h"
#include "core/base/text.h"
#include "pbem/reading/html.h"

enum {
	/* The parser's work is the depth at each tag: two tenths of a second with these. */
	DEPTH_MAX = 1000,
	WORK_MAX = 40000000,
	TAGS_MAX = 200000, /* more than a letter of four megabytes has, and 50 MB of memory */
	MARKS_MAX = 8,	   /* deeper quotes get no more ">" */
};

/* Where the text comes together. */
struct page {
	struct text out;
	unsigned quotes; /* blocks of quotes we are in */
	unsigned preformatted;
	bool line_begun;
	bool blank_due; /* a blank, once more text comes in this line */
	bool gap_due;	/* an empty line, once more text comes */
};

/* ---- lines ---- */

static void begin_line(struct page *page)
{
	unsigned marks = page->quotes < MARKS_MAX ? page->quotes : MARKS_MAX;

	for (unsigned i = 0; i < marks; i++)
		text_add_char(&page->out, '>');
	if (marks > 0)
		text_add_char(&page->out, ' ');
	page->line_begun = true;
}

static void end_line(struct page *page)
{
	if (page->line_begun)
		text_add_char(&page->out, '\n');
	page->line_begun = page->blank_due = false;
}

static void break_line(struct page *page)
{
	if (!page->line_begun)
		begin_line(page);
	end_line(page);
	page->gap_due = false;
}

static void add_text(struct page *page, const char *bytes, size_t len)
{
	if (!page->line_begun) {
		if (page->gap_due && page->out.len > 0) {
			begin_line(page);
			end_line(page);
		}
		begin_line(page);
	} else if (page->blank_due) {
		text_add_char(&page->out, ' ');
	}
	page->blank_due = page->gap_due = false;
	text_add_bytes(&page->out, bytes, len);
}

static void add_words(struct page *page, const char *at)
{
	while (*at != '\0') {
		size_t len = strcspn(at, " \t\r\n");

		if (len > 0) {
			add_text(page, at, len);
			at += len;
		} else {
			page->blank_due = page->line_begun;
			at++;
		}
	}
}

static void add_preformatted(struct page *page, const char *at)
{
	while (*at != '\0') {
		size_t len = strcspn(at, "\n");

		if (len > 0)
			add_text(page, at, len);
		if (at[len] == '\n')
			break_line(page);
		at += len + (at[len] == '\n');
	}
}

/* ---- what an element is ---- */

static bool is_one_of(const char *name, const char *const names[], size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (strcasecmp(name, names[i]) == 0)
			return true;
	}
	return false;
}

static const char *attribute(const xmlNode *node, const char *name)
{
	for (const xmlAttr *attr = node->properties; attr != NULL; attr = attr->next) {
		if (strcasecmp((const char *)attr->name, name) == 0 && attr->children != NULL &&
		    attr->children->content != NULL)
			return (const char *)attr->children->content;
	}
	return "";
}

/* Whether one of the words in `list` is `word`. */
static bool has_word(const char *list, const char *word)
{
	size_t want = strlen(word);

	while (*list != '\0') {
		size_t len = strcspn(list, " \t\n");

		if (len == want && strncasecmp(list, word, len) == 0)
			return true;
		list += len;
		list += strspn(list, " \t\n");
	}
	return false;
}

static bool is_named(const xmlNode *node, const char *name)
{
	return strcasecmp((const char *)node->name, name) == 0;
}

/* Not to be read: out of sight, or struck out by the writer. */
static bool is_hidden(const xmlNode *node)
{
	static const char *const names[] = {
		"head",	  "title", "style",  "script",	 "template", "object",
		"iframe", "svg",   "select", "noscript", "map",	     "button",
		"audio",  "video", "del",    "s",	 "strike",
	};
	const char *style = attribute(node, "style"), *display;

	if (is_one_of((const char *)node->name, names, ARRAY_LEN(names)))
		return true;
	if (strcasestr(style, "line-through") != NULL)
		return true;
	display = strcasestr(style, "display:");
	if (display == NULL)
		return false;
	display += strlen("display:");
	display += strspn(display, " ");
	return strncasecmp(display, "none", 4) == 0;
}

static bool is_block(const xmlNode *node)
{
	static const char *const names[] = {
		"div",	      "p",	 "tr",	   "li",     "ul",     "ol",
		"dl",	      "dt",	 "dd",	   "table",  "tbody",  "thead",
		"blockquote", "pre",	 "h1",	   "h2",     "h3",     "h4",
		"h5",	      "h6",	 "body",   "html",   "center", "address",
		"section",    "article", "header", "footer", "form",   "fieldset",
		"caption",    "main",	 "aside",  "nav",    "figure", "hr",
	};

	return is_one_of((const char *)node->name, names, ARRAY_LEN(names));
}

/* Those a reader sees an empty line around. Paragraphs are none: in many programs a line is one,
 * and a deck or a saying goes on to the first empty line. */
static bool is_spaced(const xmlNode *node)
{
	static const char *const names[] = {"h1", "h2", "h3", "h4", "ul", "ol", "table"};

	return is_one_of((const char *)node->name, names, ARRAY_LEN(names));
}

static bool is_verbatim(const xmlNode *node)
{
	return is_named(node, "pre") || is_named(node, "textarea");
}

/* ---- quotes ---- */

/* The next node in the order of the document, within `top`. */
static xmlNode *next_within(const xmlNode *top, xmlNode *node)
{
	if (node->type == XML_ELEMENT_NODE && node->children != NULL)
		return node->children;
	while (node != top && node->next == NULL)
		node = node->parent;
	return node == top ? NULL : node->next;
}

static bool holds_blockquote(xmlNode *top)
{
	for (xmlNode *node = top->children; node != NULL; node = next_within(top, node)) {
		if (node->type == XML_ELEMENT_NODE && is_named(node, "blockquote"))
			return true;
	}
	return false;
}

/* Whether a mail program made the element to hold a quote or its head. */
static bool is_quote(const struct page *page, xmlNode *node)
{
	static const char *const classes[] = {
		"yahoo_quoted",
		"zmail_extra",
		"skiff_quote",
		"moz-cite-prefix",
		"moz-forward-container",
		"protonmail_quote",
		"tutanota_quote",
		"front-blockquote",
		"OutlookMessageHeader",
		"bloop_original_html",
		"ms-outlook-mobile-reference-message",
		"gmail_attr",
	};
	const char *class;

	if (is_named(node, "blockquote"))
		return true;
	if (node->properties == NULL || page->quotes > 0)
		return false;
	class = attribute(node, "class");
	for (size_t i = 0; i < ARRAY_LEN(classes); i++) {
		if (has_word(class, classes[i]))
			return true;
	}
	/* Gmail's own block holds the blockquotes and the answers between them. */
	if (has_word(class, "gmail_quote"))
		return !holds_blockquote(node);
	return strcasecmp(attribute(node, "name"), "quote") == 0 ||
	       strcasecmp(attribute(node, "data-marker"), "__QUOTED_TEXT__") == 0 ||
	       strncasecmp(attribute(node, "id"), "yahoo_quoted", 12) == 0;
}

/* Outlook's signs that all that follows, to the end of the letter, is the quote. */
static bool begins_rest(const xmlNode *node)
{
	static const char *const ids[] = {
		"divRplyFwdMsg",
		"x_divRplyFwdMsg",
		"appendonsend",
		"x_appendonsend",
		"mail-editor-reference-message-container",
		"zwchr",
		"OLK_SRC_BODY_SECTION",
	};

	return node->properties != NULL && is_one_of(attribute(node, "id"), ids, ARRAY_LEN(ids));
}

/* ---- the walk ---- */

static void begin_quote(struct page *page)
{
	end_line(page);
	page->gap_due = false;
	page->quotes++;
}

/* False: don't look inside. node->_private remembers that the node added to page->quotes. */
static bool enter(struct page *page, xmlNode *node)
{
	if (node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE) {
		if (node->content == NULL)
			return false;
		if (page->preformatted)
			add_preformatted(page, (const char *)node->content);
		else
			add_words(page, (const char *)node->content);
		return false;
	}
	if (node->type != XML_ELEMENT_NODE || is_hidden(node))
		return false;
	if (is_named(node, "br")) {
		break_line(page);
		return false;
	}
	if (is_named(node, "td") || is_named(node, "th"))
		page->blank_due = page->line_begun;
	if (is_block(node))
		end_line(page);
	page->gap_due |= is_spaced(node);
	if (begins_rest(node))
		begin_quote(page);
	if (is_quote(page, node)) {
		begin_quote(page);
		node->_private = page;
	}
	if (is_named(node, "hr")) {
		add_text(page, "-----", 5);
		end_line(page);
	}
	page->preformatted += is_verbatim(node);
	return true;
}

static void leave(struct page *page, xmlNode *node)
{
	page->preformatted -= is_verbatim(node);
	if (is_block(node) || node->_private != NULL)
		end_line(page);
	page->gap_due |= is_spaced(node);
	if (node->_private != NULL)
		page->quotes--;
}

static void walk(struct page *page, xmlNode *top)
{
	xmlNode *node = top;

	while (node != NULL) {
		if (enter(page, node)) {
			if (node->children != NULL) {
				node = node->children;
				continue;
			}
			leave(page, node);
		}
		while (node != NULL && node != top && node->next == NULL) {
			node = node->parent;
			if (node != NULL)
				leave(page, node);
		}
		node = node == NULL || node == top ? NULL : node->next;
	}
}

/* ---- the parser ---- */

static void start_element(void *context, const xmlChar *name, const xmlChar **attributes)
{
	xmlParserCtxt *parser = context;
	size_t *work = parser->_private;

	*work += (size_t)parser->nodeNr;
	if (parser->nodeNr >= DEPTH_MAX || *work > WORK_MAX)
		xmlStopParser(parser);
	else
		xmlSAX2StartElement(context, name, attributes);
}

static xmlDoc *parse(const char *html, size_t len)
{
	xmlParserCtxt *parser;
	size_t work = 0;
	xmlDoc *doc;

	/* Without memory it would leave things out, or say so on standard error by itself. */
	if (xmlMemSetup(free, base_alloc, base_realloc, base_strdup) != 0)
		return NULL;
	parser = htmlNewParserCtxt();
	if (parser == NULL)
		base_give_up("out of memory");
	parser->_private = &work;
	parser->sax->startElement = start_element;
	doc = htmlCtxtReadMemory(parser, html, (int)len, NULL, "UTF-8",
				 HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
					 HTML_PARSE_NONET | HTML_PARSE_COMPACT);
	/* Half a page is none: what was left out could be a quote's beginning. */
	if (doc != NULL && parser->disableSAX) {
		xmlFreeDoc(doc);
		doc = NULL;
	}
	htmlFreeParserCtxt(parser);
	return doc;
}

char *html_to_text(const char *html, size_t len)
{
	struct page page = {.quotes = 0};
	xmlDoc *doc = NULL;
	size_t tags;
	char *clean;

	if (len == 0 || len > INT_MAX / 8)
		return NULL;
	clean = html_without_comments(html, len, &tags);
	if (tags <= TAGS_MAX)
		doc = parse(clean, strlen(clean));
	free(clean);
	if (doc == NULL)
		return NULL;
	text_init(&page.out, 2 * MARKS_MAX * len);
	if (xmlDocGetRootElement(doc) != NULL)
		walk(&page, xmlDocGetRootElement(doc));
	end_line(&page);
	xmlFreeDoc(doc);
	return page.out.bytes;
}
