/* SPDX-License-Identifier: MIT */
/* Stores and reads the words of the open turn. */
#include <string.h>

#include "core/cards/state/card_state.h"

/* More bytes than any action needs: SAID_MAX, or MAX_PLAY_WORDS chains of MAX_CHAIN. */
enum { WORDS_MOST = 900 };

struct play card_state_play(const struct card_state *table, uint8_t number)
{
	const struct action *action = &table->actions[number];
	struct play play;

	memset(&play, 0, sizeof play);
	play.card = action->card;
	if (action->kind == ACTION_CARD)
		play.target_count =
			(uint8_t)text_store_targets(&table->words, action->words, play.targets);
	return play;
}

const char *card_state_said(const struct card_state *table, uint8_t number)
{
	const struct action *action = &table->actions[number];

	return action->kind == ACTION_SAID ? text_store_text(&table->words, action->words) : "";
}

void card_state_words(const struct card_state *table, uint8_t number,
		      struct action_words *words_out)
{
	words_out->play = card_state_play(table, number);
	strcpy(words_out->said, card_state_said(table, number));
}

unsigned card_state_answers(const struct card_state *table, uint8_t number)
{
	unsigned count = 0;

	for (unsigned i = 0; i < table->given_count; i++)
		count += table->given[i].action == number;
	return count;
}

bool card_state_answer(const struct card_state *table, uint8_t number, unsigned nth,
		       struct answer *answer_out)
{
	for (unsigned i = 0; i < table->given_count; i++) {
		const struct stored_answer *given = &table->given[i];

		if (given->action != number || nth-- > 0)
			continue;
		memset(answer_out, 0, sizeof *answer_out);
		answer_out->seat = given->seat;
		answer_out->no = given->no;
		answer_out->target_count = (uint8_t)text_store_targets(&table->words, given->words,
								       answer_out->targets);
		return true;
	}
	return false;
}

/* Returns the end of the used part of the words that also contains `span`. */
static uint16_t later_end(uint16_t used, struct span span)
{
	const uint16_t end = (uint16_t)(span.at + span.len);

	return end > used ? end : used;
}

bool card_state_has_room(const struct card_state *table)
{
	return table->action_count < MAX_ACTIONS && text_store_has_room(&table->words, WORDS_MOST);
}

bool card_state_has_room_for(const struct card_state *table, const struct answer *answer)
{
	return table->given_count < MAX_GIVEN &&
	       text_store_has_room(&table->words,
				   text_store_len_targets(answer->targets, answer->target_count));
}

void card_state_cut(struct card_state *table, uint8_t first)
{
	uint16_t used = 0;
	uint8_t kept = 0;

	if (first >= table->action_count)
		return;
	table->action_count = first;
	/* The words of a card played in secret, and answers, may have been added later than those
	 * of the next action. */
	for (unsigned i = 0; i < first; i++)
		used = later_end(used, table->actions[i].words);
	for (unsigned i = 0; i < table->given_count; i++) {
		if (table->given[i].action >= first)
			continue;
		used = later_end(used, table->given[i].words);
		table->given[kept++] = table->given[i];
	}
	table->given_count = kept;
	table->words.used = used;
}
