/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static char *outbox_name(const struct draft *draft)
{
	const struct mail *mail = draft->mail;
	const char *seat = variant_seat_name(draft->variant, mail->seat);

	if (mail->slot != NULL)
		return base_printf("%s.%s.%s", mail->game->id, seat, mail->slot);
	return base_printf("%s.%s.%s.%.16s", mail->game->id, seat, mail->template, mail->cause);
}

/* What its links and what it has to look at are made of: no more than its seat may know. */
static struct looks_letter looks_letter(const struct draft *draft, const char *address,
					const char *picture_id)
{
	return (struct looks_letter){
		.game = draft->game,
		.seat = (uint8_t)draft->mail->seat,
		.from = draft->seat->view_own || draft->kind->no_view != NULL
				? (uint8_t)draft->mail->seat
				: NO_SIDE,
		.address = address,
		.token = draft->token,
		.board = draft->mail->board,
		.picture_id = picture_id,
		.pieces = looks_pieces(draft->desk),
		.values = draft->values,
		.count = draft->count,
		.plays = draft->kind->plays,
	};
}

static void make_looks(const struct draft *draft, const char *address, const char *picture_id,
		       struct looks *looks_out)
{
	const struct looks_letter letter = looks_letter(draft, address, picture_id);

	looks_make(&letter, looks_out);
	if (strcmp(draft->mail->template, "game-over") == 0)
		looks_film(draft->mail->game, letter.from, letter.pieces, looks_out);
}

/* Has its text tell the links, if its template has a place for them. */
static void add_links(struct draft *draft, const char *address)
{
	const struct looks_letter letter = looks_letter(draft, address, NULL);
	struct text links;

	for (size_t i = 0; i < draft->count; i++) {
		if (strcmp(draft->values[i].name, "links") != 0)
			continue;
		text_init(&links, 0);
		looks_links(&letter, &links);
		while (links.len > 0 && links.bytes[links.len - 1] == '\n')
			links.bytes[--links.len] = '\0';
		free(draft->owned[i]);
		draft->values[i].text = draft->owned[i] = text_take(&links);
		text_done(&links);
	}
}

/* Sixteen digits of the cause tell letters of one kind apart; game, seat and kind stand beside it.
 */
static int post_draft(struct draft *draft, const char *calendar, struct reason *reason)
{
	const struct mail *mail = draft->mail;
	const struct config *config = draft->desk->site->config;
	const char *seat_name = variant_seat_name(draft->variant, mail->seat);
	char *thread = base_printf("%s.%s", mail->game->id, seat_name);
	char *references = posting_references(config, thread, mail->answers);
	char *id = base_printf("%s.%s.%s.%s.%.16s@%s", draft->token, mail->game->id, seat_name,
			       mail->template, mail->cause, config->domain);
	char *reply_to =
		config->plus_address ? posting_address(config->address, draft->token) : NULL;
	const char *address = reply_to != NULL ? reply_to : config->address;
	char *name = outbox_name(draft), *file_name = base_printf("%s.ics", mail->game->id);
	char *picture_id = base_printf("board.%s.%s.%s.%.16s@%s", mail->game->id, seat_name,
				       mail->template, mail->cause, config->domain);
	const struct attachment file = {"text/calendar; charset=utf-8; method=PUBLISH", file_name,
					calendar};
	struct outgoing outgoing = posting_head(
		draft->seat->name, mail->to != NULL ? mail->to : draft->seat->addresses[0], id,
		references, mail->answers);
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
	if (draft->person.links)
		add_links(draft, address);
	if (draft->person.html) {
		make_looks(draft, address, picture_id, &looks);
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
