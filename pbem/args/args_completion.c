/* SPDX-License-Identifier: MIT */
/* Completes command lines by the commands' rows. */
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "pbem/args/args.h"

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
	char **choices = args_choices(name), **kinds = g_strsplit(name, "|", -1);

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
