/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/formats/import_game.h"
#include "core/game/turn.h"
#include "core/notation/notation.h"
#include "core/notation/start_position.h"
#include "core/rules/movegen.h"
#include "core/util/timestamp.h"
#include "core/util/utf8.h"
#include "core/variant/variant_data.h"

int import_game_fault(const struct import_game *entering, struct reason *reason)
{
	reason_prefix(reason, "game %u, ply %zu: ", entering->game->number, entering->ply + 1);
	return -1;
}

void import_game_note(const struct import_game *entering, const char *format, ...)
{
	va_list args;
	char *note;

	if (entering->notes == NULL)
		return;
	va_start(args, format);
	note = base_vprintf(format, args);
	va_end(args);
	strbuf_addf(entering->notes, "%u: game %u, ply %zu: %s\n", entering->line,
		    entering->game->number, entering->ply + 1, note);
	free(note);
}

int import_game_is_over(struct import_game *entering, const char *what, struct reason *reason)
{
	const struct outcome *outcome = &entering->file->game.outcome;

	if (strcmp(outcome->how, "75-rounds") == 0 || strcmp(outcome->how, "repetition") == 0)
		entering->early = entering->ply + 1;
	return reason_fail(reason, "expected the end of the game, which is over (%s), not \"%s\"",
			   outcome->how, what);
}

static bool differs_by_one_letter(const char *name, const char *wanted)
{
	size_t same = 0, len = strlen(name), most = strlen(wanted), longer;

	while (name[same] != '\0' &&
	       tolower((unsigned char)name[same]) == tolower((unsigned char)wanted[same]))
		same++;
	longer = len > most ? len : most;
	if (same == longer || longer - (len < most ? len : most) > 1)
		return false;
	return strbuf_same(name + same + (len >= most), wanted + same + (len <= most));
}

int import_game_check_tags(const struct pgn_parse_game *game, const char *const *names,
			   struct reason *reason)
{
	const char *setup = pgn_parse_tag(game, "SetUp");

	for (; *names != NULL; names++)
		for (size_t i = 0; i < game->tag_count && pgn_parse_tag(game, *names) == NULL; i++)
			if (differs_by_one_letter(game->names[i], *names))
				return reason_fail(reason,
						   "game %u: expected a tag %s, not %s: is it "
						   "damaged?",
						   game->number, *names, game->names[i]);
	if (setup != NULL && strcmp(setup, "1") == 0 && pgn_parse_tag(game, "FEN") == NULL &&
	    pgn_parse_tag(game, "StartFen4") == NULL)
		return reason_fail(reason,
				   "game %u: expected a tag FEN with the position that the game "
				   "begins from, as its tag SetUp has it",
				   game->number);
	return 0;
}

/* ---- the header ---- */

/*
 * Returns the first second of the day in a tag such as "1972.07.11"; 0 if it is before 1970 or
 * unknown.
 */
static int64_t day_of(const char *date)
{
	char stamp[TIMESTAMP_SIZE];
	int64_t when;

	if (date == NULL || strlen(date) != 10)
		return 0;
	snprintf(stamp, sizeof stamp, "%.4s-%.2s-%.2sT00:00:00Z", date,
		 isdigit((unsigned char)date[5]) ? date + 5 : "01",
		 isdigit((unsigned char)date[8]) ? date + 8 : "01");
	when = timestamp_read(stamp);
	return when > 0 ? when : 0;
}

static bool is_one_of(const char *name, const char *const *names)
{
	for (; *names != NULL; names++)
		if (strbuf_same(name, *names))
			return true;
	return false;
}

/* Keeps all tags as far as there is space. Names of players are kept elsewhere. */
static void set_tags(const struct pgn_parse_game *game, const struct import_game_of *of,
		     struct game_header *header)
{
	size_t kept = 0, have = 0;

	for (size_t i = 0; i < game->tag_count && kept < MAX_TAGS; i++) {
		const char *name = game->names[i], *value = game->values[i];
		size_t room = TAG_LINE_MAX - strlen(name) - 1, len;

		if (is_one_of(name, of->players) || is_one_of(name, of->left_out) || *value == '\0')
			continue;
		len = utf8_cut(value, strlen(value), room);
		if (have + strlen(name) + len + 3 > sizeof header->tags)
			return;
		have += (size_t)sprintf(header->tags + have, "%s %.*s\n", name, (int)len, value);
		kept++;
	}
}

static void set_header(struct import_game *entering, const char *id,
		       const struct import_game_of *of, struct game_header *header)
{
	const struct pgn_parse_game *game = entering->game;
	struct sha256 digest;

	sha256_bytes(game->start, (size_t)(game->end - game->start), &digest);
	snprintf(entering->cause, sizeof entering->cause, "sha256:%s", digest.hex);
	snprintf(header->id, sizeof header->id, "%s", id);
	header->number = game->number;
	snprintf(header->variant, sizeof header->variant, "%s", of->variant);
	for (size_t i = 0; i < of->option_count; i++)
		header->options[header->option_count++] = of->options[i];
	for (unsigned seat = 0; of->players[seat] != NULL; seat++) {
		const char *name = pgn_parse_tag(game, of->players[seat]);
		size_t len = name != NULL ? utf8_cut(name, strlen(name), 63) : 0;

		snprintf(header->names[seat], sizeof header->names[seat], "%.*s", (int)len,
			 name != NULL ? name : "");
	}
	header->created = entering->when = day_of(pgn_parse_tag(game, "Date"));
	header->played_on = of->played_on;
	snprintf(header->imported, sizeof header->imported, "%s %s", of->format, entering->cause);
	set_tags(game, of, header);
}

/* ---- entries ---- */

static int add_entry(struct import_game *entering, const char *cause,
		     const struct event_list *events, struct reason *reason)
{
	const struct entry_head head = {entering->file->head + 1, entering->when, cause};
	const uint16_t before = entering->file->game.position.in_play;
	uint16_t out;

	if (gamefile_add(entering->file, &head, events, entering->out, NULL, reason) != 0)
		return -1;
	out = before & (uint16_t)~entering->file->game.position.in_play;
	for (; out != 0; out &= (uint16_t)(out - 1))
		entering->left++;
	return 0;
}

static int add_start_entry(struct import_game *entering, const char *start, struct reason *reason)
{
	struct event_list events;
	int result = 0;

	event_list_init(&events);
	if (*start != '\0') {
		event_add(&events, event_about(EVENT_FROM, NO_SIDE, 0, start));
		result = add_entry(entering, "moderator", &events, reason);
		event_list_done(&events);
		event_list_init(&events);
	}
	if (result == 0) {
		turn_start(&entering->file->game, &events);
		result = add_entry(entering, "moderator", &events, reason);
	}
	event_list_done(&events);
	return result;
}

/* Writes a position as pbem writes it, because verify reads it again. */
static int read_start(const struct variant *variant, const char *start, struct strbuf *out,
		      struct reason *reason)
{
	struct position position;
	unsigned round = 1;

	if (*start == '\0')
		return 0;
	if (start_position_read(variant, start, &position, &round, reason) != 0)
		return -1;
	if (!start_position_write(variant, &position, round, out))
		strbuf_add(out, start);
	return 0;
}

static int begin_import(struct import_game *entering, const struct pgn_parse_game *game,
			const char *id, const struct import_game_of *of,
			struct variant_library *library, struct strbuf *out, struct reason *reason)
{
	struct game_header header = {.number = 0};
	const struct variant *variant;
	struct strbuf start;
	int result = -1;

	*entering = (struct import_game){.game = game, .out = out, .line = game->line};
	set_header(entering, id, of, &header);
	strbuf_init(&start, 0);
	variant = variant_get(library, of->variant, of->options, of->option_count, reason);
	if (variant != NULL && read_start(variant, of->start, &start, reason) == 0) {
		gamefile_header(&header, variant, out);
		entering->file = gamefile_new(&header, variant);
		result = add_start_entry(entering, start.bytes, reason);
	}
	strbuf_done(&start);
	if (result != 0)
		reason_prefix(reason, "game %u: ", game->number);
	return result;
}

void import_game_done(struct import_game *entering)
{
	gamefile_free(entering->file);
	entering->file = NULL;
}

static void truncate_text(struct strbuf *text, size_t len)
{
	text->len = len;
	text->bytes[len] = '\0';
}

static int begin_and_play(struct import_game *entering, const struct pgn_parse_game *game,
			  const struct imported *imported, const struct import_game_of *of,
			  import_game_play *play, struct variant_library *library,
			  struct strbuf *out, struct reason *reason)
{
	int result = begin_import(entering, game, imported->id, of, library, out, reason);

	entering->notes = imported->notes;
	return result == 0 ? play(entering, reason) : result;
}

int import_game_whole(struct import_game *entering, const struct pgn_parse_game *game,
		      const struct imported *imported, struct import_game_of *of,
		      import_game_play *play, struct variant_library *library, struct strbuf *out,
		      struct reason *reason)
{
	const size_t before = out->len, noted = imported->notes != NULL ? imported->notes->len : 0;
	int result = begin_and_play(entering, game, imported, of, play, library, out, reason);
	const size_t early = entering->early;

	if (result == 0 || early == 0)
		return result;
	import_game_done(entering);
	truncate_text(out, before);
	if (imported->notes != NULL)
		truncate_text(imported->notes, noted);
	of->played_on = true;
	result = begin_and_play(entering, game, imported, of, play, library, out, reason);
	if (result == 0)
		import_game_note(
			entering,
			"the game went on at ply %zu, where a game here is drawn by itself: "
			"it is taken as it was played",
			early);
	return result;
}

bool import_game_goes_on(const struct import_game *entering)
{
	return entering->file->game.outcome.status == STATUS_PLAYING;
}

static int decide_orders(struct import_game *entering, unsigned seat,
			 const struct order_list *orders, struct reason *reason)
{
	struct event_list events;
	int result = -1;

	event_list_init(&events);
	if (turn_decide(&entering->file->game, seat, orders, &events, reason) == ACCEPTED)
		result = add_entry(entering, entering->cause, &events, reason);
	event_list_done(&events);
	return result;
}

/*
 * Removes marks from a move such as "e8q", including words for check as in old books, which other
 * programs write too.
 */
static void clean_word(const char *written, char word_out[PGN_PARSE_WORD_MAX])
{
	static const char *const ends[] = {"dblch", "ch", "mate"};
	size_t len;

	snprintf(word_out, PGN_PARSE_WORD_MAX, "%s", written);
	len = strcspn(word_out, "!?+#");
	for (size_t i = 0; i < ARRAY_LEN(ends); i++)
		if (len > strlen(ends[i]) + 1 &&
		    strncmp(word_out + len - strlen(ends[i]), ends[i], strlen(ends[i])) == 0)
			len -= strlen(ends[i]);
	word_out[len] = '\0';
	if (len > 2 && strchr("qrbn", word_out[len - 1]) != NULL &&
	    (isdigit((unsigned char)word_out[len - 2]) || word_out[len - 2] == '='))
		word_out[len - 1] = (char)toupper((unsigned char)word_out[len - 1]);
}

int import_game_move(struct import_game *entering, const char *written, bool draw,
		     struct reason *reason)
{
	const struct game *game = &entering->file->game;
	struct move_list *list = base_alloc(sizeof *list);
	char word[PGN_PARSE_WORD_MAX], text[MOVE_TEXT_MAX];
	struct order_list orders;
	struct move move;
	int result = -1;

	clean_word(written, word);
	order_list_init(&orders);
	movegen_generate(game->variant, &game->position, list);
	if (notation_read(game->variant, &game->position, list, word, &move, reason) == ACCEPTED) {
		move_text(game->variant, &move, text);
		order_list_add(&orders, ORDER_MOVE, 1, NO_SIDE, text);
		if (draw)
			order_list_add(&orders, ORDER_DRAW, 1, NO_SIDE, "");
		result = decide_orders(entering, game_player(game), &orders, reason);
	}
	order_list_done(&orders);
	free(list);
	entering->ply += result == 0;
	return result;
}

int import_game_order(struct import_game *entering, unsigned seat, enum order_kind kind,
		      struct reason *reason)
{
	struct order_list orders;
	int result;

	order_list_init(&orders);
	order_list_add(&orders, kind, 1, NO_SIDE, "");
	result = decide_orders(entering, seat, &orders, reason);
	order_list_done(&orders);
	return result;
}

int import_game_forfeit(struct import_game *entering, unsigned seat, struct reason *reason)
{
	struct event_list events;
	int result = -1;

	event_list_init(&events);
	if (turn_forfeit(&entering->file->game, seat, 0, &events, reason) == ACCEPTED)
		result = add_entry(entering, "moderator", &events, reason);
	event_list_done(&events);
	return result;
}

int import_game_adjudicate(struct import_game *entering, uint16_t winners, struct reason *reason)
{
	const struct outcome outcome = {.status = winners != 0 ? STATUS_WON : STATUS_DRAWN,
					.winners = winners,
					.how = "adjudicated"};
	struct event_list events;
	int result = -1;

	event_list_init(&events);
	if (turn_adjudicate(&entering->file->game, &outcome, &events, reason) == ACCEPTED)
		result = add_entry(entering, "moderator", &events, reason);
	event_list_done(&events);
	return result;
}
