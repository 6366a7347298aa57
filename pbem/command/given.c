/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "pbem/command/given.h"

int given_wrong(const struct given *given, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "pbem %s: ", given->command);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	return ANALYSE_WRONG_USE;
}

int given_input_end(const struct given *given, FILE *input, int result)
{
	if (!ferror(input))
		return result;
	return given_wrong(given, "standard input can't be read to its end: %s", strerror(errno));
}

int given_option(struct given *given, const char *text)
{
	struct option *option = &given->options[given->option_count];
	const char *equals = strchr(text, '=');
	size_t len = equals ? (size_t)(equals - text) : 0;

	if (len == 0 || len > NAME_MAX_LEN || strlen(equals + 1) > OPTION_VALUE_MAX ||
	    given->option_count == MAX_GIVEN)
		return given_wrong(given, "--option %s: expected KEY=VALUE, at most %d times", text,
				   MAX_GIVEN);
	memcpy(option->key, text, len);
	option->key[len] = '\0';
	strcpy(option->value, equals + 1);
	for (size_t i = 0; i < given->option_count; i++)
		if (strcmp(given->options[i].key, option->key) == 0)
			return given_wrong(given, "--option %s is given twice", option->key);
	given->option_count++;
	return ANALYSE_DONE;
}

/* Takes one option: "--fen TEXT" or "--fen=TEXT". Returns how many words it was, 0 if unknown. */
static int take_flag(struct given *given, const struct flag *flag, char **argv, int *result)
{
	size_t len = strlen(flag->name);
	const char *value = NULL;

	if (strncmp(argv[0], flag->name, len) != 0 || (argv[0][len] != '\0' && argv[0][len] != '='))
		return 0;
	if (argv[0][len] == '=')
		value = argv[0] + len + 1;
	else if (flag->value != NULL)
		value = argv[1];
	if ((value != NULL) != (flag->value != NULL)) {
		*result = given_wrong(given, "expected %s%s%s", flag->name, flag->value ? " " : "",
				      flag->value ? flag->value : ", without anything behind it");
		return 1;
	}
	*result = flag->take(given, value);
	return argv[0][len] == '=' || flag->value == NULL ? 1 : 2;
}

int given_read(struct given *given, char **argv, size_t words, const struct flag *flags)
{
	*given = (struct given){.command = *argv++};
	while (*argv != NULL) {
		const struct flag *flag = flags;
		int used = 0, result = ANALYSE_DONE;

		while (flag->name != NULL && (used = take_flag(given, flag, argv, &result)) == 0)
			flag++;
		if (result != ANALYSE_DONE)
			return result;
		if (used == 0 && argv[0][0] == '-' && argv[0][1] == '-')
			return given_wrong(given, "unknown option %s", argv[0]);
		if (used == 0 && given->word_count == words)
			return given_wrong(given, "'%s' is one word too many", argv[0]);
		if (used == 0)
			given->words[given->word_count++] = argv[0];
		argv += used ? used : 1;
	}
	if (given->word_count < words)
		return given_wrong(given, "expected VARIANT%s%s", words > 1 ? " DEPTH" : "",
				   " (see pbem help)");
	return ANALYSE_DONE;
}

int given_variant(const struct given *given, struct variant_library *library,
		  const struct variant **variant_out)
{
	struct reason reason;

	*variant_out =
		variant_get(library, given->words[0], given->options, given->option_count, &reason);
	return *variant_out == NULL ? given_wrong(given, "%s", reason.text) : ANALYSE_DONE;
}
