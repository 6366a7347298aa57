/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/order/order.h"
#include "core/base/text.h"
#include "pbem/site/files.h"
#include "core/variant/variant_data.h"
#include "pbem/mailing/pages.h"

enum { PAGE_MAX = 1 << 16, PAGE_COLUMNS = 72 };

static const char include_word[] = "include ", rulings_word[] = PAGES_RULINGS " ";

static int read_page(const char *folder, const char *name, bool inner, struct text *out,
		     struct reason *reason)
{
	char *path = base_printf("%s/%s.txt", folder, name);
	const char *cursor, *line;
	struct text page;
	size_t len;
	bool there;
	int result;

	text_init(&page, PAGE_MAX);
	result = files_read_if_there(path, &page, &there, reason);
	if (result == 0 && !there) {
		reason_set(reason, "%s: the page that tells players the rules is missing", path);
		result = -1;
	}
	cursor = page.bytes;
	while (result == 0 && text_next_line(&cursor, page.bytes + page.len, &line, &len)) {
		if (!inner && text_starts(line, include_word)) {
			char *other = base_strndup(line + strlen(include_word),
						   len - strlen(include_word));

			result = read_page(folder, other, true, out, reason);
			free(other);
		} else {
			text_add_bytes(out, line, len);
			text_add_char(out, '\n');
		}
	}
	text_done(&page);
	free(path);
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

/*
 * Of the page of rulings the groups whose heading holds the word, and of the others what has it in
 * its name. Headings stand in the first column and begin with a capital letter, names with a small
 * one.
 */
static void add_rulings(const char *page, const char *word, struct text *out)
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
			taken = group || holds(line, len, word);
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

static int read_rulings(const char *folder, const char *word, struct text *out,
			struct reason *reason)
{
	struct text page;
	int result;

	text_init(&page, PAGE_MAX);
	result = read_page(folder, PAGES_RULINGS, false, &page, reason);
	if (result == 0)
		add_rulings(page.bytes, word, out);
	text_done(&page);
	if (result == 0 && out->len == 0) {
		reason_set(reason, "no ruling, nor a part of them, is called so");
		result = -1;
	}
	return result;
}

int pages_read(const char *folder, const char *name, struct text *out, struct reason *reason)
{
	if (text_starts(name, rulings_word))
		return read_rulings(folder, name + strlen(rulings_word), out, reason);
	/* The name comes from a letter. */
	if (*name == '\0' ||
	    strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(name)) {
		reason_set(reason, "no page has a name like that");
		return -1;
	}
	return read_page(folder, name, false, out, reason);
}

/* What is wrong with a line; the caller frees it. NULL: nothing. */
static char *find_fault(const struct variant *variant, const char *line)
{
	char *letter = base_printf("MOVE e2-e4\n\n%s\n", line), *fault = NULL;
	struct order_list orders;
	struct reason why;

	order_list_init(&orders);
	if (strlen(line) > PAGE_COLUMNS)
		fault = base_printf("wider than %d columns", PAGE_COLUMNS);
	else if (order_read(variant, line, 1, &orders, &why) == ACCEPTED)
		fault = base_strdup("reads as an order");
	else if (order_read_letter(variant, letter, &orders, &why) == REFUSED)
		fault = base_printf("would break a letter that quotes it: %s", why.text);
	order_list_done(&orders);
	free(letter);
	return fault;
}

/* A page, as it would be quoted in a letter of that variant; NULL: its definition is faulty, which
 * others tell. */
static size_t check_page(const char *folder, const char *name, const struct variant *variant,
			 void (*report)(void *context, const char *line), void *context)
{
	const char *cursor, *at;
	size_t faults = 0, len;
	struct reason reason;
	struct text page;

	text_init(&page, 0);
	if (variant != NULL && pages_read(folder, name, &page, &reason) < 0) {
		report(context, reason.text);
		faults++;
	}
	cursor = page.bytes;
	while (variant != NULL && text_next_line(&cursor, page.bytes + page.len, &at, &len)) {
		char *line = base_strndup(at, len), *fault = find_fault(variant, line);

		if (fault != NULL) {
			char *told =
				base_printf("%s/%s.txt: \"%s\": %s", folder, name, line, fault);

			report(context, told);
			free(told);
			faults++;
		}
		free(fault);
		free(line);
	}
	text_done(&page);
	return faults;
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

/* The pages on the additions of a variant's games, read against one that has all their orders;
 * those in `done`, a line each, have been. */
static size_t check_additions(struct variant_library *library, const struct variant *variant,
			      struct text *done, void (*report)(void *context, const char *line),
			      void *context)
{
	const char *folder = variant_folder(library);
	size_t faults = 0;

	for (unsigned i = 0; variant != NULL && i < variant->option_count; i++) {
		const char *key = variant->options[i].key;
		const size_t len = group_length(&variant->options[i]);
		char *group = base_strndup(key, len), *line = base_printf("%s\n", group);
		const struct variant *full = len > 0 && strstr(done->bytes, line) == NULL
						     ? with_group(library, variant, key, len)
						     : NULL;

		if (full != NULL) {
			text_add(done, line);
			faults += check_page(folder, group, full, report, context) +
				  check_page(folder, PAGES_RULINGS, full, report, context);
		}
		free(line);
		free(group);
	}
	return faults;
}

size_t pages_check(struct variant_library *library, void (*report)(void *context, const char *line),
		   void *context)
{
	const char *folder = variant_folder(library);
	char **names = variant_names(library);
	struct reason reason;
	struct text done;
	size_t faults = 0;

	text_init(&done, 0);
	for (char **name = names; *name != NULL; name++) {
		const struct variant *plain = variant_get(library, *name, NULL, 0, &reason);

		faults += check_page(folder, *name, plain, report, context);
		/* The rulings are quoted in games of all kinds. */
		if (plain != NULL && (plain->kind->cards || plain->kind->boards))
			faults += check_page(folder, PAGES_RULINGS, plain, report, context);
		faults += check_additions(library, plain, &done, report, context);
		free(*name);
	}
	text_done(&done);
	free(names);
	return faults;
}
