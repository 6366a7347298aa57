/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/rules/movegen.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"
#include "core/view/sheet.h"
#include "core/view/view.h"

enum { COLUMNS = 72, TURN_INDENT = 16 };

void view_add_seats(const struct game *game, uint16_t seats, struct text *out)
{
	unsigned left = (unsigned)__builtin_popcount(seats);
	const char *between = "";

	for (unsigned seat = 0; seat < variant_seats(game->variant); seat++) {
		if (!(seats >> seat & 1))
			continue;
		text_addf(out, "%s%s", between, phrase(variant_seat_title(game->variant, seat)));
		between = --left == 1 ? phrase(" and ") : ", ";
	}
}

/* The words a player reads for the word a game file has. */
static const struct {
	const char *how, *won, *drawn;
} endings[] = {
	{"checkmate", " by checkmate", NULL},
	{"resigned", " by resignation", NULL},
	{"forfeited", " by forfeit", NULL},
	{"adjudicated", " by the moderator's decision", " by the moderator's decision"},
	{"last", ", the last in play", NULL},
	{"king-captured", ": no other king is left", NULL},
	{"stalemate", NULL, " by stalemate"},
	{"repetition", NULL, " by repetition"},
	{"agreement", NULL, " by agreement"},
	{"50-rounds", NULL, ": 50 rounds without capture or pawn move"},
	{"75-rounds", NULL, ": 75 rounds without capture or pawn move"},
	{"dead-position", NULL, ": no mate is possible any more"},
	{"checkmates", NULL, ": all in play gave mate in the same sitting"},
	{"passes", NULL, ": every seat had to pass"},
};

void view_result(const struct game *game, struct text *out)
{
	const struct outcome *outcome = &game->outcome;
	const char *won = "", *drawn = "";

	if (outcome->status == STATUS_PLAYING)
		return;
	for (size_t i = 0; i < ARRAY_LEN(endings); i++) {
		if (outcome->how == NULL || strcmp(endings[i].how, outcome->how) != 0)
			continue;
		won = endings[i].won ? endings[i].won : "";
		drawn = endings[i].drawn ? endings[i].drawn : "";
	}
	if (outcome->status == STATUS_VOID) {
		text_addf(out, phrase("The game has no result%s.\n"),
			  outcome->how != NULL && strcmp(outcome->how, "void") == 0
				  ? phrase(": the moderator has declared it void")
				  : phrase(": the moderator has called it off"));
		return;
	}
	if (outcome->status == STATUS_DRAWN) {
		text_addf(out, phrase("Drawn%s.\n"), phrase(drawn));
		return;
	}
	view_add_seats(game, outcome->winners, out);
	text_addf(out,
		  __builtin_popcount(outcome->winners) == 1 ? phrase(" wins%s.\n")
							    : phrase(" win%s.\n"),
		  phrase(won));
}

static bool has_boards(const struct game *game)
{
	return game->variant->kind->boards;
}

void view_departure(const struct game *game, uint8_t seat, struct text *out)
{
	const struct departure *departure = &game->out[seat];
	const char *title = phrase(variant_seat_title(game->variant, seat));

	if (departure->round == 0)
		return;
	if (strcmp(departure->how, "resigned") == 0)
		text_addf(out, phrase("%s resigned"), title);
	else if (strcmp(departure->how, "forfeited") == 0)
		text_addf(out, phrase("%s was put out of the game"), title);
	else if (strcmp(departure->how, "king-captured") == 0)
		text_addf(out, phrase("%s's king was taken"), title);
	else
		text_addf(out, phrase("%s was %s"), title,
			  strcmp(departure->how, "checkmate") == 0 ? phrase("checkmated")
								   : departure->how);
	if (departure->by < variant_seats(game->variant))
		text_addf(out, " %s %s",
			  strcmp(departure->how, "checkmate") == 0 || !has_boards(game)
				  ? phrase("by")
				  : phrase("against"),
			  phrase(variant_seat_title(game->variant, departure->by)));
	/* Boards have rounds of their own. */
	if (!has_boards(game))
		text_addf(out, phrase(" in round %u"), departure->round);
	text_add(out, ".\n");
}

void view_departures(const struct game *game, struct text *out)
{
	if (!game_is_crowded(game))
		return;
	for (uint8_t seat = 0; seat < variant_seats(game->variant); seat++)
		view_departure(game, seat, out);
}

static void add_offer(const struct game *game, struct text *out)
{
	uint16_t offering = (uint16_t)(1u << game->offering);
	uint16_t others = (uint16_t)(game->agreed & ~offering);

	text_addf(out, phrase("%s offers a draw"),
		  phrase(variant_seat_title(game->variant, game->offering)));
	if (game_is_crowded(game) && others != 0) {
		text_add(out, "; ");
		view_add_seats(game, others, out);
		text_add(out,
			 __builtin_popcount(others) == 1 ? phrase(" agrees") : phrase(" agree"));
	}
	text_add(out, ".\n");
}

void view_to_move(const struct game *game, struct text *out)
{
	uint8_t seat = game->position.turn, player = game_player(game);
	const char *title = phrase(variant_seat_title(game->variant, seat));

	if (player != seat)
		text_addf(out, phrase("%s to move with the army of %s"),
			  phrase(variant_seat_title(game->variant, player)), title);
	else
		text_addf(out, phrase("%s to move"), title);
	/* The army of a seat that is out is in no check [played-seat-named]. */
	text_addf(out, " (%s %u)%s.\n", game_is_crowded(game) ? phrase("round") : phrase("move"),
		  game_round(game),
		  game_in_play(game, seat) && movegen_in_check(game->variant, &game->position, seat)
			  ? phrase(", in check")
			  : "");
}

void view_status(const struct game *game, struct text *out)
{
	const struct kind *kind = game->variant->kind;
	bool over = game->outcome.status != STATUS_PLAYING;

	if (over) {
		text_add(out, phrase("The game is over. "));
		view_result(game, out);
	} else if (!game->started) {
		text_add(out, phrase("The game hasn't begun yet.\n"));
		if (kind->waiting != NULL)
			kind->waiting(game, out);
	} else if (kind->status != NULL) {
		kind->status(game, out);
	} else {
		view_to_move(game, out);
		view_departures(game, out);
	}
	if (game->offering != NO_SIDE && !over)
		add_offer(game, out);
}

/* How much of what was done belongs together: up to a comma or a semicolon. */
static size_t part_of(const char *done)
{
	size_t len = strcspn(done, " ");

	while (done[len] == ' ' && strchr(",;", done[len - 1]) == NULL)
		len += 1 + strcspn(done + len + 1, " ");
	return len;
}

/* A turn of many parts, "-a2, e4, Nf3" or "Nf3, Holy War c3 f4; Black: Bog", over several lines. A
 * part too long for one is broken, too. No line begins with a part: it would read as a move. Where
 * HAND is an order "and" before a move would read as one misspelt. */
static void add_parts(const char *done, size_t column, bool cards, struct text *out)
{
	bool begins = true;

	while (*done != '\0') {
		size_t part = part_of(done), len = part;

		if (!begins || part > COLUMNS - 2 - TURN_INDENT - 4)
			len = strcspn(done, " ");
		if (column + 1 + len > COLUMNS - 2) {
			text_addf(out, "\n%*s %s", TURN_INDENT - 1, "",
				  begins && !cards ? phrase("and") : phrase("with"));
			column = TURN_INDENT + (begins && !cards ? 3 : 4);
		}
		text_addf(out, " %.*s", (int)len, done);
		column += 1 + len;
		begins = len == part;
		done += len + strspn(done + len, " ");
	}
	text_add_char(out, '\n');
}

/* "Nf3     g1f3": what was done, and the canonical text of its move. */
static void add_done(const char *done, const char *canonical, int len, size_t column, bool cards,
		     struct text *out)
{
	bool moved = len != 1 || *canonical != '-';

	if (column + 2 + strlen(done) + (moved ? (size_t)len : 0) > COLUMNS - 3)
		add_parts(done, column, cards, out);
	else if (!moved)
		text_addf(out, " %s\n", done);
	else
		text_addf(out, " %-8s%s%.*s\n", done, strlen(done) >= 8 ? "  " : " ", len,
			  canonical);
}

/* How many bytes a seat's title and the colon behind it take there; 0: they don't stand there. */
static size_t title_length(const struct variant *variant, const char *at, const char **title_out)
{
	for (unsigned seat = 0; seat < variant_seats(variant); seat++) {
		const char *title = variant_seat_title(variant, seat);

		if (text_starts(at, title) && at[strlen(title)] == ':') {
			*title_out = title;
			return strlen(title);
		}
	}
	return 0;
}

char *view_told(const struct variant *variant, const char *told)
{
	static const char *const words[] = {" (undone)", " (cancelled)", " (no effect)", "; then ",
					    "no move"};
	bool may_name = false; /* behind "; " and " (" a seat may be named */
	struct text out;
	char *result;

	text_init(&out, 0);
	while (*told != '\0') {
		const char *title;
		size_t len = may_name ? title_length(variant, told, &title) : 0;

		if (len > 0)
			text_add(&out, phrase(title));
		for (size_t i = 0; len == 0 && i < ARRAY_LEN(words); i++) {
			if (text_starts(told, words[i])) {
				text_add(&out, phrase(words[i]));
				len = strlen(words[i]);
			}
		}
		if (len == 0)
			text_add_bytes(&out, told, len = 1);
		told += len;
		may_name = told[-1] == '(' || (told[-1] == ' ' && told[-2] == ';');
	}
	result = text_take(&out);
	text_done(&out);
	return result;
}

void view_turn(const struct game *game, const struct turn_record *record, struct text *out)
{
	const char *done = strchr(record->text, ' ');
	size_t start = out->len;

	/* The seat's name keeps the line from reading as a move. Each board has its own count. */
	if (has_boards(game))
		text_add(out, "  ");
	else
		text_addf(out, "  %3u  ", record->round);
	text_add_padded(out, phrase(variant_seat_title(game->variant, record->seat)),
			has_boards(game) ? 3 : 8);
	if (done == NULL) {
		text_addf(out, " %-8s %s\n", "", record->text);
	} else {
		char *told = view_told(game->variant, done + 1);

		add_done(told, record->text, (int)(done - record->text),
			 text_columns(out->bytes + start), game->variant->kind->cards, out);
		free(told);
	}
}

void view_recent(const struct game *game, unsigned after, struct text *out)
{
	for (unsigned back = GAME_RECENT; back-- > 0;) {
		const struct turn_record *record = game_recent(game, back);

		if (record != NULL && record->number > after)
			view_turn(game, record, out);
	}
}

bool view_passes(const struct game *game, uint8_t from, uint8_t to, uint8_t seat)
{
	unsigned seats = variant_seats(game->variant);

	return (seat + seats - from - 1) % seats <= (to + seats - from - 1) % seats;
}

void view_since(const struct game *game, uint8_t seat, struct text *out)
{
	const struct turn_record *record, *newer = NULL;
	unsigned after = 0;

	if (game->variant->kind->since != NULL) {
		game->variant->kind->since(game, seat, out);
		return;
	}
	for (unsigned back = 0; (record = game_recent(game, back)) != NULL; back++) {
		if (newer != NULL && !game_in_play(game, seat) && record->seat != seat &&
		    view_passes(game, record->seat, newer->seat, seat))
			break;
		after = record->number - 1;
		if (record->seat == seat && newer != NULL)
			break;
		newer = record;
	}
	view_recent(game, after, out);
}

/* The moves of a turn's text, without what was paid before them: "-a2, Qd1=R, e4, Nf3". */
static const char *moves_of(const char *parts)
{
	while (parts[0] == '-' || (parts[0] == 'Q' && parts[strcspn(parts, "=,")] == '=')) {
		parts += strcspn(parts, " ");
		parts += strspn(parts, " ");
	}
	return parts;
}

const char *view_own_part(const char *told, int *len_out)
{
	static const char then[] = "; then ";

	for (const char *next = strstr(told, then); next != NULL; next = strstr(told, then))
		told = next + strlen(then);
	*len_out = (int)strcspn(told, ";(");
	if (*len_out > 0 && told[*len_out] == '(')
		(*len_out)--;
	return told;
}

void view_last(const struct game *game, struct text *out)
{
	const struct turn_record *record = game_recent(game, 0);
	const char *san = record != NULL ? strchr(record->text, ' ') : NULL;
	int len;

	if (record == NULL)
		return;
	san = san != NULL ? moves_of(san + 1) : record->text;
	san = view_own_part(san, &len);
	if (game_is_crowded(game))
		text_addf(out, "%s's %.*s", phrase(variant_seat_title(game->variant, record->seat)),
			  len, san);
	else
		text_addf(out, "%u%s %.*s", record->round, record->seat == 0 ? "." : "...", len,
			  san);
}

static void add_legal_of(const struct variant *variant, const struct position *position,
			 const struct move_list *list, uint8_t type, struct text *out)
{
	const char *name = phrase(variant_type_name(variant, type));
	char canonical[MOVE_TEXT_MAX];
	size_t column = 0;

	for (unsigned i = 0; i < list->count; i++) {
		if (position_piece(position, list->moves[i].from)->type != type)
			continue;
		move_text(variant, &list->moves[i], canonical);
		/* Each line begins with the kind's name, so that none reads as a move. */
		if (column == 0 || column + 1 + strlen(canonical) > COLUMNS) {
			text_add(out, column ? "\n    " : "    ");
			text_add_padded(out, name, 7);
			column = text_columns(name) > 7 ? 4 + text_columns(name) : 11;
		}
		text_addf(out, " %s", canonical);
		column += 1 + strlen(canonical);
	}
	text_add(out, column ? "\n" : "");
}

void view_moves(const struct variant *variant, const struct position *position,
		struct move_list *list, struct text *out)
{
	move_list_sort(variant, list);
	for (unsigned type = 0; type < variant->type_count; type++)
		add_legal_of(variant, position, list, (uint8_t)type, out);
}

static void add_legal(const struct game *game, struct text *out)
{
	struct move_list list;

	if (game->outcome.status != STATUS_PLAYING || game->position.turn == NO_SIDE)
		return;
	movegen_generate(game->variant, &game->position, &list);
	view_moves(game->variant, &game->position, &list, out);
}

void view_legal_for(const struct game *game, uint8_t seat, struct text *out)
{
	if (game->variant->kind->legal != NULL)
		game->variant->kind->legal(game, seat, out);
	else if (game_player(game) == seat)
		add_legal(game, out);
}

void view_board_for(const struct game *game, uint8_t from, uint8_t seat, enum board_style style,
		    struct text *out)
{
	struct sheet sheet;

	if (game->variant->kind->board != NULL) {
		game->variant->kind->board(game, from, seat, style, out);
		return;
	}
	sheet = sheet_lay_out(game->variant, &game->position, game_recent(game, 0),
			      sheet_forward(game->variant, from), style);
	sheet_print(&sheet, style, "", out);
}

void view_board(const struct game *game, uint8_t from, enum board_style style, struct text *out)
{
	view_board_for(game, from, NO_SIDE, style, out);
}
