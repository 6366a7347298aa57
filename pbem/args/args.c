/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <ctype.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "core/util/deffile.h"
#include "core/util/translate.h"
#include "pbem/args/args.h"

/* The value that getopt_long returns for our first option, greater than all letters. */
enum { LONG_OPTION = 256 };

const struct args_option args_common[] = {
	{"--site", "DIR", "the site's folder; by default PBEM_SITE or the current folder", 0},
	{"--help", NULL, "show how to use the command", 'h'},
	{"--version", NULL, "show the version of pbem", 'V'},
	{NULL, NULL, NULL, 0},
};

/* The options that a line may have: the command's, and those of all commands. */
struct known {
	const struct args_option **rows;
	size_t count;
	struct option *longs;  /* in the form that getopt_long needs */
	struct strbuf letters; /* the short options, in that form */
};

static void add_known(struct known *known, const struct args_option *rows)
{
	for (; rows != NULL && rows->name != NULL; rows++) {
		size_t at = known->count++;

		known->rows = base_realloc((void *)known->rows, known->count * sizeof *known->rows);
		known->rows[at] = rows;
		if (rows->letter != '\0')
			strbuf_addf(&known->letters, "%c%s", rows->letter,
				    rows->value != NULL ? ":" : "");
	}
}

/* Fills in the options. The characters before the letters make getopt_long return words in their
 * place, or stop at the first word, and distinguish an option without its value from an unknown
 * one. */
static void known_init(struct known *known, const struct args_command *command,
		       const struct args_option *common)
{
	*known = (struct known){.count = 0};
	strbuf_init(&known->letters, 0);
	strbuf_add(&known->letters, command->name != NULL ? "-:" : "+:");
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
	strbuf_done(&known->letters);
	free(known->longs);
	free((void *)known->rows);
}

int args_wrong(const struct args_command *command, const char *format, ...)
{
	va_list values;

	fprintf(stderr, "pbem%s%s: ", command->name ? " " : "", command->name ? command->name : "");
	va_start(values, format);
	vfprintf(stderr, format, values);
	va_end(values);
	fputc('\n', stderr);
	return command->misuse != 0 ? command->misuse : EX_USAGE;
}

/* Returns the option for a value of getopt_long; NULL: none. */
static const struct args_option *option_of(const struct known *known, int value)
{
	if (value >= LONG_OPTION)
		return known->rows[value - LONG_OPTION];
	for (size_t i = 0; value > 0 && i < known->count; i++)
		if (known->rows[i]->letter == value)
			return known->rows[i];
	return NULL;
}

/* Counts the options that begin with the word, if words may be cut short, and lists their names,
 * separated by `between`. */
static size_t list_options_by_prefix(const struct known *known, const char *word, size_t len,
				     struct strbuf *out)
{
	size_t count = 0;

	for (size_t i = 0; i < known->count; i++)
		if (strncmp(known->rows[i]->name, word, len) == 0)
			strbuf_addf(out, "%s%s", count++ > 0 ? " or " : "", known->rows[i]->name);
	return count;
}

/* Reports a word that is no option, or the start of several, and suggests options. */
static void report_unknown_option(const struct args_command *command, const struct known *known,
				  const char *word, struct reason *reason)
{
	const char *names[known->count + 1], *nearest;
	size_t len = strcspn(word, "="), hyphens = strspn(word, "-");
	struct strbuf begun;
	char *bare;

	strbuf_init(&begun, 0);
	for (size_t i = 0; i < known->count; i++)
		names[i] = known->rows[i]->name + 2;
	names[known->count] = NULL;
	bare = base_strndup(word + hyphens, len - hyphens);
	nearest = deffile_nearest(bare, names);
	if (hyphens == 2 && len > 2 && list_options_by_prefix(known, word, len, &begun) > 1)
		reason_set(reason, "%.*s may mean %s; write more letters of the option", (int)len,
			   word, begun.bytes);
	else if (nearest != NULL)
		reason_set(reason, "unknown option %.*s; did you mean --%s?", (int)len, word,
			   nearest);
	else if (command->name == NULL)
		reason_set(reason,
			   "unknown option %.*s; write options of a command after the command's "
			   "name; 'pbem help' lists all other options",
			   (int)len, word);
	else
		reason_set(reason, "unknown option %.*s; 'pbem %s --help' lists them", (int)len,
			   word, command->name);
	free(bare);
	strbuf_done(&begun);
}

/* Reports what getopt_long doesn't accept: an option without its value or with one too many, or an
 * unknown one. */
static void report_invalid_option(const struct args_command *command, const struct known *known,
				  int value, const char *word, struct reason *reason)
{
	const struct args_option *option = option_of(known, optopt);

	if (value == ':' && option != NULL)
		reason_set(reason, "expected %s %s: %s", option->name, option->value,
			   translate(option->help));
	else if (option != NULL && option->value == NULL && optopt >= LONG_OPTION)
		reason_set(reason, "expected only %s, without a value", option->name);
	else
		report_unknown_option(command, known, word, reason);
}

static void add_word(struct args *args, char *word)
{
	args->words[args->count++] = word;
}

/* Reads options and words until there are no more; for `pbem` itself until the first word. */
static int parse_options(const struct known *known, int argc, char **argv, struct args *args,
			 struct reason *reason)
{
	int value, at;

	optind = 0; /* resets getopt for a new line */
	opterr = 0;
	while (at = optind > 0 ? optind : 1,
	       (value = getopt_long(argc, argv, known->letters.bytes, known->longs, NULL)) != -1) {
		const struct args_option *option = option_of(known, value);

		if (value == 1) {
			add_word(args, optarg);
		} else if (option != NULL) {
			args->taken[args->taken_count++] = (struct args_taken){option, optarg};
		} else if (value == '?' && isdigit((unsigned char)argv[at][1])) {
			/* A negative number is a word, though a wrong one. */
			add_word(args, argv[at]);
			argv += at;
			argc -= at;
			optind = 0;
		} else {
			report_invalid_option(args->command, known, value, argv[at], reason);
			return reason_set_kind(reason, REASON_USAGE);
		}
	}
	for (at = optind; at < argc; at++)
		add_word(args, argv[at]);
	return 0;
}

int args_read(const struct args_command *command, const struct args_option *common, int argc,
	      char **argv, struct args *args, struct reason *reason)
{
	struct known known;
	int result;

	known_init(&known, command, common);
	*args = (struct args){
		.command = command,
		.words = base_zalloc((size_t)argc + 1, sizeof *args->words),
		.taken = base_zalloc((size_t)argc + 1, sizeof *args->taken),
	};
	result = parse_options(&known, argc, argv, args, reason);
	known_done(&known);
	return result;
}

void args_done(struct args *args)
{
	free(args->words);
	free(args->taken);
}

const char *args_next(const struct args *args, const char *option, size_t *at)
{
	while (*at < args->taken_count) {
		const struct args_taken *taken = &args->taken[(*at)++];

		if (strcmp(taken->option->name, option) == 0)
			return taken->value;
	}
	return NULL;
}

bool args_has(const struct args *args, const char *option)
{
	for (size_t i = 0; i < args->taken_count; i++)
		if (strcmp(args->taken[i].option->name, option) == 0)
			return true;
	return false;
}

const char *args_value(const struct args *args, const char *option)
{
	const char *value = NULL, *next;
	size_t at = 0;

	while ((next = args_next(args, option, &at)) != NULL)
		value = next;
	return value;
}

int args_number(const struct args *args, const char *option, int32_t max, long *number_out,
		struct reason *reason)
{
	const char *value = args_value(args, option);
	long number = value != NULL ? strbuf_number(value, max) : 0;

	if (number < 0)
		return reason_fail_as(reason, REASON_USAGE, "%s '%s': expected a number up to %d",
				      option, value, (int)max);
	if (value != NULL)
		*number_out = number;
	return 0;
}
