/* SPDX-License-Identifier: MIT */
/* The page of a game. */
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/view/view.h"
#include "pbem/archive/archive_inner.h"
#include "pbem/archive/parts/strip.h"

static const char *title_of(const struct chronicle *chronicle, uint8_t seat)
{
	return seat < variant_seats(chronicle->variant)
		       ? phrase(variant_seat_title(chronicle->variant, seat))
		       : "";
}

/* A dot in the colour of the seat's men, where they have one. */
static void add_dot(const struct chronicle *chronicle, uint8_t seat, struct text *out)
{
	if (!variant_has_boards(chronicle->variant) && seat < variant_seats(chronicle->variant))
		text_addf(out, "<span class=\"seat %s\"></span>",
			  variant_seat_name(chronicle->variant, seat));
}

/* ---- who plays, and how it stands ---- */

static void add_players(const struct chronicle *chronicle, struct text *out)
{
	for (unsigned seat = 0; seat < variant_seats(chronicle->variant); seat++) {
		const char *name = chronicle->header.names[seat];
		char *page = archive_player_page(name);
		struct text how;

		text_init(&how, 0);
		if (chronicle->file != NULL)
			view_departure(&chronicle->file->game, (uint8_t)seat, &how);
		text_add(out, "<tr><th scope=\"row\">");
		add_dot(chronicle, (uint8_t)seat, out);
		forms_add(title_of(chronicle, (uint8_t)seat), out);
		text_addf(out, "</th><td><a href=\"../%s.html\">", page);
		forms_add(name, out);
		text_add(out, "</a></td><td>");
		forms_add(how.bytes, out);
		text_add(out, "</td></tr>\n");
		text_done(&how);
		free(page);
	}
}

/* Each line a paragraph. */
static void add_lines(const char *lines, const char *tag, struct text *out)
{
	const char *cursor = lines, *line;
	size_t len;

	while (text_next_line(&cursor, lines + strlen(lines), &line, &len)) {
		if (len == 0)
			continue;
		text_addf(out, "<%s>", tag);
		forms_add_bytes(line, len, out);
		text_addf(out, "</%s>\n", tag);
	}
}

static void add_status(const struct chronicle *chronicle, struct text *out)
{
	struct text status;

	if (chronicle->file == NULL)
		return;
	text_init(&status, 0);
	view_status(&chronicle->file->game, &status);
	add_lines(status.bytes, "p", out);
	text_done(&status);
}

static void add_options(const struct chronicle *chronicle, struct text *out)
{
	const struct game_header *header = &chronicle->header;

	for (size_t i = 0; i < header->option_count; i++)
		forms_addf(out, "%s%s %s", i > 0 ? ", " : "", header->options[i].key,
			   header->options[i].value);
}

/* ---- moves ---- */

/* A new line of the list begins with this turn: a round's, or its own where rounds are a board's.
 */
static bool begins_line(const struct chronicle *chronicle, size_t turn)
{
	return turn == 1 || variant_has_boards(chronicle->variant) ||
	       chronicle->turns[turn].round != chronicle->turns[turn - 1].round;
}

static void add_moves(const struct chronicle *chronicle, struct text *out)
{
	const bool boards = variant_has_boards(chronicle->variant);

	for (size_t i = 1; i < chronicle->count; i++) {
		const struct chronicle_turn *turn = &chronicle->turns[i];

		if (begins_line(chronicle, i))
			text_addf(out, "%s<li value=\"%zu\">", i > 1 ? "</li>\n" : "",
				  boards ? i : (size_t)turn->round);
		text_addf(out, "<a href=\"#%zu\">", i);
		add_dot(chronicle, turn->seat, out);
		text_addf(out, "<span class=\"%s\">", boards ? "by" : "who");
		forms_add(title_of(chronicle, turn->seat), out);
		text_add(out, " </span>");
		forms_add(turn->told, out);
		text_add(out, "</a> ");
	}
	if (chronicle->count > 1)
		text_add(out, "</li>\n");
}

/* "3. White: Nf3". */
static void add_caption(const struct chronicle *chronicle, size_t at, struct text *out)
{
	const struct chronicle_turn *turn = &chronicle->turns[at];

	if (at == 0) {
		forms_add(phrase("The beginning"), out);
		return;
	}
	text_addf(out, "%u. ", variant_has_boards(chronicle->variant) ? (unsigned)at : turn->round);
	forms_add(title_of(chronicle, turn->seat), out);
	text_add(out, ": ");
	forms_add(turn->told, out);
}

/* A section a turn, of which a reader without scripts sees the one whose address he is at, and the
 * last before he has chosen. */
static void add_turns(const struct chronicle *chronicle, struct text *out)
{
	for (size_t i = 0; i < chronicle->count; i++) {
		const struct chronicle_turn *turn = &chronicle->turns[i];
		const bool last = i + 1 == chronicle->count;

		text_addf(out, "<section id=\"%zu\"%s>\n<h3>", i, last ? " class=\"end\"" : "");
		add_caption(chronicle, i, out);
		text_add(out, "</h3>\n");
		text_add_bytes(out, chronicle->boards.bytes + turn->board,
			       turn->board_end - turn->board);
		text_add(out, "<p class=\"steps\">");
		if (i > 0)
			text_addf(out, "<a href=\"#%zu\" rel=\"prev\">‹ %zu</a> ", i - 1, i - 1);
		if (!last)
			text_addf(out, "<a href=\"#%zu\" rel=\"next\">%zu ›</a>", i + 1, i + 1);
		text_add(out, "</p>\n</section>\n");
	}
}

/* ---- cards ---- */

/* Where a card was played, "White 3, Black 4": the turns as links. */
static void add_plays(const struct chronicle *chronicle, uint8_t card, struct text *out)
{
	const char *between = "";

	for (size_t i = 0; i < chronicle->card_count; i++) {
		const struct chronicle_card *play = &chronicle->cards[i];
		const size_t turn =
			play->turn < chronicle->count ? play->turn : chronicle->count - 1;

		if (play->card != card)
			continue;
		text_addf(out, "%s<a href=\"#%zu\">", between, turn);
		forms_add(title_of(chronicle, play->seat), out);
		text_addf(out, " %zu</a>", turn);
		between = ", ";
	}
}

static void add_cards(const struct chronicle *chronicle, struct text *out)
{
	bool told[MAX_CARD_KINDS] = {false};

	for (size_t i = 0; i < chronicle->card_count; i++) {
		const uint8_t kind = chronicle->cards[i].card;
		const struct card *card = &chronicle->set->cards[kind];

		if (told[kind])
			continue;
		told[kind] = true;
		text_add(out, "<dt>");
		forms_add(phrase_of("card", card->name), out);
		text_add(out, " <span class=\"plays\">");
		add_plays(chronicle, kind, out);
		text_add(out, "</span></dt>\n<dd>");
		forms_add(phrase_of("on card", card->text), out);
		text_add(out, "</dd>\n");
	}
}

/* ---- what was said ---- */

static void add_said(const struct chronicle *chronicle, struct text *out)
{
	for (size_t i = 0; i < chronicle->said_count; i++) {
		const struct chronicle_said *said = &chronicle->said[i];

		text_addf(out, "<li><a href=\"#%u\">%u</a> ", said->turn, said->turn);
		archive_add_time(said->when, out);
		text_add(out, " <b>");
		forms_add(title_of(chronicle, said->seat), out);
		text_add(out, "</b> <q>");
		forms_add(said->text, out);
		text_add(out, "</q></li>\n");
	}
}

/* ---- the whole ---- */

static void add_game(struct archive_page *page, const struct chronicle *chronicle,
		     const struct archive_told *told)
{
	forms_add(chronicle->header.variant, archive_page_add(page, "variant"));
	add_players(chronicle, archive_page_add(page, "players"));
	add_status(chronicle, archive_page_add(page, "status"));
	add_options(chronicle, archive_page_add(page, "options"));
	archive_add_time(chronicle->header.created, archive_page_add(page, "begun"));
	archive_add_time(chronicle->last, archive_page_add(page, "last"));
	add_moves(chronicle, archive_page_add(page, "moves"));
	add_turns(chronicle, archive_page_add(page, "turns"));
	strip_print(chronicle->strip, archive_page_add(page, "shapes"));
	text_addf(archive_page_add(page, "count"), "%zu",
		  chronicle->count > 0 ? chronicle->count - 1 : 0);
	add_cards(chronicle, archive_page_add(page, "cards"));
	add_said(chronicle, archive_page_add(page, "said"));
	text_addf(archive_page_add(page, "entries"), "%u", chronicle->entries);
	text_add(archive_page_add(page, "digest"), chronicle->hash.hex);
	text_add(archive_page_add(page, "delayed"), told->delayed ? "yes" : "");
}

static void add_nothing(struct archive_page *page)
{
	static const char *const names[] = {"variant", "players", "status", "options", "begun",
					    "last",    "moves",	  "turns",  "count",   "cards",
					    "said",    "entries", "digest", "delayed", "shapes"};

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		(void)archive_page_add(page, names[i]);
}

int archive_put_game(struct archive *archive, const char *id, const struct chronicle *chronicle,
		     const struct archive_told *told, struct reason *reason)
{
	char *name = base_printf("games/%s.html", id);
	struct archive_page page;
	int result;

	archive_page_init(&page, archive, "../");
	text_add(archive_page_add(&page, "game"), id);
	if (chronicle->variant != NULL)
		add_game(&page, chronicle, told);
	else
		add_nothing(&page);
	forms_add(told->damage, archive_page_add(&page, "damage"));
	add_lines(told->faults->bytes, "li", archive_page_add(&page, "faults"));
	add_lines(told->notes->bytes, "li", archive_page_add(&page, "notes"));
	text_add(archive_page_add(&page, "files"), told->files);
	text_add(archive_page_add(&page, "checked"), told->checked ? "yes" : "");
	text_add(archive_page_add(&page, "sound"),
		 told->checked && told->faults->len == 0 ? "yes" : "");
	result = archive_page_put(&page, "game", name, reason);
	free(name);
	return result;
}
