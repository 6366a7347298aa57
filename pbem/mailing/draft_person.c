/* SPDX-License-Identifier: MIT */
/* What a letter tells of what its player has chosen, or asked, of letters; and what he could write.
 */
#include <ctype.h>

#include <glib.h>

#include "core/base/text.h"
#include "core/intent/intent.h"
#include "core/phrase/phrase.h"
#include "core/turn/game_limits.h"
#include "core/view/view.h"
#include "core/words/words.h"
#include "pbem/mailing/draft.h"
#include "pbem/mailing/remark_words.h"
#include "pbem/site/zones.h"
#include "pbem/times/limits.h"

void draft_moving(const struct draft *draft, struct text *out)
{
	text_add(out, draft->seat->moving);
}

void draft_zone(const struct draft *draft, struct text *out)
{
	text_add(out, draft->person.zone[0] != '\0' ? draft->person.zone : ZONES_UTC);
}

void draft_language(const struct draft *draft, struct text *out)
{
	text_add(out, words_language_name(draft->person.language[0] != '\0' ? draft->person.language
									    : WORDS_ENGLISH));
}

/* Those there are letters in, as LANGUAGE takes them. */
void draft_languages(const struct draft *draft, struct text *out)
{
	char **languages = template_set_languages(draft->desk->site->templates);

	for (char **language = languages; *language != NULL; language++)
		text_addf(out, "%s%s", language == languages ? "" : ", ",
			  words_language_name(*language));
	g_strfreev(languages);
}

/* Each that isn't over, as VACATION takes it. */
static void add_absences(const struct draft *draft, struct text *out)
{
	char first[GAME_LIMITS_DAY], last[GAME_LIMITS_DAY];
	int64_t from = -1, to;

	while (limits_next_absence(draft->game, draft->mail->seat, from, draft->desk->now, &from,
				   &to)) {
		game_limits_print_day(from, first);
		game_limits_print_day(to, last);
		text_addf(out, phrase("\nVACATION %s TO %s"), first, last);
	}
}

static void add_view(const struct draft *draft, struct text *out)
{
	if (draft->seat->view_own)
		text_add(out, phrase("\nVIEW OWN"));
	else
		text_addf(out, phrase("\nVIEW %s"), phrase(variant_seat_title(draft->variant, 0)));
}

/* What the player has chosen, or has without that, a line each as the order that chooses it. */
void draft_preferences(const struct draft *draft, struct text *out)
{
	text_addf(out, "NAME %s\n", draft->seat->name);
	text_add(out, people_is_brief(&draft->person, draft->seat) ? phrase("SHORT ON\n")
								   : phrase("SHORT OFF\n"));
	text_add(out, draft->person.html ? phrase("HTML ON\n") : phrase("HTML OFF\n"));
	text_add(out, draft->person.links ? phrase("TEXTLINKS ON\n") : phrase("TEXTLINKS OFF\n"));
	text_add(out, draft->person.calendar ? phrase("CALENDAR ON\n") : phrase("CALENDAR OFF\n"));
	text_add(out, phrase("ZONE "));
	draft_zone(draft, out);
	text_add(out, phrase("\nLANGUAGE "));
	draft_language(draft, out);
	if (draft->kind->no_view == NULL)
		add_view(draft, out);
	if (draft->seat->left)
		text_add(out, phrase("\nLEAVE"));
	else if (draft->kind->standing != NULL)
		draft->kind->standing(draft->game, (uint8_t)draft->mail->seat, out);
	add_absences(draft, out);
}

/* ---- examples of what can be written: never of what can't be done ---- */

/* From the array, for how a move is written at all: a pawn's move and another man's, long and
 * short. */
void draft_add_pawn(const struct draft *draft, struct text *out)
{
	view_example_of_array(draft->variant, (uint8_t)draft->mail->seat, true, false, out);
}

void draft_add_pawn_short(const struct draft *draft, struct text *out)
{
	view_example_of_array(draft->variant, (uint8_t)draft->mail->seat, true, true, out);
}

void draft_add_piece(const struct draft *draft, struct text *out)
{
	view_example_of_array(draft->variant, (uint8_t)draft->mail->seat, false, false, out);
}

void draft_add_piece_short(const struct draft *draft, struct text *out)
{
	view_example_of_array(draft->variant, (uint8_t)draft->mail->seat, false, true, out);
}

void draft_add_castling(const struct draft *draft, struct text *out)
{
	view_example_castling(draft->variant, (uint8_t)draft->mail->seat, out);
}

void draft_add_promotion(const struct draft *draft, struct text *out)
{
	view_example_promotion(draft->variant, (uint8_t)draft->mail->seat, out);
}

/* The name of an opponent's seat, as in SAY TO. */
void draft_add_other_seat(const struct draft *draft, struct text *out)
{
	uint16_t team = variant_team(draft->variant, draft->mail->seat);

	for (unsigned seat = 0; seat < variant_seats(draft->variant) && out->len == 0; seat++)
		if (!(team >> seat & 1) && game_in_play(draft->game, seat))
			for (const char *c = variant_seat_name(draft->variant, seat); *c != '\0';
			     c++)
				text_add_char(out, (char)toupper((unsigned char)*c));
}

/* ---- what he has given in advance ---- */

void draft_add_ahead(const struct draft *draft, struct text *out)
{
	const struct desk_game *game = draft->mail->game;
	const unsigned seat = draft->mail->seat;
	struct intent intent;

	for (unsigned i = 0; i < GAME_PLANS; i++)
		if (intent_read(draft->variant, game->seats.seats[seat].intends[i], &intent) &&
		    intent_holds(&game->file->game, (uint8_t)seat, &intent))
			intent_tell(draft->variant, &intent, out);
}

void draft_add_own_remark(const struct draft *draft, struct text *out)
{
	const struct text *remark = &draft->mail->game->remarks[draft->mail->seat];

	if (remark->len > 0)
		remark_render(remark->bytes, out);
}
