/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/text.h"
#include "core/view.h"
#include "pbem/draft.h"
#include "pbem/letters_table.h"

enum { VALUE_MAX = 1 << 20 };

/* Names of others, parted by commas: most tables have two seats. */
static void
add_opponents(const struct draft *draft, struct text *out)
{
	const struct game_header *header = &draft->mail->game->file->header;
	unsigned count = variant_seats(draft->variant);

	for (unsigned i = 0; i < count; i++)
		if (i != draft->mail->seat)
			text_addf(out, "%s%s", out->len > 0 ? ", " : "", header->names[i]);
}

static void
add_players(const struct draft *draft, struct text *out)
{
	const struct game_header *header = &draft->mail->game->file->header;

	for (unsigned i = 0; i < variant_seats(draft->variant); i++)
		text_addf(out, "%s: %s\n", variant_seat_title(draft->variant, i),
		          header->names[i]);
}

/* The turns since this seat's own last one, that one included; in answer to orders, what they did. */
static void
add_since(const struct draft *draft, struct text *out)
{
	unsigned after = 0;

	if (draft->mail->before != NULL) {
		view_recent(draft->game, *draft->mail->before, out);
		return;
	}
	for (unsigned back = 0;; back++) {
		const struct turn_record *turn = game_recent(draft->game, back);

		if (turn == NULL)
			break;
		after = turn->number - 1;
		if (turn->seat == draft->mail->seat && back > 0)
			break;
	}
	view_recent(draft->game, after, out);
}

/* "14... Nf6"; at a table of more than two, "14 Red Nf6". */
static void
add_last(const struct draft *draft, struct text *out)
{
	view_last(draft->game, out);
}

/* Only to the seat whose turn it is: to others the list would tell nothing they may use. */
static void
add_legal(const struct draft *draft, struct text *out)
{
	if (draft->game->outcome.status == STATUS_PLAYING &&
	    draft->game->questions[draft->mail->seat].entry != 0)
		view_legal(draft->game, out);
}

static void
add_offer(const struct draft *draft, struct text *out)
{
	uint8_t offering = draft->game->offering;

	if (offering != NO_SIDE && offering != draft->mail->seat)
		text_add(out, draft->mail->game->file->header.names[offering]);
}

/* Whose move is awaited, when it is another's: their names, parted by commas. */
static void
add_awaited(const struct draft *draft, struct text *out)
{
	const struct game *game = draft->game;

	if (game->outcome.status != STATUS_PLAYING || game->questions[draft->mail->seat].entry != 0)
		return;
	for (unsigned i = 0; i < variant_seats(draft->variant); i++)
		if (game->questions[i].entry != 0)
			text_addf(out, "%s%s", out->len > 0 ? ", " : "",
			          draft->mail->game->file->header.names[i]);
}

/* Reasons come from many places, some with a full stop. */
static void
add_why(const struct draft *draft, struct text *out)
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

static void
add_board(const struct draft *draft, struct text *out)
{
	uint8_t from = draft->seat->view_own ? (uint8_t)draft->mail->seat : NO_SIDE;

	view_board(draft->game, from, draft->mail->compact ? BOARD_COMPACT : BOARD_FULL, out);
}

static void
add_status(const struct draft *draft, struct text *out)
{
	view_status(draft->game, out);
}

static void
add_result(const struct draft *draft, struct text *out)
{
	view_result(draft->game, out);
}

static void
add_entry(const struct draft *draft, struct text *out)
{
	text_addf(out, "%u", draft->mail->game->file->head);
}

/* "21 Nov 2026, 14:05 UTC" */
static void
add_when(const struct draft *draft, struct text *out)
{
	time_t when = (time_t)draft->mail->when;
	struct tm parts;
	char stamp[64];

	gmtime_r(&when, &parts);
	strftime(stamp, sizeof stamp, "%e %b %Y, %H:%M UTC", &parts);
	text_add(out, stamp + (stamp[0] == ' '));
}

/* The values that take some making: only those a template may use are made. */
static const struct {
	const char *name;
	void (*add)(const struct draft *draft, struct text *out);
} made_values[] = {
	{"awaited", add_awaited}, {"board", add_board},     {"entry", add_entry},
	{"last", add_last},       {"legal", add_legal},     {"offer", add_offer},
	{"opponent", add_opponents}, {"players", add_players}, {"result", add_result},
	{"since", add_since},     {"status", add_status},   {"when", add_when},
	{"why", add_why},
};

static void
make_value(const struct draft *draft, const char *name, struct text *out)
{
	for (size_t i = 0; i < ARRAY_LEN(made_values); i++)
		if (strcmp(made_values[i].name, name) == 0)
			made_values[i].add(draft, out);
	while (out->len > 0 && out->bytes[out->len - 1] == '\n')
		out->bytes[--out->len] = '\0';
}

/* The value of a name that is already a string; NULL when it must be made. */
static const char *
ready_value(const struct draft *draft, const char *name)
{
	const struct mail *mail = draft->mail;
	const struct config *config = draft->mailing->site->config;
	const struct {
		const char *name, *value;
	} ready[] = {
		{"site", config->name},
		{"address", config->address},
		{"moderator", config->moderator},
		{"game", mail->game->id},
		{"variant", variant_name(draft->variant)},
		{"name", draft->seat->name},
		{"seat", variant_seat_title(draft->variant, mail->seat)},
		{"token", draft->token},
		{"deadline", ""},
		{"orders", mail->orders},
		{"history", mail->history},
		{"from", mail->from},
		{"said", mail->said},
		{"done", mail->done},
		{"hash", mail->game->file->hash.hex},
	};

	for (size_t i = 0; i < ARRAY_LEN(ready); i++)
		if (strcmp(ready[i].name, name) == 0)
			return ready[i].value != NULL ? ready[i].value : "";
	return NULL;
}

void
draft_offer_values(struct draft *draft)
{
	const char *const *names = letters_table_names(draft->mail->template);

	for (; names != NULL && *names != NULL && draft->count < DRAFT_VALUES; names++) {
		const char *ready = ready_value(draft, *names);

		if (ready == NULL) {
			struct text made;

			text_init(&made, VALUE_MAX);
			make_value(draft, *names, &made);
			draft->owned[draft->count] = made.bytes;
			ready = made.bytes;
		}
		draft->values[draft->count].name = *names;
		draft->values[draft->count++].text = ready;
	}
}

void
draft_done(struct draft *draft)
{
	for (size_t i = 0; i < draft->count; i++)
		free(draft->owned[i]);
}
