/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/conditional.h"
#include "core/util/strbuf.h"

static const char between[] = " / ";

unsigned conditional_board(const struct conditional *intent)
{
	const char *move = intent->lines[0].plies[0].move;

	return strchr(move, ':') != NULL ? (unsigned)strtoul(move, NULL, 10) : 0;
}

/* Adds "black MOVE e7e5 THEN MOVE g1f3", as orders have it after IF. */
static void print_line(const struct variant *variant, const struct conditional_line *line,
		       struct strbuf *out)
{
	for (unsigned i = 0; i < line->count; i++) {
		const struct conditional_ply *ply = &line->plies[i];

		strbuf_addf(out, "%s%s MOVE %s", i > 0 ? " " : "",
			    i + 1 == line->count ? "THEN" : variant_seat_name(variant, ply->seat),
			    ply->move);
	}
}

static const char boards[] = "boards ";

/* Adds "boards 0123456789abcdef+...+... ", the expected boards of all lines, if they have any. */
static void print_boards(const struct conditional *intent, struct strbuf *out)
{
	if (intent->count == 0 || intent->lines[0].board[0] == '\0')
		return;
	strbuf_add(out, boards);
	for (unsigned i = 0; i < intent->count; i++)
		strbuf_addf(out, "%s%s", i > 0 ? "+" : "", intent->lines[i].board);
	strbuf_add_char(out, ' ');
}

void conditional_print(const struct variant *variant, const struct conditional *intent,
		       struct strbuf *out)
{
	strbuf_addf(out, "%s %u %u %u ", intent->secret, intent->turns, intent->next,
		    intent->matched);
	print_boards(intent, out);
	for (unsigned i = 0; i < intent->count; i++) {
		strbuf_add(out, i > 0 ? between : "");
		print_line(variant, &intent->lines[i], out);
	}
}

/* Reads the next word. Returns false if it is longer than `size` allows. */
static bool read_word(const char **cursor, char *out, size_t size)
{
	const char *word;
	size_t len;

	if (!strbuf_next_word(cursor, &word, &len) || len >= size)
		return false;
	memcpy(out, word, len);
	out[len] = '\0';
	return true;
}

static bool read_line(const struct variant *variant, const char *text,
		      struct conditional_line *line)
{
	char seat[NAME_MAX_LEN + 1], word[8];
	bool then = false;

	line->count = 0;
	while (!then) {
		struct conditional_ply *ply = &line->plies[line->count];
		int named;

		if (line->count == CONDITIONAL_PLIES || !read_word(&text, seat, sizeof seat) ||
		    !read_word(&text, word, sizeof word) || strcmp(word, "MOVE") != 0 ||
		    !read_word(&text, ply->move, sizeof ply->move))
			return false;
		then = strcmp(seat, "THEN") == 0;
		named = then ? 0 : variant_seat_named(variant, seat);
		if (named < 0)
			return false;
		ply->seat = then ? NO_SIDE : (uint8_t)named;
		line->count++;
	}
	return *text == '\0' && line->count > 1;
}

static bool read_lines(const struct variant *variant, const char *text, struct conditional *intent)
{
	const unsigned boards_read = intent->count;
	bool sound = true;

	intent->count = 0;
	while (sound && text != NULL) {
		const char *end = strstr(text, between);
		char *line = base_strndup(text, end != NULL ? (size_t)(end - text) : strlen(text));

		sound = intent->count < CONDITIONAL_LINES &&
			read_line(variant, line, &intent->lines[intent->count]);
		intent->count += sound;
		free(line);
		text = end != NULL ? end + strlen(between) : NULL;
	}
	return sound && (boards_read == 0 || boards_read == intent->count);
}

static bool read_boards(const char **cursor, struct conditional *intent)
{
	unsigned count = 0;

	if (!strbuf_skip(cursor, boards))
		return true;
	do {
		const char *digits = *cursor;

		if (count == CONDITIONAL_LINES ||
		    strspn(digits, "0123456789abcdef") != CONDITIONAL_BOARD)
			return false;
		memcpy(intent->lines[count++].board, digits, CONDITIONAL_BOARD);
		*cursor += CONDITIONAL_BOARD;
	} while (strbuf_skip(cursor, "+"));
	intent->count = count;
	return strbuf_skip(cursor, " ");
}

bool conditional_read(const struct variant *variant, const char *text,
		      struct conditional *intent_out)
{
	struct conditional *intent = intent_out;

	*intent = (struct conditional){.count = 0};
	return read_word(&text, intent->secret, sizeof intent->secret) && strbuf_skip(&text, " ") &&
	       strbuf_skip_number(&text, 1000000000, &intent->turns) && strbuf_skip(&text, " ") &&
	       strbuf_skip_number(&text, CONDITIONAL_LINES, &intent->next) &&
	       strbuf_skip(&text, " ") &&
	       strbuf_skip_number(&text, CONDITIONAL_PLIES, &intent->matched) &&
	       strbuf_skip(&text, " ") && read_boards(&text, intent) &&
	       read_lines(variant, text, intent) && intent->next < intent->count &&
	       intent->matched < intent->lines[intent->next].count;
}

void conditional_print_orders(const struct variant *variant, const struct conditional *intent,
			      struct strbuf *out)
{
	for (unsigned i = intent->next; i < intent->count; i++) {
		strbuf_add(out, "IF ");
		print_line(variant, &intent->lines[i], out);
		strbuf_add_char(out, '\n');
	}
}

/* Calculates the salt of a line. Publishing one salt reveals nothing about the others. */
static void salt_of(const struct conditional *intent, unsigned line, struct sha256 *out)
{
	char number[16];

	snprintf(number, sizeof number, "%u", line);
	sha256_keyed(intent->secret, strlen(intent->secret), number, strlen(number), out);
}

/* Calculates the commitment to the lines from `from` on. */
static void calculate_commitment_from(const struct variant *variant,
				      const struct conditional *intent, unsigned from,
				      struct sha256 *out)
{
	struct sha256 next = {"-"};

	*out = (struct sha256){""};
	for (unsigned i = intent->count; i-- > from;) {
		struct sha256 salt;
		struct strbuf line;

		strbuf_init(&line, 0);
		print_line(variant, &intent->lines[i], &line);
		salt_of(intent, i, &salt);
		game_intent_link(salt.hex, line.bytes, next.hex, out);
		next = *out;
		strbuf_done(&line);
	}
}

/* Calculates the commitment to the remaining lines; "" if there are none. */
static void calculate_commitment(const struct variant *variant, const struct conditional *intent,
				 struct sha256 *digest_out)
{
	calculate_commitment_from(variant, intent, intent->next, digest_out);
}

void conditional_add_given(const struct game *game, uint8_t seat,
			   const struct conditional_list *given, struct event_list *events)
{
	if (given->count == 0 && game_intends(game, seat))
		event_add(events, event_about(EVENT_INTENDS, seat, EVENT_NO_NUMBER, "-"));
	for (unsigned i = 0; i < given->count; i++) {
		const unsigned board = conditional_board(&given->plans[i]);
		struct sha256 commitment;
		char *text;

		calculate_commitment(game->variant, &given->plans[i], &commitment);
		text = base_printf("sha256:%s", commitment.hex);
		event_add(events, event_about(EVENT_INTENDS, seat,
					      board > 0 ? board : EVENT_NO_NUMBER, text));
		free(text);
	}
}

void conditional_add_used(const struct variant *variant, const struct conditional *intent,
			  uint8_t seat, struct event_list *events)
{
	struct sha256 salt, next;
	struct strbuf text;

	strbuf_init(&text, 0);
	salt_of(intent, intent->next, &salt);
	calculate_commitment_from(variant, intent, intent->next + 1, &next);
	strbuf_addf(&text, "%s %s ", salt.hex, next.hex[0] != '\0' ? next.hex : "-");
	print_line(variant, &intent->lines[intent->next], &text);
	event_add(events, event_about(EVENT_INTENDED, seat, 0, text.bytes));
	strbuf_done(&text);
}

bool conditional_read_used(const struct variant *variant, const struct event *event,
			   struct conditional_line *line_out)
{
	const char *next = event->text != NULL ? strchr(event->text, ' ') : NULL;
	const char *line = next != NULL ? strchr(next + 1, ' ') : NULL;

	return line != NULL && read_line(variant, line + 1, line_out);
}

bool conditional_holds(const struct game *game, uint8_t seat, const struct conditional *intent)
{
	struct sha256 now;

	calculate_commitment(game->variant, intent, &now);
	for (unsigned i = 0; now.hex[0] != '\0' && i < GAME_PLANS; i++)
		if (strcmp(now.hex, game->intents[seat][i].of.hex) == 0)
			return true;
	return false;
}
