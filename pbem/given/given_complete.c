/* SPDX-License-Identifier: MIT */
/* What may stand next on a command line, by the rows. */
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "pbem/given/given.h"

/* What the words before the last one come to. */
struct walk {
	const struct given_command *commands;
	struct given_point point;
	const struct given_option *pending; /* takes the next word */
	bool ended;			    /* `--` stood there: no more options */
};

static const struct given_option *find_among(const struct given_option *options, const char *name,
					     size_t len)
{
	for (; options != NULL && options->name != NULL; options++)
		if (strlen(options->name) == len && strncmp(options->name, name, len) == 0)
			return options;
	return NULL;
}

static const struct given_option *find_option(const struct walk *walk, const char *word)
{
	const struct given_command *command = walk->point.command;
	size_t len = strcspn(word, "=");
	const struct given_option *found =
		command != NULL ? find_among(command->options, word, len) : NULL;

	return found != NULL ? found : find_among(given_common, word, len);
}

static void note_value(struct walk *walk, const struct given_option *option, const char *value)
{
	if (strcmp(option->name, "--site") == 0)
		walk->point.site = value;
}

static void pass(struct walk *walk, char *word)
{
	if (walk->pending != NULL) {
		note_value(walk, walk->pending, word);
		walk->pending = NULL;
	} else if (!walk->ended && strcmp(word, "--") == 0) {
		walk->ended = true;
	} else if (!walk->ended && word[0] == '-') {
		const struct given_option *option = find_option(walk, word);
		const char *equals = strchr(word, '=');

		if (option != NULL && option->value != NULL && equals != NULL)
			note_value(walk, option, equals + 1);
		else if (option != NULL && option->value != NULL)
			walk->pending = option;
	} else if (walk->point.command == NULL) {
		walk->point.command = given_find(walk->commands, word);
		/* Behind an unknown one nobody knows what stands. */
		walk->commands = walk->point.command != NULL ? walk->commands : NULL;
	} else {
		walk->point.words[walk->point.count++] = word;
	}
}

void given_offer(const struct given_point *point, const char *word, const char *help,
		 struct text *out)
{
	if (text_starts(word, point->begun))
		text_addf(out, "%s%s\t%s\n", point->in_front, word, help);
}

static void offer_options(const struct walk *walk, const struct given_option *options,
			  struct text *out)
{
	for (; options != NULL && options->name != NULL; options++)
		given_offer(&walk->point, options->name, options->help, out);
}

/* Whatever the name stands for: choices, commands, files, or what only the caller knows. */
static void offer_kinds(const struct walk *walk, const char *name,
			void (*offer)(const struct given_point *point, const char *kind,
				      struct text *out),
			struct text *out)
{
	char **choices = given_choices(name), **kinds = g_strsplit(name, "|", -1);

	for (char **choice = choices; choice != NULL && *choice != NULL; choice++)
		given_offer(&walk->point, *choice, "", out);
	for (char **kind = kinds; choices == NULL && *kind != NULL; kind++) {
		if (strcmp(*kind, "FILE") == 0)
			text_add(out, ":file\n");
		else if (strcmp(*kind, "DIR") == 0)
			text_add(out, ":dir\n");
		else if (strcmp(*kind, "COMMAND") == 0)
			for (const struct given_command *row = walk->commands; row->name; row++)
				given_offer(&walk->point, row->name, row->help, out);
		else
			offer(&walk->point, *kind, out);
	}
	g_strfreev(kinds);
	g_strfreev(choices);
}

/* The name of what stands where the next word would; NULL: nothing more does. */
static void offer_word(const struct walk *walk,
		       void (*offer)(const struct given_point *point, const char *kind,
				     struct text *out),
		       struct text *out)
{
	struct given_word words[GIVEN_WORDS];
	size_t count = given_parse_words(walk->point.command->words, words), at = walk->point.count;

	if (at >= count && count > 0 && words[count - 1].many)
		at = count - 1;
	if (at < count)
		offer_kinds(walk, words[at].name, offer, out);
}

void given_complete(const struct given_command *commands, char **words, size_t count,
		    void (*offer)(const struct given_point *point, const char *kind,
				  struct text *out),
		    struct text *out)
{
	struct walk walk = {.commands = commands};
	const char *last = count > 0 ? words[count - 1] : "", *equals = strchr(last, '=');
	const struct given_option *option;
	char *in_front = NULL;

	walk.point.words = base_zalloc(count + 1, sizeof *walk.point.words);
	for (size_t i = 0; i + 1 < count; i++)
		pass(&walk, words[i]);
	walk.point.begun = last;
	walk.point.in_front = "";
	option = !walk.ended && last[0] == '-' ? find_option(&walk, last) : NULL;
	if (walk.pending != NULL) {
		offer_kinds(&walk, walk.pending->value, offer, out);
	} else if (option != NULL && option->value != NULL && equals != NULL) {
		in_front = base_strndup(last, (size_t)(equals + 1 - last));
		walk.point.in_front = in_front;
		walk.point.begun = equals + 1;
		offer_kinds(&walk, option->value, offer, out);
	} else if (!walk.ended && last[0] == '-') {
		if (walk.point.command != NULL)
			offer_options(&walk, walk.point.command->options, out);
		offer_options(&walk, given_common, out);
	} else if (walk.point.command != NULL) {
		offer_word(&walk, offer, out);
	} else if (walk.commands != NULL) {
		offer_kinds(&walk, "COMMAND", offer, out);
	}
	free(in_front);
	free(walk.point.words);
}
