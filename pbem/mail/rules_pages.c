/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <glib.h>

#include "core/order/order.h"
#include "core/base/text.h"
#include "core/words/words.h"
#include "pbem/site/files.h"
#include "core/variant/variant_data.h"
#include "pbem/mailing/pages.h"
#include "pbem/writing/letters_table.h"

enum { PAGE_MAX = 1 << 16, PAGE_COLUMNS = 72 };

static const char include_word[] = "include ", rulings_word[] = PAGES_RULINGS " ";

/* Adds the file, in that language if it has one. */
static int read_file(const char *folder, const char *language, const char *name, struct text *page,
		     struct reason *reason)
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
		     struct text *out, struct reason *reason)
{
	const char *cursor, *line;
	struct text page;
	size_t len;
	int result;

	text_init(&page, PAGE_MAX);
	result = read_file(folder, language, name, &page, reason);
	cursor = page.bytes;
	while (result == 0 && text_next_line(&cursor, page.bytes + page.len, &line, &len)) {
		if (!inner && text_starts(line, include_word)) {
			char *other = base_strndup(line + strlen(include_word),
						   len - strlen(include_word));

			result = read_page(folder, language, other, true, out, reason);
			free(other);
		} else {
			text_add_bytes(out, line, len);
			text_add_char(out, '\n');
		}
	}
	text_done(&page);
	return result;
}

/* In any case, and with blanks for hyphens: "card goes back" is card-goes-back. */
static bool is_alike(char a, char b)
{
	return tolower((unsigned char)(a == '-' ? ' ' : a)) ==
	       tolower((unsigned char)(b == '-' ? ' ' : b));
}

static bool holds(const char *line, size_t len, const char *words)
{
	size_t words_len = strlen(words), same = 0;

	for (size_t i = 0; i + words_len <= len && same < words_len; i++)
		for (same = 0; same < words_len && is_alike(line[i + same], words[same]);)
			same++;
	return same == words_len;
}

/* Whether the indented lines that `at` begins with have the word, wherever they were wrapped. */
static bool text_holds(const char *at, const char *end, const char *word)
{
	const char *line;
	struct text all;
	size_t len;
	bool found;

	text_init(&all, PAGE_MAX);
	while (text_next_line(&at, end, &line, &len) && len > 0 && *line == ' ') {
		size_t indent = strspn(line, " ");

		text_add_char(&all, ' ');
		text_add_bytes(&all, line + indent, len - indent);
	}
	found = holds(all.bytes, all.len, word);
	text_done(&all);
	return found;
}

/*
 * Of the page of rulings the groups whose heading holds the word, and of the others what has it in
 * its name, or in its text. Headings stand in the first column and begin with a capital letter,
 * names with a small one.
 */
static void add_rulings(const char *page, const char *word, bool by_text, struct text *out)
{
	const char *cursor = page, *end = page + strlen(page), *line, *heading = page;
	size_t len, heading_len = 0;
	bool group = false, taken = false, told = false;

	while (text_next_line(&cursor, end, &line, &len)) {
		if (len == 0)
			continue;
		if (isupper((unsigned char)*line)) {
			heading = line;
			heading_len = len;
			group = holds(line, len, word);
			taken = told = false;
		} else if (*line != ' ') {
			taken = group || holds(line, len, word) ||
				(by_text && text_holds(cursor, end, word));
			if (taken && !told)
				text_addf(out, "%s%.*s\n", out->len > 0 ? "\n" : "",
					  (int)heading_len, heading);
			told |= taken;
			if (taken)
				text_addf(out, "\n%.*s\n", (int)len, line);
		} else if (taken) {
			text_addf(out, "%.*s\n", (int)len, line);
		}
	}
}

static int read_rulings(const char *folder, const char *language, const char *word,
			struct text *out, struct reason *reason)
{
	struct text page;
	int result;

	text_init(&page, PAGE_MAX);
	result = read_page(folder, language, PAGES_RULINGS, false, &page, reason);
	if (result == 0)
		add_rulings(page.bytes, word, false, out);
	if (result == 0 && out->len == 0)
		add_rulings(page.bytes, word, true, out);
	text_done(&page);
	if (result == 0 && out->len == 0) {
		reason_set(reason, "no ruling, nor a part of them, is called so");
		result = -1;
	}
	return result;
}

/*
 * Adds the page of that name, LANGUAGE/NAME.txt of the folder where there is one, else NAME.txt; a
 * line `include OTHER` stands for another page. "rulings WORD" is a part of that page: the groups
 * whose heading holds the word, and the rulings whose name does, or if there are none those whose
 * text does; capitals don't count, and hyphens are blanks. -1 when there is none of that name, or
 * one that is included is missing; the reason is a passing one when nobody can tell now.
 */
static int read_named(const char *folder, const char *language, const char *name, struct text *out,
		      struct reason *reason)
{
	if (text_starts(name, rulings_word))
		return read_rulings(folder, language, name + strlen(rulings_word), out, reason);
	/* The name comes from a letter. */
	if (*name == '\0' || strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(name))
		return reason_fail(reason, "no page has a name like that");
	return read_page(folder, language, name, false, out, reason);
}

/* ---- topics of HELP ---- */

bool pages_are_own(const char *topic)
{
	const char *letter = letters_table_help(topic);

	return letter != NULL && strcmp(letter, "help-rules") == 0;
}

/* The page's name in small letters, and behind a blank the part of it that is asked for, its name
 * in brackets or quotes or not; the caller frees it. */
static char *name_of(const struct variant *variant, const char *topic)
{
	size_t len = strcspn(topic, " "), kept = 0;
	char *word = base_printf("%.*s", (int)len, topic), *page;
	const struct words_topic *known = words_topic(word);

	if (pages_are_own(topic))
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

int pages_of_topic(const char *folder, const struct variant *variant, const char *topic,
		   char **page_out, struct reason *reason)
{
	char *name = name_of(variant, topic);
	struct text page;
	int result;

	text_init(&page, 0);
	result = read_named(folder, words_spoken(), name, &page, reason);
	free(name);
	*page_out = result == 0 ? page.bytes : NULL;
	if (result == 0)
		return 0;
	text_done(&page);
	return reason_is_passing(reason) ? -1 : 0;
}

/* What is wrong with a line; the caller frees it. NULL: nothing. */
static char *find_fault(const struct variant *variant, const char *line)
{
	char *letter = base_printf("MOVE e2-e4\n\n%s\n", line), *fault = NULL;
	struct order_list orders;
	struct reason why;

	order_list_init(&orders);
	if (text_columns(line) > PAGE_COLUMNS)
		fault = base_printf("wider than %d columns", PAGE_COLUMNS);
	else if (order_read(variant, line, 1, &orders, &why) == ACCEPTED)
		fault = base_strdup("reads as an order");
	else if (order_read_letter(variant, letter, &orders, &why) == REFUSED)
		fault = base_printf("would break a letter that quotes it: %s", why.text);
	order_list_done(&orders);
	free(letter);
	return fault;
}

/* Who hears of faults, and what was told already. */
struct checker {
	const char *folder;
	const char *language; /* whose pages are looked at; "": English */
	void (*report)(void *context, const char *line);
	void *context;
	struct text groups;  /* of additions, a line each */
	struct text missing; /* why pages can't be read, likewise: many games share one */
	size_t faults;
};

static void tell(struct checker *checker, const char *fault)
{
	checker->report(checker->context, fault);
	checker->faults++;
}

/* A page, as it would be quoted in a letter of that variant; NULL: its definition is faulty, which
 * others tell. */
static void check_page(struct checker *checker, const char *name, const struct variant *variant)
{
	const char *cursor, *at;
	struct reason reason;
	struct text page;
	size_t len;

	text_init(&page, 0);
	if (variant != NULL &&
	    read_named(checker->folder, checker->language, name, &page, &reason) < 0 &&
	    !text_has_line(checker->missing.bytes, reason.text)) {
		text_addf(&checker->missing, "%s\n", reason.text);
		tell(checker, reason.text);
	}
	cursor = page.bytes;
	while (variant != NULL && text_next_line(&cursor, page.bytes + page.len, &at, &len)) {
		char *line = base_strndup(at, len), *fault = find_fault(variant, line);

		if (fault != NULL) {
			char *told = base_printf("%s/%s.txt: \"%s\": %s", checker->folder, name,
						 line, fault);

			tell(checker, told);
			free(told);
		}
		free(fault);
		free(line);
	}
	text_done(&page);
}

/* The length of GROUP where an option is GROUP.NAME and can be switched on, else 0. */
static size_t group_length(const struct variant_option *option)
{
	const char *dot = strchr(option->key, '.');

	return dot != NULL && option->value_count == 2 && strcmp(option->values[1], "on") == 0
		       ? (size_t)(dot - option->key)
		       : 0;
}

/* The variant with all of the group's options on; NULL: such a game can't be. */
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

/* The pages on the additions of a variant's games, read against one that has all their orders. */
static void check_additions(struct checker *checker, struct variant_library *library,
			    const struct variant *variant)
{
	for (unsigned i = 0; variant != NULL && i < variant->option_count; i++) {
		const char *key = variant->options[i].key;
		const size_t len = group_length(&variant->options[i]);
		char *group = base_strndup(key, len);
		const struct variant *full = len > 0 && !text_has_line(checker->groups.bytes, group)
						     ? with_group(library, variant, key, len)
						     : NULL;

		if (full != NULL) {
			text_addf(&checker->groups, "%s\n", group);
			check_page(checker, group, full);
			check_page(checker, PAGES_RULINGS, full);
		}
		free(group);
	}
}

/* The pages in one language, as who speaks it would quote them. */
static void check_language(struct checker *checker, struct variant_library *library)
{
	char **names = variant_names(library);
	struct reason reason;

	text_clear(&checker->groups);
	if (words_speak(checker->language, &reason) < 0)
		tell(checker, reason.text);
	for (char **name = names; *name != NULL; name++) {
		const struct variant *plain = variant_get(library, *name, NULL, 0, &reason);

		check_page(checker, *name, plain);
		/* The rulings are quoted in games of all kinds. */
		if (plain != NULL && (plain->kind->cards || plain->kind->boards))
			check_page(checker, PAGES_RULINGS, plain);
		check_additions(checker, library, plain);
		free(*name);
	}
	free(names);
	if (words_speak("", &reason) < 0)
		tell(checker, reason.text);
}

size_t pages_check(struct variant_library *library, void (*report)(void *context, const char *line),
		   void *context)
{
	struct checker checker = {.folder = variant_folder(library),
				  .language = "",
				  .report = report,
				  .context = context};
	GDir *dir = g_dir_open(checker.folder, 0, NULL);

	text_init(&checker.groups, 0);
	text_init(&checker.missing, 0);
	check_language(&checker, library);
	while (dir != NULL && (checker.language = g_dir_read_name(dir)) != NULL)
		if (words_is_language(checker.language))
			check_language(&checker, library);
	if (dir != NULL)
		g_dir_close(dir);
	text_done(&checker.groups);
	text_done(&checker.missing);
	return checker.faults;
}
