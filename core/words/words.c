/* SPDX-License-Identifier: MIT */
/* Words looked up. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/words/words_inner.h"

struct words *words_known;

void words_free(struct words *words)
{
	char **texts;

	if (words == NULL)
		return;
	texts = words->texts.items;
	for (size_t i = 0; i < words->texts.count; i++)
		free(texts[i]);
	for (size_t i = 0; i < WORDS_LISTS; i++)
		free(words->lists[i].items);
	free(words->texts.items);
	free(words->orders.items);
	free(words->talk.items);
	free(words->topics.items);
	free(words->answers.items);
	free(words);
}

static int compare_word(const void *key, const void *item)
{
	return strcmp(key, ((const struct row *)item)->word);
}

enum talk words_talk(const char *folded, char *kind_out)
{
	const struct row *found =
		words_known == NULL || words_known->talk.count == 0
			? NULL
			: bsearch(folded, words_known->talk.items, words_known->talk.count,
				  sizeof *found, compare_word);

	if (found == NULL)
		return TALK_NONE;
	*kind_out = found->kind;
	return found->talk;
}

bool words_has(enum words_list list, const char *word, size_t len)
{
	char **items = words_known != NULL ? words_known->lists[list].items : NULL;

	for (size_t i = 0; items != NULL && i < words_known->lists[list].count; i++) {
		if (strlen(items[i]) == len &&
		    (list == WORDS_PICTURE ? memcmp(items[i], word, len)
					   : strncasecmp(items[i], word, len)) == 0)
			return true;
	}
	return false;
}

const char *words_answer(const char *line)
{
	const struct answer *answers = words_known != NULL ? words_known->answers.items : NULL;

	for (size_t i = 0; answers != NULL && i < words_known->answers.count; i++)
		if (strcasecmp(answers[i].phrase, line) == 0)
			return answers[i].text;
	return NULL;
}

const struct words_topic *words_topics(size_t *count_out)
{
	*count_out = words_known != NULL ? words_known->topics.count : 0;
	return words_known != NULL ? words_known->topics.items : NULL;
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
	*count_out = words_known != NULL ? words_known->orders.count : 0;
	return words_known != NULL ? words_known->orders.items : NULL;
}
