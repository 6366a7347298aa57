/* SPDX-License-Identifier: MIT */
#include "tests/lib/views.h"
#include "tests/lib/source.h"

void assert_drawn(const char *name, const char *drawn)
{
	char *path = base_printf("%s/tests/boards/%s.txt", source_folder(), name);
	char stored[8000];
	FILE *file;
	size_t len;

	if (getenv("PBEM_GOLDEN") != NULL) {
		file = fopen(path, "w");
		assert_non_null(file);
		fputs(drawn, file);
		fclose(file);
	}
	file = fopen(path, "r");
	if (file == NULL)
		fail_msg("there is no %s", path);
	len = fread(stored, 1, sizeof stored - 1, file);
	stored[len] = '\0';
	fclose(file);
	if (strcmp(stored, drawn) != 0)
		fail_msg("%s isn't what is drawn now:\n%s", path, drawn);
	free(path);
}

void assert_safe(const struct variant *variant, const char *view)
{
	const char *cursor = view, *end = view + strlen(view), *at;
	struct order_list orders;
	size_t len;

	order_list_init(&orders);
	while (strbuf_next_line(&cursor, end, &at, &len)) {
		char *line = base_strndup(at, len), *letter = base_printf("RESIGN\n\n%s\n", line);
		struct reason why;

		if (len > 72 || (len > 0 && line[len - 1] == ' ') || strbuf_starts(line, ">") ||
		    strbuf_starts(line, "From ") || strbuf_starts(line, "-- "))
			fail_msg("\"%s\" can't stand in a letter", line);
		if (order_read(variant, line, 1, &orders, &why) == ACCEPTED)
			fail_msg("\"%s\" reads as an order", line);
		if (order_read_message(variant, letter, &orders, &why) == REFUSED)
			fail_msg("%s", why.text);
		order_list_done(&orders);
		free(letter);
		free(line);
	}
}

void assert_list_safe(const struct variant *variant, struct strbuf *list)
{
	const char *cursor = list->bytes, *end = cursor + list->len, *at;
	struct strbuf barred;
	size_t len;

	strbuf_init(&barred, 0);
	while (strbuf_next_line(&cursor, end, &at, &len) && len > 4)
		strbuf_addf(&barred, "  | %.*s\n", (int)len - 4, at + 4);
	assert_safe(variant, barred.bytes);
	strbuf_done(&barred);
	strbuf_done(list);
}
