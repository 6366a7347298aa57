/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/variant/variant_data.h"
#include "core/words/words.h"
#include "pbem/desk/index.h"
#include "pbem/desk/people.h"
#include "pbem/mailing/mailing.h"
#include "pbem/mailing/press.h"
#include "pbem/mailing/remark.h"
#include "pbem/mailing/remark_words.h"

/* A letter of the batch may yet be replaced before it is sent: so the ledger keeps it, too, in the
 * seat's language. */
static void note(struct desk *desk, const struct desk_game *game, unsigned seat,
		 const char *sentence)
{
	const char *spoken = words_spoken();
	struct person person;
	struct text told;

	text_init(&told, 0);
	people_of(desk, &game->seats.seats[seat], &person);
	/* Without its words it is English. */
	(void)words_speak(person.language, NULL);
	remark_render(sentence, &told);
	(void)words_speak(spoken, NULL);
	press_note(desk, game, seat, told.bytes);
	text_done(&told);
}

void remark_all(struct desk *desk, struct desk_game *game, const char *told, const char *why)
{
	char *sentence =
		*why == '\0' ? base_strdup(told) : base_printf("%s%c%s", told, REMARK_REASON, why);

	if (game->remark.len > 0)
		text_add_char(&game->remark, REMARK_SENTENCE);
	text_add(&game->remark, sentence);
	for (unsigned seat = 0; seat < game->seats.count; seat++)
		if (!game->seats.seats[seat].left)
			note(desk, game, seat, sentence);
	free(sentence);
}

void remark_seat(struct desk *desk, struct desk_game *game, unsigned seat, const char *told,
		 bool writes)
{
	struct text *remark = &game->remarks[seat];

	if (game->seats.seats[seat].left)
		return;
	if (remark->bytes == NULL)
		text_init(remark, 0);
	if (remark->len > 0)
		text_add_char(remark, REMARK_SENTENCE);
	text_add(remark, told);
	note(desk, game, seat, told);
	/* A letter that went before didn't tell of it. */
	if (writes) {
		game->writes |= (uint16_t)(1u << seat);
		game->told &= (uint16_t) ~(1u << seat);
	}
}

static void add_part(struct text *text, const char *words)
{
	text_addf(text, "%c%s", REMARK_PART, words);
}

/* "White's e4", the last turn that stands. */
static void add_last(const struct game *game, struct text *out)
{
	const struct turn_record *turn = game_recent(game, 0);
	const char *people = turn != NULL ? strchr(turn->text, ' ') : NULL;
	char *words;

	if (turn == NULL) {
		add_part(out, ", to its beginning");
		return;
	}
	words = remark_words(", to how it stood after %s: %s",
			     variant_seat_title(game->variant, turn->seat),
			     people != NULL ? people + 1 : turn->text, NULL);
	add_part(out, words);
	free(words);
}

void remark_undone(struct desk *desk, struct desk_game *game, const char *told, const char *why)
{
	const struct gamefile *file = game->file;
	const struct game *now = &file->game;
	struct text text;

	text_init(&text, 0);
	text_add(&text, told);
	add_last(now, &text);
	if (game->was_over && now->outcome.status == STATUS_PLAYING)
		add_part(&text, "; its result is withdrawn");
	add_part(&text, ". All that came later is undone, and letters that answer it come too "
			"late");
	if (now->variant->kind->reshuffle != NULL && file->shown > now->undone.to)
		add_part(&text, ". Hands are as they were; what is undrawn has been shuffled, "
				"since cards were seen. What anybody was told can't be untold");
	remark_all(desk, game, text.bytes, why);
	text_done(&text);
}

/* Whether the end of the sitting, which is to come, asks it something: that letter has the ledger's
 * note of what it is told. */
static bool is_asked_later(const struct desk_game *game, unsigned seat)
{
	return index_waits(game) && !game->settled &&
	       game->file->game.outcome.status == STATUS_PLAYING &&
	       game->file->game.questions[seat].entry > game->head;
}

/* A sitting that is several batches, or its end, may have more to say of moves given in advance:
 * the newer letter has what the older says. */
#define AHEAD "ahead"

int remark_send(struct desk *desk, struct desk_game *game, struct reason *reason)
{
	const bool moderated = game->remark.len > 0;
	int result = 0;

	for (unsigned seat = 0; result == 0 && seat < game->seats.count; seat++) {
		const bool alone = game->writes >> seat & 1;

		if ((!moderated && !alone) || game->seats.seats[seat].left ||
		    game->told >> seat & 1 || is_asked_later(game, seat))
			continue;
		result = mailing_about(desk, game, seat, moderated ? "moderated" : AHEAD,
				       moderated ? NULL : AHEAD, game->file->head, reason);
	}
	return result;
}
