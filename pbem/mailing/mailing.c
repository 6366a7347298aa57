/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/words/words.h"
#include "core/turn/clock.h"
#include "core/turn/clock_turns.h"
#include "core/turn/undo.h"
#include "core/base/stamp.h"
#include "core/base/text.h"
#include "pbem/writing/compose.h"
#include "pbem/desk/index.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/looks/looks.h"
#include "pbem/looks/posting.h"
#include "pbem/mailing/draft.h"
#include "pbem/mailing/mailing.h"
#include "pbem/mailing/mailing_seats.h"

enum { PLAIN_VALUES = 20 };

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
	int64_t until = clock_turns_until(&file->game, draft->mail->seat);
	int64_t answer = clock_deadline(&file->game, draft->mail->seat);
	int64_t deadline = answer > until ? answer : until;
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

	token_write(draft->desk->site->keys,
		    draft->mail->token != NULL ? draft->mail->token : &token,
		    draft->mail->token != NULL ? &file->root : &bound, draft->token);
}

/* "games+TOKEN@example.org" */
static char *plus_address(const char *address, const char *token)
{
	const char *at = strrchr(address, '@');

	return base_printf("%.*s+%s%s", (int)(at - address), address, token, at);
}

/* What a letter of a thread refers to: its root, which no letter is, and what the letter it answers
 * does. */
static char *references_in(const struct config *config, const char *thread,
			   const struct letter *answers)
{
	const char *earlier = answers != NULL ? answers->references : "";
	char *root = base_printf("<%s.pbem@%s>", thread, config->domain), *references;
	bool rooted = strstr(earlier, root) != NULL;

	references = base_printf("%s%s%s", rooted ? "" : root,
				 rooted || *earlier == '\0' ? "" : " ", earlier);
	free(root);
	return references;
}

/* A letter's head, as what it answers (or NULL) has it. */
static struct outgoing head_of(const char *to_name, const char *to, const char *id,
			       const char *references, const struct letter *answers)
{
	return (struct outgoing){
		.to_name = to_name,
		.to_address = to,
		.message_id = id,
		.in_reply_to = answers != NULL && answers->message_id[0] != '\0'
				       ? answers->message_id
				       : NULL,
		.references = references,
		.is_reply = answers != NULL,
	};
}

static char *outbox_name(const struct draft *draft)
{
	const struct mail *mail = draft->mail;
	const char *seat = variant_seat_name(draft->variant, mail->seat);

	if (mail->slot != NULL)
		return base_printf("%s.%s.%s", mail->game->id, seat, mail->slot);
	return base_printf("%s.%s.%s.%.16s", mail->game->id, seat, mail->template, mail->cause);
}

/* What it has to look at, of what its seat may know. */
static void make_looks(const struct draft *draft, const char *address, const char *picture_id,
		       struct looks *looks_out)
{
	const struct looks_letter letter = {
		.game = draft->game,
		.seat = (uint8_t)draft->mail->seat,
		.from = draft->seat->view_own || draft->kind->no_view != NULL
				? (uint8_t)draft->mail->seat
				: NO_SIDE,
		.address = address,
		.token = draft->token,
		/* One board of several that is asked for stands in the text alone. */
		.picture_id = draft->mail->board == 0 ? picture_id : NULL,
		.values = draft->values,
		.count = draft->count,
		.plays = draft->kind->plays,
	};

	looks_make(&letter, looks_out);
	if (strcmp(draft->mail->template, "game-over") == 0)
		looks_film(draft->mail->game, letter.from, looks_out);
}

/* Sixteen digits of the cause tell letters of one kind apart; game, seat and kind stand beside it.
 */
static int post_draft(const struct draft *draft, const char *calendar, struct reason *reason)
{
	const struct mail *mail = draft->mail;
	const struct config *config = draft->desk->site->config;
	const char *seat_name = variant_seat_name(draft->variant, mail->seat);
	char *thread = base_printf("%s.%s", mail->game->id, seat_name);
	char *references = references_in(config, thread, mail->answers);
	char *id = base_printf("%s.%s.%s.%s.%.16s@%s", draft->token, mail->game->id, seat_name,
			       mail->template, mail->cause, config->domain);
	char *reply_to = config->plus_address ? plus_address(config->address, draft->token) : NULL;
	char *name = outbox_name(draft), *file_name = base_printf("%s.ics", mail->game->id);
	char *picture_id = base_printf("board.%s.%s.%s.%.16s@%s", mail->game->id, seat_name,
				       mail->template, mail->cause, config->domain);
	const struct attachment file = {"text/calendar; charset=utf-8; method=PUBLISH", file_name,
					calendar};
	struct outgoing outgoing =
		head_of(draft->seat->name, mail->to != NULL ? mail->to : draft->seat->addresses[0],
			id, references, mail->answers);
	struct looks looks = {.count = 0};
	struct posting posting = {
		.person = &draft->person,
		.name = name,
		.template = mail->template,
		.values = draft->values,
		.count = draft->count,
		.tag = config->subject_token ? draft->token : NULL,
	};
	int result;

	outgoing.reply_to = reply_to;
	outgoing.attachments = &file;
	outgoing.attachment_count = *calendar != '\0';
	if (draft->person.html) {
		make_looks(draft, reply_to != NULL ? reply_to : config->address, picture_id,
			   &looks);
		posting.looks = &looks;
		posting.picture_id = picture_id;
	}
	result = posting_send(draft->desk, &outgoing, &posting, reason);
	if (draft->person.html)
		looks_done(&looks);
	free(picture_id);
	free(file_name);
	free(name);
	free(reply_to);
	free(id);
	free(references);
	free(thread);
	return result;
}

static int draft_and_post(struct desk *desk, const struct mail *mail, struct reason *reason)
{
	struct draft draft = {
		.desk = desk,
		.mail = mail,
		.game = mail->show != NULL ? mail->show : &mail->game->file->game,
		.variant = mail->game->file->game.variant,
		.kind = desk_mail_kind(mail->game->file->game.variant),
		.seat = &mail->game->seats.seats[mail->seat],
	};
	struct text calendar;
	struct game seen;
	int result;

	/* What a letter tells can't hold what its seat may not know. */
	if (draft.kind->conceal != NULL) {
		game_copy(&seen, draft.game);
		draft.kind->conceal(&seen, (uint8_t)mail->seat);
		draft.game = &seen;
	}
	people_of(desk, draft.seat, &draft.person);
	/* No line of a letter may read as an order when it is quoted. */
	result = words_speak(draft.person.language, reason);
	if (result == 0) {
		make_token(&draft);
		draft_offer_values(&draft);
		text_init(&calendar, 0);
		draft_add_calendar(&draft, &calendar);
		result = post_draft(&draft, calendar.bytes, reason);
		text_done(&calendar);
	}
	if (mail->game->remark.len > 0 || mail->game->remarks[mail->seat].len > 0)
		mail->game->told |= (uint16_t)(1u << mail->seat);
	draft_done(&draft);
	if (draft.game == &seen)
		game_done(&seen);
	return result;
}

int mailing_send(struct desk *desk, const struct mail *mail, struct reason *reason)
{
	const char *spoken = words_spoken();
	int result = words_need(reason);

	if (result == 0)
		result = draft_and_post(desk, mail, reason);
	return words_speak(spoken, result == 0 ? reason : NULL) < 0 ? -1 : result;
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

/* Whose word on an undo is missing, and who has asked for one in vain. */
static int tell_undo(struct desk *desk, struct desk_game *game, uint8_t seat, struct reason *reason)
{
	const struct undo_request *request = &game->file->game.undo_request;

	if (undo_awaited(&game->file->game) >> seat & 1 && request->entry > game->head)
		return mailing_about(desk, game, seat, "undo-asked", "undo", request->entry,
				     reason);
	if (game->undo_refused == NO_SIDE || game->undo_refused == seat ||
	    !(game->undo_hopeful >> seat & 1))
		return 0;
	return mailing_about(desk, game, seat, "undo-refused", "undo", game->file->head, reason);
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
			if (result == 0)
				result = tell_undo(desk, game, seat, reason);
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
	char *id = base_printf("pbem.%s@%s", name, desk->site->config->domain);
	struct outgoing outgoing = {.to_name = "", .to_address = to, .message_id = id};
	const char *spoken = words_spoken();
	struct person person;
	int result;

	people_of_address(desk, to, &person);
	result = words_speak(person.language, reason);
	if (result == 0)
		result = posting_send(
			desk, &outgoing,
			&(struct posting){&person, name, template, values, count, NULL, NULL, NULL},
			reason);
	if (words_speak(spoken, result == 0 ? reason : NULL) < 0)
		result = -1;
	free(id);
	return result;
}

/* A seat's title in the language of an address. */
static const char *title_for(struct desk *desk, const char *address, const char *title)
{
	const char *spoken = words_spoken();
	struct person person;

	people_of_address(desk, address, &person);
	/* Without its words there will be no letter, either. */
	(void)words_speak(person.language, NULL);
	title = phrase(title);
	(void)words_speak(spoken, NULL);
	return title;
}

int mailing_farewell(struct desk *desk, const struct desk_game *game, unsigned seat,
		     const struct seat *before, const char *why, struct reason *reason)
{
	const struct config *config = desk->site->config;
	const struct variant *variant = game->file->game.variant;
	/* Not as the seat's letters are called: it outlives them. */
	char *name = base_printf("farewell.%s.%s.%u", game->id, variant_seat_name(variant, seat),
				 game->file->head);
	const struct value values[] = {
		{"site", config->name},
		{"address", config->address},
		{"moderator", config->moderator != NULL ? config->moderator : ""},
		{"game", game->id},
		{"variant", variant_name(variant)},
		{"name", before->name},
		{"seat", title_for(desk, before->addresses[0], variant_seat_title(variant, seat))},
		{"why", why},
	};
	int result = send_plain(desk, "farewell", before->addresses[0], name, values,
				ARRAY_LEN(values), reason);

	free(name);
	return result;
}

/* What letters of the site itself can tell, and those of the letter. */
static size_t plain_values(const struct desk *desk, const struct mailing_plain *plain,
			   struct value values[PLAIN_VALUES])
{
	const struct config *config = desk->site->config;
	const struct value own[] = {
		{"site", config->name},
		{"address", config->address},
		{"moderator", config->moderator != NULL ? config->moderator : ""},
		{"token", plain->token != NULL ? plain->token : ""},
	};

	assert(plain->count + ARRAY_LEN(own) <= PLAIN_VALUES);
	memcpy(values, own, sizeof own);
	memcpy(values + ARRAY_LEN(own), plain->values, plain->count * sizeof *values);
	return ARRAY_LEN(own) + plain->count;
}

int mailing_plain(struct desk *desk, const struct mailing_plain *plain, struct reason *reason)
{
	const struct config *config = desk->site->config;
	bool tokened = plain->token != NULL;
	char *references = references_in(config, plain->thread, plain->answers);
	char *id = base_printf("%s.%s.%s.%.16s@%s", tokened ? plain->token : "pbem", plain->thread,
			       plain->template, plain->cause, config->domain);
	char *reply_to = tokened && config->plus_address
				 ? plus_address(config->address, plain->token)
				 : NULL;
	struct value values[PLAIN_VALUES];
	struct outgoing outgoing =
		head_of(plain->to_name, plain->to, id, references, plain->answers);
	size_t count = plain_values(desk, plain, values);
	const char *spoken = words_spoken();
	struct person person;
	int result;

	outgoing.reply_to = reply_to;
	people_of_address(desk, plain->to, &person);
	result = words_speak(person.language, reason);
	if (result == 0)
		result = posting_send(
			desk, &outgoing,
			&(struct posting){&person, plain->name, plain->template, values, count,
					  config->subject_token ? plain->token : NULL, NULL, NULL},
			reason);
	if (words_speak(spoken, result == 0 ? reason : NULL) < 0)
		result = -1;
	free(reply_to);
	free(id);
	free(references);
	return result;
}

int mailing_report(struct desk *desk, const char *notices, unsigned count, const char *cause,
		   struct reason *reason)
{
	const struct config *config = desk->site->config;
	char *number =
		base_printf(desk_phrase(desk, count == 1 ? "%u notice" : "%u notices"), count);
	char *to;
	const struct value values[] = {
		{"site", config->name}, {"address", config->address}, {"when", ""},
		{"count", number},	{"notices", notices},
	};
	int result = 0;

	for (size_t i = 0; result == 0 && (to = config_moderator(config, i)) != NULL; i++) {
		char *name = i == 0 ? base_printf("moderator.report.%s", cause)
				    : base_printf("moderator%zu.report.%s", i + 1, cause);

		result = send_plain(desk, "moderator-report", to, name, values, ARRAY_LEN(values),
				    reason);
		free(name);
		free(to);
	}
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
	seats_done(&seats);
	return result;
}
