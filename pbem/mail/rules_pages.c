/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <glib.h>

#include "core/notation/vocabulary.h"
#include "core/order/order_parse.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"
#include "pbem/compose/template_catalog.h"
#include "pbem/mail/rules_pages.h"
#include "pbem/sys/files.h"

enum { PAGE_MAX = 1 << 17, PAGE_COLUMNS = 72 };

static const char include_word[] = "include ", rulings_word[] = RULES_PAGES_RULINGS " ";

/* Reads the file, in that language if it exists there. */
static int read_file(const char *folder, const char *language, const char *name,
		     struct strbuf *page, struct reason *reason)
{
	bool there = false;
	char *path = base_printf("%s/%s/%s.txt", folder, language, name);
	int result = 0;

	if (*language != '\0')
		result = files_read_if_there(path, page, &there, reason);
	if (result == 0 && !there) {
		free(path);
		path = base_printf("%s/%s.txt", folder, name);
		result = files_read_if_there(path, page, &there, reason);
	}
	if (result == 0 && !there)
		result = reason_fail(reason, "%s: the page that tells players the rules is missing",
				     path);
	free(path);
	return result;
}

static int read_page(const char *folder, const char *language, const char *name, bool inner,
		     struct strbuf *out, struct reason *reason)
{
	const char *cursor, *line;
	struct strbuf page;
	size_t len;
	int result;

	strbuf_init(&page, PAGE_MAX);
	result = read_file(folder, language, name, &page, reason);
	cursor = page.bytes;
	while (result == 0 && strbuf_next_line(&cursor, page.bytes + page.len, &line, &len)) {
		if (!inner && strbuf_starts(line, include_word)) {
			char *other = base_strndup(line + strlen(include_word),
						   len - strlen(include_word));

			result = read_page(folder, language, other, true, out, reason);
			free(other);
		} else {
			strbuf_add_bytes(out, line, len);
			strbuf_add_char(out, '\n');
		}
	}
	strbuf_done(&page);
	return result;
}

/* Reports whether two characters are equal. Case is ignored, and a hyphen equals a space: "card
 * goes back" is card-goes-back. */
static bool is_alike(char a, char b)
{
	return tolower((unsigned char)(a == '-' ? ' ' : a)) ==
	       tolower((unsigned char)(b == '-' ? ' ' : b));
}

static bool contains_words(const char *line, size_t len, const char *words)
{
	size_t words_len = strlen(words), same = 0;

	for (size_t i = 0; i + words_len <= len && same < words_len; i++)
		for (same = 0; same < words_len && is_alike(line[i + same], words[same]);)
			same++;
	return same == words_len;
}

/* Reports whether the indented lines at `at` contain the word, even if it is broken across
 * lines. */
static bool text_contains(const char *at, const char *end, const char *word)
{
	const char *line;
	struct strbuf all;
	size_t len;
	bool found;

	strbuf_init(&all, PAGE_MAX);
	while (strbuf_next_line(&at, end, &line, &len) && len > 0 && *line == ' ') {
		size_t indent = strspn(line, " ");

		strbuf_add_char(&all, ' ');
		strbuf_add_bytes(&all, line + indent, len - indent);
	}
	found = contains_words(all.bytes, all.len, word);
	strbuf_done(&all);
	return found;
}

/*
 * Adds a part of the page of rulings: the groups whose heading contains the word, and other rulings
 * with the word in their name, or with `by_text` in their text. Headings begin in the first column
 * with a capital letter, names with a small one.
 */
static void add_rulings(const char *page, const char *word, bool by_text, struct strbuf *out)
{
	const char *cursor = page, *end = page + strlen(page), *line, *heading = page;
	size_t len, heading_len = 0;
	bool group = false, taken = false, told = false;

	while (strbuf_next_line(&cursor, end, &line, &len)) {
		if (len == 0)
			continue;
		if (isupper((unsigned char)*line)) {
			heading = line;
			heading_len = len;
			group = contains_words(line, len, word);
			taken = told = false;
		} else if (*line != ' ') {
			taken = group || contains_words(line, len, word) ||
				(by_text && text_contains(cursor, end, word));
			if (taken && !told)
				strbuf_addf(out, "%s%.*s\n", out->len > 0 ? "\n" : "",
					    (int)heading_len, heading);
			told |= taken;
			if (taken)
				strbuf_addf(out, "\n%.*s\n", (int)len, line);
		} else if (taken) {
			strbuf_addf(out, "%.*s\n", (int)len, line);
		}
	}
}

static int read_rulings(const char *folder, const char *language, const char *word,
			struct strbuf *out, struct reason *reason)
{
	struct strbuf page;
	int result;

	strbuf_init(&page, PAGE_MAX);
	result = read_page(folder, language, RULES_PAGES_RULINGS, false, &page, reason);
	if (result == 0)
		add_rulings(page.bytes, word, false, out);
	if (result == 0 && out->len == 0)
		add_rulings(page.bytes, word, true, out);
	strbuf_done(&page);
	if (result == 0 && out->len == 0) {
		reason_set(reason, "no ruling, nor a part of them, is called so");
		result = -1;
	}
	return result;
}

/*
 * Adds the page of that name: LANGUAGE/NAME.txt of the folder if it exists, else NAME.txt. A line
 * `include OTHER` is replaced by another page. "rulings WORD" is a part of the page of rulings: the
 * groups whose heading contains the word, and the rulings whose name does. If there are none, it is
 * the rulings whose text contains the word. Case is ignored, and hyphens are spaces. Returns -1
 * with the reason if the page, or an included one, is missing; the reason is temporary if that
 * can't be known now.
 */
static int read_named(const char *folder, const char *language, const char *name,
		      struct strbuf *out, struct reason *reason)
{
	if (strbuf_starts(name, rulings_word))
		return read_rulings(folder, language, name + strlen(rulings_word), out, reason);
	/* The name comes from a message. */
	if (*name == '\0' || strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(name))
		return reason_fail(reason, "no page has a name like that");
	return read_page(folder, language, name, false, out, reason);
}

/* ---- topics of HELP ---- */

bool rules_pages_are_own(const char *topic)
{
	const char *letter = template_catalog_table_help(topic);

	return letter != NULL && strcmp(letter, "help-rules") == 0;
}

/* Returns the page's name in small letters and, after a space, the requested part of it, without
 * brackets and quotes. The caller frees it. */
static char *name_of(const struct variant *variant, const char *topic)
{
	size_t len = strcspn(topic, " "), kept = 0;
	char *word = base_printf("%.*s", (int)len, topic), *page;
	const struct vocabulary_topic *known = vocabulary_topic(word);

	if (rules_pages_are_own(topic))
		page = base_strdup(variant_name(variant));
	else if (known != NULL && known->page != NULL)
		page = base_printf("%s%s", known->page, topic + len);
	else
		page = base_strdup(topic);
	for (const char *c = page; *c != '\0'; c++)
		if (strchr("[]\"", *c) == NULL)
			page[kept++] = (char)tolower((unsigned char)*c);
	page[kept] = '\0';
	free(word);
	return page;
}

int rules_pages_of_topic(const char *folder, const struct variant *variant, const char *topic,
			 char **page_out, struct reason *reason)
{
	char *name = name_of(variant, topic);
	struct strbuf page;
	int result;

	strbuf_init(&page, 0);
	result = read_named(folder, vocabulary_spoken(), name, &page, reason);
	free(name);
	*page_out = result == 0 ? page.bytes : NULL;
	if (result == 0)
		return 0;
	strbuf_done(&page);
	return reason_is_temporary(reason) ? -1 : 0;
}

/* Returns what is wrong with a line, or NULL. The caller frees it. */
static char *find_fault(const struct variant *variant, const char *line)
{
	char *letter = base_printf("MOVE e2-e4\n\n%s\n", line), *fault = NULL;
	struct order_list orders;
	struct reason why;

	order_list_init(&orders);
	if (strbuf_columns(line) > PAGE_COLUMNS)
		fault = base_printf("wider than %d columns", PAGE_COLUMNS);
	else if (order_read(variant, line, 1, &orders, &why) == ACCEPTED)
		fault = base_strdup("reads as an order");
	else if (order_read_message(variant, letter, &orders, &why) == REFUSED)
		fault = base_printf("would break a letter that quotes it: %s", why.text);
	order_list_done(&orders);
	free(letter);
	return fault;
}

/* The callback for faults, and the faults reported already. */
struct checker {
	const char *folder;
	const char *language; /* of the pages that are checked; "": English */
	void (*report)(void *context, const char *line);
	void *context;
	struct strbuf groups;  /* groups of additions, one per line */
	struct strbuf missing; /* why pages can't be read, one per line: many games share a page */
	size_t faults;
};

static void report_fault(struct checker *checker, const char *fault)
{
	checker->report(checker->context, fault);
	checker->faults++;
}

/* Checks a page as messages of that variant would quote it. Does nothing if the variant is NULL:
 * other checks report that its definition is faulty. */
static void check_page(struct checker *checker, const char *name, const struct variant *variant)
{
	const char *cursor, *at;
	struct reason reason;
	struct strbuf page;
	size_t len;

	strbuf_init(&page, 0);
	if (variant != NULL &&
	    read_named(checker->folder, checker->language, name, &page, &reason) < 0 &&
	    !strbuf_has_line(checker->missing.bytes, reason.text)) {
		strbuf_addf(&checker->missing, "%s\n", reason.text);
		report_fault(checker, reason.text);
	}
	cursor = page.bytes;
	while (variant != NULL && strbuf_next_line(&cursor, page.bytes + page.len, &at, &len)) {
		char *line = base_strndup(at, len), *fault = find_fault(variant, line);

		if (fault != NULL) {
			char *told = base_printf("%s/%s.txt: \"%s\": %s", checker->folder, name,
						 line, fault);

			report_fault(checker, told);
			free(told);
		}
		free(fault);
		free(line);
	}
	strbuf_done(&page);
}

/* Returns the length of GROUP if the option is GROUP.NAME and can be switched on; otherwise 0. */
static size_t group_length(const struct variant_option *option)
{
	const char *dot = strchr(option->key, '.');

	return dot != NULL && option->value_count == 2 && strcmp(option->values[1], "on") == 0
		       ? (size_t)(dot - option->key)
		       : 0;
}

/* Returns the variant with all options of the group on; NULL if there can be no such game. */
static const struct variant *with_group(struct variant_library *library,
					const struct variant *variant, const char *group,
					size_t len)
{
	struct option on[ARRAY_LEN(variant->options)];
	struct reason reason;
	size_t count = 0;

	for (unsigned i = 0; i < variant->option_count; i++) {
		const struct variant_option *option = &variant->options[i];

		if (group_length(option) != len || strncmp(option->key, group, len) != 0)
			continue;
		strcpy(on[count].key, option->key);
		strcpy(on[count++].value, "on");
	}
	return variant_get(library, variant->name, on, count, &reason);
}

/* Checks the pages on the additions of a variant, with a variant that has all their orders. */
static void check_additions(struct checker *checker, struct variant_library *library,
			    const struct variant *variant)
{
	for (unsigned i = 0; variant != NULL && i < variant->option_count; i++) {
		const char *key = variant->options[i].key;
		const size_t len = group_length(&variant->options[i]);
		char *group = base_strndup(key, len);
		const struct variant *full =
			len > 0 && !strbuf_has_line(checker->groups.bytes, group)
				? with_group(library, variant, key, len)
				: NULL;

		if (full != NULL) {
			strbuf_addf(&checker->groups, "%s\n", group);
			check_page(checker, group, full);
			check_page(checker, RULES_PAGES_RULINGS, full);
		}
		free(group);
	}
}

/* Checks the pages in one language, as its speakers would quote them. */
static void check_language(struct checker *checker, struct variant_library *library)
{
	char **names = variant_names(library);
	const struct vocabulary *spoken;
	struct reason reason;

	strbuf_clear(&checker->groups);
	if (vocabulary_push(checker->language, &spoken, &reason) < 0)
		report_fault(checker, reason.text);
	for (char **name = names; *name != NULL; name++) {
		const struct variant *plain = variant_get(library, *name, NULL, 0, &reason);

		check_page(checker, *name, plain);
		/* Games with cards and rings quote the rulings, too. */
		if (plain != NULL && (plain->kind->cards || plain->kind->boards))
			check_page(checker, RULES_PAGES_RULINGS, plain);
		check_additions(checker, library, plain);
		free(*name);
	}
	free(names);
	vocabulary_pop(spoken);
}

size_t rules_pages_check(struct variant_library *library,
			 void (*report)(void *context, const char *line), void *context)
{
	struct checker checker = {.folder = variant_folder(library),
				  .language = "",
				  .report = report,
				  .context = context};
	GDir *dir = g_dir_open(checker.folder, 0, NULL);

	strbuf_init(&checker.groups, 0);
	strbuf_init(&checker.missing, 0);
	check_language(&checker, library);
	while (dir != NULL && (checker.language = g_dir_read_name(dir)) != NULL)
		if (vocabulary_is_language(checker.language))
			check_language(&checker, library);
	if (dir != NULL)
		g_dir_close(dir);
	strbuf_done(&checker.groups);
	strbuf_done(&checker.missing);
	return checker.faults;
}
