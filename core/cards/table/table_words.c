/* SPDX-License-Identifier: MIT */
/* What is said in the open turn, out of the store and into it. */
#include <string.h>

#include "core/cards/table/table.h"

/* More than any action says: SAID_MAX, or MAX_PLAY_WORDS chains of MAX_CHAIN. */
enum { WORDS_MOST = 900 };

struct play table_play(const struct table *table, uint8_t number)
{
	const struct action *action = &table->actions[number];
	struct play play;

	memset(&play, 0, sizeof play);
	play.card = action->card;
	if (action->kind == ACTION_CARD)
		play.target_count =
			(uint8_t)store_targets(&table->words, action->words, play.targets);
	return play;
}

const char *table_said(const struct table *table, uint8_t number)
{
	const struct action *action = &table->actions[number];

	return action->kind == ACTION_SAID ? store_text(&table->words, action->words) : "";
}

void table_words(const struct table *table, uint8_t number, struct action_words *words_out)
{
	words_out->play = table_play(table, number);
	strcpy(words_out->said, table_said(table, number));
}

unsigned table_answers(const struct table *table, uint8_t number)
{
	unsigned count = 0;

	for (unsigned i = 0; i < table->given_count; i++)
		count += table->given[i].action == number;
	return count;
}

bool table_answer(const struct table *table, uint8_t number, unsigned nth,
		  struct answer *answer_out)
{
	for (unsigned i = 0; i < table->given_count; i++) {
		const struct given *given = &table->given[i];

		if (given->action != number || nth-- > 0)
			continue;
		memset(answer_out, 0, sizeof *answer_out);
		answer_out->seat = given->seat;
		answer_out->no = given->no;
		answer_out->target_count =
			(uint8_t)store_targets(&table->words, given->words, answer_out->targets);
		return true;
	}
	return false;
}

bool table_has_room(const struct table *table)
{
	return table->action_count < MAX_ACTIONS && store_has_room(&table->words, WORDS_MOST);
}

bool table_has_room_for(const struct table *table, const struct answer *answer)
{
	return table->given_count < MAX_GIVEN &&
	       store_has_room(&table->words,
			      store_len_targets(answer->targets, answer->target_count));
}

/* The last action's words, or those of its last answer. */
static struct span *last_words(struct table *table)
{
	uint8_t last = (uint8_t)(table->action_count - 1);

	if (table->action_count == 0)
		return NULL;
	return table->given_count > 0 && table->given[table->given_count - 1].action == last
		       ? &table->given[table->given_count - 1].words
		       : &table->actions[last].words;
}

bool table_add_target(struct table *table, unsigned number, const struct target *target)
{
	struct span *words = last_words(table);
	struct target already[MAX_PLAY_WORDS];

	if (words == NULL || target->square_count > MAX_CHAIN ||
	    !store_has_room(&table->words, store_len_targets(target, 1)) ||
	    store_targets(&table->words, *words, already) != number)
		return false;
	if (words->len == 0)
		words->at = table->words.used;
	words->len = (uint16_t)(words->len + store_add_targets(&table->words, target, 1).len);
	return true;
}

bool table_add_said(struct table *table, const char *said)
{
	if (table->action_count == 0 || !store_has_room(&table->words, strlen(said) + 1))
		return false;
	table->actions[table->action_count - 1].words = store_add_text(&table->words, said);
	return true;
}

void table_cut(struct table *table, uint8_t first)
{
	if (first >= table->action_count)
		return;
	table->action_count = first;
	/* What was played in secret may have been named later. */
	table->words.used = first == 0 ? 0 : table->actions[first].words.at;
	while (table->given_count > 0 && table->given[table->given_count - 1].action >= first)
		table->given_count--;
}
