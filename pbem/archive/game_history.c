/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/cards/effects/effects_load.h"
#include "core/image/scene.h"
#include "core/util/translate.h"
#include "core/view/game_text.h"
#include "pbem/archive/board_sequence.h"
#include "pbem/archive/game_history.h"
#include "pbem/archive/html_template.h"

/* ---- the board ---- */

/* Draws the board after the turn that was added last: what follows from a turn comes after it in
 * the file. Adds the board in words, too, for readers who can't see it. */
static void draw_board(struct game_history *history, const struct game *game)
{
	struct game_history_turn *turn = &history->turns[history->count - 1];
	struct scene *scene = scene_new(game, NO_SIDE, NO_SIDE);
	struct strbuf words;

	strbuf_init(&words, 0);
	turn->board = history->boards.len;
	board_sequence_add(history->sequence, scene, translate("The board"), &history->boards);
	scene_words(scene, &words);
	strbuf_add(&history->boards, "<details><summary>");
	html_template_add(translate("In words"), &history->boards);
	strbuf_add(&history->boards, "</summary><p>");
	html_template_add(words.bytes, &history->boards);
	strbuf_add(&history->boards, "</p></details>\n");
	turn->board_end = history->boards.len;
	history->due = false;
	strbuf_done(&words);
	scene_free(scene);
}

/* ---- turns ---- */

static struct game_history_turn *add_turn(struct game_history *history, const struct gamefile *file,
					  const struct entry_head *head)
{
	struct game_history_turn *turn;

	if (history->due)
		draw_board(history, &file->game);
	history->turns = base_grow(history->turns, history->count, &history->turn_size,
				   sizeof *history->turns);
	turn = &history->turns[history->count++];
	*turn = (struct game_history_turn){.seat = NO_SIDE, .when = head->when, .from = file->size};
	history->due = true;
	return turn;
}

/* Returns the move as text: "Nf3"; with the board's number if there are several boards: "2: Nf3".
 * The caller frees it. */
static char *format_turn(const struct variant *variant, const struct turn_record *record)
{
	const char *behind = strchr(record->text, ' '), *colon = strchr(record->text, ':');
	char *told = view_translate_turn(variant, behind != NULL ? behind + 1 : record->text),
	     *whole;

	if (!variant_has_boards(variant) || colon == NULL || behind == NULL || colon > behind)
		return told;
	whole = base_printf("%.*s: %s", (int)(colon - record->text), record->text, told);
	free(told);
	return whole;
}

static void add_played(struct game_history *history, const struct gamefile *file,
		       const struct entry_head *head)
{
	const struct turn_record *record = game_recent(&file->game, 0);
	struct game_history_turn *turn = add_turn(history, file, head);

	if (record == NULL)
		return;
	turn->round = record->round;
	turn->seat = record->seat;
	turn->told = format_turn(file->game.variant, record);
}

static void add_chat(struct game_history *history, const struct entry_head *head,
		     const struct event *event)
{
	history->said = base_grow(history->said, history->said_count, &history->said_size,
				  sizeof *history->said);
	history->said[history->said_count++] = (struct game_history_chat){
		.turn = history->count > 0 ? (unsigned)history->count - 1 : 0,
		.seat = event->seat,
		.when = head->when,
		.text = base_strdup(event->text),
	};
}

/* Adds a played card: "after the move: PLAY Bog e4". */
static void add_card(struct game_history *history, const struct event *event)
{
	static const char play[] = ": PLAY ";
	const char *at = event->text != NULL ? strstr(event->text, play) : NULL;
	const uint8_t card = at != NULL && history->set != NULL
				     ? card_named(history->set, at + strlen(play), NULL)
				     : NO_CARD;

	if (card == NO_CARD)
		return;
	history->cards = base_grow(history->cards, history->card_count, &history->card_size,
				   sizeof *history->cards);
	history->cards[history->card_count++] =
		(struct game_history_card){(unsigned)history->count, event->seat, card};
}

/* Begins an action after a finished turn: draws that turn's board, and marks the turn if its entry
 * contains the action, too. */
static void begin_action(struct game_history *history, const struct gamefile *file)
{
	struct game_history_turn *turn = &history->turns[history->count - 1];

	if (history->due)
		draw_board(history, &file->game);
	if (turn->from == file->size)
		turn->later = true;
}

static void on_event(void *context, const struct gamefile *file, const struct entry_head *head,
		     const struct event *event)
{
	struct game_history *history = context;

	if (event->kind == EVENT_SAY)
		add_chat(history, head, event);
	if (file == NULL)
		return;
	switch (event->kind) {
	case EVENT_START:
		add_turn(history, file, head);
		break;
	case EVENT_PLAYED:
		add_played(history, file, head);
		break;
	case EVENT_SCRIPT:
		if (history->count > 0)
			begin_action(history, file);
		add_card(history, event);
		break;
	default:
		break;
	}
	history->last = head->when;
}

/* Records the state of the game at an entry. */
static void on_entry(void *context, const struct gamefile *file)
{
	struct game_history *history = context;

	if (history->due)
		draw_board(history, &file->game);
	for (size_t i = history->count; i > 0 && history->turns[i - 1].end == 0; i--)
		history->turns[i - 1].end = file->size;
	history->size = file->size;
	history->entries = file->head;
	history->hash = file->hash;
	history->header = file->header;
	history->outcome = file->game.outcome;
}

static void on_header(void *context, const struct gamefile *file)
{
	struct game_history *history = context;
	const struct card_ruleset *book = NULL;

	history->variant = file->game.variant;
	history->terms = file->game.terms;
	history->last = file->header.created;
	if (variant_has_cards(history->variant))
		book = effects_book_of(history->variant, NULL);
	history->set = book != NULL ? book->set : NULL;
	on_entry(context, file);
}

int game_history_read(const char *path, const char *bytes, size_t len,
		      struct variant_library *library, const struct piece_set *pieces,
		      struct game_history *out, struct reason *reason)
{
	const struct gamefile_bytes game = {.path = path, .log = bytes, .log_len = len};
	const struct gamefile_callbacks looker = {on_header, on_event, on_entry, out};

	*out = (struct game_history){.file = NULL};
	strbuf_init(&out->boards, SIZE_MAX);
	out->sequence = board_sequence_new(pieces);
	out->file = gamefile_load_watched(&game, library, &looker, reason);
	return out->file != NULL ? 0 : -1;
}

void game_history_done(struct game_history *history)
{
	for (size_t i = 0; i < history->count; i++)
		free(history->turns[i].told);
	for (size_t i = 0; i < history->said_count; i++)
		free(history->said[i].text);
	free(history->turns);
	free(history->said);
	free(history->cards);
	strbuf_done(&history->boards);
	board_sequence_free(history->sequence);
	gamefile_free(history->file);
}

uint64_t game_history_public(const struct game_history *history)
{
	const struct game_options *terms = &history->terms;
	const size_t delay = terms->publish_delay > terms->watch_delay ? terms->publish_delay
								       : terms->watch_delay;
	const struct game_history_turn *turn;
	size_t shown;

	if (history->count == 0 || delay == 0 || history->outcome.status != STATUS_PLAYING)
		return history->size;
	shown = history->count - 1 > delay ? history->count - 1 - delay : 0;
	turn = &history->turns[shown];
	return turn->later ? turn->from : turn->end;
}
