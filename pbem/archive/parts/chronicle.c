/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/cards/effects/effects_load.h"
#include "core/phrase/phrase.h"
#include "core/picture/scene.h"
#include "core/view/view.h"
#include "pbem/archive/parts/chronicle.h"
#include "pbem/archive/parts/forms.h"
#include "pbem/archive/parts/strip.h"

/* ---- the board ---- */

/* How it stands after the turn told last: what follows from a turn stands behind it. For who can't
 * see it, it stands there in words, too. */
static void draw(struct chronicle *chronicle, const struct game *game)
{
	struct chronicle_turn *turn = &chronicle->turns[chronicle->count - 1];
	struct scene *scene = scene_new(game, NO_SIDE, NO_SIDE);
	struct text words;

	text_init(&words, 0);
	turn->board = chronicle->boards.len;
	strip_add(chronicle->strip, scene, phrase("The board"), &chronicle->boards);
	scene_words(scene, &words);
	text_add(&chronicle->boards, "<details><summary>");
	forms_add(phrase("In words"), &chronicle->boards);
	text_add(&chronicle->boards, "</summary><p>");
	forms_add(words.bytes, &chronicle->boards);
	text_add(&chronicle->boards, "</p></details>\n");
	turn->board_end = chronicle->boards.len;
	chronicle->due = false;
	text_done(&words);
	scene_free(scene);
}

/* ---- what happens ---- */

static struct chronicle_turn *add_turn(struct chronicle *chronicle, const struct gamefile *file,
				       const struct entry_head *head)
{
	struct chronicle_turn *turn;

	if (chronicle->due)
		draw(chronicle, &file->game);
	chronicle->turns = base_grow(chronicle->turns, chronicle->count, &chronicle->turn_size,
				     sizeof *chronicle->turns);
	turn = &chronicle->turns[chronicle->count++];
	*turn = (struct chronicle_turn){.seat = NO_SIDE, .when = head->when, .from = file->size};
	chronicle->due = true;
	return turn;
}

/* "Nf3"; of several boards behind its own: "2: Nf3". The caller frees it. */
static char *tell(const struct variant *variant, const struct turn_record *record)
{
	const char *behind = strchr(record->text, ' '), *colon = strchr(record->text, ':');
	char *told = view_told(variant, behind != NULL ? behind + 1 : record->text), *whole;

	if (!variant_has_boards(variant) || colon == NULL || behind == NULL || colon > behind)
		return told;
	whole = base_printf("%.*s: %s", (int)(colon - record->text), record->text, told);
	free(told);
	return whole;
}

static void add_played(struct chronicle *chronicle, const struct gamefile *file,
		       const struct entry_head *head)
{
	const struct turn_record *record = game_recent(&file->game, 0);
	struct chronicle_turn *turn = add_turn(chronicle, file, head);

	if (record == NULL)
		return;
	turn->round = record->round;
	turn->seat = record->seat;
	turn->told = tell(file->game.variant, record);
}

static void add_said(struct chronicle *chronicle, const struct entry_head *head,
		     const struct event *event)
{
	chronicle->said = base_grow(chronicle->said, chronicle->said_count, &chronicle->said_size,
				    sizeof *chronicle->said);
	chronicle->said[chronicle->said_count++] = (struct chronicle_said){
		.turn = chronicle->count > 0 ? (unsigned)chronicle->count - 1 : 0,
		.seat = event->seat,
		.when = head->when,
		.text = base_strdup(event->text),
	};
}

/* "after the move: PLAY Bog e4". */
static void add_card(struct chronicle *chronicle, const struct event *event)
{
	static const char play[] = ": PLAY ";
	const char *at = event->text != NULL ? strstr(event->text, play) : NULL;
	const uint8_t card = at != NULL && chronicle->set != NULL
				     ? card_named(chronicle->set, at + strlen(play), NULL)
				     : NO_CARD;

	if (card == NO_CARD)
		return;
	chronicle->cards = base_grow(chronicle->cards, chronicle->card_count, &chronicle->card_size,
				     sizeof *chronicle->cards);
	chronicle->cards[chronicle->card_count++] =
		(struct chronicle_card){(unsigned)chronicle->count, event->seat, card};
}

/* What of an unfinished turn stands behind a finished one. */
static void begin_action(struct chronicle *chronicle, const struct gamefile *file)
{
	struct chronicle_turn *turn = &chronicle->turns[chronicle->count - 1];

	if (chronicle->due)
		draw(chronicle, &file->game);
	if (turn->from == file->size)
		turn->later = true;
}

static void look_at_fact(void *context, const struct gamefile *file, const struct entry_head *head,
			 const struct event *event)
{
	struct chronicle *chronicle = context;

	if (event->kind == EVENT_SAY)
		add_said(chronicle, head, event);
	if (file == NULL)
		return;
	switch (event->kind) {
	case EVENT_START:
		add_turn(chronicle, file, head);
		break;
	case EVENT_PLAYED:
		add_played(chronicle, file, head);
		break;
	case EVENT_SCRIPT:
		if (chronicle->count > 0)
			begin_action(chronicle, file);
		add_card(chronicle, event);
		break;
	default:
		break;
	}
	chronicle->last = head->when;
}

/* What is known of the game then. The variant's book is the same as the game's own. */
static void look_at_entry(void *context, const struct gamefile *file)
{
	struct chronicle *chronicle = context;

	if (chronicle->due)
		draw(chronicle, &file->game);
	for (size_t i = chronicle->count; i > 0 && chronicle->turns[i - 1].end == 0; i--)
		chronicle->turns[i - 1].end = file->size;
	chronicle->size = file->size;
	chronicle->entries = file->head;
	chronicle->hash = file->hash;
	chronicle->header = file->header;
	chronicle->outcome = file->game.outcome;
}

static void look_at_header(void *context, const struct gamefile *file)
{
	struct chronicle *chronicle = context;
	const struct book *book = NULL;

	chronicle->variant = file->game.variant;
	chronicle->terms = file->game.terms;
	chronicle->last = file->header.created;
	if (variant_has_cards(chronicle->variant))
		book = effects_book_of(chronicle->variant, NULL);
	chronicle->set = book != NULL ? book->set : NULL;
	look_at_entry(context, file);
}

int chronicle_read(const char *path, const char *bytes, size_t len, struct variant_library *library,
		   const struct piece_set *pieces, struct chronicle *out, struct reason *reason)
{
	const struct gamefile_bytes game = {.path = path, .log = bytes, .log_len = len};
	const struct gamefile_looker looker = {look_at_header, look_at_fact, look_at_entry, out};

	*out = (struct chronicle){.file = NULL};
	text_init(&out->boards, SIZE_MAX);
	out->strip = strip_new(pieces);
	out->file = gamefile_load_watched(&game, library, &looker, reason);
	return out->file != NULL ? 0 : -1;
}

void chronicle_done(struct chronicle *chronicle)
{
	for (size_t i = 0; i < chronicle->count; i++)
		free(chronicle->turns[i].told);
	for (size_t i = 0; i < chronicle->said_count; i++)
		free(chronicle->said[i].text);
	free(chronicle->turns);
	free(chronicle->said);
	free(chronicle->cards);
	text_done(&chronicle->boards);
	strip_free(chronicle->strip);
	gamefile_free(chronicle->file);
}

uint64_t chronicle_public(const struct chronicle *chronicle)
{
	const struct terms *terms = &chronicle->terms;
	const size_t delay = terms->publish_delay > terms->watch_delay ? terms->publish_delay
								       : terms->watch_delay;
	const struct chronicle_turn *turn;
	size_t shown;

	if (chronicle->count == 0 || delay == 0 || chronicle->outcome.status != STATUS_PLAYING)
		return chronicle->size;
	shown = chronicle->count - 1 > delay ? chronicle->count - 1 - delay : 0;
	turn = &chronicle->turns[shown];
	return turn->later ? turn->from : turn->end;
}
