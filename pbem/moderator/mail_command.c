/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/base/deffile.h"
#include "core/base/text.h"
#include "pbem/moderate/moderate_line.h"

enum { LINE_MAX_BYTES = 2000, ACTS_MAX = 64 };

#define BLANKS " \t\r\n"

/* ---- finding it ---- */

static bool is_blank(const char *line, size_t len)
{
	return strspn(line, BLANKS) >= len;
}

/* Whether the line begins with PBEM, and a blank or nothing behind it. */
static bool begins(const char *line, size_t len)
{
	return len >= 4 && g_ascii_strncasecmp(line, "pbem", 4) == 0 &&
	       (len == 4 || strchr(BLANKS, line[4]) != NULL);
}

char *moderate_line_find(const char *text)
{
	const char *cursor = text, *end = text + strlen(text), *line;
	struct text found;
	bool within = false;
	size_t len;

	text_init(&found, LINE_MAX_BYTES + 100);
	while (text_next_line(&cursor, end, &line, &len)) {
		size_t indent = strspn(line, " \t");

		indent = indent < len ? indent : len;
		if (within && is_blank(line, len))
			break;
		if (within)
			text_add_char(&found, ' ');
		else if (!begins(line + indent, len - indent))
			continue;
		text_add_bytes(&found, line + indent + (within ? 0 : 4),
			       len - indent - (within ? 0 : 4));
		within = true;
	}
	if (within)
		return g_strstrip(g_strdelimit(found.bytes, "\t\r\v\f", ' '));
	text_done(&found);
	return NULL;
}

/* ---- reading it ---- */

static int asked_wrongly(struct reason *reason)
{
	return reason_is(reason, REASON_ASKED);
}

/* The next word of the line, in small letters; *at is behind it. The caller frees it; NULL: none.
 */
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

/* A word without the hyphens or dashes in front of it. */
static const char *bare(const char *word)
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

static void set_unknown(const char *name, const char *nearest, struct reason *reason)
{
	if (nearest != NULL)
		reason_set(reason, "there is no command '%s' by mail; did you mean '%s'?", name,
			   nearest);
	else
		reason_set(reason, "there is no command '%s' by mail", name);
}

static const struct act *find_act(const char *name, struct reason *reason)
{
	const struct act *act = name != NULL ? moderate_find(name) : NULL;
	const char *names[ACTS_MAX] = {NULL}, *nearest;
	size_t count = 0;

	if (act != NULL && act->by_mail)
		return act;
	for (const struct act *each = moderate_acts; each->command.name != NULL; each++)
		if (each->by_mail && count + 1 < ARRAY_LEN(names))
			names[count++] = each->command.name;
	nearest = name != NULL ? deffile_nearest(name, names) : NULL;
	if (act != NULL)
		reason_set(reason, "'%s' is for the shell alone: pbem %s %s", name, name,
			   act->command.words);
	else
		set_unknown(name != NULL ? name : "", nearest, reason);
	(void)asked_wrongly(reason);
	return NULL;
}

static bool takes_reason(const struct act *act)
{
	for (const struct given_option *option = act->command.options; option->name != NULL;
	     option++)
		if (strcmp(option->name, "--reason") == 0)
			return true;
	return false;
}

/* What is read of a line. */
struct words {
	GPtrArray *argv; /* for given_read */
	struct text canonical;
	char *at, *why;
};

/* The rest of the line, without blanks around and in front of the quotation marks of a shell. */
static char *rest_of(const char *at)
{
	char *rest = g_strstrip(g_strdup(at));
	size_t len = strlen(rest);

	if (len > 1 && rest[0] == rest[len - 1] && strchr("'\"", rest[0]) != NULL) {
		memmove(rest, rest + 1, len - 2);
		rest[len - 2] = '\0';
	}
	return rest;
}

static void take_words(const struct act *act, const char *at, struct words *words)
{
	struct given_word rows[GIVEN_WORDS];
	const size_t count = given_parse_words(act->command.words, rows);
	size_t number = 0;

	while (at[strspn(at, BLANKS)] != '\0' && words->why == NULL) {
		const char *before = at;
		char *word = next_word(&at);

		if (words->at == NULL && strcmp(bare(word), "at") == 0) {
			words->at = next_word(&at);
		} else if (takes_reason(act) && strcmp(bare(word), "reason") == 0) {
			words->why = rest_of(at);
		} else if (number < count && strcmp(rows[number].name, "TEXT") == 0) {
			g_ptr_array_add(words->argv, rest_of(before));
			at += strlen(at);
		} else {
			g_ptr_array_add(words->argv, g_strdup(word));
			number++;
		}
		g_free(word);
	}
}

/* The words of the line in the order that they are given back in: options, then the rest. */
static void arrange(struct words *words, const struct act *act)
{
	GPtrArray *found = words->argv;
	GPtrArray *argv = g_ptr_array_new_with_free_func(g_free);
	guint i = 0;

	g_ptr_array_add(argv, g_strdup(act->command.name));
	g_ptr_array_add(argv, g_strdup_printf("--at=%s", words->at));
	if (words->why != NULL)
		g_ptr_array_add(argv, g_strdup_printf("--reason=%s", words->why));
	g_ptr_array_add(argv, g_strdup("--"));
	text_add(&words->canonical, act->command.name);
	for (i = 0; i < found->len; i++) {
		/* AT stands before what is text. */
		if (i == 1)
			text_addf(&words->canonical, " AT %s", words->at);
		text_addf(&words->canonical, " %s", (char *)found->pdata[i]);
		g_ptr_array_add(argv, g_strdup(found->pdata[i]));
	}
	if (i <= 1)
		text_addf(&words->canonical, " AT %s", words->at);
	if (words->why != NULL)
		text_addf(&words->canonical, " REASON %s", words->why);
	g_ptr_array_add(argv, NULL);
	g_ptr_array_free(found, TRUE);
	words->argv = argv;
}

static int check_line(const char *line, struct reason *reason)
{
	if (strlen(line) <= LINE_MAX_BYTES)
		return 0;
	return reason_fail_as(reason, REASON_ASKED, "the command has more than %d bytes",
			      LINE_MAX_BYTES);
}

int moderate_line_read(const char *line, struct moderate_line *read, struct reason *reason)
{
	struct words words = {.at = NULL};
	const char *at = line;
	char *name = next_word(&at);
	int result = 0;

	*read = (struct moderate_line){.act = NULL};
	if (check_line(line, reason) == 0)
		read->act = find_act(name, reason);
	g_free(name);
	if (read->act == NULL)
		return -1;
	words.argv = g_ptr_array_new_with_free_func(g_free);
	text_init(&words.canonical, 0);
	take_words(read->act, at, &words);
	if (words.at == NULL) {
		reason_set(reason, "AT is missing, and the number of the game's last entry that "
				   "you have seen; nothing is done if others have come since");
		result = asked_wrongly(reason);
		g_ptr_array_add(words.argv, NULL);
	} else {
		arrange(&words, read->act);
	}
	read->canonical = words.canonical.bytes;
	read->argv = (char **)g_ptr_array_free(words.argv, FALSE);
	if (result == 0)
		result = given_read(&read->act->command, NULL, (int)g_strv_length(read->argv),
				    read->argv, &read->given, reason);
	if (result == 0)
		result = given_check_words(&read->given, reason);
	g_free(words.at);
	g_free(words.why);
	return result == 0 ? 0 : asked_wrongly(reason);
}

void moderate_line_done(struct moderate_line *read)
{
	given_done(&read->given);
	free(read->canonical);
	g_strfreev(read->argv);
}

/* ---- telling ---- */

void moderate_line_list(struct text *out)
{
	for (const struct act *act = moderate_acts; act->command.name != NULL; act++) {
		char *name = g_ascii_strup(act->command.name, -1);

		if (act->by_mail)
			text_addf(out, "PBEM %s %s\n", name, act->command.words);
		g_free(name);
	}
}
