/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/text.h"
#include "core/view/view.h"
#include "core/view/view_peterson.h"
#include "core/variant/variant_data.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/mailing/draft_examples.h"
#include "pbem/mailing/draft_strings.h"
#include "pbem/mailing/draft_values.h"
#include "pbem/writing/letters_table.h"
#include "pbem/mailing/press.h"
#include "pbem/reading/letter.h"

enum { VALUE_MAX = 1 << 20 };

/* ---- strings that site, game and letter have ---- */

static void add_string(const char *string, struct text *out)
{
	if (string != NULL)
		text_add(out, string);
}

static void add_yes(bool is_so, struct text *out)
{
	text_add(out, is_so ? "yes" : "");
}

static void add_site(const struct draft *draft, struct text *out)
{
	add_string(draft->desk->site->config->name, out);
}

static void add_address(const struct draft *draft, struct text *out)
{
	add_string(draft->desk->site->config->address, out);
}

static void add_moderator(const struct draft *draft, struct text *out)
{
	add_string(draft->desk->site->config->moderator, out);
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
	text_add(out, variant_seat_title(draft->variant, draft->mail->seat));
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

/* Whether the nearest orders are more than one, each a line. */
static void add_choices(const struct draft *draft, struct text *out)
{
	const char *nearest = draft->mail->nearest;

	add_yes(nearest != NULL && strchr(nearest, '\n') != NULL, out);
}

static void add_commit(const struct draft *draft, struct text *out)
{
	text_add(out, draft->mail->game->file->header.commit.hex);
}

static void add_hash(const struct draft *draft, struct text *out)
{
	text_add(out, draft->mail->game->file->hash.hex);
}

static void add_left(const struct draft *draft, struct text *out)
{
	add_yes(draft->seat->left, out);
}

static void add_brief(const struct draft *draft, struct text *out)
{
	add_yes(seats_is_brief(draft->seat), out);
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

		text_addf(out, "%s: %s", variant_seat_title(draft->variant, i), header->names[i]);
		if (game_is_crowded(draft->game) && !game_in_play(draft->game, i)) {
			text_add(out, " (out");
			if (player != i && player < variant_seats(draft->variant))
				text_addf(out, "; %s has the army",
					  variant_seat_title(draft->variant, player));
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
		view_since(draft->game, (uint8_t)draft->mail->seat, out);
}

/* "14... Nf6"; at a table of more than two, "14 Red Nf6". */
static void add_last(const struct draft *draft, struct text *out)
{
	view_last(draft->game, out);
}

/* Whether something is asked of the seat in a game that goes on. */
static bool is_asked(const struct draft *draft)
{
	return draft->game->outcome.status == STATUS_PLAYING &&
	       draft->game->questions[draft->mail->seat].entry != 0;
}

/* Only to the seat whose turn it is: to others the list would tell nothing they may use. */
static void add_legal(const struct draft *draft, struct text *out)
{
	if (draft->game->started && is_asked(draft))
		view_legal_for(draft->game, (uint8_t)draft->mail->seat, out);
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

static void add_several(const struct draft *draft, struct text *out)
{
	add_yes(game_is_crowded(draft->game), out);
}

static void add_several_moves(const struct draft *draft, struct text *out)
{
	if (is_asked(draft))
		view_several_moves(draft->game, out);
}

static void add_debt(const struct draft *draft, struct text *out)
{
	if (is_asked(draft))
		view_debt(draft->game, out);
}

static void add_payment(const struct draft *draft, struct text *out)
{
	if (is_asked(draft))
		view_payment(draft->game, false, out);
}

static void add_trade(const struct draft *draft, struct text *out)
{
	if (is_asked(draft))
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

/* Whether the seat is still in a game that is still on. */
static void add_playing(const struct draft *draft, struct text *out)
{
	add_yes(draft->game->started && draft->game->outcome.status == STATUS_PLAYING &&
			game_in_play(draft->game, draft->mail->seat),
		out);
}

/* How the seat went out while the game goes on. */
static void add_out(const struct draft *draft, struct text *out)
{
	if (draft->game->outcome.status == STATUS_PLAYING)
		view_departure(draft->game, (uint8_t)draft->mail->seat, out);
}

/* The army to be moved, when it is one the seat has conquered. */
static void add_army(const struct draft *draft, struct text *out)
{
	uint8_t turn = draft->game->position.turn;

	if (!draft->variant->kind->boards && game_player(draft->game) == draft->mail->seat &&
	    turn != draft->mail->seat)
		text_add(out, variant_seat_title(draft->variant, turn));
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
	text_add(out, why);
	while (out->len > 0 && strchr(" \n", out->bytes[out->len - 1]) != NULL)
		out->bytes[--out->len] = '\0';
	if (out->len > 0 && strchr(".!?", out->bytes[out->len - 1]) == NULL)
		text_add_char(out, '.');
}

static void add_board(const struct draft *draft, struct text *out)
{
	uint8_t from = draft->seat->view_own ? (uint8_t)draft->mail->seat : NO_SIDE;

	view_board_for(draft->game, from, (uint8_t)draft->mail->seat, draft_board_style(draft),
		       out);
}

static void add_status(const struct draft *draft, struct text *out)
{
	view_status(draft->game, out);
}

static void add_result(const struct draft *draft, struct text *out)
{
	view_result(draft->game, out);
}

static void add_entry(const struct draft *draft, struct text *out)
{
	text_addf(out, "%u", draft->mail->game->file->head);
}

/* "21 Nov 2026, 14:05 UTC" */
static void add_when(const struct draft *draft, struct text *out)
{
	time_t when = (time_t)draft->mail->when;
	struct tm parts;
	char stamp[64];

	gmtime_r(&when, &parts);
	strftime(stamp, sizeof stamp, "%e %b %Y, %H:%M UTC", &parts);
	text_add(out, stamp + (stamp[0] == ' '));
}

static void add_note(const struct draft *draft, struct text *out)
{
	press_notes(draft->desk, draft->mail->game, draft->mail->seat, out);
}

const struct mail_value draft_values[] = {
	{"site", add_site},
	{"address", add_address},
	{"moderator", add_moderator},
	{"game", add_game},
	{"variant", add_variant},
	{"name", add_name},
	{"seat", add_seat},
	{"token", add_token},
	{"sender", add_sender},
	{"choices", add_choices},
	{"commit", add_commit},
	{"hash", add_hash},
	{"left", add_left},
	{"brief", add_brief},
	{"army", add_army},
	{"awaited", add_awaited},
	{"board", add_board},
	{"common-offer", add_common_offer},
	{"entry", add_entry},
	{"last", add_last},
	{"legal", add_legal},
	{"note", add_note},
	{"offer", add_offer},
	{"opponent", draft_opponents},
	{"out", add_out},
	{"partner", add_partner},
	{"players", add_players},
	{"playing", add_playing},
	{"result", add_result},
	{"several", add_several},
	{"since", add_since},
	{"several-moves", add_several_moves},
	{"debt", add_debt},
	{"payment", add_payment},
	{"trade", add_trade},
	{"peterson", add_additions},
	{"additions", add_own_additions},
	{"moves-now", draft_example_moves},
	{"move-now", draft_example_move},
	{"place-now", draft_example_placement},
	{"other-seat", draft_example_other},
	{"pawn", draft_example_pawn},
	{"pawn-short", draft_example_pawn_short},
	{"piece", draft_example_piece},
	{"piece-short", draft_example_piece_short},
	{"castling", draft_example_castling},
	{"promotion", draft_example_promotion},
	{"status", add_status},
	{"variants", add_variants},
	{"when", add_when},
	{"why", add_why},
	{0},
};

static bool make_from(const struct mail_value *values, const struct draft *draft, const char *name,
		      struct text *out)
{
	for (; values != NULL && values->name != NULL; values++) {
		if (strcmp(values->name, name) == 0) {
			values->add(draft, out);
			return true;
		}
	}
	return false;
}

/* What no game of its kind has is empty. */
static void make_value(const struct draft *draft, const char *name, struct text *out)
{
	if (!make_from(draft->kind->values, draft, name, out) &&
	    !draft_add_string(draft->mail, name, out))
		(void)make_from(draft_values, draft, name, out);
	while (out->len > 0 && out->bytes[out->len - 1] == '\n')
		out->bytes[--out->len] = '\0';
}

void draft_offer_values(struct draft *draft)
{
	const char *const *names = letters_table_names(draft->mail->template);

	assert(names != NULL);
	for (; *names != NULL; names++) {
		struct text made;

		assert(draft->count < DRAFT_VALUES);
		text_init(&made, VALUE_MAX);
		make_value(draft, *names, &made);
		draft->owned[draft->count] = made.bytes;
		draft->values[draft->count].name = *names;
		draft->values[draft->count++].text = made.bytes;
	}
}
