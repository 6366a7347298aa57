/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "core/view/board_text.h"
#include "core/view/choices.h"
#include "core/view/game_text.h"

enum { COLUMNS = 72, TURN_INDENT = 16 };

void view_add_seats(const struct game *game, uint16_t seats, struct strbuf *out)
{
	unsigned left = (unsigned)__builtin_popcount(seats);
	const char *between = "";

	for (unsigned seat = 0; seat < variant_seats(game->variant); seat++) {
		if (!(seats >> seat & 1))
			continue;
		strbuf_addf(out, "%s%s", between,
			    translate(variant_seat_title(game->variant, seat)));
		between = --left == 1 ? translate(" and ") : ", ";
	}
}

/* The text for players for each ending in a game file. */
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
	{"checkmates", NULL, ": all in play gave mate in the same round of mail"},
	{"passes", NULL, ": every seat had to pass"},
};

void view_result(const struct game *game, struct strbuf *out)
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
		strbuf_addf(out, translate("The game has no result%s.\n"),
			    outcome->how != NULL && strcmp(outcome->how, "void") == 0
				    ? translate(": the moderator has declared it void")
				    : translate(": the moderator has called it off"));
		return;
	}
	if (outcome->status == STATUS_DRAWN) {
		strbuf_addf(out, translate("Drawn%s.\n"), translate(drawn));
		return;
	}
	view_add_seats(game, outcome->winners, out);
	strbuf_addf(out,
		    __builtin_popcount(outcome->winners) == 1 ? translate(" wins%s.\n")
							      : translate(" win%s.\n"),
		    translate(won));
}

static bool has_boards(const struct game *game)
{
	return game->variant->kind->boards;
}

/* Returns the length of the first part of a turn, up to a comma or a semicolon. */
static size_t part_length(const char *done)
{
	size_t len = strcspn(done, " ");

	while (done[len] == ' ' && strchr(",;", done[len - 1]) == NULL)
		len += 1 + strcspn(done + len + 1, " ");
	return len;
}

/*
 * Adds a turn of many parts, "-a2, e4, Nf3" or "Nf3, Holy War c3 f4; Black: Bog", on several lines.
 * A part that is too long is broken too. No line begins with a part, because it could be read as a
 * move. In games with cards lines begin with "with" instead of "and", because "and" before a move
 * could be read as a misspelt HAND.
 */
static void add_parts(const char *done, size_t column, bool cards, struct strbuf *out)
{
	bool begins = true;

	while (*done != '\0') {
		size_t part = part_length(done), len = part;

		if (!begins || part > COLUMNS - 2 - TURN_INDENT - 4)
			len = strcspn(done, " ");
		if (column + 1 + len > COLUMNS - 2) {
			strbuf_addf(out, "\n%*s %s", TURN_INDENT - 1, "",
				    begins && !cards ? translate("and") : translate("with"));
			column = TURN_INDENT + (begins && !cards ? 3 : 4);
		}
		strbuf_addf(out, " %.*s", (int)len, done);
		column += 1 + len;
		begins = len == part;
		done += len + strspn(done + len, " ");
	}
	strbuf_add_char(out, '\n');
}

/* Adds what was done, and the canonical text of its move: "Nf3     g1f3". */
static void add_done(const char *done, const char *canonical, int len, size_t column, bool cards,
		     struct strbuf *out)
{
	bool moved = len != 1 || *canonical != '-';

	if (column + 2 + strlen(done) + (moved ? (size_t)len : 0) > COLUMNS - 3)
		add_parts(done, column, cards, out);
	else if (!moved)
		strbuf_addf(out, " %s\n", done);
	else
		strbuf_addf(out, " %-8s%s%.*s\n", done, strlen(done) >= 8 ? "  " : " ", len,
			    canonical);
}

/* Returns the length of a seat's title at this place if a colon follows, else 0. */
static size_t title_length(const struct variant *variant, const char *at, const char **title_out)
{
	for (unsigned seat = 0; seat < variant_seats(variant); seat++) {
		const char *title = variant_seat_title(variant, seat);

		if (strbuf_starts(at, title) && at[strlen(title)] == ':') {
			*title_out = title;
			return strlen(title);
		}
	}
	return 0;
}

char *view_translate_turn(const struct variant *variant, const char *told)
{
	static const char *const words[] = {" (undone)", " (cancelled)", " (no effect)", "; then ",
					    "no move"};
	const char *const start = told;
	bool may_name = false; /* a seat's name may follow "; " and " (" */
	struct strbuf out;

	strbuf_init(&out, 0);
	while (*told != '\0') {
		const char *title;
		size_t len = may_name ? title_length(variant, told, &title) : 0;

		if (len > 0)
			strbuf_add(&out, translate(title));
		for (size_t i = 0; len == 0 && i < ARRAY_LEN(words); i++) {
			if (strbuf_starts(told, words[i])) {
				strbuf_add(&out, translate(words[i]));
				len = strlen(words[i]);
			}
		}
		if (len == 0)
			strbuf_add_bytes(&out, told, len = 1);
		told += len;
		may_name =
			told[-1] == '(' || (told - start > 1 && told[-1] == ' ' && told[-2] == ';');
	}
	return strbuf_take(&out);
}

void view_turn(const struct game *game, const struct turn_record *record, struct strbuf *out)
{
	const char *done = strchr(record->text, ' ');
	size_t start = out->len;

	/*
	 * The seat's name prevents the line from being read as a move. In a ring each board has its
	 * own count.
	 */
	if (has_boards(game))
		strbuf_add(out, "  ");
	else
		strbuf_addf(out, "  %3u  ", record->round);
	strbuf_add_padded(out, translate(variant_seat_title(game->variant, record->seat)),
			  has_boards(game) ? 3 : 8);
	if (done == NULL) {
		strbuf_addf(out, " %-8s %s\n", "", record->text);
	} else {
		char *told = view_translate_turn(game->variant, done + 1);

		add_done(told, record->text, (int)(done - record->text),
			 strbuf_columns(out->bytes + start), game->variant->kind->cards, out);
		free(told);
	}
}

void view_recent(const struct game *game, unsigned after, struct strbuf *out)
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

void view_since(const struct game *game, uint8_t seat, struct strbuf *out)
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

/* Skips the payments before the moves of a turn: "-a2, Qd1=R, e4, Nf3". */
static const char *skip_payments(const char *parts)
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

void view_last(const struct game *game, struct strbuf *out)
{
	const struct turn_record *record = game_recent(game, 0);
	const char *san = record != NULL ? strchr(record->text, ' ') : NULL;
	int len;

	if (record == NULL)
		return;
	san = san != NULL ? skip_payments(san + 1) : record->text;
	san = view_own_part(san, &len);
	if (game_has_many_seats(game))
		strbuf_addf(out, "%s's %.*s",
			    translate(variant_seat_title(game->variant, record->seat)), len, san);
	else
		strbuf_addf(out, "%u%s %.*s", record->round, record->seat == 0 ? "." : "...", len,
			    san);
}

void view_legal_for(const struct game *game, uint8_t seat, struct strbuf *out)
{
	const size_t width = has_boards(game) ? 8 : 7;
	struct choice_list list;
	size_t column = 0;

	choices_init(&list);
	view_choices(game, seat, CHOICE_MOVES, 0, &list);
	for (size_t i = 0; i < list.count; i++) {
		const struct choice *choice = &list.choices[i];

		if (choice->order == NULL) {
			strbuf_add(out, choice->text);
			continue;
		}
		/* Each line begins with the kind's name, so that it can't be read as a move. */
		if (choices_begins_group(&list, i) || column + 1 + strlen(choice->text) > COLUMNS) {
			strbuf_add(out, column > 0 ? "\n    " : "    ");
			strbuf_add_padded(out, choice->group, width);
			column = 4 + strbuf_columns(choice->group);
			column = column > 4 + width ? column : 4 + width;
		}
		strbuf_addf(out, " %s", choice->text);
		column += 1 + strlen(choice->text);
	}
	strbuf_add(out, column > 0 ? "\n" : "");
	choices_done(&list);
}

void view_resigning(const struct game *game, uint8_t seat, struct strbuf *out)
{
	struct choice_list list;

	choices_init(&list);
	view_choices(game, seat, CHOICE_RESIGN, 0, &list);
	for (size_t i = 0; i < list.count; i++)
		strbuf_addf(out, "%s\n", list.choices[i].label);
	choices_done(&list);
}

void view_board_for(const struct game *game, uint8_t from, uint8_t seat, enum board_style style,
		    struct strbuf *out)
{
	struct board_text sheet;

	if (game->variant->kind->board != NULL) {
		game->variant->kind->board(game, from, seat, style, out);
		return;
	}
	sheet = board_text_lay_out(game->variant, &game->position, game_recent(game, 0),
				   board_text_forward(game->variant, from), style);
	board_text_print(&sheet, style, "", out);
}

void view_board(const struct game *game, uint8_t from, enum board_style style, struct strbuf *out)
{
	view_board_for(game, from, NO_SIDE, style, out);
}
