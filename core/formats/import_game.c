/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/plain.h"
#include "core/base/stamp.h"
#include "core/exchange/entering.h"
#include "core/notation/notation.h"
#include "core/notation/setup.h"
#include "core/rules/movegen.h"
#include "core/turn/turn.h"
#include "core/variant/variant_data.h"

int entering_fault(const struct entering *entering, struct reason *reason)
{
	reason_prefix(reason, "game %u, ply %zu: ", entering->game->number, entering->ply + 1);
	return -1;
}

/* ---- the head ---- */

/* The day a tag such as "1972.07.11" names, at its first second; 0 for one that no clock counts, or
 * that isn't known. */
static int64_t day_of(const char *date)
{
	char stamp[STAMP_SIZE];
	int64_t when;

	if (date == NULL || strlen(date) != 10)
		return 0;
	snprintf(stamp, sizeof stamp, "%.4s-%.2s-%.2sT00:00:00Z", date,
		 isdigit((unsigned char)date[5]) ? date + 5 : "01",
		 isdigit((unsigned char)date[8]) ? date + 8 : "01");
	when = stamp_read(stamp);
	return when > 0 ? when : 0;
}

static bool is_one_of(const char *name, const char *const *names)
{
	for (; *names != NULL; names++)
		if (text_same(name, *names))
			return true;
	return false;
}

/* All it says, as far as there is room. Who plays stands elsewhere. */
static void set_tags(const struct movetext_game *game, const struct entering_of *of,
		     struct game_header *header)
{
	size_t kept = 0, have = 0;

	for (size_t i = 0; i < game->tag_count && kept < MAX_TAGS; i++) {
		const char *name = game->names[i], *value = game->values[i];
		size_t room = TAG_LINE_MAX - strlen(name) - 1, len;

		if (is_one_of(name, of->players) || is_one_of(name, of->left_out) || *value == '\0')
			continue;
		len = plain_cut(value, strlen(value), room);
		if (have + strlen(name) + len + 3 > sizeof header->tags)
			return;
		have += (size_t)sprintf(header->tags + have, "%s %.*s\n", name, (int)len, value);
		kept++;
	}
}

static void set_header(struct entering *entering, const char *id, const struct entering_of *of,
		       struct game_header *header)
{
	const struct movetext_game *game = entering->game;
	struct digest digest;

	digest_bytes(game->start, (size_t)(game->end - game->start), &digest);
	snprintf(entering->cause, sizeof entering->cause, "sha256:%s", digest.hex);
	snprintf(header->id, sizeof header->id, "%s", id);
	header->number = game->number;
	snprintf(header->variant, sizeof header->variant, "%s", of->variant);
	for (size_t i = 0; i < of->option_count; i++)
		header->options[header->option_count++] = of->options[i];
	for (unsigned seat = 0; of->players[seat] != NULL; seat++) {
		const char *name = movetext_tag(game, of->players[seat]);
		size_t len = name != NULL ? plain_cut(name, strlen(name), 63) : 0;

		snprintf(header->names[seat], sizeof header->names[seat], "%.*s", (int)len,
			 name != NULL ? name : "");
	}
	header->created = entering->when = day_of(movetext_tag(game, "Date"));
	snprintf(header->imported, sizeof header->imported, "%s %s", of->format, entering->cause);
	set_tags(game, of, header);
}

/* ---- entries ---- */

static int enter(struct entering *entering, const char *cause, const struct event_list *events,
		 struct reason *reason)
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

static int enter_start(struct entering *entering, const char *start, struct reason *reason)
{
	struct event_list events;
	int result = 0;

	event_list_init(&events);
	if (*start != '\0') {
		event_add(&events, event_about(EVENT_FROM, NO_SIDE, 0, start));
		result = enter(entering, "moderator", &events, reason);
		event_list_done(&events);
		event_list_init(&events);
	}
	if (result == 0) {
		turn_start(&entering->file->game, &events);
		result = enter(entering, "moderator", &events, reason);
	}
	event_list_done(&events);
	return result;
}

/* A position as pbem writes it: verify reads it again. */
static int read_start(const struct variant *variant, const char *start, struct text *out,
		      struct reason *reason)
{
	struct position position;
	unsigned round = 1;

	if (*start == '\0')
		return 0;
	if (setup_read(variant, start, &position, &round, reason) != 0)
		return -1;
	if (!setup_write(variant, &position, round, out))
		text_add(out, start);
	return 0;
}

int entering_begin(struct entering *entering, const struct movetext_game *game, const char *id,
		   const struct entering_of *of, struct variant_library *library, struct text *out,
		   struct reason *reason)
{
	struct game_header header = {.number = 0};
	const struct variant *variant;
	struct text start;
	int result = -1;

	*entering = (struct entering){.game = game, .out = out, .line = game->line};
	set_header(entering, id, of, &header);
	text_init(&start, 0);
	variant = variant_get(library, of->variant, of->options, of->option_count, reason);
	if (variant != NULL && read_start(variant, of->start, &start, reason) == 0) {
		gamefile_header(&header, variant, out);
		entering->file = gamefile_new(&header, variant);
		result = enter_start(entering, start.bytes, reason);
	}
	text_done(&start);
	if (result != 0)
		reason_prefix(reason, "game %u: ", game->number);
	return result;
}

void entering_done(struct entering *entering)
{
	gamefile_free(entering->file);
	entering->file = NULL;
}

bool entering_goes_on(const struct entering *entering)
{
	return entering->file->game.outcome.status == STATUS_PLAYING;
}

static int decide(struct entering *entering, unsigned seat, const struct order_list *orders,
		  struct reason *reason)
{
	struct event_list events;
	int result = -1;

	event_list_init(&events);
	if (turn_decide(&entering->file->game, seat, orders, &events, reason) == ACCEPTED)
		result = enter(entering, entering->cause, &events, reason);
	event_list_done(&events);
	return result;
}

/* "e8q", and check in old books' words, which other programs write, too. */
static void clean_word(const char *written, char word_out[MOVETEXT_WORD_MAX])
{
	static const char *const ends[] = {"dblch", "ch", "mate"};
	size_t len;

	snprintf(word_out, MOVETEXT_WORD_MAX, "%s", written);
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

int entering_move(struct entering *entering, const char *written, bool draw, struct reason *reason)
{
	const struct game *game = &entering->file->game;
	struct move_list *list = base_alloc(sizeof *list);
	char word[MOVETEXT_WORD_MAX], text[MOVE_TEXT_MAX];
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
		result = decide(entering, game_player(game), &orders, reason);
	}
	order_list_done(&orders);
	free(list);
	entering->ply += result == 0;
	return result;
}

int entering_order(struct entering *entering, unsigned seat, enum order_kind kind,
		   struct reason *reason)
{
	struct order_list orders;
	int result;

	order_list_init(&orders);
	order_list_add(&orders, kind, 1, NO_SIDE, "");
	result = decide(entering, seat, &orders, reason);
	order_list_done(&orders);
	return result;
}

int entering_forfeit(struct entering *entering, unsigned seat, struct reason *reason)
{
	struct event_list events;
	int result = -1;

	event_list_init(&events);
	if (turn_forfeit(&entering->file->game, seat, 0, &events, reason) == ACCEPTED)
		result = enter(entering, "moderator", &events, reason);
	event_list_done(&events);
	return result;
}

int entering_adjudicate(struct entering *entering, uint16_t winners, struct reason *reason)
{
	const struct outcome outcome = {.status = winners != 0 ? STATUS_WON : STATUS_DRAWN,
					.winners = winners,
					.how = "adjudicated"};
	struct event_list events;
	int result = -1;

	event_list_init(&events);
	if (turn_adjudicate(&entering->file->game, &outcome, &events, reason) == ACCEPTED)
		result = enter(entering, "moderator", &events, reason);
	event_list_done(&events);
	return result;
}
