/* SPDX-License-Identifier: MIT */
/* Makes the text of help from the commands' rows. */
#include <string.h>

#include "core/util/deffile.h"
#include "pbem/args/args.h"

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
