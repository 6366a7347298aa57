/* SPDX-License-Identifier: MIT */
/* Looks up words. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/notation/vocabulary_internal.h"
#include "core/util/context.h"
#include "core/util/deffile.h"
#include "core/util/translate.h"

const struct vocabulary *vocabulary_in_force(void)
{
	const struct context *context = context_in_force();
	struct reason reason;

	if (context == NULL)
		return NULL;
	/*
	 * A run without a message to read may still read conditional moves that were sent earlier.
	 */
	if (context->words == NULL && context->games != NULL &&
	    vocabulary_ensure_loaded(&reason) < 0)
		base_give_up(reason.text);
	return context->spoken;
}

static void free_one(struct vocabulary *words)
{
	struct deffile **files;
	char **texts;

	translate_free(words->phrases);
	files = words->files.items;
	for (size_t i = 0; i < words->files.count; i++)
		deffile_free(files[i]);
	texts = words->texts.items;
	for (size_t i = 0; i < words->texts.count; i++)
		free(texts[i]);
	for (size_t i = 0; i < VOCABULARY_LISTS; i++)
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

void vocabulary_free(struct vocabulary *words)
{
	while (words != NULL) {
		struct vocabulary *next = words->next;

		free_one(words);
		words = next;
	}
}

void vocabulary_set_folder(const char *games)
{
	struct context *context = context_in_force();

	free(context->games);
	context->games = base_strdup(games);
}

void vocabulary_forget(void)
{
	struct context *context = context_in_force();

	vocabulary_free(context->words);
	free(context->games);
	context->words = NULL;
	context->spoken = NULL;
	context->phrases = NULL;
	context->games = NULL;
}

int vocabulary_ensure_loaded(struct reason *reason)
{
	const struct context *context = context_in_force();
	struct deffile_faults faults;
	int result;

	if (context->words != NULL)
		return 0;
	deffile_faults_init(&faults);
	result = vocabulary_load(context->games, &faults);
	if (result < 0)
		deffile_faults_first(&faults, reason);
	deffile_faults_done(&faults);
	return result;
}

static int compare_word(const void *key, const void *item)
{
	return strcmp(key, ((const struct talk_entry *)item)->word);
}

enum talk vocabulary_talk(const char *folded, char *kind_out)
{
	const struct vocabulary *words = vocabulary_in_force();
	const struct talk_entry *found =
		words == NULL || words->talk.count == 0
			? NULL
			: bsearch(folded, words->talk.items, words->talk.count, sizeof *found,
				  compare_word);

	if (found == NULL)
		return TALK_NONE;
	*kind_out = found->kind;
	return found->talk;
}

bool vocabulary_has(enum vocabulary_list list, const char *word, size_t len)
{
	const struct vocabulary *words = vocabulary_in_force();
	char **items = words != NULL ? words->lists[list].items : NULL;

	for (size_t i = 0; items != NULL && i < words->lists[list].count; i++) {
		if (strlen(items[i]) == len &&
		    (list == VOCABULARY_PICTURE ? memcmp(items[i], word, len)
						: strncasecmp(items[i], word, len)) == 0)
			return true;
	}
	return false;
}

const char *vocabulary_answer(const char *line)
{
	const struct vocabulary *words = vocabulary_in_force();
	const struct answer *answers = words != NULL ? words->answers.items : NULL;

	for (size_t i = 0; answers != NULL && i < words->answers.count; i++)
		if (strcasecmp(answers[i].phrase, line) == 0)
			return answers[i].text;
	return NULL;
}

const struct vocabulary_topic *vocabulary_topics(size_t *count_out)
{
	const struct vocabulary *words = vocabulary_in_force();

	*count_out = words != NULL ? words->topics.count : 0;
	return words != NULL ? words->topics.items : NULL;
}

const struct vocabulary_topic *vocabulary_topic(const char *text)
{
	size_t count;
	const struct vocabulary_topic *topics = vocabulary_topics(&count);

	for (size_t i = 0; i < count; i++)
		if (strcasecmp(topics[i].word, text) == 0)
			return &topics[i];
	return NULL;
}

const struct order_word *vocabulary_orders(size_t *count_out)
{
	const struct vocabulary *words = vocabulary_in_force();

	*count_out = words != NULL ? words->orders.count : 0;
	return words != NULL ? words->orders.items : NULL;
}
