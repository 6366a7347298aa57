/* SPDX-License-Identifier: MIT */
/* The words behind a command's name, as its row has them. */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/base/deffile.h"
#include "core/phrase/phrase.h"
#include "pbem/given/given.h"

size_t given_parse_words(const char *words, struct given_word parsed[GIVEN_WORDS])
{
	const char *start;
	size_t len, count = 0;

	while (text_next_word(&words, &start, &len)) {
		struct given_word *word = &parsed[count++];

		assert(count <= GIVEN_WORDS && len < sizeof word->name);
		*word = (struct given_word){.may_miss = start[0] == '['};
		if (len > 3 && strncmp(start + len - 3, "...", 3) == 0) {
			word->many = true;
			len -= 3;
		}
		if (word->may_miss) {
			start++;
			len -= 2;
		}
		memcpy(word->name, start, len);
	}
	return count;
}

char **given_choices(const char *name)
{
	if (name[0] == '\0' || name[strspn(name, "abcdefghijklmnopqrstuvwxyz-|")] != '\0')
		return NULL;
	return g_strsplit(name, "|", -1);
}

/* Whether it is one of the choices, where only they will do. */
static int check_choice(const struct given_word *word, const char *given, struct reason *reason)
{
	char **choices = given_choices(word->name);
	const char *nearest;
	int result = 0;

	if (choices != NULL && !g_strv_contains((const char *const *)choices, given)) {
		nearest = deffile_nearest(given, (const char *const *)choices);
		if (nearest != NULL)
			reason_set(reason, "expected %s, not '%s'; did you mean '%s'?", word->name,
				   given, nearest);
		else
			reason_set(reason, "expected %s, not '%s'", word->name, given);
		result = reason_is(reason, REASON_ASKED);
	}
	g_strfreev(choices);
	return result;
}

int given_check_words(const struct given *given, struct reason *reason)
{
	const struct given_command *command = given->command;
	struct given_word words[GIVEN_WORDS];
	size_t count = given_parse_words(command->words, words), most = count, least = 0;

	while (least < count && !words[least].may_miss)
		least++;
	if (count > 0 && words[count - 1].many)
		most = SIZE_MAX;
	if (given->count < least) {
		if (count > 1)
			reason_set(reason,
				   "expected %s, and %s is missing; 'pbem %s --help' tells more",
				   command->words, words[given->count].name, command->name);
		else
			reason_set(reason, "expected %s; 'pbem %s --help' tells more",
				   command->words, command->name);
		return reason_is(reason, REASON_ASKED);
	}
	if (given->count > most)
		return reason_fail_as(reason, REASON_ASKED,
				      "'%s' is one word too many; expected %s", given->words[most],
				      count > 0 ? command->words : phrase("none"));
	for (size_t i = 0; i < given->count; i++)
		if (check_choice(&words[i < count ? i : count - 1], given->words[i], reason) != 0)
			return -1;
	return 0;
}
