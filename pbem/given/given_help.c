/* SPDX-License-Identifier: MIT */
/* What help tells, made from the rows. */
#include <string.h>

#include "core/base/deffile.h"
#include "pbem/given/given.h"

static const char *const groups[] = {
	[GIVEN_SETUP] = "Setting up",
	[GIVEN_GAMES] = "Games",
	[GIVEN_MODERATOR] = "What a moderator does in a game",
	[GIVEN_LETTERS] = "Letters",
	[GIVEN_RULES] = "Looking at the rules",
	[GIVEN_HELP] = "This program",
};

/* The longest a column gets before its lines are broken. */
enum { COLUMN = 24 };

static size_t option_width(const struct given_option *option)
{
	return strlen(option->name) + (option->value != NULL ? 1 + strlen(option->value) : 0) +
	       (option->letter != '\0' ? 4 : 0);
}

static void tell_option(const struct given_option *option, size_t column, struct text *out)
{
	size_t width = option_width(option);

	text_add(out, "  ");
	if (option->letter != '\0')
		text_addf(out, "-%c, ", option->letter);
	text_addf(out, "%s%s%s", option->name, option->value != NULL ? " " : "",
		  option->value != NULL ? option->value : "");
	if (width > column)
		text_addf(out, "\n  %*s  %s\n", (int)column, "", option->help);
	else
		text_addf(out, "%*s  %s\n", (int)(column - width), "", option->help);
}

static void tell_options(const struct given_option *options, struct text *out)
{
	size_t column = 0;

	for (const struct given_option *option = options; option->name != NULL; option++)
		if (option_width(option) > column && option_width(option) <= COLUMN)
			column = option_width(option);
	for (; options->name != NULL; options++)
		tell_option(options, column, out);
}

void given_tell_all(const struct given_command *commands, struct text *out)
{
	size_t column = 0;

	text_add(out, "usage: pbem [--site DIR] COMMAND [OPTION]... [WORD]...\n");
	for (const struct given_command *row = commands; row->name != NULL; row++)
		if (strlen(row->name) > column)
			column = strlen(row->name);
	for (size_t group = 0; group < ARRAY_LEN(groups); group++) {
		text_addf(out, "\n%s:\n", groups[group]);
		for (const struct given_command *row = commands; row->name != NULL; row++)
			if (row->group == group)
				text_addf(out, "  %-*s  %s\n", (int)column, row->name, row->help);
	}
	text_add(out, "\nOptions of all commands:\n");
	tell_options(given_common, out);
	text_add(out, "\n'pbem COMMAND --help' shows how a command is used; pbem(1) tells more.\n");
}

void given_tell(const struct given_command *command, struct text *out)
{
	text_addf(out, "usage: pbem %s%s%s%s\n%s\n", command->name,
		  command->options != NULL ? " [OPTION]..." : "", *command->words ? " " : "",
		  command->words, command->help);
	if (command->options != NULL) {
		text_add(out, "\nOptions:\n");
		tell_options(command->options, out);
	}
	text_addf(out, "\nExample: pbem %s\n", command->example);
	text_add(out, "'pbem help' lists the options of all commands, such as --site DIR.\n");
}

const struct given_command *given_find(const struct given_command *commands, const char *name)
{
	for (; commands->name != NULL; commands++)
		if (strcmp(commands->name, name) == 0)
			return commands;
	return NULL;
}

void given_unknown(const struct given_command *commands, const char *name, struct reason *reason)
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
		reason_set(reason, "unknown command '%s'; 'pbem help' lists them", name);
	(void)reason_is(reason, REASON_ASKED);
}
