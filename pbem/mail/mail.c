/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/clock.h"
#include "core/game/takeback.h"
#include "core/game/turn_clock.h"
#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "core/variant/gametype.h"
#include "core/variant/variant_data.h"
#include "pbem/compose/compose.h"
#include "pbem/compose/template_catalog.h"
#include "pbem/html/html.h"
#include "pbem/mail/draft.h"
#include "pbem/mail/enqueue.h"
#include "pbem/mail/mail.h"
#include "pbem/mail/mail_seat.h"
#include "pbem/mail/mail_pictures.h"
#include "pbem/site/game_index.h"
#include "pbem/site/gametype_mail.h"

enum { VALUE_MAX = 1 << 20 };

/* ---- making values ---- */

static const struct mail_value *find_value(const struct mail_value *values, const char *name)
{
	for (; values != NULL && values->name != NULL; values++)
		/* Comparing the first characters saves most calls of strcmp. */
		if (*values->name == *name && strcmp(values->name, name) == 0)
			return values;
	return NULL;
}

static const char *string_at(const void *object, size_t member)
{
	return *(const char *const *)(const void *)((const char *)object + member);
}

/* Returns the string of a value. A value of the site or of the request has its string there; of
 * `wish`, "yes" if that has the value's name. Any other value is "yes". */
static const char *string_of(const struct draft *draft, const struct mail_value *value)
{
	const char *string = "yes";

	if (value->setting != 0)
		string = string_at(draft->workspace->site->config, value->setting);
	else if (value->member != 0)
		string = string_at(draft->mail, value->member);
	if (string != NULL && value->member == offsetof(struct mail, wish))
		string = strcmp(string, value->name) == 0 ? "yes" : NULL;
	return string != NULL ? string : "";
}

/* Makes a value. A value that this kind of game doesn't have is empty. */
static void make_value(const struct draft *draft, const struct mail_value *value,
		       struct strbuf *out)
{
	if (value == NULL || (value->when != NULL && !value->when(draft)))
		return;
	if (value->add != NULL)
		value->add(draft, out);
	else if (value->of_game != NULL)
		value->of_game(draft->game, out);
	else if (value->of_seat != NULL)
		value->of_seat(draft->game, (uint8_t)draft->mail->seat, out);
	else
		strbuf_add(out, string_of(draft, value));
	while (out->len > 0 && out->bytes[out->len - 1] == '\n')
		out->bytes[--out->len] = '\0';
}

/* Makes the values that template_catalog.c lists for this message, except those that its template
 * doesn't use. Everything else must be set before, also the language in use. */
static void offer_values(struct draft *draft)
{
	/* Links may use values that the template doesn't mention. */
	const bool linked = draft->person.html || draft->person.links;
	const char *const *name = template_catalog_table_names(draft->mail->template);

	assert(name != NULL);
	for (; *name != NULL; name++) {
		const struct mail_value *row = find_value(draft->kind->values, *name);
		struct strbuf made;

		/* By this value other code recognises messages about a game, whether their template
		 * mentions it or not. */
		if (!linked && strcmp(*name, "game") != 0 &&
		    !template_mentions(draft->workspace->site->templates, draft->person.language,
				       draft->mail->template, *name))
			continue;
		assert(draft->count < DRAFT_VALUES);
		strbuf_init(&made, VALUE_MAX);
		make_value(draft, row != NULL ? row : find_value(draft_values, *name), &made);
		draft->owned[draft->count] = made.bytes;
		draft->values[draft->count++] = (struct value){*name, made.bytes};
	}
}

/* ---- the message ---- */

/* Makes the token of the message: one that answers the seat's open question, or one for queries. */
static void make_token(struct draft *draft)
{
	const struct gamefile *file = draft->mail->game->file;
	const struct question *question = &file->game.questions[draft->mail->seat];
	bool asked = question->entry != 0 && file->game.outcome.status == STATUS_PLAYING;
	/* The later of both times counts: a question may be older than the lifetime of a token, and
	 * a late message must still be answerable. */
	int64_t from =
		asked && question->asked > draft->mail->when ? question->asked : draft->mail->when;
	int64_t until = turn_clock_until(&file->game, draft->mail->seat);
	int64_t answer = clock_deadline(&file->game, draft->mail->seat);
	int64_t deadline = answer > until ? answer : until;
	struct sha256 bound = file->root;
	struct token token = {
		.game = file->header.number,
		.seat = (uint8_t)draft->mail->seat,
		.generation = draft->seat->generation,
		.purpose = asked ? TOKEN_TURN : TOKEN_QUERY,
		.question =
			asked ? (uint16_t)draft->kind->bound(&file->game, draft->mail->seat, &bound)
			      : 0,
		.expires = (uint16_t)((deadline > from ? deadline : from) / SECONDS_A_DAY +
				      draft->workspace->site->config->token_days),
	};

	token_write(draft->workspace->site->keys,
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

/* Returns the data for links and HTML: no more than the seat may know. */
static struct html_letter html_letter(const struct draft *draft, const char *address,
				      const char *picture_id)
{
	return (struct html_letter){
		.game = draft->game,
		.seat = (uint8_t)draft->mail->seat,
		.from = draft->seat->view_own || draft->kind->no_view != NULL
				? (uint8_t)draft->mail->seat
				: NO_SIDE,
		.address = address,
		.token = draft->token,
		.board = draft->mail->board,
		.picture_id = picture_id,
		.pieces = mail_pictures_pieces(draft->workspace),
		.values = draft->values,
		.count = draft->count,
	};
}

static void make_html(const struct draft *draft, const char *address, const char *picture_id,
		      struct html *looks_out)
{
	const struct html_letter letter = html_letter(draft, address, picture_id);

	html_make(&letter, looks_out);
	if (strcmp(draft->mail->template, "game-over") == 0)
		mail_pictures_animate(draft->mail->game, letter.from, letter.pieces, looks_out);
}

/* Puts the links into the message's text, if its template has a place for them. */
static void add_links(struct draft *draft, const char *address)
{
	const struct html_letter letter = html_letter(draft, address, NULL);
	struct strbuf links;

	for (size_t i = 0; i < draft->count; i++) {
		if (strcmp(draft->values[i].name, "links") != 0)
			continue;
		strbuf_init(&links, 0);
		html_links(&letter, &links);
		while (links.len > 0 && links.bytes[links.len - 1] == '\n')
			links.bytes[--links.len] = '\0';
		free(draft->owned[i]);
		draft->values[i].text = draft->owned[i] = strbuf_take(&links);
	}
}

/* Composes the draft and puts it into the outbox. Sixteen digits of the cause distinguish messages
 * of one kind to the same seat. */
static int enqueue_draft(struct draft *draft, const char *calendar, struct reason *reason)
{
	const struct mail *mail = draft->mail;
	const struct config *config = draft->workspace->site->config;
	const char *seat_name = variant_seat_name(draft->variant, mail->seat);
	char *thread = base_printf("%s.%s", mail->game->id, seat_name);
	char *references = enqueue_references(config, thread, mail->answers);
	char *id = base_printf("%s.%s.%s.%s.%.16s@%s", draft->token, mail->game->id, seat_name,
			       mail->template, mail->cause, config->domain);
	char *reply_to =
		config->plus_address ? enqueue_address(config->address, draft->token) : NULL;
	const char *address = reply_to != NULL ? reply_to : config->address;
	char *name = outbox_name(draft), *file_name = base_printf("%s.ics", mail->game->id);
	char *picture_id = base_printf("board.%s.%s.%s.%.16s@%s", mail->game->id, seat_name,
				       mail->template, mail->cause, config->domain);
	const struct attachment file = {"text/calendar; charset=utf-8; method=PUBLISH", file_name,
					calendar};
	struct outgoing outgoing = enqueue_head(
		draft->seat->name, mail->to != NULL ? mail->to : draft->seat->addresses[0], id,
		references, mail->answers);
	struct html looks = {.count = 0};
	struct enqueue posting = {
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
		make_html(draft, address, picture_id, &looks);
		posting.looks = &looks;
		posting.picture_id = picture_id;
	}
	result = enqueue_send(draft->workspace, &outgoing, &posting, reason);
	if (draft->person.html)
		html_done(&looks);
	free(picture_id);
	free(file_name);
	free(name);
	free(reply_to);
	free(id);
	free(references);
	free(thread);
	return result;
}

static int draft_and_enqueue(struct workspace *workspace, const struct mail *mail,
			     struct reason *reason)
{
	struct draft draft = {
		.workspace = workspace,
		.mail = mail,
		.game = mail->show != NULL ? mail->show : &mail->game->file->game,
		.variant = mail->game->file->game.variant,
		.kind = gametype_mail_of(mail->game->file->game.variant),
		.seat = &mail->game->seats.seats[mail->seat],
	};
	struct strbuf calendar;
	const struct vocabulary *spoken;
	struct game seen;
	int result;

	/* A message must not reveal what its seat may not know. */
	if (draft.game->variant->kind->conceal != NULL) {
		game_copy(&seen, draft.game);
		draft.game->variant->kind->conceal(&seen, (uint8_t)mail->seat);
		draft.game = &seen;
	}
	preferences_of(workspace, draft.seat, &draft.person);
	/* No line of a message may read as an order when it is quoted. */
	result = vocabulary_push(draft.person.language, &spoken, reason);
	if (result != 0) {
		(void)workspace_at_fault(workspace, reason);
	} else {
		make_token(&draft);
		offer_values(&draft);
		strbuf_init(&calendar, 0);
		draft_add_calendar(&draft, &calendar);
		result = enqueue_draft(&draft, calendar.bytes, reason);
		strbuf_done(&calendar);
	}
	vocabulary_pop(spoken);
	if (mail->game->remark.len > 0 || mail->game->remarks[mail->seat].len > 0)
		mail->game->told |= (uint16_t)(1u << mail->seat);
	for (size_t i = 0; i < draft.count; i++)
		free(draft.owned[i]);
	if (draft.game == &seen)
		game_done(&seen);
	return result;
}

int mail_send(struct workspace *workspace, const struct mail *mail, struct reason *reason)
{
	int result = vocabulary_ensure_loaded(reason);

	if (result != 0)
		return workspace_at_fault(workspace, reason);
	return draft_and_enqueue(workspace, mail, reason);
}

/* ---- recipients after a batch ---- */

int mail_about(struct workspace *workspace, struct workspace_game *game, unsigned seat,
	       const char *template, const char *slot, unsigned entry, struct reason *reason)
{
	char cause[SHA256_HEX + 1];
	struct mail mail = {
		.template = template,
		.slot = slot,
		.game = game,
		.seat = seat,
		.cause = cause,
		.when = game->last_when,
	};

	snprintf(cause, sizeof cause, "%u", entry);
	return mail_send(workspace, &mail, reason);
}

/* Asks a seat that must still agree to an undo, or informs a seat that the undo it wanted was
 * refused. */
static int notify_undo(struct workspace *workspace, struct workspace_game *game, uint8_t seat,
		       struct reason *reason)
{
	const struct undo_request *request = &game->file->game.undo_request;

	if (takeback_awaited(&game->file->game) >> seat & 1 && request->entry > game->head)
		return mail_about(workspace, game, seat, "undo-asked", "undo", request->entry,
				  reason);
	if (game->undo_refused == NO_SIDE || game->undo_refused == seat ||
	    !(game->undo_hopeful >> seat & 1))
		return 0;
	return mail_about(workspace, game, seat, "undo-refused", "undo", game->file->head, reason);
}

/* Sends the welcome, after everything that the game waited for has arrived. */
static int welcome_players(struct workspace *workspace, struct workspace_game *game,
			   struct reason *reason)
{
	for (unsigned seat = 0; seat < variant_seats(game->file->game.variant); seat++)
		mail_withdraw(workspace, game, seat);
	return mail_welcome(workspace, game, reason);
}

static int notify_seats(struct workspace *workspace, struct workspace_game *game,
			const struct due *due, struct reason *reason)
{
	const struct game *now = &game->file->game;
	bool over = now->outcome.status != STATUS_PLAYING;
	int result = 0;

	if (over && game->was_over)
		return 0;
	if (now->started && !game->was_started)
		return welcome_players(workspace, game, reason);
	for (uint8_t seat = 0; result == 0 && seat < variant_seats(now->variant); seat++) {
		if (!over) {
			result = gametype_mail_of(now->variant)
					 ->notify(workspace, game, seat, due, reason);
			if (result == 0)
				result = notify_undo(workspace, game, seat, reason);
			continue;
		}
		mail_withdraw(workspace, game, seat);
		if (!game->seats.seats[seat].left)
			result = mail_about(workspace, game, seat, "game-over", "over",
					    game->file->head, reason);
	}
	return result;
}

int mail_ask(struct workspace *workspace, struct workspace_game *game, struct reason *reason)
{
	if (game->added.len == 0 || game->is_new || game_index_waits(game))
		return 0;
	return notify_seats(workspace, game, NULL, reason);
}

int mail_settle(struct workspace *workspace, struct workspace_game *game, const struct due *due,
		struct reason *reason)
{
	return notify_seats(workspace, game, due, reason);
}

int mail_welcome(struct workspace *workspace, struct workspace_game *game, struct reason *reason)
{
	unsigned seats = variant_seats(game->file->game.variant);
	bool begun = game->file->game.started;
	int result = 0;

	for (unsigned seat = 0; result == 0 && seat < seats; seat++)
		result = begun ? mail_about(workspace, game, seat, "welcome", "welcome",
					    game->file->head, reason)
			       : mail_about(workspace, game, seat, "gather", "turn",
					    game->file->head, reason);
	return result;
}
