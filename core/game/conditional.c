/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/intent/intent.h"

static const char between[] = " / ";

unsigned intent_board(const struct intent *intent)
{
	const char *move = intent->lines[0].plies[0].move;

	return strchr(move, ':') != NULL ? (unsigned)strtoul(move, NULL, 10) : 0;
}

/* "black MOVE e7e5 THEN MOVE g1f3", as orders have it behind IF. */
static void print_line(const struct variant *variant, const struct intent_line *line,
		       struct text *out)
{
	for (unsigned i = 0; i < line->count; i++) {
		const struct intent_ply *ply = &line->plies[i];

		text_addf(out, "%s%s MOVE %s", i > 0 ? " " : "",
			  i + 1 == line->count ? "THEN" : variant_seat_name(variant, ply->seat),
			  ply->move);
	}
}

static const char boards[] = "boards ";

/* "boards 0123456789abcdef+...+... ", of all lines, where they expect any. */
static void print_boards(const struct intent *intent, struct text *out)
{
	if (intent->count == 0 || intent->lines[0].board[0] == '\0')
		return;
	text_add(out, boards);
	for (unsigned i = 0; i < intent->count; i++)
		text_addf(out, "%s%s", i > 0 ? "+" : "", intent->lines[i].board);
	text_add_char(out, ' ');
}

void intent_print(const struct variant *variant, const struct intent *intent, struct text *out)
{
	text_addf(out, "%s %u %u %u ", intent->secret, intent->turns, intent->next,
		  intent->matched);
	print_boards(intent, out);
	for (unsigned i = 0; i < intent->count; i++) {
		text_add(out, i > 0 ? between : "");
		print_line(variant, &intent->lines[i], out);
	}
}

/* The next word, which must fit. */
static bool take_word(const char **cursor, char *out, size_t size)
{
	const char *word;
	size_t len;

	if (!text_next_word(cursor, &word, &len) || len >= size)
		return false;
	memcpy(out, word, len);
	out[len] = '\0';
	return true;
}

static bool read_line(const struct variant *variant, const char *text, struct intent_line *line)
{
	char seat[NAME_MAX_LEN + 1], word[8];
	bool then = false;

	line->count = 0;
	while (!then) {
		struct intent_ply *ply = &line->plies[line->count];
		int named;

		if (line->count == INTENT_PLIES || !take_word(&text, seat, sizeof seat) ||
		    !take_word(&text, word, sizeof word) || strcmp(word, "MOVE") != 0 ||
		    !take_word(&text, ply->move, sizeof ply->move))
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

static bool read_lines(const struct variant *variant, const char *text, struct intent *intent)
{
	const unsigned boards_read = intent->count;
	bool sound = true;

	intent->count = 0;
	while (sound && text != NULL) {
		const char *end = strstr(text, between);
		char *line = base_strndup(text, end != NULL ? (size_t)(end - text) : strlen(text));

		sound = intent->count < INTENT_LINES &&
			read_line(variant, line, &intent->lines[intent->count]);
		intent->count += sound;
		free(line);
		text = end != NULL ? end + strlen(between) : NULL;
	}
	return sound && (boards_read == 0 || boards_read == intent->count);
}

/* Of as many lines as there are. */
static bool read_boards(const char **cursor, struct intent *intent)
{
	unsigned count = 0;

	if (!text_skip(cursor, boards))
		return true;
	do {
		const char *digits = *cursor;

		if (count == INTENT_LINES || strspn(digits, "0123456789abcdef") != INTENT_BOARD)
			return false;
		memcpy(intent->lines[count++].board, digits, INTENT_BOARD);
		*cursor += INTENT_BOARD;
	} while (text_skip(cursor, "+"));
	intent->count = count;
	return text_skip(cursor, " ");
}

bool intent_read(const struct variant *variant, const char *text, struct intent *intent_out)
{
	struct intent *intent = intent_out;

	*intent = (struct intent){.count = 0};
	return take_word(&text, intent->secret, sizeof intent->secret) && text_skip(&text, " ") &&
	       text_skip_number(&text, 1000000000, &intent->turns) && text_skip(&text, " ") &&
	       text_skip_number(&text, INTENT_LINES, &intent->next) && text_skip(&text, " ") &&
	       text_skip_number(&text, INTENT_PLIES, &intent->matched) && text_skip(&text, " ") &&
	       read_boards(&text, intent) && read_lines(variant, text, intent) &&
	       intent->next < intent->count && intent->matched < intent->lines[intent->next].count;
}

void intent_tell(const struct variant *variant, const struct intent *intent, struct text *out)
{
	for (unsigned i = intent->next; i < intent->count; i++) {
		text_add(out, "IF ");
		print_line(variant, &intent->lines[i], out);
		text_add_char(out, '\n');
	}
}

/* Each line has a salt of its own: one that is told tells nothing of the others. */
static void salt_of(const struct intent *intent, unsigned line, struct digest *out)
{
	char number[16];

	snprintf(number, sizeof number, "%u", line);
	digest_keyed(intent->secret, strlen(intent->secret), number, strlen(number), out);
}

/* The commitment to the lines from that one on. */
static void commit_from(const struct variant *variant, const struct intent *intent, unsigned from,
			struct digest *out)
{
	struct digest next = {"-"};

	*out = (struct digest){""};
	for (unsigned i = intent->count; i-- > from;) {
		struct digest salt;
		struct text line;

		text_init(&line, 0);
		print_line(variant, &intent->lines[i], &line);
		salt_of(intent, i, &salt);
		game_intent_link(salt.hex, line.bytes, next.hex, out);
		next = *out;
		text_done(&line);
	}
}

/* The commitment to what is left; "" when nothing is. */
static void commit(const struct variant *variant, const struct intent *intent,
		   struct digest *digest_out)
{
	commit_from(variant, intent, intent->next, digest_out);
}

void intent_add_given(const struct game *game, uint8_t seat, const struct intent_list *given,
		      struct event_list *events)
{
	if (given->count == 0 && game_intends(game, seat))
		event_add(events, event_about(EVENT_INTENDS, seat, EVENT_NO_NUMBER, "-"));
	for (unsigned i = 0; i < given->count; i++) {
		const unsigned board = intent_board(&given->plans[i]);
		struct digest commitment;
		char *text;

		commit(game->variant, &given->plans[i], &commitment);
		text = base_printf("sha256:%s", commitment.hex);
		event_add(events, event_about(EVENT_INTENDS, seat,
					      board > 0 ? board : EVENT_NO_NUMBER, text));
		free(text);
	}
}

void intent_add_used(const struct variant *variant, const struct intent *intent, uint8_t seat,
		     struct event_list *events)
{
	struct digest salt, next;
	struct text text;

	text_init(&text, 0);
	salt_of(intent, intent->next, &salt);
	commit_from(variant, intent, intent->next + 1, &next);
	text_addf(&text, "%s %s ", salt.hex, next.hex[0] != '\0' ? next.hex : "-");
	print_line(variant, &intent->lines[intent->next], &text);
	event_add(events, event_about(EVENT_INTENDED, seat, 0, text.bytes));
	text_done(&text);
}

bool intent_read_used(const struct variant *variant, const struct event *event,
		      struct intent_line *line_out)
{
	const char *next = event->text != NULL ? strchr(event->text, ' ') : NULL;
	const char *line = next != NULL ? strchr(next + 1, ' ') : NULL;

	return line != NULL && read_line(variant, line + 1, line_out);
}

bool intent_holds(const struct game *game, uint8_t seat, const struct intent *intent)
{
	struct digest now;

	commit(game->variant, intent, &now);
	for (unsigned i = 0; now.hex[0] != '\0' && i < GAME_PLANS; i++)
		if (strcmp(now.hex, game->intents[seat][i].of.hex) == 0)
			return true;
	return false;
}
