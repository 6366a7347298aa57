/* SPDX-License-Identifier: MIT */
/* Values about the player's settings, examples of orders, conditional moves and handicaps. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/util/strbuf.h"
#include "core/cards/deck/piles.h"
#include "core/game/conditional.h"
#include "core/game/game_time_limits.h"
#include "core/game/takeback.h"
#include "core/variant/variant_data.h"
#include "core/view/game_text.h"
#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/view/game_text.h"
#include "pbem/calendar/time_limits.h"
#include "pbem/calendar/timezone.h"
#include "pbem/mail/announcement_text.h"
#include "pbem/mail/draft.h"

void draft_moving(const struct draft *draft, struct strbuf *out)
{
	strbuf_add(out, draft->seat->moving);
}

void draft_zone(const struct draft *draft, struct strbuf *out)
{
	char described[TIMEZONE_NAME_MAX + 16];

	timezone_describe(draft->person.zone[0] != '\0' ? draft->person.zone : TIMEZONE_UTC,
			  described);
	strbuf_add(out, described);
}

void draft_language(const struct draft *draft, struct strbuf *out)
{
	strbuf_add(out, vocabulary_language_name(draft->person.language[0] != '\0'
							 ? draft->person.language
							 : VOCABULARY_ENGLISH));
}

/* Adds the languages of messages, in the form that LANGUAGE takes. */
void draft_languages(const struct draft *draft, struct strbuf *out)
{
	char **languages = template_set_languages(draft->workspace->site->templates);

	for (char **language = languages; *language != NULL; language++)
		strbuf_addf(out, "%s%s", language == languages ? "" : ", ",
			    vocabulary_language_name(*language));
	g_strfreev(languages);
}

/* Adds each absence that isn't over, in the form that VACATION takes. */
static void add_absences(const struct draft *draft, struct strbuf *out)
{
	char first[GAME_LIMITS_DAY], last[GAME_LIMITS_DAY];
	int64_t from = -1, to;

	while (time_limits_next_absence(draft->game, draft->mail->seat, from, draft->workspace->now,
					&from, &to)) {
		game_limits_print_day(from, first);
		game_limits_print_day(to, last);
		strbuf_addf(out, translate("\nVACATION %s TO %s"), first, last);
	}
}

static void add_view(const struct draft *draft, struct strbuf *out)
{
	if (draft->seat->view_own)
		strbuf_add(out, translate("\nVIEW OWN"));
	else
		strbuf_addf(out, translate("\nVIEW %s"),
			    translate(variant_seat_title(draft->variant, 0)));
}

void draft_preferences(const struct draft *draft, struct strbuf *out)
{
	strbuf_addf(out, "NAME %s\n", draft->seat->name);
	strbuf_add(out, preferences_is_brief(&draft->person, draft->seat)
				? translate("SHORT ON\n")
				: translate("SHORT OFF\n"));
	strbuf_add(out, draft->person.html ? translate("HTML ON\n") : translate("HTML OFF\n"));
	strbuf_add(out, draft->person.links ? translate("TEXTLINKS ON\n")
					    : translate("TEXTLINKS OFF\n"));
	strbuf_add(out, draft->person.calendar ? translate("CALENDAR ON\n")
					       : translate("CALENDAR OFF\n"));
	strbuf_add(out, translate("ZONE "));
	draft_zone(draft, out);
	strbuf_add(out, translate("\nLANGUAGE "));
	draft_language(draft, out);
	if (draft->kind->no_view == NULL)
		add_view(draft, out);
	if (draft->seat->left)
		strbuf_add(out, translate("\nLEAVE"));
	else if (draft->kind->standing != NULL)
		draft->kind->standing(draft->game, (uint8_t)draft->mail->seat, out);
	add_absences(draft, out);
}

/* ---- examples of orders, only of possible ones ---- */

void draft_add_pawn(const struct draft *draft, struct strbuf *out)
{
	view_example_of_array(draft->variant, (uint8_t)draft->mail->seat, true, false, out);
}

void draft_add_pawn_short(const struct draft *draft, struct strbuf *out)
{
	view_example_of_array(draft->variant, (uint8_t)draft->mail->seat, true, true, out);
}

void draft_add_piece(const struct draft *draft, struct strbuf *out)
{
	view_example_of_array(draft->variant, (uint8_t)draft->mail->seat, false, false, out);
}

void draft_add_piece_short(const struct draft *draft, struct strbuf *out)
{
	view_example_of_array(draft->variant, (uint8_t)draft->mail->seat, false, true, out);
}

void draft_add_castling(const struct draft *draft, struct strbuf *out)
{
	view_example_castling(draft->variant, (uint8_t)draft->mail->seat, out);
}

void draft_add_promotion(const struct draft *draft, struct strbuf *out)
{
	view_example_promotion(draft->variant, (uint8_t)draft->mail->seat, out);
}

/* Adds the name of the first seat that plays against this one, in capitals as in orders. With
 * `in_play`, considers only seats in play. */
static void add_seat_against(const struct draft *draft, bool in_play, struct strbuf *out)
{
	uint16_t team = variant_team(draft->variant, draft->mail->seat);

	for (unsigned seat = 0; seat < variant_seats(draft->variant) && out->len == 0; seat++)
		if (!(team >> seat & 1) && (!in_play || game_in_play(draft->game, seat)))
			for (const char *c = variant_seat_name(draft->variant, seat); *c != '\0';
			     c++)
				strbuf_add_char(out, (char)toupper((unsigned char)*c));
}

/* Adds an opponent's seat that still moves, as in IF. Adds nothing if there is none, or if this
 * seat doesn't move any more. */
void draft_add_other_seat(const struct draft *draft, struct strbuf *out)
{
	if (draft_is_playing(draft))
		add_seat_against(draft, true, out);
}

/* Adds an opponent's seat, as in SAY TO. A player who is out can still be written to. */
void draft_add_told_seat(const struct draft *draft, struct strbuf *out)
{
	const size_t before = out->len;

	add_seat_against(draft, true, out);
	if (out->len == before)
		add_seat_against(draft, false, out);
}

/* ---- conditional moves ---- */

void draft_add_ahead(const struct draft *draft, struct strbuf *out)
{
	const struct workspace_game *game = draft->mail->game;
	const unsigned seat = draft->mail->seat;
	struct conditional intent;

	for (unsigned i = 0; i < GAME_PLANS; i++)
		if (conditional_read(draft->variant, game->seats.seats[seat].conditional_moves[i],
				     &intent) &&
		    conditional_holds(&game->file->game, (uint8_t)seat, &intent))
			conditional_print_orders(draft->variant, &intent, out);
}

void draft_add_own_remark(const struct draft *draft, struct strbuf *out)
{
	const struct strbuf *remark = &draft->mail->game->remarks[draft->mail->seat];

	if (remark->len > 0)
		announcement_render(remark->bytes, out);
}

/* ---- the state of the game, in words for this player ---- */

void draft_add_status(const struct draft *draft, struct strbuf *out)
{
	const struct game_header *header = &draft->mail->game->file->header;
	struct view_reader reader = {.seat = (uint8_t)draft->mail->seat};

	for (unsigned i = 0; i < variant_seats(draft->variant); i++)
		reader.names[i] = header->names[i];
	view_status_to(draft->game, &reader, out);
}

void draft_add_undo_waits(const struct draft *draft, struct strbuf *out)
{
	const struct game *game = draft->game;
	const uint16_t awaited = takeback_awaited(game);

	if (awaited != 0 && !(awaited >> draft->mail->seat & 1) &&
	    game_in_play(game, draft->mail->seat))
		draft_names(draft, awaited, out);
}

/* ---- handicaps ---- */

/* Adds ", 4 cards in hand" if the number isn't HAND_SIZE. */
static void add_hand(const struct draft *draft, unsigned seat, struct strbuf *out)
{
	char *key = base_printf("hand.%s", variant_seat_name(draft->variant, seat));
	const char *hand = variant_option(draft->variant, key);
	unsigned cards = hand != NULL ? (unsigned)strtoul(hand, NULL, 10) : HAND_SIZE;

	if (cards != HAND_SIZE)
		strbuf_addf(out,
			    cards == 1 ? translate(", %u card in hand")
				       : translate(", %u cards in hand"),
			    cards);
	free(key);
}

/* Adds the terms of single seats that differ from the others, one per line: "White: 2 days a
 * turn, 4 cards in hand". */
void draft_add_handicap(const struct draft *draft, struct strbuf *out)
{
	const struct game_options *terms = &draft->game->terms;

	for (unsigned seat = 0; seat < variant_seats(draft->variant); seat++) {
		unsigned days = game_turn_days(draft->game, seat);
		unsigned bank = game_options_bank(terms, draft->variant, seat);
		struct strbuf own;

		strbuf_init(&own, 0);
		if (days == 0 && bank == 0 && game_options_are_timed(terms))
			strbuf_add(&own, translate(", no time limit"));
		else if (days != game_real_days(draft->game, terms->days))
			strbuf_addf(&own,
				    days == 1 ? translate(", %u day a turn")
					      : translate(", %u days a turn"),
				    days);
		if (bank != terms->bank && (bank > 0 || days > 0))
			strbuf_addf(&own,
				    bank == 1 ? translate(", %u day in the time bank")
					      : translate(", %u days in the time bank"),
				    bank);
		add_hand(draft, seat, &own);
		if (own.len > 0)
			strbuf_addf(out, "%s: %s\n",
				    translate(variant_seat_title(draft->variant, seat)),
				    own.bytes + strlen(", "));
		strbuf_done(&own);
	}
}
