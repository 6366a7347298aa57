/* SPDX-License-Identifier: MIT */
/* The values of letters: the table of letters, what makes them, and the page that tells of them
 * have the same names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <glib.h>

#include "pbem/compose/template_catalog.h"
#include "pbem/gametype/mail_gametypes.h"
#include "pbem/mail/draft.h"
#include "tests/lib/source.h"

/* Letters that are no seat's, or of a game that can't be read: their values come by another way. */
static bool is_drafted(const char *letter)
{
	static const char *const others[] = {
		"damaged", "moderator-report", "test",	  "join",   "joined",  "rematch",
		"notice",  "unjoined",	       "command", "digest", "watcher", "watcher-told"};

	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		if (strcmp(letter, others[i]) == 0)
			return false;
	return true;
}

static bool is_in(const struct mail_value *values, const char *name)
{
	for (; values != NULL && values->name != NULL; values++)
		if (strcmp(values->name, name) == 0)
			return true;
	return false;
}

static bool is_made(const char *name)
{
	return is_in(draft_values, name) || is_in(mail_standard.values, name) ||
	       is_in(mail_ring.values, name) || is_in(mail_cards.values, name);
}

static bool is_offered(const char *name)
{
	size_t count;
	const struct template_names *letters = template_catalog_table(&count);

	for (size_t i = 0; i < count; i++)
		for (const char *const *at = letters[i].names; *at != NULL; at++)
			if (strcmp(*at, name) == 0)
				return true;
	return false;
}

static void every_value_of_a_letter_is_made(void **state)
{
	size_t count;
	const struct template_names *letters = template_catalog_table(&count);

	(void)state;
	for (size_t i = 0; i < count; i++)
		for (const char *const *at = letters[i].names; *at != NULL; at++)
			if (is_drafted(letters[i].template) && !is_made(*at))
				fail_msg("%s: nothing makes {%s}", letters[i].template, *at);
}

static void assert_offered(const struct mail_value *values)
{
	for (; values != NULL && values->name != NULL; values++)
		if (!is_offered(values->name))
			fail_msg("no letter offers {%s}", values->name);
}

static void every_value_made_is_offered(void **state)
{
	(void)state;
	assert_offered(draft_values);
	assert_offered(mail_standard.values);
	assert_offered(mail_ring.values);
	assert_offered(mail_cards.values);
}

static void a_letter_has_each_value_once_and_room_for_all(void **state)
{
	size_t count;
	const struct template_names *letters = template_catalog_table(&count);

	(void)state;
	for (size_t i = 0; i < count; i++) {
		const char *const *names = letters[i].names;
		size_t many = 0;

		for (; names[many] != NULL; many++)
			for (size_t k = 0; k < many; k++)
				if (strcmp(names[k], names[many]) == 0)
					fail_msg("%s: {%s} twice", letters[i].template, names[k]);
		assert_in_range(many, 1, DRAFT_VALUES);
	}
}

static void the_page_tells_of_every_value_once(void **state)
{
	char *path = source_path("pbem/compose/pbem-template.5"), *page;
	GHashTable *told = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	size_t count;
	const struct template_names *letters = template_catalog_table(&count);
	char **lines;

	(void)state;
	assert_true(g_file_get_contents(path, &page, NULL, NULL));
	lines = g_strsplit(strstr(page, ".Sh VALUES"), "\n", 0);
	for (char **line = lines; *line != NULL; line++) {
		const char *name = *line + strlen(".It Brq ");

		if (!g_str_has_prefix(*line, ".It Brq "))
			continue;
		if (!g_hash_table_add(told, g_strdup(name)))
			fail_msg("{%s} is told of twice", name);
		if (!is_offered(name))
			fail_msg("no letter offers {%s}, which the page tells of", name);
	}
	for (size_t i = 0; i < count; i++)
		for (const char *const *at = letters[i].names; *at != NULL; at++)
			if (!g_hash_table_contains(told, *at))
				fail_msg("pbem-template(5) doesn't tell of {%s}", *at);
	g_hash_table_destroy(told);
	g_strfreev(lines);
	g_free(page);
	g_free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_value_of_a_letter_is_made),
		cmocka_unit_test(every_value_made_is_offered),
		cmocka_unit_test(a_letter_has_each_value_once_and_room_for_all),
		cmocka_unit_test(the_page_tells_of_every_value_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
