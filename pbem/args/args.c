/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <ctype.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include <glib.h>

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

/* ---- the words after a command's name ---- */

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

/* Returns the choices of a name that is a choice of literal words; the caller frees them with
 * g_strfreev. NULL: it is no choice. */
static char **list_choices(const char *name)
{
	if (name[0] == '\0' || name[strspn(name, "abcdefghijklmnopqrstuvwxyz-|")] != '\0')
		return NULL;
	return g_strsplit(name, "|", -1);
}

/* Checks that the word is one of the choices, if there are no other possibilities. */
static int check_choice(const struct args_word *word, const char *args, struct reason *reason)
{
	char **choices = list_choices(word->name);
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

/* ---- help ---- */

static const char *const groups[] = {
	[ARGS_SETUP] = "Setting up",
	[ARGS_GAMES] = "Games",
	[ARGS_MODERATOR] = "Actions of the moderator in a game",
	[ARGS_LETTERS] = "Letters",
	[ARGS_RULES] = "Looking at the rules",
	[ARGS_HELP] = "This program",
};

/* The greatest width of a column before its lines are broken. */
enum { COLUMN = 24 };

static size_t option_width(const struct args_option *option)
{
	return strlen(option->name) + (option->value != NULL ? 1 + strlen(option->value) : 0) +
	       (option->letter != '\0' ? 4 : 0);
}

static void append_option_help(const struct args_option *option, size_t column, struct strbuf *out)
{
	size_t width = option_width(option);

	strbuf_add(out, "  ");
	if (option->letter != '\0')
		strbuf_addf(out, "-%c, ", option->letter);
	strbuf_addf(out, "%s%s%s", option->name, option->value != NULL ? " " : "",
		    option->value != NULL ? option->value : "");
	if (width > column)
		strbuf_addf(out, "\n  %*s  %s\n", (int)column, "", option->help);
	else
		strbuf_addf(out, "%*s  %s\n", (int)(column - width), "", option->help);
}

static void append_options_help(const struct args_option *options, struct strbuf *out)
{
	size_t column = 0;

	for (const struct args_option *option = options; option->name != NULL; option++)
		if (option_width(option) > column && option_width(option) <= COLUMN)
			column = option_width(option);
	for (; options->name != NULL; options++)
		append_option_help(options, column, out);
}

void args_append_overview(const struct args_command *commands, struct strbuf *out)
{
	size_t column = 0;

	strbuf_add(out, "usage: pbem [--site DIR] COMMAND [OPTION]... [WORD]...\n");
	for (const struct args_command *row = commands; row->name != NULL; row++)
		if (strlen(row->name) > column)
			column = strlen(row->name);
	for (size_t group = 0; group < ARRAY_LEN(groups); group++) {
		strbuf_addf(out, "\n%s:\n", groups[group]);
		for (const struct args_command *row = commands; row->name != NULL; row++)
			if (row->group == group)
				strbuf_addf(out, "  %-*s  %s\n", (int)column, row->name, row->help);
	}
	strbuf_add(out, "\nOptions of all commands:\n");
	append_options_help(args_common, out);
	strbuf_add(out, "\n'pbem COMMAND --help' shows how to use a command; pbem(1) is the full "
			"manual.\n");
}

void args_append_help(const struct args_command *command, struct strbuf *out)
{
	strbuf_addf(out, "usage: pbem %s%s%s%s\n%s\n", command->name,
		    command->options != NULL ? " [OPTION]..." : "", *command->words ? " " : "",
		    command->words, command->help);
	if (command->options != NULL) {
		strbuf_add(out, "\nOptions:\n");
		append_options_help(command->options, out);
	}
	strbuf_addf(out, "\nExample: pbem %s\n", command->example);
	strbuf_add(out, "'pbem help' lists the options of all commands, such as --site DIR.\n");
}

const struct args_command *args_find(const struct args_command *commands, const char *name)
{
	for (; commands->name != NULL; commands++)
		if (strcmp(commands->name, name) == 0)
			return commands;
	return NULL;
}

void args_unknown(const struct args_command *commands, const char *name, struct reason *reason)
{
	size_t count = 0;
	const char *nearest;

	while (commands[count].name != NULL)
		count++;

	const char *names[count + 1];

	for (size_t i = 0; i <= count; i++)
		names[i] = commands[i].name;
	nearest = deffile_nearest(name, names);
	if (nearest != NULL)
		reason_set(reason, "unknown command '%s'; did you mean '%s'?", name, nearest);
	else
		reason_set(reason, "unknown command '%s'; 'pbem help' lists all commands", name);
	(void)reason_set_kind(reason, REASON_USAGE);
}

/* ---- completion ---- */

/* The state after reading the words before the last one. */
struct completion {
	const struct args_command *commands;
	struct args_point point;
	const struct args_option *pending; /* the option whose value is the next word */
	bool ended;			   /* `--` was read: no more options */
};

static const struct args_option *find_among(const struct args_option *options, const char *name,
					    size_t len)
{
	for (; options != NULL && options->name != NULL; options++)
		if (strlen(options->name) == len && strncmp(options->name, name, len) == 0)
			return options;
	return NULL;
}

static const struct args_option *find_option(const struct completion *state, const char *word)
{
	const struct args_command *command = state->point.command;
	size_t len = strcspn(word, "=");
	const struct args_option *found =
		command != NULL ? find_among(command->options, word, len) : NULL;

	return found != NULL ? found : find_among(args_common, word, len);
}

static void note_value(struct completion *state, const struct args_option *option,
		       const char *value)
{
	if (strcmp(option->name, "--site") == 0)
		state->point.site = value;
}

static void read_word(struct completion *state, char *word)
{
	if (state->pending != NULL) {
		note_value(state, state->pending, word);
		state->pending = NULL;
	} else if (!state->ended && strcmp(word, "--") == 0) {
		state->ended = true;
	} else if (!state->ended && word[0] == '-') {
		const struct args_option *option = find_option(state, word);
		const char *equals = strchr(word, '=');

		if (option != NULL && option->value != NULL && equals != NULL)
			note_value(state, option, equals + 1);
		else if (option != NULL && option->value != NULL)
			state->pending = option;
	} else if (state->point.command == NULL) {
		state->point.command = args_find(state->commands, word);
		/* After an unknown command nothing can be offered. */
		state->commands = state->point.command != NULL ? state->commands : NULL;
	} else {
		state->point.words[state->point.count++] = word;
	}
}

void args_offer(const struct args_point *point, const char *word, const char *help,
		struct strbuf *out)
{
	if (strbuf_starts(word, point->begun))
		strbuf_addf(out, "%s%s\t%s\n", point->in_front, word, help);
}

static void offer_options(const struct completion *state, const struct args_option *options,
			  struct strbuf *out)
{
	for (; options != NULL && options->name != NULL; options++)
		args_offer(&state->point, options->name, options->help, out);
}

/* Offers the words for a name: choices, commands, files, or words that only the caller knows. */
static void offer_kinds(const struct completion *state, const char *name,
			void (*offer)(const struct args_point *point, const char *kind,
				      struct strbuf *out),
			struct strbuf *out)
{
	char **choices = list_choices(name), **kinds = g_strsplit(name, "|", -1);

	for (char **choice = choices; choice != NULL && *choice != NULL; choice++)
		args_offer(&state->point, *choice, "", out);
	for (char **kind = kinds; choices == NULL && *kind != NULL; kind++) {
		if (strcmp(*kind, "FILE") == 0)
			strbuf_add(out, ":file\n");
		else if (strcmp(*kind, "DIR") == 0)
			strbuf_add(out, ":dir\n");
		else if (strcmp(*kind, "COMMAND") == 0)
			for (const struct args_command *row = state->commands; row->name; row++)
				args_offer(&state->point, row->name, row->help, out);
		else
			offer(&state->point, *kind, out);
	}
	g_strfreev(kinds);
	g_strfreev(choices);
}

/* Offers the next word by the name in its place; nothing if the row has no more words. */
static void offer_word(const struct completion *state,
		       void (*offer)(const struct args_point *point, const char *kind,
				     struct strbuf *out),
		       struct strbuf *out)
{
	struct args_word words[ARGS_WORDS];
	size_t count = args_parse_words(state->point.command->words, words),
	       at = state->point.count;

	if (at >= count && count > 0 && words[count - 1].many)
		at = count - 1;
	if (at < count)
		offer_kinds(state, words[at].name, offer, out);
}

void args_complete(const struct args_command *commands, char **words, size_t count,
		   void (*offer)(const struct args_point *point, const char *kind,
				 struct strbuf *out),
		   struct strbuf *out)
{
	struct completion state = {.commands = commands};
	const char *last = count > 0 ? words[count - 1] : "", *equals = strchr(last, '=');
	const struct args_option *option;
	char *in_front = NULL;

	state.point.words = base_zalloc(count + 1, sizeof *state.point.words);
	for (size_t i = 0; i + 1 < count; i++)
		read_word(&state, words[i]);
	state.point.begun = last;
	state.point.in_front = "";
	option = !state.ended && last[0] == '-' ? find_option(&state, last) : NULL;
	if (state.pending != NULL) {
		offer_kinds(&state, state.pending->value, offer, out);
	} else if (option != NULL && option->value != NULL && equals != NULL) {
		in_front = base_strndup(last, (size_t)(equals + 1 - last));
		state.point.in_front = in_front;
		state.point.begun = equals + 1;
		offer_kinds(&state, option->value, offer, out);
	} else if (!state.ended && last[0] == '-') {
		if (state.point.command != NULL)
			offer_options(&state, state.point.command->options, out);
		offer_options(&state, args_common, out);
	} else if (state.point.command != NULL) {
		offer_word(&state, offer, out);
	} else if (state.commands != NULL) {
		offer_kinds(&state, "COMMAND", offer, out);
	}
	free(in_front);
	free(state.point.words);
}
