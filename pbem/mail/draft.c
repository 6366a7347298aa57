/* SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "pbem/mailing/remark_words.h"
#include "core/phrase/phrase.h"
#include "core/base/text.h"
#include "core/words/words.h"
#include "core/turn/undo.h"
#include "core/view/view.h"
#include "core/view/view_peterson.h"
#include "core/variant/variant_data.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/mailing/draft.h"
#include "pbem/mailing/mailing_seats.h"
#include "pbem/mailing/press.h"
#include "pbem/reading/letter.h"

/* ---- what site, game and letter have ---- */

static uint8_t own_seat(const struct draft *draft)
{
	return (uint8_t)draft->mail->seat;
}

void draft_names(const struct draft *draft, uint16_t seats, struct text *out)
{
	mailing_names(draft->mail->game, seats, out);
}

static uint16_t all_seats(const struct draft *draft)
{
	return (uint16_t)((1u << variant_seats(draft->variant)) - 1);
}

void draft_opponents(const struct draft *draft, struct text *out)
{
	uint16_t own = variant_team(draft->variant, draft->mail->seat);

	if (variant_seats(draft->variant) > 5)
		text_addf(out, phrase("%u others"), variant_seats(draft->variant) - 1);
	else
		draft_names(draft, all_seats(draft) & (uint16_t)~own, out);
}

enum board_style draft_board_style(const struct draft *draft)
{
	return draft->mail->compact || draft->person.brevity == BREVITY_SHORT ? BOARD_COMPACT
									      : BOARD_FULL;
}

static void add_game(const struct draft *draft, struct text *out)
{
	text_add(out, draft->mail->game->id);
}

static void add_variant(const struct draft *draft, struct text *out)
{
	text_add(out, variant_name(draft->variant));
}

static void add_name(const struct draft *draft, struct text *out)
{
	text_add(out, draft->seat->name);
}

static void add_seat(const struct draft *draft, struct text *out)
{
	text_add(out, phrase(variant_seat_title(draft->variant, draft->mail->seat)));
}

static void add_token(const struct draft *draft, struct text *out)
{
	text_add(out, draft->token);
}

/* Where the letter that is answered came from, if the seat isn't known to write from there. */
static void add_sender(const struct draft *draft, struct text *out)
{
	const struct letter *letter = draft->mail->answers;

	if (letter != NULL && !seats_has_address(draft->seat, letter->from))
		text_add(out, letter->from);
}

/* What there is to be tapped is made of what else a letter tells (looks.h). */
static bool never(const struct draft *draft)
{
	(void)draft;
	return false;
}

/* Whether the nearest orders are more than one, each a line. */
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
	return people_is_brief(&draft->person, draft->seat);
}

static void add_commit(const struct draft *draft, struct text *out)
{
	text_add(out, draft->mail->game->file->header.commit.hex);
}

static void add_hash(const struct draft *draft, struct text *out)
{
	text_add(out, draft->mail->game->file->hash.hex);
}

/* ---- what is made of the game ---- */

static void add_partner(const struct draft *draft, struct text *out)
{
	uint16_t own = variant_team(draft->variant, draft->mail->seat);

	draft_names(draft, own & (uint16_t) ~(1u << draft->mail->seat), out);
}

/* "Red: Carl (out; White has the army)". */
static void add_players(const struct draft *draft, struct text *out)
{
	const struct game_header *header = &draft->mail->game->file->header;
	const struct position *position = &draft->game->position;

	for (unsigned i = 0; i < variant_seats(draft->variant); i++) {
		bool has_army = !draft->variant->kind->boards && i < MAX_SIDES;
		unsigned player = has_army ? position->controller[i] : i;

		text_addf(out, "%s: %s", phrase(variant_seat_title(draft->variant, i)),
			  header->names[i]);
		if (game_is_crowded(draft->game) && !game_in_play(draft->game, i)) {
			text_add(out, phrase(" (out"));
			if (player != i && player < variant_seats(draft->variant))
				text_addf(out, phrase("; %s has the army"),
					  phrase(variant_seat_title(draft->variant, player)));
			text_add(out, ")");
		}
		text_add_char(out, '\n');
	}
}

/* The turns since this seat's own last one, that one included; in answer to orders, what they did.
 */
static void add_since(const struct draft *draft, struct text *out)
{
	if (draft->mail->before != NULL)
		view_recent(draft->game, *draft->mail->before, out);
	else
		view_since(draft->game, own_seat(draft), out);
}

static bool goes_on(const struct draft *draft)
{
	return draft->game->outcome.status == STATUS_PLAYING;
}

bool draft_is_playing(const struct draft *draft)
{
	return draft->game->started && goes_on(draft) &&
	       game_in_play(draft->game, draft->mail->seat);
}

/* Whether something is asked of the seat in a game that goes on. */
static bool is_asked(const struct draft *draft)
{
	return goes_on(draft) && draft->game->questions[draft->mail->seat].entry != 0;
}

/* Only to the seat whose turn it is: to others the list would tell nothing they may use. */
static bool may_move(const struct draft *draft)
{
	return draft->game->started && is_asked(draft);
}

static bool has_several(const struct draft *draft)
{
	return game_is_crowded(draft->game);
}

/* Another's offer, which this seat may answer. */
static bool is_offered(const struct draft *draft)
{
	const struct game *game = draft->game;

	return game->offering != NO_SIDE && game_in_play(game, draft->mail->seat) &&
	       !(game->agreed >> draft->mail->seat & 1);
}

static void add_offer(const struct draft *draft, struct text *out)
{
	if (is_offered(draft) && !game_is_crowded(draft->game))
		text_add(out, draft->mail->game->file->header.names[draft->game->offering]);
}

/* The same at a table where others must agree too. */
static void add_common_offer(const struct draft *draft, struct text *out)
{
	if (is_offered(draft) && game_is_crowded(draft->game))
		text_add(out, draft->mail->game->file->header.names[draft->game->offering]);
}

/* The order that gives the game up. */
static void add_resigning(const struct draft *draft, struct text *out)
{
	(void)draft;
	text_add(out, phrase("RESIGN"));
}

/* Who asks to take the game back, where this seat's word on that is missing. */
static void add_asker(const struct draft *draft, struct text *out)
{
	if (undo_awaited(draft->game) >> draft->mail->seat & 1)
		text_add(out,
			 draft->mail->game->file->header.names[draft->game->undo_request.seat]);
}

static void add_refuser(const struct draft *draft, struct text *out)
{
	text_add(out, draft->mail->game->file->header.names[draft->mail->game->undo_refused]);
}

/* Whether the letter is the first since the game was taken back. */
static bool has_gone_back(const struct draft *draft)
{
	return draft->mail->game->file->game.undone.by > draft->mail->game->head;
}

static void add_payment(const struct draft *draft, struct text *out)
{
	view_payment(draft->game, false, out);
}

static void add_trade(const struct draft *draft, struct text *out)
{
	view_payment(draft->game, true, out);
}

static void add_additions(const struct draft *draft, struct text *out)
{
	view_additions(draft->variant, out);
}

/* In answer to HELP RULES: the rules of the game's own variant, which don't tell of them. */
static void add_own_additions(const struct draft *draft, struct text *out)
{
	if (draft->mail->own_rules)
		view_additions(draft->variant, out);
}

/* The army to be moved, when it is one the seat has conquered. */
static void add_army(const struct draft *draft, struct text *out)
{
	uint8_t turn = draft->game->position.turn;

	if (!draft->variant->kind->boards && game_player(draft->game) == draft->mail->seat &&
	    turn != draft->mail->seat)
		text_add(out, phrase(variant_seat_title(draft->variant, turn)));
}

/* The variants whose rules can be asked for. */
static void add_variants(const struct draft *draft, struct text *out)
{
	char **names = variant_names(draft->desk->site->library);

	for (char **name = names; *name != NULL; name++) {
		text_addf(out, "%s%s", name == names ? "" : ", ", *name);
		free(*name);
	}
	free(names);
}

/* Whose move is awaited, when it is another's: their names. */
static void add_awaited(const struct draft *draft, struct text *out)
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

/* Reasons come from many places, some with a full stop. */
static void add_why(const struct draft *draft, struct text *out)
{
	const char *why = draft->mail->why;

	if (why == NULL || *why == '\0')
		return;
	/* What was wrong with a letter may have been told before it was known whose it is. */
	text_add(out, phrase(why));
	while (out->len > 0 && strchr(" \n", out->bytes[out->len - 1]) != NULL)
		out->bytes[--out->len] = '\0';
	if (out->len > 0 && strchr(".!?", out->bytes[out->len - 1]) == NULL)
		text_add_char(out, '.');
}

static void add_board(const struct draft *draft, struct text *out)
{
	uint8_t from = draft->seat->view_own ? own_seat(draft) : NO_SIDE;

	view_board_for(draft->game, from, own_seat(draft), draft_board_style(draft), out);
}

static void add_entry(const struct draft *draft, struct text *out)
{
	text_addf(out, "%u", draft->mail->game->file->head);
}

static void add_remark(const struct draft *draft, struct text *out)
{
	remark_render(draft->mail->game->remark.bytes, out);
}

/* The remarks stand among the notes, unless the letter is about nothing else. */
static void add_note(const struct draft *draft, struct text *out)
{
	const struct desk_game *game = draft->mail->game;

	press_notes(draft->desk, game, draft->mail->seat, out);
	if (game->remark.len > 0 && strcmp(draft->mail->template, "moderated") != 0) {
		text_add(out, out->len > 0 ? " " : "");
		remark_render(game->remark.bytes, out);
	}
	if (game->remarks[draft->mail->seat].len > 0 &&
	    strcmp(draft->mail->template, "ahead") != 0) {
		text_add(out, out->len > 0 ? " " : "");
		remark_render(game->remarks[draft->mail->seat].bytes, out);
	}
}

/* Who said it: a name, or one of our own words for the moderator. */
static void add_from(const struct draft *draft, struct text *out)
{
	if (draft->mail->from != NULL)
		text_add(out, phrase(draft->mail->from));
}

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
	{"moving", .add = draft_moving},
	{"language-set", OF_MAIL(wish)},
	{"links", .when = never},
	{"payments", .when = never},
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
	{"handicap", .add = draft_add_handicap},
	{"left", .when = has_left},
	{"brief", .when = is_brief},
	{"army", .add = add_army},
	{"ahead", .add = draft_add_ahead},
	{"own-remark", .add = draft_add_own_remark},
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
	{"out", .of_seat = view_departure, .when = goes_on},
	{"partner", .add = add_partner},
	{"players", .add = add_players},
	{"playing", .when = draft_is_playing},
	{"refuser", .add = add_refuser},
	{"remark", .add = add_remark},
	{"resigning", .add = add_resigning, .when = draft_is_playing},
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
	{"other-seat", .add = draft_add_other_seat},
	{"pawn", .add = draft_add_pawn},
	{"pawn-short", .add = draft_add_pawn_short},
	{"piece", .add = draft_add_piece},
	{"piece-short", .add = draft_add_piece_short},
	{"castling", .add = draft_add_castling},
	{"promotion", .add = draft_add_promotion},
	{"status", .of_game = view_status},
	{"variants", .add = add_variants},
	{"zone", .add = draft_zone},
	{"language", .add = draft_language},
	{"languages", .add = draft_languages},
	{"preferences", .add = draft_preferences},
	{"when", .add = draft_add_when},
	{"why", .add = add_why},
	{0},
};

void draft_done(struct draft *draft)
{
	for (size_t i = 0; i < draft->count; i++)
		free(draft->owned[i]);
}
