/* SPDX-License-Identifier: MIT */
/* Makes the page of a game: players, moves, boards, cards and what players said. */
#include <stdlib.h>
#include <string.h>

#include "core/util/translate.h"
#include "core/view/game_text.h"
#include "pbem/archive/archive_internal.h"
#include "pbem/archive/board_sequence.h"

static const char *seat_title_of(const struct game_history *history, uint8_t seat)
{
	return seat < variant_seats(history->variant)
		       ? translate(variant_seat_title(history->variant, seat))
		       : "";
}

/* Adds a dot in the colour of the seat's pieces, if they have one. */
static void add_dot(const struct game_history *history, uint8_t seat, struct strbuf *out)
{
	if (!variant_has_boards(history->variant) && seat < variant_seats(history->variant))
		strbuf_addf(out, "<span class=\"seat %s\"></span>",
			    variant_seat_name(history->variant, seat));
}

/* ---- players and state of the game ---- */

static void add_players(const struct game_history *history, struct strbuf *out)
{
	for (unsigned seat = 0; seat < variant_seats(history->variant); seat++) {
		const char *name = history->header.names[seat];
		char *page = archive_player_page(name);
		struct strbuf how;

		strbuf_init(&how, 0);
		if (history->file != NULL)
			view_departure(&history->file->game, (uint8_t)seat, &how);
		strbuf_add(out, "<tr><th scope=\"row\">");
		add_dot(history, (uint8_t)seat, out);
		html_template_add(seat_title_of(history, (uint8_t)seat), out);
		strbuf_addf(out, "</th><td><a href=\"../%s.html\">", page);
		html_template_add(name, out);
		strbuf_add(out, "</a></td><td>");
		html_template_add(how.bytes, out);
		strbuf_add(out, "</td></tr>\n");
		strbuf_done(&how);
		free(page);
	}
}

/* Adds each line as a paragraph. */
static void add_lines(const char *lines, const char *tag, struct strbuf *out)
{
	const char *cursor = lines, *line;
	size_t len;

	while (strbuf_next_line(&cursor, lines + strlen(lines), &line, &len)) {
		if (len == 0)
			continue;
		strbuf_addf(out, "<%s>", tag);
		html_template_add_bytes(line, len, out);
		strbuf_addf(out, "</%s>\n", tag);
	}
}

static void add_status(const struct game_history *history, struct strbuf *out)
{
	struct strbuf status;

	if (history->file == NULL)
		return;
	strbuf_init(&status, 0);
	view_status(&history->file->game, &status);
	add_lines(status.bytes, "p", out);
	strbuf_done(&status);
}

static void add_options(const struct game_history *history, struct strbuf *out)
{
	const struct game_header *header = &history->header;

	for (size_t i = 0; i < header->option_count; i++)
		html_template_addf(out, "%s%s %s", i > 0 ? ", " : "", header->options[i].key,
				   header->options[i].value);
}

/* ---- moves ---- */

/* Reports whether a new line of the list begins with this turn: the first of a round, or any turn
 * if each board has rounds of its own. */
static bool begins_list_line(const struct game_history *history, size_t turn)
{
	return turn == 1 || variant_has_boards(history->variant) ||
	       history->turns[turn].round != history->turns[turn - 1].round;
}

static void add_moves(const struct game_history *history, struct strbuf *out)
{
	const bool boards = variant_has_boards(history->variant);

	for (size_t i = 1; i < history->count; i++) {
		const struct game_history_turn *turn = &history->turns[i];

		if (begins_list_line(history, i))
			strbuf_addf(out, "%s<li value=\"%zu\">", i > 1 ? "</li>\n" : "",
				    boards ? i : (size_t)turn->round);
		strbuf_addf(out, "<a href=\"#%zu\">", i);
		add_dot(history, turn->seat, out);
		strbuf_addf(out, "<span class=\"%s\">", boards ? "by" : "who");
		html_template_add(seat_title_of(history, turn->seat), out);
		strbuf_add(out, " </span>");
		html_template_add(turn->told, out);
		strbuf_add(out, "</a> ");
	}
	if (history->count > 1)
		strbuf_add(out, "</li>\n");
}

/* Adds a caption: "3. White: Nf3". */
static void add_caption(const struct game_history *history, size_t at, struct strbuf *out)
{
	const struct game_history_turn *turn = &history->turns[at];

	if (at == 0) {
		html_template_add(translate("The beginning"), out);
		return;
	}
	strbuf_addf(out, "%u. ", variant_has_boards(history->variant) ? (unsigned)at : turn->round);
	html_template_add(seat_title_of(history, turn->seat), out);
	strbuf_add(out, ": ");
	html_template_add(turn->told, out);
}

/* Adds one section per turn. A reader without scripts sees the section that the address names, or
 * the last one if it names none. */
static void add_turns(const struct game_history *history, struct strbuf *out)
{
	for (size_t i = 0; i < history->count; i++) {
		const struct game_history_turn *turn = &history->turns[i];
		const bool last = i + 1 == history->count;

		strbuf_addf(out, "<section id=\"%zu\"%s>\n<h3>", i, last ? " class=\"end\"" : "");
		add_caption(history, i, out);
		strbuf_add(out, "</h3>\n");
		strbuf_add_bytes(out, history->boards.bytes + turn->board,
				 turn->board_end - turn->board);
		strbuf_add(out, "<p class=\"steps\">");
		if (i > 0)
			strbuf_addf(out, "<a href=\"#%zu\" rel=\"prev\">‹ %zu</a> ", i - 1, i - 1);
		if (!last)
			strbuf_addf(out, "<a href=\"#%zu\" rel=\"next\">%zu ›</a>", i + 1, i + 1);
		strbuf_add(out, "</p>\n</section>\n");
	}
}

/* ---- cards ---- */

/* Adds where a card was played, "White 3, Black 4": the turns as links. */
static void add_plays(const struct game_history *history, uint8_t card, struct strbuf *out)
{
	const char *between = "";

	for (size_t i = 0; i < history->card_count; i++) {
		const struct game_history_card *play = &history->cards[i];
		const size_t turn = play->turn < history->count ? play->turn : history->count - 1;

		if (play->card != card)
			continue;
		strbuf_addf(out, "%s<a href=\"#%zu\">", between, turn);
		html_template_add(seat_title_of(history, play->seat), out);
		strbuf_addf(out, " %zu</a>", turn);
		between = ", ";
	}
}

static void add_cards(const struct game_history *history, struct strbuf *out)
{
	bool told[MAX_CARD_KINDS] = {false};

	for (size_t i = 0; i < history->card_count; i++) {
		const uint8_t kind = history->cards[i].card;
		const struct card *card = &history->set->cards[kind];

		if (told[kind])
			continue;
		told[kind] = true;
		strbuf_add(out, "<dt>");
		html_template_add(translate_of("card", card->name), out);
		strbuf_add(out, " <span class=\"plays\">");
		add_plays(history, kind, out);
		strbuf_add(out, "</span></dt>\n<dd>");
		html_template_add(translate_of("on card", card->text), out);
		strbuf_add(out, "</dd>\n");
	}
}

/* ---- what players said ---- */

static void add_chat(const struct game_history *history, struct strbuf *out)
{
	for (size_t i = 0; i < history->said_count; i++) {
		const struct game_history_chat *said = &history->said[i];

		strbuf_addf(out, "<li><a href=\"#%u\">%u</a> ", said->turn, said->turn);
		archive_add_time(said->when, out);
		strbuf_add(out, " <b>");
		html_template_add(seat_title_of(history, said->seat), out);
		strbuf_add(out, "</b> <q>");
		html_template_add(said->text, out);
		strbuf_add(out, "</q></li>\n");
	}
}

/* ---- the whole page ---- */

static void add_game(struct archive_page *page, const struct game_history *history,
		     const struct archive_game_extra *told)
{
	html_template_add(history->header.variant, archive_page_add(page, "variant"));
	add_players(history, archive_page_add(page, "players"));
	add_status(history, archive_page_add(page, "status"));
	add_options(history, archive_page_add(page, "options"));
	archive_add_time(history->header.created, archive_page_add(page, "begun"));
	archive_add_time(history->last, archive_page_add(page, "last"));
	add_moves(history, archive_page_add(page, "moves"));
	add_turns(history, archive_page_add(page, "turns"));
	board_sequence_print(history->sequence, archive_page_add(page, "shapes"));
	strbuf_addf(archive_page_add(page, "count"), "%zu",
		    history->count > 0 ? history->count - 1 : 0);
	add_cards(history, archive_page_add(page, "cards"));
	add_chat(history, archive_page_add(page, "said"));
	strbuf_addf(archive_page_add(page, "entries"), "%u", history->entries);
	strbuf_add(archive_page_add(page, "digest"), history->hash.hex);
	strbuf_add(archive_page_add(page, "delayed"), told->delayed ? "yes" : "");
}

static void add_empty_values(struct archive_page *page)
{
	static const char *const names[] = {"variant", "players", "status", "options", "begun",
					    "last",    "moves",	  "turns",  "count",   "cards",
					    "said",    "entries", "digest", "delayed", "shapes"};

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		(void)archive_page_add(page, names[i]);
}

int archive_put_game(struct archive *archive, const char *id, const struct game_history *history,
		     const struct archive_game_extra *told, struct reason *reason)
{
	char *name = base_printf("games/%s.html", id);
	struct archive_page page;
	int result;

	archive_page_init(&page, archive, "../");
	strbuf_add(archive_page_add(&page, "game"), id);
	if (history->variant != NULL)
		add_game(&page, history, told);
	else
		add_empty_values(&page);
	html_template_add(told->damage, archive_page_add(&page, "damage"));
	add_lines(told->faults->bytes, "li", archive_page_add(&page, "faults"));
	add_lines(told->notes->bytes, "li", archive_page_add(&page, "notes"));
	strbuf_add(archive_page_add(&page, "files"), told->files);
	strbuf_add(archive_page_add(&page, "checked"), told->checked ? "yes" : "");
	strbuf_add(archive_page_add(&page, "sound"),
		   told->checked && told->faults->len == 0 ? "yes" : "");
	result = archive_page_put(&page, "game", name, reason);
	free(name);
	return result;
}
