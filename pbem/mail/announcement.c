/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"
#include "pbem/mail/announcement.h"
#include "pbem/mail/announcement_text.h"
#include "pbem/mail/mail.h"
#include "pbem/mail/pending_notes.h"
#include "pbem/site/game_index.h"
#include "pbem/site/preferences.h"

/* Stores an announcement in the ledger, too, in the seat's language: a message of the batch may be
 * replaced before it is sent. */
static void store_note(struct workspace *workspace, const struct workspace_game *game,
		       unsigned seat, const char *sentence)
{
	const struct vocabulary *spoken;
	struct person person;
	struct strbuf told;

	strbuf_init(&told, 0);
	preferences_of(workspace, &game->seats.seats[seat], &person);
	/* Without that language's words the note is English. */
	(void)vocabulary_push(person.language, &spoken, NULL);
	announcement_render(sentence, &told);
	vocabulary_pop(spoken);
	pending_notes_add(workspace, game, seat, told.bytes);
	strbuf_done(&told);
}

void announcement_all(struct workspace *workspace, struct workspace_game *game, const char *told,
		      const char *why)
{
	char *sentence = *why == '\0' ? base_strdup(told)
				      : base_printf("%s%c%s", told, ANNOUNCEMENT_REASON, why);

	if (game->remark.len > 0)
		strbuf_add_char(&game->remark, ANNOUNCEMENT_SENTENCE);
	strbuf_add(&game->remark, sentence);
	for (unsigned seat = 0; seat < game->seats.count; seat++)
		if (!game->seats.seats[seat].left)
			store_note(workspace, game, seat, sentence);
	free(sentence);
}

void announcement_seat(struct workspace *workspace, struct workspace_game *game, unsigned seat,
		       const char *told, bool writes)
{
	struct strbuf *remark = &game->remarks[seat];

	if (game->seats.seats[seat].left)
		return;
	if (remark->bytes == NULL)
		strbuf_init(remark, 0);
	if (remark->len > 0)
		strbuf_add_char(remark, ANNOUNCEMENT_SENTENCE);
	strbuf_add(remark, told);
	store_note(workspace, game, seat, told);
	/* A message that was written before doesn't contain the announcement. */
	if (writes) {
		game->writes |= (uint16_t)(1u << seat);
		game->told &= (uint16_t) ~(1u << seat);
	}
}

static void add_part(struct strbuf *text, const char *words)
{
	strbuf_addf(text, "%c%s", ANNOUNCEMENT_PART, words);
}

/* Adds which turn is now the last one, "White's turn: e4". */
static void add_last(const struct game *game, struct strbuf *out)
{
	const struct turn_record *turn = game_recent(game, 0);
	const char *people = turn != NULL ? strchr(turn->text, ' ') : NULL;
	char *words;

	if (turn == NULL) {
		add_part(out, ". The game is back at its beginning");
		return;
	}
	words = announcement_words(". The game is now as it was after %s's turn: %s",
				   variant_seat_title(game->variant, turn->seat),
				   people != NULL ? people + 1 : turn->text, NULL);
	add_part(out, words);
	free(words);
}

void announcement_undone(struct workspace *workspace, struct workspace_game *game, const char *told,
			 const char *why)
{
	const struct gamefile *file = game->file;
	const struct game *now = &file->game;
	struct strbuf text;

	strbuf_init(&text, 0);
	strbuf_add(&text, told);
	add_last(now, &text);
	if (game->was_over && now->outcome.status == STATUS_PLAYING)
		add_part(&text, ". The result no longer counts");
	add_part(&text, ". Later moves no longer count; please don't reply to letters about them");
	if (now->variant->kind->reshuffle != NULL && file->shown > now->undone.to)
		add_part(&text, ". Hands are as they were then. Cards that nobody has drawn are "
				"shuffled again, because players have seen some of them");
	announcement_all(workspace, game, text.bytes, why);
	strbuf_done(&text);
}

/* Reports whether the seat will be asked something at the end of the worklist, which is still to
 * come. The message that asks gets the ledger's note of the announcement. */
static bool is_asked_later(const struct workspace_game *game, unsigned seat)
{
	return game_index_waits(game) && !game->settled &&
	       game->file->game.outcome.status == STATUS_PLAYING &&
	       game->file->game.questions[seat].entry > game->head;
}

/* The template and slot of messages about conditional moves. A worklist of several batches, or its
 * end, may have more news of them: the newer message includes what the older one says. */
#define AHEAD "ahead"

int announcement_send(struct workspace *workspace, struct workspace_game *game,
		      struct reason *reason)
{
	const bool moderated = game->remark.len > 0;
	int result = 0;

	for (unsigned seat = 0; result == 0 && seat < game->seats.count; seat++) {
		const bool alone = game->writes >> seat & 1;

		if ((!moderated && !alone) || game->seats.seats[seat].left ||
		    game->told >> seat & 1 || is_asked_later(game, seat))
			continue;
		result = mail_about(workspace, game, seat, moderated ? "moderated" : AHEAD,
				    moderated ? NULL : AHEAD, game->file->head, reason);
	}
	return result;
}
