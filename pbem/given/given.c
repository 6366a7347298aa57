/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <ctype.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "core/base/deffile.h"
#include "core/phrase/phrase.h"
#include "pbem/given/given.h"

/* What getopt_long returns for an option of ours: above all letters. */
enum { LONG_OPTION = 256 };

const struct given_option given_common[] = {
	{"--site", "DIR", "the site's folder; else PBEM_SITE, else the present folder", 0},
	{"--help", NULL, "show how it is used", 'h'},
	{"--version", NULL, "show which pbem this is", 'V'},
	{NULL, NULL, NULL, 0},
};

/* The options a line may have: of the command, and of all. */
struct known {
	const struct given_option **rows;
	size_t count;
	struct option *longs; /* as getopt_long wants them */
	struct text letters;  /* the same */
};

static void add_known(struct known *known, const struct given_option *rows)
{
	for (; rows != NULL && rows->name != NULL; rows++) {
		size_t at = known->count++;

		known->rows = base_realloc((void *)known->rows, known->count * sizeof *known->rows);
		known->rows[at] = rows;
		if (rows->letter != '\0')
			text_addf(&known->letters, "%c%s", rows->letter,
				  rows->value != NULL ? ":" : "");
	}
}

/* What is in front of the letters has getopt_long hand over words in their place, or end at the
 * first, and tell one that lacks its value from one that is none. */
static void known_init(struct known *known, const struct given_command *command,
		       const struct given_option *common)
{
	*known = (struct known){.count = 0};
	text_init(&known->letters, 0);
	text_add(&known->letters, command->name != NULL ? "-:" : "+:");
	add_known(known, command->options);
	add_known(known, common);
	known->longs = base_zalloc(known->count + 1, sizeof *known->longs);
	for (size_t i = 0; i < known->count; i++)
		known->longs[i] = (struct option){
			.name = known->rows[i]->name + 2,
			.has_arg = known->rows[i]->value != NULL ? required_argument : no_argument,
			.val = LONG_OPTION + (int)i,
		};
}

static void known_done(struct known *known)
{
	text_done(&known->letters);
	free(known->longs);
	free((void *)known->rows);
}

int given_wrong(const struct given_command *command, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "pbem%s%s: ", command->name ? " " : "", command->name ? command->name : "");
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	return command->misuse != 0 ? command->misuse : EX_USAGE;
}

/* The option a value of getopt_long stands for; NULL: none. */
static const struct given_option *option_of(const struct known *known, int value)
{
	if (value >= LONG_OPTION)
		return known->rows[value - LONG_OPTION];
	for (size_t i = 0; value > 0 && i < known->count; i++)
		if (known->rows[i]->letter == value)
			return known->rows[i];
	return NULL;
}

/* How many begin so, where a word may be cut short: their names, parted by `between`. */
static size_t list_begun(const struct known *known, const char *word, size_t len, struct text *out)
{
	size_t count = 0;

	for (size_t i = 0; i < known->count; i++)
		if (strncmp(known->rows[i]->name, word, len) == 0)
			text_addf(out, "%s%s", count++ > 0 ? " or " : "", known->rows[i]->name);
	return count;
}

/* A word that is no option, or the start of several; which was meant. */
static void say_unknown(const struct given_command *command, const struct known *known,
			const char *word, struct reason *reason)
{
	const char *names[known->count + 1], *nearest;
	size_t len = strcspn(word, "="), hyphens = strspn(word, "-");
	struct text begun;
	char *bare;

	text_init(&begun, 0);
	for (size_t i = 0; i < known->count; i++)
		names[i] = known->rows[i]->name + 2;
	names[known->count] = NULL;
	bare = base_strndup(word + hyphens, len - hyphens);
	nearest = deffile_nearest(bare, names);
	if (hyphens == 2 && len > 2 && list_begun(known, word, len, &begun) > 1)
		reason_set(reason, "%.*s may be %s: write more of it", (int)len, word, begun.bytes);
	else if (nearest != NULL)
		reason_set(reason, "unknown option %.*s; did you mean --%s?", (int)len, word,
			   nearest);
	else if (command->name == NULL)
		reason_set(reason,
			   "unknown option %.*s; those of a command stand behind its name, "
			   "and 'pbem help' lists the rest",
			   (int)len, word);
	else
		reason_set(reason, "unknown option %.*s; 'pbem %s --help' lists them", (int)len,
			   word, command->name);
	free(bare);
	text_done(&begun);
}

/* What getopt_long doesn't take: an option that lacks its value, or has one too many, or is none.
 */
static void say_faulty(const struct given_command *command, const struct known *known, int value,
		       const char *word, struct reason *reason)
{
	const struct given_option *option = option_of(known, optopt);

	if (value == ':' && option != NULL)
		reason_set(reason, "expected %s %s: %s", option->name, option->value,
			   phrase(option->help));
	else if (option != NULL && option->value == NULL && optopt >= LONG_OPTION)
		reason_set(reason, "expected %s, without anything behind it", option->name);
	else
		say_unknown(command, known, word, reason);
}

static void take_word(struct given *given, char *word)
{
	given->words[given->count++] = word;
}

/* Reads options and words until there are no more, or the first word of `pbem` itself. */
static int take_all(const struct known *known, int argc, char **argv, struct given *given,
		    struct reason *reason)
{
	int value, at;

	optind = 0; /* from the start, and of another line than before */
	opterr = 0;
	while (at = optind > 0 ? optind : 1,
	       (value = getopt_long(argc, argv, known->letters.bytes, known->longs, NULL)) != -1) {
		const struct given_option *option = option_of(known, value);

		if (value == 1) {
			take_word(given, optarg);
		} else if (option != NULL) {
			given->taken[given->taken_count++] = (struct given_taken){option, optarg};
		} else if (value == '?' && isdigit((unsigned char)argv[at][1])) {
			/* A number below zero is a word, if a wrong one. */
			take_word(given, argv[at]);
			argv += at;
			argc -= at;
			optind = 0;
		} else {
			say_faulty(given->command, known, value, argv[at], reason);
			return reason_is(reason, REASON_ASKED);
		}
	}
	for (at = optind; at < argc; at++)
		take_word(given, argv[at]);
	return 0;
}

int given_read(const struct given_command *command, const struct given_option *common, int argc,
	       char **argv, struct given *given, struct reason *reason)
{
	struct known known;
	int result;

	known_init(&known, command, common);
	*given = (struct given){
		.command = command,
		.words = base_zalloc((size_t)argc + 1, sizeof *given->words),
		.taken = base_zalloc((size_t)argc + 1, sizeof *given->taken),
	};
	result = take_all(&known, argc, argv, given, reason);
	known_done(&known);
	return result;
}

void given_done(struct given *given)
{
	free(given->words);
	free(given->taken);
}

const char *given_next(const struct given *given, const char *option, size_t *at)
{
	while (*at < given->taken_count) {
		const struct given_taken *taken = &given->taken[(*at)++];

		if (strcmp(taken->option->name, option) == 0)
			return taken->value;
	}
	return NULL;
}

bool given_has(const struct given *given, const char *option)
{
	for (size_t i = 0; i < given->taken_count; i++)
		if (strcmp(given->taken[i].option->name, option) == 0)
			return true;
	return false;
}

const char *given_value(const struct given *given, const char *option)
{
	const char *value = NULL, *next;
	size_t at = 0;

	while ((next = given_next(given, option, &at)) != NULL)
		value = next;
	return value;
}

int given_number(const struct given *given, const char *option, long max, long *number_out,
		 struct reason *reason)
{
	const char *value = given_value(given, option);
	long number = value != NULL ? text_number(value, max) : 0;

	if (number < 0)
		return reason_fail_as(reason, REASON_ASKED, "%s '%s': expected a number up to %ld",
				      option, value, max);
	if (value != NULL)
		*number_out = number;
	return 0;
}
