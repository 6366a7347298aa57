/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/turn/clock.h"
#include "core/base/stamp.h"
#include "core/base/text.h"
#include "pbem/writing/compose.h"
#include "pbem/desk/index.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/mailing/draft.h"
#include "pbem/mailing/draft_values.h"
#include "pbem/mailing/mailing.h"
#include "pbem/mailing/mailing_seats.h"
#include "pbem/promise/outbox.h"

enum { BODY_MAX = 1 << 20 };

/* The token the letter carries: the answer to the seat's open question, or leave to ask. */
static void make_token(struct draft *draft)
{
	const struct gamefile *file = draft->mail->game->file;
	const struct question *question = &file->game.questions[draft->mail->seat];
	bool asked = question->entry != 0 && file->game.outcome.status == STATUS_PLAYING;
	/* A question may be older than any token is good for: what answers a late letter is live.
	 */
	int64_t from =
		asked && question->asked > draft->mail->when ? question->asked : draft->mail->when;
	int64_t deadline = clock_deadline(&file->game, draft->mail->seat);
	struct digest bound = file->root;
	struct token token = {
		.game = file->header.number,
		.seat = (uint8_t)draft->mail->seat,
		.generation = draft->seat->generation,
		.purpose = asked ? TOKEN_TURN : TOKEN_QUERY,
		.question =
			asked ? (uint16_t)draft->kind->bound(&file->game, draft->mail->seat, &bound)
			      : 0,
		.expires = (uint16_t)((deadline > from ? deadline : from) / SECONDS_A_DAY +
				      draft->desk->site->config->token_days),
	};

	token_write(draft->desk->site->keys, &token, &bound, draft->token);
}

/* "games+TOKEN@example.org" */
static char *plus_address(const char *address, const char *token)
{
	const char *at = strrchr(address, '@');

	return base_printf("%.*s+%s%s", (int)(at - address), address, token, at);
}

static const char *to_address(const struct draft *draft)
{
	return draft->mail->to != NULL ? draft->mail->to : draft->seat->addresses[0];
}

/* Sixteen digits of the cause tell letters of one kind apart; game, seat and kind stand beside it.
 */
static int write_letter(const struct draft *draft, const char *subject, const char *body,
			struct text *letter, struct reason *reason)
{
	int result;

	const struct mail *mail = draft->mail;
	const struct config *config = draft->desk->site->config;
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
		.to_address = to_address(draft),
		.reply_to = reply_to,
		.subject = tagged != NULL ? tagged : subject,
		.message_id = id,
		.in_reply_to = answers != NULL && answers->message_id[0] != '\0'
				       ? answers->message_id
				       : NULL,
		.references = references,
		.date = draft->desk->now,
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

static char *outbox_name(const struct draft *draft)
{
	const struct mail *mail = draft->mail;
	const char *seat = variant_seat_name(draft->variant, mail->seat);

	if (mail->slot != NULL)
		return base_printf("%s.%s.%s", mail->game->id, seat, mail->slot);
	return base_printf("%s.%s.%s.%.16s", mail->game->id, seat, mail->template, mail->cause);
}

int mailing_send(struct desk *desk, const struct mail *mail, struct reason *reason)
{
	struct draft draft = {
		.desk = desk,
		.mail = mail,
		.game = mail->show != NULL ? mail->show : &mail->game->file->game,
		.variant = mail->game->file->game.variant,
		.kind = desk_mail_kind(mail->game->file->game.variant),
		.seat = &mail->game->seats.seats[mail->seat],
	};
	struct text subject, body, letter;
	char *name = outbox_name(&draft);
	struct game seen;
	int result;

	/* What a letter tells can't hold what its seat may not know. */
	if (draft.kind->conceal != NULL) {
		game_copy(&seen, draft.game);
		draft.kind->conceal(&seen, (uint8_t)mail->seat);
		draft.game = &seen;
	}
	text_init(&subject, 1000);
	text_init(&body, BODY_MAX);
	text_init(&letter, 4 * BODY_MAX);
	make_token(&draft);
	draft_offer_values(&draft);
	result = template_fill(desk->site->templates, mail->template, draft.values, draft.count,
			       &subject, &body, reason);
	if (result == 0)
		result = write_letter(&draft, subject.bytes, body.bytes, &letter, reason);
	if (result == 0)
		outbox_line_put(&desk->batch.letters, name, to_address(&draft), desk->now,
				letter.bytes, letter.len);
	draft_done(&draft);
	if (draft.game == &seen)
		game_done(&seen);
	text_done(&letter);
	text_done(&body);
	text_done(&subject);
	free(name);
	return result;
}

/* ---- to whom, after a batch ---- */

int mailing_about(struct desk *desk, struct desk_game *game, unsigned seat, const char *template,
		  const char *slot, unsigned entry, struct reason *reason)
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
	return mailing_send(desk, &mail, reason);
}

/* All that the game waited for is in. */
static int begin(struct desk *desk, struct desk_game *game, struct reason *reason)
{
	for (unsigned seat = 0; seat < variant_seats(game->file->game.variant); seat++)
		mailing_take_back(desk, game, seat);
	return mailing_welcome(desk, game, reason);
}

static int tell_all(struct desk *desk, struct desk_game *game, const struct due *due,
		    struct reason *reason)
{
	const struct game *now = &game->file->game;
	bool over = now->outcome.status != STATUS_PLAYING;
	int result = 0;

	if (over && game->was_over)
		return 0;
	if (now->started && !game->was_started)
		return begin(desk, game, reason);
	for (uint8_t seat = 0; result == 0 && seat < variant_seats(now->variant); seat++) {
		if (!over) {
			result = desk_mail_kind(now->variant)->tell(desk, game, seat, due, reason);
			continue;
		}
		mailing_take_back(desk, game, seat);
		if (!game->seats.seats[seat].left)
			result = mailing_about(desk, game, seat, "game-over", "over",
					       game->file->head, reason);
	}
	return result;
}

int mailing_ask(struct desk *desk, struct desk_game *game, struct reason *reason)
{
	if (game->added.len == 0 || game->is_new || index_waits(game))
		return 0;
	return tell_all(desk, game, NULL, reason);
}

int mailing_settle(struct desk *desk, struct desk_game *game, const struct due *due,
		   struct reason *reason)
{
	return tell_all(desk, game, due, reason);
}

int mailing_welcome(struct desk *desk, struct desk_game *game, struct reason *reason)
{
	unsigned seats = variant_seats(game->file->game.variant);
	bool begun = game->file->game.started;
	int result = 0;

	for (unsigned seat = 0; result == 0 && seat < seats; seat++)
		result = begun ? mailing_about(desk, game, seat, "welcome", "welcome",
					       game->file->head, reason)
			       : mailing_about(desk, game, seat, "gather", "turn", game->file->head,
					       reason);
	return result;
}

/* Renders a letter that belongs to no seat of a readable game. */
static int send_plain(struct desk *desk, const char *template, const char *to, const char *name,
		      const struct value *values, size_t count, struct reason *reason)
{
	const struct config *config = desk->site->config;
	char *id = base_printf("pbem.%s@%s", name, config->domain);
	struct text subject, body, letter;
	int result;

	text_init(&subject, 1000);
	text_init(&body, BODY_MAX);
	text_init(&letter, 4 * BODY_MAX);
	result = template_fill(desk->site->templates, template, values, count, &subject, &body,
			       reason);
	if (result == 0) {
		const struct outgoing outgoing = {
			.from_name = config->name,
			.from_address = config->address,
			.to_name = "",
			.to_address = to,
			.subject = subject.bytes,
			.message_id = id,
			.date = desk->now,
			.text = body.bytes,
		};

		result = compose_letter(&outgoing, &letter, reason);
	}
	if (result == 0)
		outbox_line_put(&desk->batch.letters, name, to, desk->now, letter.bytes,
				letter.len);
	text_done(&letter);
	text_done(&body);
	text_done(&subject);
	free(id);
	return result;
}

int mailing_report(struct desk *desk, const char *notices, unsigned count, const char *cause,
		   struct reason *reason)
{
	const struct config *config = desk->site->config;
	char *number = base_printf("%u notice%s", count, count == 1 ? "" : "s");
	char *name = base_printf("moderator.report.%s", cause);
	const struct value values[] = {
		{"site", config->name}, {"address", config->address}, {"when", ""},
		{"count", number},	{"notices", notices},
	};
	int result = 0;

	if (config->moderator != NULL)
		result = send_plain(desk, "moderator-report", config->moderator, name, values,
				    ARRAY_LEN(values), reason);
	free(name);
	free(number);
	return result;
}

int mailing_damaged(struct desk *desk, const char *game_id, struct reason *reason)
{
	const struct config *config = desk->site->config;
	char *folder = site_game_folder(desk->site, game_id);
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

		result = send_plain(desk, "damaged", seat->addresses[0], name, values,
				    ARRAY_LEN(values), reason);
		free(name);
	}
	return result;
}
