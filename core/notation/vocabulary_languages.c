/* SPDX-License-Identifier: MIT */
/* Languages: their words beside those of all, their names, and how they write moments. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/deffile.h"
#include "core/phrase/phrase.h"
#include "core/words/words_inner.h"

bool words_is_language(const char *name)
{
	size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyz");

	return name[len] == '\0' && len >= WORDS_LANGUAGE_MIN && len <= WORDS_LANGUAGE_MAX;
}

/* ---- lines ---- */

int words_read_language(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct words *words = target;

	if (!words_is_language(line->words[1]))
		return reason_fail(reason,
				   "'%s': expected a language as two or three small letters, de",
				   line->words[1]);
	for (size_t i = 2; i < line->count; i++)
		*(struct language *)words_list_add(&words->languages, sizeof(struct language)) =
			(struct language){line->words[1], line->words[i]};
	return 0;
}

void words_check_languages(const struct words *words, const char *path,
			   struct deffile_faults *faults)
{
	static const struct {
		enum words_list list;
		const char *keyword;
	} needed[] = {{WORDS_MONTHS, "months"}, {WORDS_MOMENT, "moment"}, {WORDS_DAY, "day"}};

	for (size_t i = 0; i < ARRAY_LEN(needed); i++)
		if (words->lists[needed[i].list].count == 0)
			deffile_faults_add(
				faults, path, 0,
				"no file of words has a line '%s': pbem's own orders.words does",
				needed[i].keyword);
}

void words_sort_letters(struct words *words)
{
	struct letter *letters = words->letters.items;
	size_t own = 0;

	for (size_t i = 0; i < words->letters.count; i++) {
		const struct letter letter = letters[i];

		if (strcmp(letter.language, words->language) != 0)
			continue;
		memmove(letters + own + 1, letters + own, (i - own) * sizeof *letters);
		letters[own++] = letter;
	}
}

/* ---- which is spoken ---- */

static struct words *find(const char *language)
{
	struct words *words = words_known;

	while (words != NULL && strcmp(words->language, language) != 0)
		words = words->next;
	return words;
}

void words_read_phrases(const char *folder, struct words *words, struct deffile_faults *faults)
{
	char *path = base_printf("%s/%s.po", folder, words->language),
	     *cards = base_printf("%s/%s-cards.po", folder, words->language);
	struct reason reason;

	words->phrases = phrase_load(path, &reason);
	if (words->phrases == NULL || phrase_load_more(words->phrases, cards, &reason) != 0) {
		faults->passing = faults->passing || reason_is_passing(&reason);
		deffile_faults_add(faults, folder, 0, "%s", reason.text);
	}
	free(cards);
	free(path);
}

/* Reads a language's and keeps them. NULL with the first fault. */
static struct words *read_more(const char *language, struct reason *reason)
{
	struct deffile_faults faults;
	struct words *words;

	deffile_faults_init(&faults);
	words = words_read(words_folder, language, &faults);
	if (words == NULL) {
		deffile_faults_first(&faults, reason);
	} else {
		words->next = words_known->next;
		words_known->next = words;
	}
	deffile_faults_done(&faults);
	return words;
}

int words_speak(const char *language, struct reason *reason)
{
	struct words *words;

	if (words_folder == NULL)
		return 0; /* what is known was handed over, in no language */
	if (words_need(reason) < 0)
		return -1;
	if (!words_is_language(language) || strcmp(language, WORDS_ENGLISH) == 0)
		language = "";
	words = find(language);
	if (words == NULL)
		words = read_more(language, reason);
	if (words == NULL)
		return -1;
	words_current = words;
	(void)phrase_speak(words->phrases);
	return 0;
}

const char *words_spoken(void)
{
	return words_current != NULL ? words_current->language : "";
}

char **words_languages(const char *games)
{
	char *folder = base_printf("%s/words", games);
	const struct deffile_kind kind = words_files(folder);
	char **names = deffile_names(&kind), **last = names;

	for (char **name = names; *name != NULL; name++) {
		if (words_is_language(*name))
			*last++ = *name;
		else
			free(*name);
	}
	*last = NULL;
	free(folder);
	return names;
}

int words_try_languages(const char *games, struct deffile_faults *faults)
{
	char **names = words_languages(games);
	size_t before = faults->count;

	for (char **name = names; *name != NULL; name++) {
		words_free(words_read(games, *name, faults));
		free(*name);
	}
	free(names);
	return faults->count > before ? -1 : 0;
}

/* ---- what is said of languages and moments ---- */

const char *words_language(const char *name)
{
	const struct words *words = words_in_force();
	const struct language *languages = words != NULL ? words->languages.items : NULL;

	for (size_t i = 0; words != NULL && i < words->languages.count; i++)
		if (strcasecmp(languages[i].name, name) == 0 ||
		    strcasecmp(languages[i].language, name) == 0)
			return languages[i].language;
	return NULL;
}

const char *words_language_name(const char *language)
{
	const struct words *words = words_in_force();
	const struct language *languages = words != NULL ? words->languages.items : NULL;

	for (size_t i = 0; words != NULL && i < words->languages.count; i++)
		if (strcmp(languages[i].language, language) == 0)
			return languages[i].name;
	return language;
}

/* Counted from the end of what is said last; "" where no word is known at all. */
static const char *last_of(enum words_list list, size_t back)
{
	const struct words *words = words_in_force();
	char *const *items = words != NULL ? words->lists[list].items : NULL;

	return items != NULL && words->lists[list].count >= back
		       ? items[words->lists[list].count - back]
		       : "";
}

const char *words_month(unsigned month)
{
	return last_of(WORDS_MONTHS, WORDS_A_YEAR - month % WORDS_A_YEAR);
}

const char *words_moment(void)
{
	return last_of(WORDS_MOMENT, 1);
}

const char *words_day(void)
{
	return last_of(WORDS_DAY, 1);
}
