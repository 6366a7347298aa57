/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/text.h"
#include "core/view.h"
#include "pbem/compose.h"
#include "pbem/letters_table.h"
#include "pbem/mailing.h"
#include "pbem/outbox.h"

enum { SECONDS_A_DAY = 86400, MAX_VALUES = 32, BODY_MAX = 1 << 20 };

/* A letter in the making: the values its template may use, made only when it does. */
struct draft {
	const struct mailing *mailing;
	const struct mail *mail;
	const struct game *game;         /* the state shown */
	const struct variant *variant;
	const struct seat *seat;
	char token[TOKEN_TEXT + 1];
	struct value values[MAX_VALUES];
	char *owned[MAX_VALUES];
	size_t count;
};

/* The token the letter carries: the answer to the seat's open question, or leave to ask. */
static void
make_token(struct draft *draft)
{
	const struct gamefile *file = draft->mail->game->file;
	const struct question *question = &file->game.questions[draft->mail->seat];
	bool asked = question->entry != 0 && file->game.outcome.status == STATUS_PLAYING;
	/* A question may be older than any token is good for: what answers a late letter is live. */
	int64_t from = asked && question->asked > draft->mail->when ? question->asked
	                                                             : draft->mail->when;
	struct token token = {
		.game = file->header.number,
		.seat = (uint8_t)draft->mail->seat,
		.purpose = asked ? TOKEN_TURN : TOKEN_QUERY,
		.question = asked ? (uint16_t)question->entry : 0,
		.expires = (uint16_t)(from / SECONDS_A_DAY +
		                      draft->mailing->site->config->token_days),
	};

	token_write(draft->mailing->site->keys, &token, draft->token);
}

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

static void
offer_values(struct draft *draft)
{
	const char *const *names = letters_table_names(draft->mail->template);

	for (; names != NULL && *names != NULL && draft->count < MAX_VALUES; names++) {
		const char *ready = ready_value(draft, *names);

		if (ready == NULL) {
			struct text made;

			text_init(&made, BODY_MAX);
			make_value(draft, *names, &made);
			draft->owned[draft->count] = made.bytes;
			ready = made.bytes;
		}
		draft->values[draft->count].name = *names;
		draft->values[draft->count++].text = ready;
	}
}

/* "games+TOKEN@example.org" */
static char *
plus_address(const char *address, const char *token)
{
	const char *at = strrchr(address, '@');

	return base_printf("%.*s+%s%s", (int)(at - address), address, token, at);
}

/* Sixteen digits of the cause tell letters of one kind apart; game, seat and kind stand beside it. */
static int
write_letter(const struct draft *draft, const char *subject, const char *body, struct text *letter,
             struct reason *reason)
{
	int result;

	const struct mail *mail = draft->mail;
	const struct config *config = draft->mailing->site->config;
	const char *seat_name = variant_seat_name(draft->variant, mail->seat);
	const struct letter *answers = mail->answers;
	char *root = base_printf("<%s.%s.pbem@%s>", mail->game->id, seat_name, config->domain);
	const char *earlier = answers != NULL ? answers->references : "";
	bool rooted = strstr(earlier, root) != NULL;
	char *references = base_printf("%s%s%s", rooted ? "" : root,
	                               rooted || *earlier == '\0' ? "" : " ", earlier);
	char *id = base_printf("%s.%s.%s.%s.%.16s@%s", draft->token, mail->game->id, seat_name,
	                       mail->template, mail->cause, config->domain);
	char *reply_to = config->plus_address ? plus_address(config->address, draft->token) : NULL;
	char *tagged = config->subject_token ? base_printf("%s [%s]", subject, draft->token) : NULL;
	struct outgoing outgoing = {
		.from_name = config->name,
		.from_address = config->address,
		.to_name = draft->seat->name,
		.to_address = draft->seat->addresses[0],
		.reply_to = reply_to,
		.subject = tagged != NULL ? tagged : subject,
		.message_id = id,
		.in_reply_to = answers != NULL && answers->message_id[0] != '\0' ? answers->message_id
		                                                                : NULL,
		.references = references,
		.date = draft->mailing->now,
		.is_reply = answers != NULL,
		.text = body,
	};

	result = compose_letter(&outgoing, letter, reason);
	free(tagged);
	free(reply_to);
	free(id);
	free(references);
	free(root);
	return result;
}

static char *
outbox_name(const struct draft *draft)
{
	const struct mail *mail = draft->mail;
	const char *seat = variant_seat_name(draft->variant, mail->seat);

	if (mail->slot != NULL)
		return base_printf("%s.%s.%s", mail->game->id, seat, mail->slot);
	return base_printf("%s.%s.%s.%.16s", mail->game->id, seat, mail->template,
	                   mail->cause);
}

int
mailing_send(const struct mailing *mailing, const struct mail *mail, struct reason *reason)
{
	struct draft draft = {
		.mailing = mailing,
		.mail = mail,
		.game = mail->show != NULL ? mail->show : &mail->game->file->game,
		.variant = mail->game->file->game.variant,
		.seat = &mail->game->seats.seats[mail->seat],
	};
	struct text subject, body, letter;
	char *name = outbox_name(&draft);
	int result;

	text_init(&subject, 1000);
	text_init(&body, BODY_MAX);
	text_init(&letter, 4 * BODY_MAX);
	make_token(&draft);
	offer_values(&draft);
	result = template_fill(mailing->site->templates, mail->template, draft.values, draft.count,
	                       &subject, &body, reason);
	if (result == 0)
		result = write_letter(&draft, subject.bytes, body.bytes, &letter, reason);
	if (result == 0)
		outbox_line_put(&mailing->batch->letters, name, draft.seat->addresses[0],
		                mailing->now, letter.bytes, letter.len);
	for (size_t i = 0; i < draft.count; i++)
		free(draft.owned[i]);
	text_done(&letter);
	text_done(&body);
	text_done(&subject);
	free(name);
	return result;
}

/* ---- to whom, after a batch ---- */

static void
take_back(const struct mailing *mailing, const struct desk_game *game, unsigned seat)
{
	char *name = base_printf("%s.%s.turn", game->id,
	                         variant_seat_name(game->file->game.variant, seat));

	outbox_line_drop(&mailing->batch->letters, name);
	free(name);
}

/* A letter about the game itself is caused by an entry, and named after its number. */
static int
send_about(const struct mailing *mailing, struct desk_game *game, unsigned seat,
           const char *template, const char *slot, unsigned entry, struct reason *reason)
{
	char cause[DIGEST_HEX + 1];
	struct mail mail = {
		.template = template,
		.slot = slot,
		.game = game,
		.seat = seat,
		.cause = cause,
		.when = game->last_when,
	};

	snprintf(cause, sizeof cause, "%u", entry);
	return mailing_send(mailing, &mail, reason);
}

int
mailing_ask(const struct mailing *mailing, struct desk_game *game, struct reason *reason)
{
	const struct game *now = &game->file->game;
	unsigned seats = variant_seats(now->variant);
	bool over = now->outcome.status != STATUS_PLAYING;
	int result = 0;

	if (game->added.len == 0 || game->is_new)
		return 0;
	for (unsigned seat = 0; result == 0 && seat < seats; seat++) {
		unsigned entry = now->questions[seat].entry;

		if (over && !game->was_over) {
			take_back(mailing, game, seat);
			result = send_about(mailing, game, seat, "game-over", "over",
			                    game->file->head, reason);
		} else if (!over && entry == 0 && game->asked[seat] != 0) {
			take_back(mailing, game, seat);
		} else if (!over && entry != game->asked[seat]) {
			result = send_about(mailing, game, seat, "your-turn", "turn", entry, reason);
		}
	}
	return result;
}

int
mailing_welcome(const struct mailing *mailing, struct desk_game *game, struct reason *reason)
{
	unsigned seats = variant_seats(game->file->game.variant);
	int result = 0;

	for (unsigned seat = 0; result == 0 && seat < seats; seat++)
		result = send_about(mailing, game, seat, "welcome", "welcome", game->file->head,
		                    reason);
	return result;
}

/* Renders a letter that belongs to no seat of a readable game. */
static int
send_plain(const struct mailing *mailing, const char *template, const char *to, const char *name,
           const struct value *values, size_t count, struct reason *reason)
{
	const struct config *config = mailing->site->config;
	char *id = base_printf("pbem.%s@%s", name, config->domain);
	struct text subject, body, letter;
	int result;

	text_init(&subject, 1000);
	text_init(&body, BODY_MAX);
	text_init(&letter, 4 * BODY_MAX);
	result = template_fill(mailing->site->templates, template, values, count, &subject, &body,
	                       reason);
	if (result == 0) {
		const struct outgoing outgoing = {
			.from_name = config->name,
			.from_address = config->address,
			.to_name = "",
			.to_address = to,
			.subject = subject.bytes,
			.message_id = id,
			.date = mailing->now,
			.text = body.bytes,
		};

		result = compose_letter(&outgoing, &letter, reason);
	}
	if (result == 0)
		outbox_line_put(&mailing->batch->letters, name, to, mailing->now, letter.bytes,
		                letter.len);
	text_done(&letter);
	text_done(&body);
	text_done(&subject);
	free(id);
	return result;
}

int
mailing_report(const struct mailing *mailing, const char *notices, unsigned count,
               const char *cause, struct reason *reason)
{
	const struct config *config = mailing->site->config;
	char *number = base_printf("%u notice%s", count, count == 1 ? "" : "s");
	char *name = base_printf("moderator.report.%s", cause);
	const struct value values[] = {
		{"site", config->name}, {"address", config->address}, {"when", ""},
		{"count", number},      {"notices", notices},
	};
	int result = 0;

	if (config->moderator != NULL)
		result = send_plain(mailing, "moderator-report", config->moderator, name, values,
		                    ARRAY_LEN(values), reason);
	free(name);
	free(number);
	return result;
}

int
mailing_damaged(const struct mailing *mailing, const char *game_id, struct reason *reason)
{
	const struct config *config = mailing->site->config;
	char *folder = site_game_folder(mailing->site, game_id);
	struct seats seats;
	int result = seats_load(folder, NULL, &seats, NULL);

	free(folder);
	if (result != 0)
		return 0;
	for (unsigned i = 0; result == 0 && i < seats.count; i++) {
		const struct seat *seat = &seats.seats[i];
		char *name = base_printf("%s.%u.damaged", game_id, i);
		const struct value values[] = {
			{"site", config->name},
			{"address", config->address},
			{"moderator", config->moderator != NULL ? config->moderator : ""},
			{"game", game_id},
			{"name", seat->name},
		};

		result = send_plain(mailing, "damaged", seat->addresses[0], name, values,
		                    ARRAY_LEN(values), reason);
		free(name);
	}
	return result;
}
