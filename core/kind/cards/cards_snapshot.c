/* SPDX-License-Identifier: MIT */
/*
 * A table with cards in a snapshot: the field and the piles as they stand, the open turn, then,
 * below the line `start`, both as the turn found them. What follows from these isn't kept.
 */
#include <string.h>

#include "core/kind/cards/cards_state.h"
#include "core/base/row.h"
#include "core/base/text.h"
#include "core/cards/table/facts.h"
#include "core/cards/table/table.h"
#include "core/kind/cards/cards_kind.h"

static const struct row_field of_field[] = {
	ROW_NUMBER(struct field, serial, UINT16_MAX),
	ROW_NUMBERS(struct field, last_when, uint32_t, UINT32_MAX),
	ROW_NUMBER(struct field, last_card, UINT8_MAX),
	ROW_NUMBER(struct field, last_card_by, UINT8_MAX),
	ROW_NUMBER(struct field, last_card_unique, 1),
};
static const struct row_field of_partner[] = {
	{.name = "piece", .count = 1, .size = 1, .form = ROW_UNSIGNED, .most = MAX_PIECES - 1},
};
static const struct row_field of_effect[] = {
	ROW_NUMBER(struct effect, what, EFFECT_KINDS - 1),
	ROW_NUMBER(struct effect, card, UINT8_MAX),
	ROW_NUMBER(struct effect, copy, UINT16_MAX),
	ROW_NUMBER(struct effect, by, UINT8_MAX),
	ROW_NUMBER(struct effect, seat, UINT8_MAX),
	ROW_NUMBER(struct effect, type, UINT8_MAX),
	ROW_NUMBER(struct effect, piece, UINT8_MAX),
	ROW_NUMBER(struct effect, other, UINT8_MAX),
	ROW_NUMBERS(struct effect, squares, square, NO_SQUARE),
	ROW_NUMBER(struct effect, left, 1),
	ROW_NUMBER(struct effect, suspended, 1),
	ROW_NUMBER(struct effect, begun, 1),
	ROW_NUMBER(struct effect, serial, UINT16_MAX),
};
static const struct row_field of_displacement[] = {
	ROW_NUMBER(struct displacement, piece, UINT8_MAX),
	ROW_NUMBER(struct displacement, type, UINT8_MAX),
	ROW_NUMBER(struct displacement, marks, UINT16_MAX),
	ROW_NUMBER(struct displacement, from, NO_SQUARE),
	ROW_NUMBER(struct displacement, to, NO_SQUARE),
	ROW_NUMBER(struct displacement, by_card, 1),
	ROW_NUMBER(struct displacement, castled, 1),
};
static const struct row_field of_taken[] = {
	ROW_NUMBER(struct taken, piece, UINT8_MAX), ROW_NUMBER(struct taken, by, UINT8_MAX),
	ROW_NUMBER(struct taken, at, NO_SQUARE),    ROW_NUMBER(struct taken, marks, UINT16_MAX),
	ROW_NUMBER(struct taken, regular, 1),	    ROW_NUMBER(struct taken, action, UINT8_MAX),
};
static const struct row_field of_story[] = {
	ROW_NUMBER(struct story, action, UINT8_MAX),
	ROW_NUMBER(struct story, moved, 1),
	ROW_NUMBER(struct story, by_card, 1),
};
static const struct row_field of_piles[] = {
	ROW_NUMBER(struct piles, common, 1),
	ROW_INTEGER(struct piles, stamp, INT32_MAX),
	ROW_NUMBERS(struct piles, shuffles, uint32_t, UINT32_MAX),
	ROW_NUMBER(struct piles, ran_out, UINT16_MAX),
};
static const struct row_field of_copy[] = {
	ROW_NUMBER(struct copy, kind, UINT8_MAX),   ROW_NUMBER(struct copy, owner, UINT8_MAX),
	ROW_NUMBER(struct copy, zone, UINT8_MAX),   ROW_NUMBER(struct copy, seat, UINT8_MAX),
	ROW_INTEGER(struct copy, place, INT32_MAX),
};
static const struct row_field of_secret[] = {ROW_STRING(struct lots, secret, ROW_TEXT)};
static const struct row_field of_id[] = {ROW_STRING(struct lots, game, ROW_TEXT)};
static const struct row_field of_words[] = {
	{.name = "said", .form = ROW_TEXT, .most = LOTS_WORDS_MAX + 1},
};
static const struct row_field of_stack[] = {
	ROW_NUMBER(struct stack, count, MAX_COPIES),
	ROW_NUMBER(struct stack, ordered, 1),
	ROW_NUMBERS(struct stack, kinds, uint8_t, MAX_CARD_KINDS - 1),
};
/* Of the outcome the table needs no more than whether there is one. */
static const struct row_field of_table[] = {
	ROW_NUMBER(struct table, outcome.status, STATUS_VOID),
	ROW_NUMBER(struct table, gather.stage, GATHER_DECKS),
	ROW_NUMBER(struct table, gather.in, UINT16_MAX),
	ROW_NUMBER_AS("phase", struct table, now.phase, PHASE_OVER),
	ROW_NUMBER_AS("state", struct table, now.state, TURN_VOID),
	ROW_NUMBER_AS("window", struct table, now.window, UINT16_MAX),
	ROW_NUMBER_AS("played", struct table, now.played, UINT16_MAX),
	ROW_NUMBER_AS("settled", struct table, now.settled, UINT16_MAX),
	ROW_NUMBER_AS("demanded", struct table, now.demanded, UINT8_MAX),
	ROW_NUMBER_AS("demand", struct table, now.demand, UINT8_MAX),
	ROW_NUMBER_AS("king_back", struct table, now.king_back, 1),
	ROW_NUMBER_AS("begun_again", struct table, now.begun_again, 1),
	ROW_NUMBER_AS("chaos", struct table, now.chaos, 1),
	ROW_NUMBER_AS("no_card", struct table, now.no_card, 1),
	ROW_NUMBERS(struct table, discard, uint16_t, UINT16_MAX),
	ROW_NUMBER(struct table, undone_count, MAX_UNDONE),
	ROW_NUMBERS(struct table, undone, uint64_t, UINT64_MAX),
	ROW_NUMBERS(struct table, autopass, uint8_t, UINT8_MAX),
	ROW_NUMBER(struct table, returned, UINT8_MAX),
	ROW_STRING(struct table, before, ROW_TEXT),
};
static const struct row_field of_fogged[] = {ROW_STRING(struct ahead, fogged, ROW_TEXT)};
static const struct row_field of_chaos[] = {ROW_STRING(struct ahead, chaos, ROW_TEXT)};
static const struct row_field of_held[] = {
	ROW_NUMBER(struct held, there, 1),
	ROW_NUMBERS(struct held, board, uint64_t, UINT64_MAX),
	ROW_STRING(struct held, text, ROW_TEXT),
};
static const struct row_field of_action[] = {
	ROW_NUMBER(struct action, kind, ACTION_SAID),
	ROW_NUMBER(struct action, seat, UINT8_MAX),
	ROW_NUMBER(struct action, when, UINT8_MAX),
	ROW_NUMBER(struct action, answers, UINT8_MAX),
	ROW_NUMBER(struct action, plots, UINT8_MAX),
	ROW_NUMBER(struct action, fate, ACTION_RETURNED),
	ROW_NUMBER(struct action, was_returned, 1),
	ROW_NUMBER(struct action, forced, 1),
	ROW_NUMBER(struct action, acts_as, UINT8_MAX),
	ROW_NUMBER(struct action, copy, UINT16_MAX),
	ROW_NUMBER(struct action, drawn, UINT16_MAX),
	ROW_INTEGER(struct action, place, INT32_MAX),
	ROW_NUMBER(struct action, move.from, NO_SQUARE),
	ROW_NUMBER(struct action, move.to, NO_SQUARE),
	ROW_NUMBER(struct action, move.other, NO_SQUARE),
	ROW_NUMBER(struct action, move.rook_to, NO_SQUARE),
	ROW_NUMBER(struct action, move.kind, UINT8_MAX),
	ROW_NUMBER(struct action, move.promotion, UINT8_MAX),
	ROW_NUMBER(struct action, move.behind, UINT8_MAX),
	ROW_NUMBER(struct action, move.marked, 1),
	ROW_NUMBER(struct action, card, UINT8_MAX),
};
static const struct row_field of_target[] = {
	ROW_NUMBER(struct target, form, TARGET_PROMOTION),
	ROW_NUMBER(struct target, square_count, MAX_CHAIN),
	ROW_NUMBERS(struct target, squares, square, NO_SQUARE),
	ROW_NUMBER(struct target, value, UINT8_MAX),
};
static const struct row_field of_said[] = {
	{.name = "text", .form = ROW_TEXT, .most = SAID_MAX},
};
static const struct row_field of_answer[] = {
	ROW_NUMBER(struct answer, seat, UINT8_MAX),
	ROW_NUMBER(struct answer, no, 1),
};

static const struct row field_row = ROW("field", of_field);
static const struct row partner_row = ROW("partner", of_partner);
static const struct row_list effect_list =
	ROW_LIST("effect", of_effect, struct field, effects, effect_count);
static const struct row last_row = ROW("last", of_displacement);
static const struct row story_row = ROW("story", of_story);
static const struct row_list gone_list =
	ROW_LIST("gone", of_displacement, struct story, gone, gone_count);
static const struct row_list taken_list =
	ROW_LIST("taken", of_taken, struct story, taken, taken_count);
static const struct row_list lost_list =
	ROW_LIST("lost", of_effect, struct story, lost, lost_count);
static const struct row piles_row = ROW("piles", of_piles);
static const struct row copy_row = ROW("copy", of_copy);
static const struct row secret_row = ROW("secret", of_secret);
static const struct row id_row = ROW("lots", of_id);
static const struct row words_row = ROW("words", of_words);
static const struct row share_row = ROW("share", of_stack);
static const struct row deck_row = ROW("deck", of_stack);
static const struct row table_row = ROW("table", of_table);
static const struct row fogged_row = ROW("fogged", of_fogged);
static const struct row chaos_row = ROW("chaos", of_chaos);
static const struct row held_row = ROW("held", of_held);
static const struct row_list action_list =
	ROW_LIST("action", of_action, struct table, actions, action_count);
static const struct row_list target_list =
	ROW_LIST("target", of_target, struct answer, targets, target_count);
static const struct row answer_row = ROW("answer", of_answer);
static const struct row said_row = ROW("said", of_said);
static const struct row_field of_clock[] = {
	ROW_NUMBER(struct cards_state, opened_to, UINT8_MAX),
	ROW_NUMBER(struct cards_state, opened.entry, UINT32_MAX),
	ROW_NUMBER(struct cards_state, opened.asked, INT64_MAX),
};
static const struct row clock_row = ROW("clock", of_clock);
static const char start_word[] = "start";

/* ---- writing ---- */

static void write_story(const struct story *story, int number, struct text *out)
{
	row_write(&story_row, number, story, out);
	row_write_list(&gone_list, story, out);
	row_write_list(&taken_list, story, out);
	row_write_list(&lost_list, story, out);
}

static void write_field(const struct field *field, struct text *out)
{
	row_write(&field_row, ROW_ALONE, field, out);
	for (int i = 0; i < field->position.piece_count; i++)
		if (field->partner[i] != NO_PIECE)
			row_write(&partner_row, i, &field->partner[i], out);
	row_write_list(&effect_list, field, out);
	for (int seat = 0; seat < MAX_SIDES; seat++)
		row_write(&last_row, seat, &field->last[seat], out);
	write_story(&field->story, 0, out);
	write_story(&field->before, 1, out);
}

/* Those of its copies that aren't as in `other`, which may be NULL. */
static void write_piles(const struct piles *piles, const struct piles *other, struct text *out)
{
	row_write(&piles_row, ROW_ALONE, piles, out);
	for (int i = 0; i < piles->count; i++) {
		const struct copy *copy = &piles->copies[i];

		if (other == NULL || copy->kind != other->copies[i].kind ||
		    copy->owner != other->copies[i].owner || copy->zone != other->copies[i].zone ||
		    copy->seat != other->copies[i].seat || copy->place != other->copies[i].place)
			row_write(&copy_row, i, copy, out);
	}
}

static void write_targets(const struct target *targets, unsigned count, struct text *out)
{
	for (unsigned i = 0; i < count; i++)
		row_write(&target_list.row, (int)i, &targets[i], out);
}

static void write_actions(const struct table *table, struct text *out)
{
	for (uint8_t i = 0; i < table->action_count; i++) {
		const struct play play = table_play(table, i);
		struct answer answer;

		row_write(&action_list.row, i, &table->actions[i], out);
		if (table->actions[i].kind == ACTION_SAID)
			row_write(&said_row, ROW_ALONE, table_said(table, i), out);
		write_targets(play.targets, play.target_count, out);
		for (unsigned k = 0; table_answer(table, i, k, &answer); k++) {
			row_write(&answer_row, (int)k, &answer, out);
			write_targets(answer.targets, answer.target_count, out);
		}
	}
}

/* What seats have sent beside turns. */
static void write_seats(const struct table *table, struct text *out)
{
	row_write(&id_row, ROW_ALONE, &table->lots, out);
	row_write(&secret_row, ROW_ALONE, &table->lots, out);
	for (int seat = 0; seat < MAX_SIDES; seat++) {
		if (table->lots.words[seat][0] != '\0')
			row_write(&words_row, seat, table->lots.words[seat], out);
		if (table->gather.shares[seat].count > 0)
			row_write(&share_row, seat, &table->gather.shares[seat], out);
		if (table->gather.decks[seat].count > 0)
			row_write(&deck_row, seat, &table->gather.decks[seat], out);
		if (table->held[seat].there)
			row_write(&held_row, seat, &table->held[seat], out);
	}
	row_write(&fogged_row, ROW_ALONE, &table->ahead, out);
	row_write(&chaos_row, ROW_ALONE, &table->ahead, out);
}

void cards_write(const struct game *game, struct text *out)
{
	const struct table *table = cards_state(game);

	row_write(&clock_row, ROW_ALONE, cards_state_whole(game), out);
	row_write(&table_row, ROW_ALONE, table, out);
	write_seats(table, out);
	write_actions(table, out);
	write_field(&table->field, out);
	write_piles(&table->piles, NULL, out);
	text_addf(out, "%s %u\n", start_word, table->start_piles.count);
	gamefile_write_position(&table->start.position, out);
	write_field(&table->start, out);
	write_piles(&table->start_piles, &table->piles, out);
}

/* ---- reading ---- */

unsigned cards_read_begin(struct game *game)
{
	struct table *table = cards_state(game);
	struct position nothing;

	position_clear(table->book->variant, &nothing);
	table_init(table, table->book, &nothing, NULL);
	return 1;
}

static bool read_of_story(struct story *story, const char *word, const char *rest)
{
	static const struct row_list *const lists[] = {&gone_list, &taken_list, &lost_list};

	for (size_t i = 0; story != NULL && i < ARRAY_LEN(lists); i++)
		if (strcmp(word, lists[i]->row.word) == 0)
			return row_read_next(lists[i], rest, story);
	return false;
}

/* The stories' lines follow one that says which: of this turn, or of the one before. */
static bool read_of_field(struct field *field, struct gamefile_state *state, const char *word,
			  const char *rest)
{
	unsigned number;

	if (strcmp(word, "field") == 0)
		return row_read(&field_row, rest, field);
	if (strcmp(word, "effect") == 0)
		return row_read_next(&effect_list, rest, field);
	if (strcmp(word, "partner") == 0)
		return row_read_number(&rest, MAX_PIECES, &number) &&
		       row_read(&partner_row, rest, &field->partner[number]);
	if (strcmp(word, "last") == 0)
		return row_read_number(&rest, MAX_SIDES, &number) &&
		       row_read(&last_row, rest, &field->last[number]);
	if (strcmp(word, "story") == 0) {
		if (!row_read_number(&rest, 2, &number))
			return false;
		state->part = number == 0 ? &field->story : &field->before;
		return row_read(&story_row, rest, state->part);
	}
	return read_of_story(state->part, word, rest);
}

/* Those of the turn's beginning are written over what they are now. */
static bool read_copy(struct table *table, bool start, const char *rest)
{
	struct piles *piles = start ? &table->start_piles : &table->piles;
	unsigned number;

	if (!row_read_number(&rest, start ? piles->count : MAX_COPIES, &number) ||
	    (!start && number != piles->count++))
		return false;
	return row_read(&copy_row, rest, &piles->copies[number]);
}

static bool read_start(struct table *table, struct gamefile_state *state, const char *rest)
{
	unsigned count;

	if (state->position == &table->start.position ||
	    !row_read_number(&rest, table->piles.count + 1u, &count) || *rest != '\0')
		return false;
	table->start_piles = table->piles;
	table->start_piles.count = (uint16_t)count;
	state->position = &table->start.position;
	state->part = NULL;
	return true;
}

static bool read_of_seat(struct table *table, const char *word, const char *rest, bool *read_out)
{
	unsigned seat;

	if (strcmp(word, "words") != 0 && strcmp(word, "share") != 0 && strcmp(word, "deck") != 0 &&
	    strcmp(word, "held") != 0)
		return false;
	*read_out = row_read_number(&rest, MAX_SIDES, &seat) &&
		    (*word == 'w'   ? row_read(&words_row, rest, table->lots.words[seat])
		     : *word == 's' ? row_read(&share_row, rest, &table->gather.shares[seat])
		     : *word == 'd' ? row_read(&deck_row, rest, &table->gather.decks[seat])
				    : row_read(&held_row, rest, &table->held[seat]));
	return true;
}

static bool read_action(struct table *table, const char *rest)
{
	if (!table_has_room(table) || !row_read_next(&action_list, rest, table))
		return false;
	table->actions[table->action_count - 1].words = (struct span){table->words.used, 0};
	return true;
}

static bool read_said(struct table *table, const char *rest)
{
	char said[SAID_MAX];

	return row_read(&said_row, rest, said) && table_add_said(table, said);
}

/* The next answer to the last action; its targets follow. */
static bool read_answer(struct table *table, const char *rest)
{
	uint8_t last = (uint8_t)(table->action_count - 1);
	struct answer answer;
	unsigned number;

	memset(&answer, 0, sizeof answer);
	if (table->action_count == 0 || !row_read_number(&rest, MAX_SIDES, &number) ||
	    number != table_answers(table, last) || !table_has_room_for(table, &answer) ||
	    !row_read(&answer_row, rest, &answer))
		return false;
	facts_add_answer(table, last, &answer, NULL);
	return true;
}

/* The next target of the last answer to the last action, or of that. */
static bool read_target(struct table *table, const char *rest)
{
	struct target target;
	unsigned number;

	memset(&target, 0, sizeof target);
	return row_read_number(&rest, MAX_PLAY_WORDS, &number) &&
	       row_read(&target_list.row, rest, &target) &&
	       table_add_target(table, number, &target);
}

static bool read_of_script(struct table *table, const char *word, const char *rest, bool *read_out)
{
	if (strcmp(word, "action") == 0)
		*read_out = read_action(table, rest);
	else if (strcmp(word, "said") == 0)
		*read_out = read_said(table, rest);
	else if (strcmp(word, "answer") == 0)
		*read_out = read_answer(table, rest);
	else if (strcmp(word, "target") == 0)
		*read_out = read_target(table, rest);
	else
		return false;
	return true;
}

bool cards_read(struct game *game, struct gamefile_state *state, const char *word, const char *rest)
{
	struct table *table = cards_state(game);
	bool start = state->position == &table->start.position, sound;

	if (read_of_script(table, word, rest, &sound) || read_of_seat(table, word, rest, &sound))
		return sound;
	if (strcmp(word, clock_row.word) == 0)
		return row_read(&clock_row, rest, cards_state_whole(game));
	if (strcmp(word, "table") == 0)
		return row_read(&table_row, rest, table);
	if (strcmp(word, "lots") == 0)
		return row_read(&id_row, rest, &table->lots);
	if (strcmp(word, "secret") == 0)
		return row_read(&secret_row, rest, &table->lots);
	if (strcmp(word, "fogged") == 0)
		return row_read(&fogged_row, rest, &table->ahead);
	if (strcmp(word, "chaos") == 0)
		return row_read(&chaos_row, rest, &table->ahead);
	if (strcmp(word, "copy") == 0)
		return read_copy(table, start, rest);
	if (strcmp(word, "piles") == 0)
		return row_read(&piles_row, rest, start ? &table->start_piles : &table->piles);
	if (strcmp(word, start_word) == 0)
		return read_start(table, state, rest);
	return read_of_field(start ? &table->start : &table->field, state, word, rest);
}

bool cards_read_end(struct game *game)
{
	struct table *table = cards_state(game);

	table->field.position = game->position;
	if (!field_complete(table->book, &table->field) ||
	    !field_complete(table->book, &table->start))
		return false;
	game->position = table->field.position;
	return true;
}
