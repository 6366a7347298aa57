/* SPDX-License-Identifier: MIT */
/* Checks the words after a command's name against its row. */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/util/deffile.h"
#include "core/util/translate.h"
#include "pbem/args/args.h"

size_t args_parse_words(const char *words, struct args_word parsed[ARGS_WORDS])
{
	const char *start;
	size_t len, count = 0;

	while (strbuf_next_word(&words, &start, &len)) {
		struct args_word *word = &parsed[count++];

		assert(count <= ARGS_WORDS && len < sizeof word->name);
		*word = (struct args_word){.may_miss = start[0] == '['};
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

char **args_choices(const char *name)
{
	if (name[0] == '\0' || name[strspn(name, "abcdefghijklmnopqrstuvwxyz-|")] != '\0')
		return NULL;
	return g_strsplit(name, "|", -1);
}

/* Checks that the word is one of the choices, if there are no other possibilities. */
static int check_choice(const struct args_word *word, const char *args, struct reason *reason)
{
	char **choices = args_choices(word->name);
	const char *nearest;
	int result = 0;

	if (choices != NULL && !g_strv_contains((const char *const *)choices, args)) {
		nearest = deffile_nearest(args, (const char *const *)choices);
		if (nearest != NULL)
			reason_set(reason, "expected %s, not '%s'; did you mean '%s'?", word->name,
				   args, nearest);
		else
			reason_set(reason, "expected %s, not '%s'", word->name, args);
		result = reason_set_kind(reason, REASON_USAGE);
	}
	g_strfreev(choices);
	return result;
}

int args_check_words(const struct args *args, struct reason *reason)
{
	const struct args_command *command = args->command;
	struct args_word words[ARGS_WORDS];
	size_t count = args_parse_words(command->words, words), most = count, least = 0;

	while (least < count && !words[least].may_miss)
		least++;
	if (count > 0 && words[count - 1].many)
		most = SIZE_MAX;
	if (args->count < least) {
		if (count > 1)
			reason_set(reason, "expected %s, but %s is missing; see 'pbem %s --help'",
				   command->words, words[args->count].name, command->name);
		else
			reason_set(reason, "expected %s; see 'pbem %s --help'", command->words,
				   command->name);
		return reason_set_kind(reason, REASON_USAGE);
	}
	if (args->count > most)
		return reason_fail_as(reason, REASON_USAGE,
				      "'%s' is one word too many; expected %s", args->words[most],
				      count > 0 ? command->words : translate("none"));
	for (size_t i = 0; i < args->count; i++)
		if (check_choice(&words[i < count ? i : count - 1], args->words[i], reason) != 0)
			return -1;
	return 0;
}
