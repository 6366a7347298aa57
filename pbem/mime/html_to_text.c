/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <libxml/tree.h>
#include <libxml/xmlmemory.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/mime/css.h"
#include "pbem/mime/html_to_text.h"
#include "pbem/mime/html_tree.h"

enum {
	/* The parser's work is the sum of the depths of all tags. With these limits it takes two
	 * tenths of a second. */
	DEPTH_MAX = 1000,
	WORK_MAX = 40000000,
	JOINED_MAX =
		16, /* how many times as long as the page its text may be, with marks of quotes */
	TAGS_MAX =
		200000, /* more than a message of four megabytes has; they take 50 MB of memory */
};

/* An element around the present text. */
struct frame {
	enum html_space space;
	enum html_box box;
	enum html_children children;
	bool quotes; /* it was counted in page.quotes */
};

/* The elements from the root to the present one. */
struct page_walk {
	struct page page;
	struct css_sheet *sheet;
	struct frame *frames;
	struct html_element *elements;
	size_t depth, frames_size, elements_size;
	bool too_much; /* there are style rules for too many elements */
};

/* ---- kinds of elements ---- */

static bool is_one_of(const char *name, const char *const names[], size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (strcasecmp(name, names[i]) == 0)
			return true;
	}
	return false;
}

static const char *get_attribute(const xmlNode *node, const char *name)
{
	for (const xmlAttr *attr = node->properties; attr != NULL; attr = attr->next) {
		if (strcasecmp((const char *)attr->name, name) == 0 && attr->children != NULL &&
		    attr->children->content != NULL)
			return (const char *)attr->children->content;
	}
	return "";
}

/* Reports whether `word` is one of the words in `list`. */
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

/* Reports whether an element must not be read, because it is invisible or the writer has struck it
 * out. */
static bool is_hidden(const xmlNode *node)
{
	static const char *const names[] = {
		"head", "title",  "style",    "script",	 "template", "object",	 "iframe",
		"svg",	"select", "noscript", "map",	 "button",   "audio",	 "video",
		"del",	"s",	  "strike",   "noembed", "noframes", "datalist",
	};
	const char *style = get_attribute(node, "style"), *display;

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

static bool is_line(const xmlNode *node)
{
	static const char *const names[] = {
		"div",	   "p",	       "tr",	   "li",      "ul",	   "ol",	 "dl",
		"dt",	   "dd",       "table",	   "tbody",   "thead",	   "blockquote", "pre",
		"h1",	   "h2",       "h3",	   "h4",      "h5",	   "h6",	 "body",
		"html",	   "center",   "address",  "section", "article",   "header",	 "footer",
		"form",	   "fieldset", "caption",  "main",    "aside",	   "nav",	 "figure",
		"hr",	   "tfoot",    "listing",  "xmp",     "plaintext", "figcaption", "legend",
		"details", "summary",  "dialog",   "menu",    "dir",	   "hgroup",	 "search",
		"option",  "optgroup", "textarea",
	};

	return is_one_of((const char *)node->name, names, ARRAY_LEN(names));
}

/* Reports whether people see an empty line around the element. Paragraphs don't count: many
 * programs make each line one, and a deck or a SAY ends only at an empty line. */
static bool is_spaced(const xmlNode *node)
{
	static const char *const names[] = {"h1", "h2", "h3", "h4", "ul", "ol", "table"};

	return is_one_of((const char *)node->name, names, ARRAY_LEN(names));
}

/* Reports whether spaces and line ends in the element are visible. */
static bool is_verbatim(const xmlNode *node)
{
	static const char *const names[] = {"pre", "textarea", "listing", "xmp", "plaintext"};

	return is_one_of((const char *)node->name, names, ARRAY_LEN(names));
}

/* ---- quotes ---- */

/* Returns the next node within `top`, in the order of the document. */
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

/* Reports whether a mail program made the element for a quote or its head. */
static bool is_quote(const struct page_walk *walk, xmlNode *node)
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
	if (node->properties == NULL || walk->page.quotes > 0)
		return false;
	class = get_attribute(node, "class");
	for (size_t i = 0; i < ARRAY_LEN(classes); i++) {
		if (has_word(class, classes[i]))
			return true;
	}
	/* Gmail's own block contains the blockquotes and the answers between them. */
	if (has_word(class, "gmail_quote"))
		return !holds_blockquote(node);
	return strcasecmp(get_attribute(node, "name"), "quote") == 0 ||
	       strcasecmp(get_attribute(node, "data-marker"), "__QUOTED_TEXT__") == 0 ||
	       strncasecmp(get_attribute(node, "id"), "yahoo_quoted", 12) == 0;
}

/* Reports whether the element shows that the rest of the message is a quote, as in Outlook. */
static bool begins_quoted_rest(const xmlNode *node)
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

	return node->properties != NULL &&
	       is_one_of(get_attribute(node, "id"), ids, ARRAY_LEN(ids));
}

/* ---- the walk ---- */

static void begin_quote(struct page *page)
{
	html_tree_end_line(page);
	page->gap_due = false;
	page->quotes++;
}

static enum html_space space_of(const xmlNode *node, enum html_space said, enum html_space around)
{
	if (said == HTML_SPACE_DEFAULT || said == HTML_SPACE_SAME)
		return is_verbatim(node) ? HTML_SPACE_KEEP : around;
	return said;
}

/* Returns how the element is placed: by the style of the elements around it, or else by its own
 * style, or else by its kind. */
static enum html_box box_of(const xmlNode *node, enum html_box said, enum html_children within)
{
	bool cell = is_named(node, "td") || is_named(node, "th");

	if (said == HTML_BOX_DEFAULT)
		said = is_line(node) ? HTML_BOX_LINE : cell ? HTML_BOX_BESIDE : HTML_BOX_INLINE;
	/* A block that floats is still a block. */
	if (said == HTML_BOX_BESIDE && is_line(node))
		said = HTML_BOX_LINE;
	if (within == HTML_CHILDREN_LINES)
		return HTML_BOX_LINE;
	return within == HTML_CHILDREN_BESIDE ? HTML_BOX_BESIDE : said;
}

/* Makes the element the present one. Returns false if its style can't be found. */
static bool push_element(struct page_walk *walk, const xmlNode *node)
{
	const struct frame root = {HTML_SPACE_COLLAPSE, HTML_BOX_INLINE, HTML_CHILDREN_FLOW, false};
	const struct frame *around = walk->depth > 0 ? &walk->frames[walk->depth - 1] : &root;
	enum html_space space = around->space;
	enum html_children within = around->children;
	struct css style;
	bool plain;

	walk->elements = base_grow(walk->elements, walk->depth, &walk->elements_size,
				   sizeof *walk->elements);
	walk->elements[walk->depth] = (struct html_element){
		(const char *)node->name, get_attribute(node, "id"), get_attribute(node, "class")};
	if (!css_sheet_style(walk->sheet, walk->elements, walk->depth + 1,
			     get_attribute(node, "style"), &style)) {
		walk->too_much = true;
		return false;
	}
	plain = style.box == HTML_BOX_INLINE && is_line(node);
	walk->frames =
		base_grow(walk->frames, walk->depth, &walk->frames_size, sizeof *walk->frames);
	walk->frames[walk->depth++] =
		(struct frame){space_of(node, style.space, space), box_of(node, style.box, within),
			       style.children, false};
	/* Text that a style puts into the line may have been meant as a separate line. */
	if (plain)
		html_tree_join(&walk->page, false);
	return true;
}

static void add_content(struct page_walk *walk, const char *content)
{
	html_tree_add(&walk->page, content,
		      walk->depth > 0 ? walk->frames[walk->depth - 1].space : HTML_SPACE_COLLAPSE);
}

/* Adds a line break, unless a style hides it. */
static void add_line_break(struct page_walk *walk, const xmlNode *node)
{
	if (!push_element(walk, node))
		return;
	walk->depth--;
	if (walk->frames[walk->depth].box == HTML_BOX_NONE)
		html_tree_join(&walk->page, true);
	else
		html_tree_break_line(&walk->page);
}

/* Handles a node. Returns true if its children must be read, too. */
static bool enter_node(struct page_walk *walk, xmlNode *node)
{
	struct page *page = &walk->page;

	if (node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE) {
		if (node->content != NULL)
			add_content(walk, (const char *)node->content);
		return false;
	}
	if (node->type != XML_ELEMENT_NODE || is_hidden(node))
		return false;
	if (is_named(node, "br")) {
		add_line_break(walk, node);
		return false;
	}
	if (!push_element(walk, node))
		return false;
	if (walk->frames[walk->depth - 1].box == HTML_BOX_LINE)
		html_tree_end_line(page);
	else if (walk->frames[walk->depth - 1].box == HTML_BOX_BESIDE)
		html_tree_join(page, true);
	page->gap_due |= is_spaced(node);
	if (begins_quoted_rest(node))
		begin_quote(page);
	if (is_quote(walk, node)) {
		begin_quote(page);
		walk->frames[walk->depth - 1].quotes = true;
	}
	if (is_named(node, "hr")) {
		html_tree_add(page, "-----", HTML_SPACE_COLLAPSE);
		html_tree_end_line(page);
	}
	return true;
}

static void leave_node(struct page_walk *walk, xmlNode *node)
{
	const struct frame *frame = &walk->frames[--walk->depth];
	struct page *page = &walk->page;

	if (frame->box == HTML_BOX_LINE || frame->quotes)
		html_tree_end_line(page);
	else if (frame->box == HTML_BOX_BESIDE)
		html_tree_join(page, true);
	page->gap_due |= is_spaced(node);
	if (frame->quotes)
		page->quotes--;
}

static void walk_all(struct page_walk *walk, xmlNode *top)
{
	xmlNode *node = top;

	while (node != NULL && !walk->too_much) {
		if (enter_node(walk, node)) {
			if (node->children != NULL) {
				node = node->children;
				continue;
			}
			leave_node(walk, node);
		}
		while (node != NULL && node != top && node->next == NULL) {
			node = node->parent;
			if (node != NULL)
				leave_node(walk, node);
		}
		node = node == NULL || node == top ? NULL : node->next;
	}
}

/* Reads the page's style rules, wherever they are in the page. */
static void read_rules(struct css_sheet *sheet, xmlNode *top)
{
	for (xmlNode *node = top; node != NULL; node = next_within(top, node)) {
		if (node->type != XML_ELEMENT_NODE || !is_named(node, "style"))
			continue;
		for (xmlNode *text = node->children; text != NULL; text = text->next) {
			if (text->content != NULL)
				css_sheet_add(sheet, (const char *)text->content);
		}
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

static xmlDoc *parse_html(const char *html, size_t len)
{
	xmlParserCtxt *parser;
	size_t work = 0;
	xmlDoc *doc;

	/* By default libxml2 leaves things out when there is no memory, or reports that on standard
	 * error. */
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
	/* A part of a page is never used, because the missing part could be the start of a
	 * quote. */
	if (doc != NULL && parser->disableSAX) {
		xmlFreeDoc(doc);
		doc = NULL;
	}
	htmlFreeParserCtxt(parser);
	return doc;
}

/* Returns NULL if the page has too many rules. */
static char *text_of(xmlNode *root, size_t len)
{
	struct page_walk walk = {.sheet = css_sheet_new()};

	strbuf_init(&walk.page.out, JOINED_MAX * len);
	read_rules(walk.sheet, root);
	walk_all(&walk, root);
	html_tree_end_line(&walk.page);
	css_sheet_free(walk.sheet);
	free(walk.frames);
	free(walk.elements);
	if (!walk.too_much)
		return walk.page.out.bytes;
	strbuf_done(&walk.page.out);
	return NULL;
}

char *html_to_text(const char *html, size_t len)
{
	xmlDoc *doc = NULL;
	size_t tags;
	char *clean, *text = NULL;

	if (len == 0 || len > INT_MAX / JOINED_MAX)
		return NULL;
	clean = html_sanitize_comments(html, len, &tags);
	if (tags <= TAGS_MAX)
		doc = parse_html(clean, strlen(clean));
	free(clean);
	if (doc == NULL)
		return NULL;
	text = xmlDocGetRootElement(doc) != NULL ? text_of(xmlDocGetRootElement(doc), len)
						 : base_strdup("");
	xmlFreeDoc(doc);
	return text;
}
