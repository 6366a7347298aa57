/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/cards/deck/piles.h"
#include "core/game/conditional.h"
#include "core/game/game_time_limits.h"
#include "core/game/takeback.h"
#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "core/view/game_text.h"
#include "core/view/peterson_text.h"
#include "pbem/calendar/time_limits.h"
#include "pbem/calendar/timezone.h"
#include "pbem/mail/announcement_text.h"
#include "pbem/mail/draft.h"
#include "pbem/mail/mail_dates.h"
#include "pbem/mail/mail_seat.h"
#include "pbem/mail/pending_notes.h"
#include "pbem/mime/message.h"
#include "pbem/site/gametype_mail.h"

/* ---- values of the site, the game and the message ---- */

static uint8_t own_seat(const struct draft *draft)
{
	return (uint8_t)draft->mail->seat;
}

void draft_names(const struct draft *draft, uint16_t seats, struct strbuf *out)
{
	mail_names(draft->mail->game, seats, out);
}

static uint16_t all_seats(const struct draft *draft)
{
	return (uint16_t)((1u << variant_seats(draft->variant)) - 1);
}

void draft_opponents(const struct draft *draft, struct strbuf *out)
{
	uint16_t own = variant_team(draft->variant, draft->mail->seat);

	if (variant_seats(draft->variant) > 5)
		strbuf_addf(out, translate("%u others"), variant_seats(draft->variant) - 1);
	else
		draft_names(draft, all_seats(draft) & (uint16_t)~own, out);
}

enum board_style draft_board_style(const struct draft *draft)
{
	return draft->mail->compact || draft->person.brevity == BREVITY_SHORT ? BOARD_COMPACT
									      : BOARD_FULL;
}

static void add_game(const struct draft *draft, struct strbuf *out)
{
	strbuf_add(out, draft->mail->game->id);
}

static void add_variant(const struct draft *draft, struct strbuf *out)
{
	strbuf_add(out, variant_name(draft->variant));
}

static void add_name(const struct draft *draft, struct strbuf *out)
{
	strbuf_add(out, draft->seat->name);
}

static void add_seat(const struct draft *draft, struct strbuf *out)
{
	strbuf_add(out, translate(variant_seat_title(draft->variant, draft->mail->seat)));
}

static void add_token(const struct draft *draft, struct strbuf *out)
{
	strbuf_add(out, draft->token);
}

/* Adds the address from which the answered message came, if it isn't one of the seat's. */
static void add_sender(const struct draft *draft, struct strbuf *out)
{
	const struct message *letter = draft->mail->answers;

	if (letter != NULL && !seats_has_address(draft->seat, letter->from))
		strbuf_add(out, letter->from);
}

/* Returns false: links are made from the other values of a message (html.h). */
static bool is_never_given(const struct draft *draft)
{
	(void)draft;
	return false;
}

/* Reports whether there are several nearest orders, one per line. */
static bool has_choices(const struct draft *draft)
{
	const char *nearest = draft->mail->nearest;

	return nearest != NULL && strchr(nearest, '\n') != NULL;
}

static bool has_left(const struct draft *draft)
{
	return draft->seat->left;
}

static bool is_brief(const struct draft *draft)
{
	return preferences_is_brief(&draft->person, draft->seat);
}

static void add_commit(const struct draft *draft, struct strbuf *out)
{
	strbuf_add(out, draft->mail->game->file->header.commit.hex);
}

static void add_hash(const struct draft *draft, struct strbuf *out)
{
	strbuf_add(out, draft->mail->game->file->hash.hex);
}

/* ---- values made from the game ---- */

static void add_partner(const struct draft *draft, struct strbuf *out)
{
	uint16_t own = variant_team(draft->variant, draft->mail->seat);

	draft_names(draft, own & (uint16_t) ~(1u << draft->mail->seat), out);
}

/* Adds the players, one per line: "Red: Carl (out; White has the army)". */
static void add_players(const struct draft *draft, struct strbuf *out)
{
	const struct game_header *header = &draft->mail->game->file->header;
	const struct position *position = &draft->game->position;

	for (unsigned i = 0; i < variant_seats(draft->variant); i++) {
		bool has_army = !draft->variant->kind->boards && i < MAX_SIDES;
		unsigned player = has_army ? position->controller[i] : i;

		strbuf_addf(out, "%s: %s", translate(variant_seat_title(draft->variant, i)),
			    header->names[i]);
		if (game_has_many_seats(draft->game) && !game_in_play(draft->game, i)) {
			strbuf_add(out, translate(" (out"));
			if (player != i && player < variant_seats(draft->variant))
				strbuf_addf(out, translate("; %s has the army"),
					    translate(variant_seat_title(draft->variant, player)));
			strbuf_add(out, ")");
		}
		strbuf_add_char(out, '\n');
	}
}

/* Adds the turns since this seat's last turn, which is included; in answer to orders, the turns
 * that they made. */
static void add_since(const struct draft *draft, struct strbuf *out)
{
	if (draft->mail->before != NULL)
		view_recent(draft->game, *draft->mail->before, out);
	else
		view_since(draft->game, own_seat(draft), out);
}

static bool is_in_progress(const struct draft *draft)
{
	return draft->game->outcome.status == STATUS_PLAYING;
}

/* Reports whether the seat is still in a game that is still in progress. */
static bool is_playing(const struct draft *draft)
{
	return draft->game->started && is_in_progress(draft) &&
	       game_in_play(draft->game, draft->mail->seat);
}

/* Reports whether the seat is asked something in a game in progress. */
static bool is_asked(const struct draft *draft)
{
	return is_in_progress(draft) && draft->game->questions[draft->mail->seat].entry != 0;
}

/* Reports whether the seat may move. Other seats get no list of moves, which they couldn't use. */
static bool may_move(const struct draft *draft)
{
	return draft->game->started && is_asked(draft);
}

static bool has_several(const struct draft *draft)
{
	return game_has_many_seats(draft->game);
}

/* Reports whether another player offers a draw that this seat may accept. */
static bool is_offered(const struct draft *draft)
{
	const struct game *game = draft->game;

	return game->offering != NO_SIDE && game_in_play(game, draft->mail->seat) &&
	       !(game->agreed >> draft->mail->seat & 1);
}

static void add_offer(const struct draft *draft, struct strbuf *out)
{
	if (is_offered(draft) && !game_has_many_seats(draft->game))
		strbuf_add(out, draft->mail->game->file->header.names[draft->game->offering]);
}

/* Adds the name of the player who offers a draw, in a game where other players must agree, too. */
static void add_common_offer(const struct draft *draft, struct strbuf *out)
{
	if (is_offered(draft) && game_has_many_seats(draft->game))
		strbuf_add(out, draft->mail->game->file->header.names[draft->game->offering]);
}

/* Adds the name of the player who asks to take the game back, if this seat has not answered. */
static void add_asker(const struct draft *draft, struct strbuf *out)
{
	if (takeback_awaited(draft->game) >> draft->mail->seat & 1)
		strbuf_add(out,
			   draft->mail->game->file->header.names[draft->game->undo_request.seat]);
}

static void add_refuser(const struct draft *draft, struct strbuf *out)
{
	strbuf_add(out, draft->mail->game->file->header.names[draft->mail->game->undo_refused]);
}

/* Reports whether the game was taken back in this batch. */
static bool has_gone_back(const struct draft *draft)
{
	return draft->mail->game->file->game.undone.by > draft->mail->game->head;
}

static void add_payment(const struct draft *draft, struct strbuf *out)
{
	view_payment(draft->game, false, out);
}

static void add_trade(const struct draft *draft, struct strbuf *out)
{
	view_payment(draft->game, true, out);
}

static void add_additions(const struct draft *draft, struct strbuf *out)
{
	view_additions(draft->variant, out);
}

/* Adds the additions to the answer to HELP RULES, if it shows the page of the game's own variant,
 * which doesn't describe them. */
static void add_own_additions(const struct draft *draft, struct strbuf *out)
{
	if (draft->mail->own_rules)
		view_additions(draft->variant, out);
}

/* Adds the army to be moved, if the seat has conquered it. */
static void add_army(const struct draft *draft, struct strbuf *out)
{
	uint8_t turn = draft->game->position.turn;

	if (!draft->variant->kind->boards && game_player(draft->game) == draft->mail->seat &&
	    turn != draft->mail->seat)
		strbuf_add(out, translate(variant_seat_title(draft->variant, turn)));
}

/* Adds the variants whose rules can be requested. */
static void add_variants(const struct draft *draft, struct strbuf *out)
{
	char **names = variant_names(draft->workspace->site->library);

	for (char **name = names; *name != NULL; name++) {
		strbuf_addf(out, "%s%s", name == names ? "" : ", ", *name);
		free(*name);
	}
	free(names);
}

/* Adds the names of the players whose move is awaited, unless this seat's is. */
static void add_awaited(const struct draft *draft, struct strbuf *out)
{
	const struct game *game = draft->game;
	uint16_t asked = 0;

	if (game->outcome.status != STATUS_PLAYING || game->questions[draft->mail->seat].entry != 0)
		return;
	for (unsigned i = 0; i < variant_seats(draft->variant); i++)
		if (game->questions[i].entry != 0)
			asked |= (uint16_t)(1u << i);
	draft_names(draft, asked, out);
}

/* Adds the reason with a full stop. Reasons come from many places, and some have one. */
static void add_why(const struct draft *draft, struct strbuf *out)
{
	const char *why = draft->mail->why, *zone = draft->person.zone;

	if (why == NULL || *why == '\0')
		return;
	/* The reason may have been written before its reader was known, so it is translated here,
	 * with times in the reader's zone. */
	mail_restate(*zone != '\0' ? zone : draft->game->terms.zone, translate(why), out);
	while (out->len > 0 && strchr(" \n", out->bytes[out->len - 1]) != NULL)
		out->bytes[--out->len] = '\0';
	if (out->len > 0 && strchr(".!?", out->bytes[out->len - 1]) == NULL)
		strbuf_add_char(out, '.');
}

static void add_board(const struct draft *draft, struct strbuf *out)
{
	uint8_t from = draft->seat->view_own ? own_seat(draft) : NO_SIDE;

	view_board_for(draft->game, from, own_seat(draft), draft_board_style(draft), out);
}

static void add_entry(const struct draft *draft, struct strbuf *out)
{
	strbuf_addf(out, "%u", draft->mail->game->file->head);
}

static void add_remark(const struct draft *draft, struct strbuf *out)
{
	announcement_render(draft->mail->game->remark.bytes, out);
}

/* Adds the notes, and the announcements of the batch unless the message is about nothing else. */
static void add_note(const struct draft *draft, struct strbuf *out)
{
	const struct workspace_game *game = draft->mail->game;

	pending_notes_append(draft->workspace, game, draft->mail->seat, out);
	if (game->remark.len > 0 && strcmp(draft->mail->template, "moderated") != 0) {
		strbuf_add(out, out->len > 0 ? " " : "");
		announcement_render(game->remark.bytes, out);
	}
	if (game->remarks[draft->mail->seat].len > 0 &&
	    strcmp(draft->mail->template, "ahead") != 0) {
		strbuf_add(out, out->len > 0 ? " " : "");
		announcement_render(game->remarks[draft->mail->seat].bytes, out);
	}
}

/* Adds the speaker: a player's name, or pbem's words for the moderator. */
static void add_from(const struct draft *draft, struct strbuf *out)
{
	if (draft->mail->from != NULL)
		strbuf_add(out, translate(draft->mail->from));
}

/* ---- settings ---- */

static void add_moving(const struct draft *draft, struct strbuf *out)
{
	strbuf_add(out, draft->seat->moving);
}

static void add_zone(const struct draft *draft, struct strbuf *out)
{
	char described[TIMEZONE_NAME_MAX + 16];

	timezone_describe(draft->person.zone[0] != '\0' ? draft->person.zone : TIMEZONE_UTC,
			  described);
	strbuf_add(out, described);
}

static void add_language(const struct draft *draft, struct strbuf *out)
{
	strbuf_add(out, vocabulary_language_name(draft->person.language[0] != '\0'
							 ? draft->person.language
							 : VOCABULARY_ENGLISH));
}

/* Adds the languages of messages, in the form that LANGUAGE takes. */
static void add_languages(const struct draft *draft, struct strbuf *out)
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

/* Adds all settings as orders, one per line. */
static void add_preferences(const struct draft *draft, struct strbuf *out)
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
	add_zone(draft, out);
	strbuf_add(out, translate("\nLANGUAGE "));
	add_language(draft, out);
	if (draft->kind->no_view == NULL)
		add_view(draft, out);
	if (draft->seat->left)
		strbuf_add(out, translate("\nLEAVE"));
	else if (draft->kind->standing != NULL)
		draft->kind->standing(draft->game, (uint8_t)draft->mail->seat, out);
	add_absences(draft, out);
}

/* ---- examples of orders, only of possible ones ---- */

static void add_pawn(const struct draft *draft, struct strbuf *out)
{
	view_example_of_array(draft->variant, (uint8_t)draft->mail->seat, true, false, out);
}

static void add_pawn_short(const struct draft *draft, struct strbuf *out)
{
	view_example_of_array(draft->variant, (uint8_t)draft->mail->seat, true, true, out);
}

static void add_piece(const struct draft *draft, struct strbuf *out)
{
	view_example_of_array(draft->variant, (uint8_t)draft->mail->seat, false, false, out);
}

static void add_piece_short(const struct draft *draft, struct strbuf *out)
{
	view_example_of_array(draft->variant, (uint8_t)draft->mail->seat, false, true, out);
}

static void add_castling(const struct draft *draft, struct strbuf *out)
{
	view_example_castling(draft->variant, (uint8_t)draft->mail->seat, out);
}

static void add_promotion(const struct draft *draft, struct strbuf *out)
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
static void add_other_seat(const struct draft *draft, struct strbuf *out)
{
	if (is_playing(draft))
		add_seat_against(draft, true, out);
}

/* Adds an opponent's seat, as in SAY TO. A player who is out can still be written to. */
static void add_told_seat(const struct draft *draft, struct strbuf *out)
{
	const size_t before = out->len;

	add_seat_against(draft, true, out);
	if (out->len == before)
		add_seat_against(draft, false, out);
}

/* ---- conditional moves ---- */

/* Adds the seat's remaining conditional moves, one order per line. */
static void add_ahead(const struct draft *draft, struct strbuf *out)
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

/* Adds the announcement of this batch to this seat alone. */
static void add_own_remark(const struct draft *draft, struct strbuf *out)
{
	const struct strbuf *remark = &draft->mail->game->remarks[draft->mail->seat];

	if (remark->len > 0)
		announcement_render(remark->bytes, out);
}

/* ---- the state of the game, in words for this player ---- */

/* Adds whose turn it is, in words for the seat's player. */
static void add_status(const struct draft *draft, struct strbuf *out)
{
	const struct game_header *header = &draft->mail->game->file->header;
	struct view_reader reader = {.seat = (uint8_t)draft->mail->seat};

	for (unsigned i = 0; i < variant_seats(draft->variant); i++)
		reader.names[i] = header->names[i];
	view_status_to(draft->game, &reader, out);
}

/* Adds the players who must still agree to an undo to which the seat has agreed. */
static void add_undo_waits(const struct draft *draft, struct strbuf *out)
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
static void add_handicap(const struct draft *draft, struct strbuf *out)
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

/* ---- the table ---- */

#define OF_CONFIG(member) .setting = offsetof(struct config, member)
#define OF_MAIL(of) .member = offsetof(struct mail, of)

const struct mail_value draft_values[] = {
	{"site", OF_CONFIG(name)},
	{"address", OF_CONFIG(address)},
	{"moderator", OF_CONFIG(moderator)},
	{"done", OF_MAIL(done)},
	{"from", .add = add_from},
	{"history", OF_MAIL(history)},
	{"nearest", OF_MAIL(nearest)},
	{"orders", OF_MAIL(orders)},
	{"others", OF_MAIL(others)},
	{"waiting", OF_MAIL(waiting)},
	{"watched", OF_MAIL(watched)},
	{"offers", OF_MAIL(offers)},
	{"rules", OF_MAIL(rules)},
	{"said", OF_MAIL(said)},
	{"sheet", OF_MAIL(sheet)},
	{"calendar", OF_MAIL(wish)},
	{"no-calendar", OF_MAIL(wish)},
	{"entered", OF_MAIL(wish)},
	{"first", OF_MAIL(wish)},
	{"html", OF_MAIL(wish)},
	{"leave", OF_MAIL(wish)},
	{"linked", OF_MAIL(wish)},
	{"long", OF_MAIL(wish)},
	{"no-html", OF_MAIL(wish)},
	{"no-linked", OF_MAIL(wish)},
	{"own", OF_MAIL(wish)},
	{"short", OF_MAIL(wish)},
	{"watch", OF_MAIL(wish)},
	{"zone-set", OF_MAIL(wish)},
	{"ask-old", OF_MAIL(wish)},
	{"ask-new", OF_MAIL(wish)},
	{"half", OF_MAIL(wish)},
	{"stays", OF_MAIL(wish)},
	{"named", OF_MAIL(wish)},
	{"away", OF_MAIL(wish)},
	{"back", OF_MAIL(wish)},
	{"vacation", .add = draft_add_vacation},
	{"moving", .add = add_moving},
	{"language-set", OF_MAIL(wish)},
	{"pieces-set", OF_MAIL(wish)},
	{"links", .when = is_never_given},
	{"payments", .when = is_never_given},
	{"game", .add = add_game},
	{"variant", .add = add_variant},
	{"name", .add = add_name},
	{"seat", .add = add_seat},
	{"token", .add = add_token},
	{"sender", .add = add_sender},
	{"choices", .when = has_choices},
	{"commit", .add = add_commit},
	{"gone-back", .when = has_gone_back},
	{"hash", .add = add_hash},
	{"until", .add = draft_add_until},
	{"bank-from", .add = draft_add_bank_from},
	{"bank", .add = draft_add_bank},
	{"overdue", .add = draft_add_overdue},
	{"again", .add = draft_add_again},
	{"paused", .when = draft_is_paused},
	{"clocks", .add = draft_add_clocks},
	{"terms", .add = draft_add_terms},
	{"handicap", .add = add_handicap},
	{"left", .when = has_left},
	{"brief", .when = is_brief},
	{"army", .add = add_army},
	{"ahead", .add = add_ahead},
	{"own-remark", .add = add_own_remark},
	{"asked-draw", .when = is_offered},
	{"asker", .add = add_asker},
	{"awaited", .add = add_awaited},
	{"board", .add = add_board},
	{"common-offer", .add = add_common_offer},
	{"entry", .add = add_entry},
	{"last", .of_game = view_last},
	{"legal", .of_seat = view_legal_for, .when = may_move},
	{"note", .add = add_note},
	{"offer", .add = add_offer},
	{"opponent", .add = draft_opponents},
	{"out", .of_seat = view_departure, .when = is_in_progress},
	{"partner", .add = add_partner},
	{"players", .add = add_players},
	{"playing", .when = is_playing},
	{"refuser", .add = add_refuser},
	{"remark", .add = add_remark},
	{"resigning", .of_seat = view_resigning, .when = is_playing},
	{"result", .of_game = view_result},
	{"several", .when = has_several},
	{"since", .add = add_since},
	{"several-moves", .of_game = view_several_moves, .when = is_asked},
	{"debt", .of_game = view_debt, .when = is_asked},
	{"payment", .add = add_payment, .when = is_asked},
	{"trade", .add = add_trade, .when = is_asked},
	{"peterson", .add = add_additions},
	{"additions", .add = add_own_additions},
	{"moves-now", .of_seat = view_example_moves},
	{"move-now", .of_seat = view_example_move},
	{"place-now", .of_seat = view_example_placement},
	{"other-seat", .add = add_other_seat},
	{"told-seat", .add = add_told_seat},
	{"pawn", .add = add_pawn},
	{"pawn-short", .add = add_pawn_short},
	{"piece", .add = add_piece},
	{"piece-short", .add = add_piece_short},
	{"castling", .add = add_castling},
	{"promotion", .add = add_promotion},
	{"status", .add = add_status},
	{"undo-waits", .add = add_undo_waits},
	{"variants", .add = add_variants},
	{"zone", .add = add_zone},
	{"language", .add = add_language},
	{"languages", .add = add_languages},
	{"preferences", .add = add_preferences},
	{"when", .add = draft_add_when},
	{"why", .add = add_why},
	{0},
};
