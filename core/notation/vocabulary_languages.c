/* SPDX-License-Identifier: MIT */
/*
 * Languages: their words in addition to those of all languages, their names, and their formats of
 * times.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/notation/vocabulary_internal.h"
#include "core/util/context.h"
#include "core/util/deffile.h"
#include "core/util/translate.h"

bool vocabulary_is_language(const char *name)
{
	size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyz");

	return name[len] == '\0' && len >= VOCABULARY_LANGUAGE_MIN &&
	       len <= VOCABULARY_LANGUAGE_MAX;
}

/* ---- lines ---- */

int vocabulary_read_language(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct vocabulary *words = target;

	if (!vocabulary_is_language(line->words[1]))
		return reason_fail(reason,
				   "'%s': expected a language as two or three small letters, de",
				   line->words[1]);
	for (size_t i = 2; i < line->count; i++)
		*(struct language *)vocabulary_list_add(&words->languages,
							sizeof(struct language)) =
			(struct language){line->words[1], line->words[i]};
	return 0;
}

void vocabulary_check_languages(const struct vocabulary *words, const char *path,
				struct deffile_faults *faults)
{
	static const struct {
		enum vocabulary_list list;
		const char *keyword;
	} needed[] = {{VOCABULARY_MONTHS, "months"},
		      {VOCABULARY_MOMENT, "moment"},
		      {VOCABULARY_DAY, "day"}};

	for (size_t i = 0; i < ARRAY_LEN(needed); i++)
		if (words->lists[needed[i].list].count == 0)
			deffile_faults_add(
				faults, path, 0,
				"no file of words has a line '%s': pbem's own orders.words does",
				needed[i].keyword);
}

void vocabulary_sort_letters(struct vocabulary *words)
{
	struct piece_letter *letters = words->letters.items;
	size_t own = 0;

	for (size_t i = 0; i < words->letters.count; i++) {
		const struct piece_letter letter = letters[i];

		if (strcmp(letter.language, words->language) != 0)
			continue;
		memmove(letters + own + 1, letters + own, (i - own) * sizeof *letters);
		letters[own++] = letter;
	}
}

/* ---- the current language ---- */

static struct vocabulary *find_language(const char *language)
{
	struct vocabulary *words = context_in_force()->words;

	while (words != NULL && strcmp(words->language, language) != 0)
		words = words->next;
	return words;
}

void vocabulary_read_phrases(const char *folder, struct vocabulary *words,
			     struct deffile_faults *faults)
{
	char *path = base_printf("%s/%s.po", folder, words->language),
	     *cards = base_printf("%s/%s-cards.po", folder, words->language);
	struct reason reason;

	words->phrases = translate_load(path, &reason);
	if (words->phrases == NULL || translate_load_more(words->phrases, cards, &reason) != 0) {
		faults->passing = faults->passing || reason_is_temporary(&reason);
		deffile_faults_add(faults, folder, 0, "%s", reason.text);
	}
	free(cards);
	free(path);
}

/* Reads the words of a language and keeps them. Returns NULL with the first fault. */
static struct vocabulary *load_language(const char *language, struct reason *reason)
{
	struct context *context = context_in_force();
	struct deffile_faults faults;
	struct vocabulary *words;

	deffile_faults_init(&faults);
	words = vocabulary_read(context->games, language, &faults);
	if (words == NULL) {
		deffile_faults_first(&faults, reason);
	} else {
		words->next = context->words->next;
		context->words->next = words;
	}
	deffile_faults_done(&faults);
	return words;
}

int vocabulary_push(const char *language, const struct vocabulary **before_out,
		    struct reason *reason)
{
	struct context *context = context_in_force();
	struct vocabulary *words;

	*before_out = context->spoken;
	if (context->games == NULL)
		return 0; /* the words were given without a folder and have no language */
	if (vocabulary_ensure_loaded(reason) < 0)
		return -1;
	if (!vocabulary_is_language(language) || strcmp(language, VOCABULARY_ENGLISH) == 0)
		language = "";
	words = find_language(language);
	if (words == NULL)
		words = load_language(language, reason);
	if (words == NULL)
		return -1;
	vocabulary_pop(words);
	return 0;
}

void vocabulary_pop(const struct vocabulary *before)
{
	struct context *context = context_in_force();

	context->spoken = before != NULL ? before : context->words;
	(void)translate_speak(before != NULL ? before->phrases : NULL);
}

const char *vocabulary_spoken(void)
{
	const struct vocabulary *words = vocabulary_in_force();

	return words != NULL ? words->language : "";
}

char **vocabulary_languages(const char *games)
{
	char *folder = base_printf("%s/words", games);
	const struct deffile_kind kind = vocabulary_files(folder);
	char **names = deffile_names(&kind), **last = names;

	for (char **name = names; *name != NULL; name++) {
		if (vocabulary_is_language(*name))
			*last++ = *name;
		else
			free(*name);
	}
	*last = NULL;
	free(folder);
	return names;
}

int vocabulary_try_languages(const char *games, struct deffile_faults *faults)
{
	char **names = vocabulary_languages(games);
	size_t before = faults->count;

	for (char **name = names; *name != NULL; name++) {
		vocabulary_free(vocabulary_read(games, *name, faults));
		free(*name);
	}
	free(names);
	return faults->count > before ? -1 : 0;
}

/* ---- names of languages, formats of times ---- */

const char *vocabulary_language(const char *name)
{
	const struct vocabulary *words = vocabulary_in_force();
	const struct language *languages = words != NULL ? words->languages.items : NULL;

	for (size_t i = 0; words != NULL && i < words->languages.count; i++)
		if (strcasecmp(languages[i].name, name) == 0 ||
		    strcasecmp(languages[i].language, name) == 0)
			return languages[i].language;
	return NULL;
}

const char *vocabulary_language_name(const char *language)
{
	const struct vocabulary *words = vocabulary_in_force();
	const struct language *languages = words != NULL ? words->languages.items : NULL;

	for (size_t i = 0; words != NULL && i < words->languages.count; i++)
		if (strcmp(languages[i].language, language) == 0)
			return languages[i].name;
	return language;
}

/* Returns an item of a list, counted from its end (1 is the last), or "" if the list is shorter. */
static const char *last_of(enum vocabulary_list list, size_t back)
{
	const struct vocabulary *words = vocabulary_in_force();
	char *const *items = words != NULL ? words->lists[list].items : NULL;

	return items != NULL && words->lists[list].count >= back
		       ? items[words->lists[list].count - back]
		       : "";
}

const char *vocabulary_month(unsigned month)
{
	return last_of(VOCABULARY_MONTHS, VOCABULARY_A_YEAR - month % VOCABULARY_A_YEAR);
}

const char *vocabulary_moment(void)
{
	return last_of(VOCABULARY_MOMENT, 1);
}

const char *vocabulary_day(void)
{
	return last_of(VOCABULARY_DAY, 1);
}
