/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/util/deffile.h"
#include "core/util/strbuf.h"
#include "pbem/moderator/mail_command.h"

enum { LINE_MAX_BYTES = 2000, ACTS_MAX = 64 };

#define BLANKS " \t\r\n"

/* ---- finding it ---- */

static bool is_blank(const char *line, size_t len)
{
	return strspn(line, BLANKS) >= len;
}

/* Reports whether the line begins with PBEM, followed by a space or the end. */
static bool begins_with_pbem(const char *line, size_t len)
{
	return len >= 4 && g_ascii_strncasecmp(line, "pbem", 4) == 0 &&
	       (len == 4 || strchr(BLANKS, line[4]) != NULL);
}

char *mail_command_find(const char *text)
{
	const char *cursor = text, *end = text + strlen(text), *line;
	struct strbuf found;
	bool within = false;
	size_t len;

	strbuf_init(&found, LINE_MAX_BYTES + 100);
	while (strbuf_next_line(&cursor, end, &line, &len)) {
		size_t indent = strspn(line, " \t");

		indent = indent < len ? indent : len;
		if (within && is_blank(line, len))
			break;
		if (within)
			strbuf_add_char(&found, ' ');
		else if (!begins_with_pbem(line + indent, len - indent))
			continue;
		strbuf_add_bytes(&found, line + indent + (within ? 0 : 4),
				 len - indent - (within ? 0 : 4));
		within = true;
	}
	if (within)
		return g_strstrip(g_strdelimit(found.bytes, "\t\r\v\f", ' '));
	strbuf_done(&found);
	return NULL;
}

/* ---- reading it ---- */

static int mark_as_user_error(struct reason *reason)
{
	return reason_set_kind(reason, REASON_USAGE);
}

/* Returns the next word of the line, in small letters, and moves *at to its end. The caller frees
 * the word. Returns NULL if there is none. */
static char *next_word(const char **at)
{
	size_t len;
	char *word, *small;

	*at += strspn(*at, BLANKS);
	len = strcspn(*at, BLANKS);
	if (len == 0)
		return NULL;
	word = base_strndup(*at, len);
	small = g_utf8_strdown(word, -1);
	*at += len;
	free(word);
	return small;
}

/* Returns a word without its leading hyphens or dashes. */
static const char *skip_hyphens(const char *word)
{
	for (;;) {
		if (*word == '-')
			word++;
		else if (g_str_has_prefix(word, "\u2013") || g_str_has_prefix(word, "\u2014"))
			word += strlen("\u2013");
		else
			return word;
	}
}

static void report_unknown_command(const char *name, const char *nearest, struct reason *reason)
{
	if (nearest != NULL)
		reason_set(reason, "there is no command '%s' by mail; did you mean '%s'?", name,
			   nearest);
	else
		reason_set(reason, "there is no command '%s' by mail", name);
}

static const struct moderator_action *find_action(const char *name, struct reason *reason)
{
	const struct moderator_action *act = name != NULL ? moderator_find(name) : NULL;
	const char *names[ACTS_MAX] = {NULL}, *nearest;
	size_t count = 0;

	if (act != NULL && act->by_mail)
		return act;
	for (const struct moderator_action *each = moderator_action_table;
	     each->command.name != NULL; each++)
		if (each->by_mail && count + 1 < ARRAY_LEN(names))
			names[count++] = each->command.name;
	nearest = name != NULL ? deffile_nearest(name, names) : NULL;
	if (act != NULL)
		reason_set(reason, "'%s' works only in a shell: pbem %s %s", name, name,
			   act->command.words);
	else
		report_unknown_command(name != NULL ? name : "", nearest, reason);
	(void)mark_as_user_error(reason);
	return NULL;
}

static bool takes_reason(const struct moderator_action *act)
{
	for (const struct args_option *option = act->command.options; option->name != NULL;
	     option++)
		if (strcmp(option->name, "--reason") == 0)
			return true;
	return false;
}

/* The words of a line, as they are read. */
struct command_words {
	GPtrArray *argv; /* for args_read */
	struct strbuf canonical;
	char *at, *why;
};

/* Returns the rest of the line, without the spaces around it and without a shell's quotation
 * marks. */
static char *rest_of_line(const char *at)
{
	char *rest = g_strstrip(g_strdup(at));
	size_t len = strlen(rest);

	if (len > 1 && rest[0] == rest[len - 1] && strchr("'\"", rest[0]) != NULL) {
		memmove(rest, rest + 1, len - 2);
		rest[len - 2] = '\0';
	}
	return rest;
}

static void parse_words(const struct moderator_action *act, const char *at,
			struct command_words *words)
{
	struct args_word rows[ARGS_WORDS];
	const size_t count = args_parse_words(act->command.words, rows);
	size_t number = 0;

	while (at[strspn(at, BLANKS)] != '\0' && words->why == NULL) {
		const char *before = at;
		char *word = next_word(&at);

		if (words->at == NULL && strcmp(skip_hyphens(word), "at") == 0) {
			words->at = next_word(&at);
		} else if (takes_reason(act) && strcmp(skip_hyphens(word), "reason") == 0) {
			words->why = rest_of_line(at);
		} else if (number < count && strcmp(rows[number].name, "TEXT") == 0) {
			g_ptr_array_add(words->argv, rest_of_line(before));
			at += strlen(at);
		} else {
			g_ptr_array_add(words->argv, g_strdup(word));
			number++;
		}
		g_free(word);
	}
}

/* Arranges the words of the line in the order in which they are printed: options, then the rest. */
static void arrange_words(struct command_words *words, const struct moderator_action *act)
{
	GPtrArray *found = words->argv;
	GPtrArray *argv = g_ptr_array_new_with_free_func(g_free);
	guint i = 0;

	g_ptr_array_add(argv, g_strdup(act->command.name));
	g_ptr_array_add(argv, g_strdup_printf("--at=%s", words->at));
	if (words->why != NULL)
		g_ptr_array_add(argv, g_strdup_printf("--reason=%s", words->why));
	g_ptr_array_add(argv, g_strdup("--"));
	strbuf_add(&words->canonical, act->command.name);
	for (i = 0; i < found->len; i++) {
		/* AT comes before free text. */
		if (i == 1)
			strbuf_addf(&words->canonical, " AT %s", words->at);
		strbuf_addf(&words->canonical, " %s", (char *)found->pdata[i]);
		g_ptr_array_add(argv, g_strdup(found->pdata[i]));
	}
	if (i <= 1)
		strbuf_addf(&words->canonical, " AT %s", words->at);
	if (words->why != NULL)
		strbuf_addf(&words->canonical, " REASON %s", words->why);
	g_ptr_array_add(argv, NULL);
	g_ptr_array_free(found, TRUE);
	words->argv = argv;
}

static int check_line(const char *line, struct reason *reason)
{
	if (strlen(line) <= LINE_MAX_BYTES)
		return 0;
	return reason_fail_as(reason, REASON_USAGE, "the command has more than %d bytes",
			      LINE_MAX_BYTES);
}

int mail_command_read(const char *line, struct mail_command *read, struct reason *reason)
{
	struct command_words words = {.at = NULL};
	const char *at = line;
	char *name = next_word(&at);
	int result = 0;

	*read = (struct mail_command){.act = NULL};
	if (check_line(line, reason) == 0)
		read->act = find_action(name, reason);
	g_free(name);
	if (read->act == NULL)
		return -1;
	words.argv = g_ptr_array_new_with_free_func(g_free);
	strbuf_init(&words.canonical, 0);
	parse_words(read->act, at, &words);
	if (words.at == NULL) {
		reason_set(
			reason,
			"AT with a number is missing; write AT and the number of the last entry "
			"that you have seen. Then pbem does nothing if the game has newer entries");
		result = mark_as_user_error(reason);
		g_ptr_array_add(words.argv, NULL);
	} else {
		arrange_words(&words, read->act);
	}
	read->canonical = words.canonical.bytes;
	read->argv = (char **)g_ptr_array_free(words.argv, FALSE);
	if (result == 0)
		result = args_read(&read->act->command, NULL, (int)g_strv_length(read->argv),
				   read->argv, &read->given, reason);
	if (result == 0)
		result = args_check_words(&read->given, reason);
	g_free(words.at);
	g_free(words.why);
	return result == 0 ? 0 : mark_as_user_error(reason);
}

void mail_command_done(struct mail_command *read)
{
	args_done(&read->given);
	free(read->canonical);
	g_strfreev(read->argv);
}

/* ---- help ---- */

void mail_command_list(struct strbuf *out)
{
	for (const struct moderator_action *act = moderator_action_table; act->command.name != NULL;
	     act++) {
		char *name = g_ascii_strup(act->command.name, -1);

		if (act->by_mail)
			strbuf_addf(out, "PBEM %s %s\n", name, act->command.words);
		g_free(name);
	}
}
