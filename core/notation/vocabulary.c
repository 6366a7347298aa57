/* SPDX-License-Identifier: MIT */
/* Words looked up. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/deffile.h"
#include "core/phrase/phrase.h"
#include "core/words/words_inner.h"

struct words *words_known, *words_current;
char *words_folder;

const struct words *words_in_force(void)
{
	struct reason reason;

	/* Turns that were sent ahead are read in runs that have no letter to read. */
	if (words_known == NULL && words_folder != NULL && words_need(&reason) < 0)
		base_give_up(reason.text);
	return words_current;
}

static void free_one(struct words *words)
{
	struct deffile **files;
	char **texts;

	phrase_free(words->phrases);
	files = words->files.items;
	for (size_t i = 0; i < words->files.count; i++)
		deffile_free(files[i]);
	texts = words->texts.items;
	for (size_t i = 0; i < words->texts.count; i++)
		free(texts[i]);
	for (size_t i = 0; i < WORDS_LISTS; i++)
		free(words->lists[i].items);
	free(words->files.items);
	free(words->texts.items);
	free(words->orders.items);
	free(words->talk.items);
	free(words->topics.items);
	free(words->answers.items);
	free(words->behind.items);
	free(words->letters.items);
	free(words->languages.items);
	free(words);
}

void words_free(struct words *words)
{
	while (words != NULL) {
		struct words *next = words->next;

		free_one(words);
		words = next;
	}
}

void words_from(const char *games)
{
	free(words_folder);
	words_folder = base_strdup(games);
}

int words_need(struct reason *reason)
{
	struct deffile_faults faults;
	int result;

	if (words_known != NULL)
		return 0;
	deffile_faults_init(&faults);
	result = words_load(words_folder, &faults);
	if (result < 0)
		deffile_faults_first(&faults, reason);
	deffile_faults_done(&faults);
	return result;
}

static int compare_word(const void *key, const void *item)
{
	return strcmp(key, ((const struct row *)item)->word);
}

enum talk words_talk(const char *folded, char *kind_out)
{
	const struct words *words = words_in_force();
	const struct row *found = words == NULL || words->talk.count == 0
					  ? NULL
					  : bsearch(folded, words->talk.items, words->talk.count,
						    sizeof *found, compare_word);

	if (found == NULL)
		return TALK_NONE;
	*kind_out = found->kind;
	return found->talk;
}

bool words_has(enum words_list list, const char *word, size_t len)
{
	const struct words *words = words_in_force();
	char **items = words != NULL ? words->lists[list].items : NULL;

	for (size_t i = 0; items != NULL && i < words->lists[list].count; i++) {
		if (strlen(items[i]) == len &&
		    (list == WORDS_PICTURE ? memcmp(items[i], word, len)
					   : strncasecmp(items[i], word, len)) == 0)
			return true;
	}
	return false;
}

const char *words_answer(const char *line)
{
	const struct words *words = words_in_force();
	const struct answer *answers = words != NULL ? words->answers.items : NULL;

	for (size_t i = 0; answers != NULL && i < words->answers.count; i++)
		if (strcasecmp(answers[i].phrase, line) == 0)
			return answers[i].text;
	return NULL;
}

const struct words_topic *words_topics(size_t *count_out)
{
	const struct words *words = words_in_force();

	*count_out = words != NULL ? words->topics.count : 0;
	return words != NULL ? words->topics.items : NULL;
}

const struct words_topic *words_topic(const char *text)
{
	size_t count;
	const struct words_topic *topics = words_topics(&count);

	for (size_t i = 0; i < count; i++)
		if (strcasecmp(topics[i].word, text) == 0)
			return &topics[i];
	return NULL;
}

const struct order_word *words_orders(size_t *count_out)
{
	const struct words *words = words_in_force();

	*count_out = words != NULL ? words->orders.count : 0;
	return words != NULL ? words->orders.items : NULL;
}
