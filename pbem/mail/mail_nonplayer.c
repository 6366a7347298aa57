/* SPDX-License-Identifier: MIT */
/* Messages that belong to no seat of a readable game. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "pbem/auth/keyring.h"
#include "pbem/compose/template_catalog.h"
#include "pbem/html/html.h"
#include "pbem/html/mailto_links.h"
#include "pbem/mail/enqueue.h"
#include "pbem/mail/mail.h"
#include "pbem/site/preferences.h"
#include "pbem/mail/mail_dates.h"
#include "pbem/mail/mail_pictures.h"
#include "pbem/sys/address.h"

enum { ID_TAG_BYTES = 8 };

/* Returns the oldest key that exists, because a message that is made again must get the same id,
 * even if there is a newer key. */
static int oldest_key(const struct keyring *keys)
{
	int number = 1;

	while (number < keyring_newest(keys) && !keyring_has(keys, number))
		number++;
	return number;
}

/* A message with a token is unique by its token. The id of a message without one contains a
 * signature of its contents by the site's key: another site may have the same address, and give its
 * messages the same names. */
char *mail_id(const struct site *site, const char *name, const char *to, const char *cause,
	      const struct value *values, size_t count)
{
	unsigned char tag[ID_TAG_BYTES];
	char hex[2 * sizeof tag + 1];
	struct strbuf said;
	char *id;

	strbuf_init(&said, 0);
	strbuf_addf(&said, "%s\n%s\n%s\n", name, to, cause);
	for (size_t i = 0; i < count; i++)
		strbuf_addf(&said, "%s %zu %s\n", values[i].name, strlen(values[i].text),
			    values[i].text);
	keyring_sign(site->keys, oldest_key(site->keys),
		     &(struct keyring_signed_data){"pbem-message-id-v1",
						   (const unsigned char *)said.bytes, said.len, ""},
		     tag, sizeof tag);
	for (size_t i = 0; i < sizeof tag; i++)
		snprintf(hex + 2 * i, 3, "%02x", tag[i]);
	id = base_printf("pbem.%s.%s@%s", name, hex, site->config->domain);
	strbuf_done(&said);
	return id;
}

/* ---- a message and its values ---- */

int mail_plain_begin(struct mail_plain *mail, struct workspace *workspace, const char *template,
		     const char *to, const struct mail_cause *cause, struct reason *reason)
{
	const struct config *config = workspace->site->config;

	*mail = (struct mail_plain){
		.workspace = workspace,
		.template = template,
		.to = to,
		.cause = cause,
	};
	preferences_of_address(workspace, to, &mail->person);
	mail_plain_add_text(mail, "site", config->name);
	mail_plain_add_text(mail, "address", config->address);
	mail_plain_add_text(mail, "moderator", config->moderator != NULL ? config->moderator : "");
	if (vocabulary_push(mail->person.language, &mail->spoken, reason) != 0)
		return workspace_at_fault(workspace, reason);
	return 0;
}

struct strbuf *mail_plain_add(struct mail_plain *mail, const char *name)
{
	struct strbuf *text = &mail->texts[mail->count];

	assert(mail->count < MAIL_VALUES);
	strbuf_init(text, 0);
	mail->values[mail->count++].name = name;
	return text;
}

void mail_plain_add_text(struct mail_plain *mail, const char *name, const char *text)
{
	strbuf_add(mail_plain_add(mail, name), text);
}

void mail_plain_complete(struct mail_plain *mail)
{
	const char *const *name = template_catalog_table_names(mail->template);

	for (; name != NULL && *name != NULL; name++) {
		size_t i = 0;

		while (i < mail->count && strcmp(mail->values[i].name, *name) != 0)
			i++;
		if (i == mail->count)
			mail_plain_add_text(mail, *name, "");
	}
	for (size_t i = 0; i < mail->count; i++) {
		struct strbuf *text = &mail->texts[i];

		while (text->len > 0 && text->bytes[text->len - 1] == '\n')
			text->bytes[--text->len] = '\0';
		mail->values[i].text = text->bytes;
	}
}

void mail_plain_end(struct mail_plain *mail)
{
	for (size_t i = 0; i < mail->count; i++)
		strbuf_done(&mail->texts[i]);
	free(mail->name);
	free(mail->thread);
	vocabulary_pop(mail->spoken);
}

/* ---- sending ---- */

/* Makes the HTML of the board, without links, because its reader has no turn. */
static void make_board_html(const struct mail_plain *mail, const char *picture_id,
			    struct html *looks_out)
{
	const struct html_letter letter = {
		.game = mail->show,
		.seat = NO_SIDE,
		.from = NO_SIDE,
		.picture_id = picture_id,
		.pieces = mail_pictures_pieces(mail->workspace),
		.values = mail->values,
		.count = mail->count,
	};

	html_make_board(&letter, looks_out);
	if (mail->film != NULL)
		mail_pictures_animate(mail->film, letter.from, letter.pieces, looks_out);
}

/* The possible answers, and the words of their links. Each answer is one word: a mail program might
 * drop half of REMATCH NO, and the rest agrees. */
static const struct {
	const char *template, *order, *label;
} answers[] = {
	{"join", "JOIN", "take a seat"},	  {"joined", "LEAVE", "give your seat back"},
	{"rematch", "REMATCH", "play a rematch"}, {"rematch", "LEAVE", "decline it"},
	{"watcher-asked", "WATCH", "watch"},	  {"watcher-asked", "UNWATCH", "be left alone"},
	{"watcher", "STATUS", "the board"},	  {"watcher", "UNWATCH", "watch no more"},
	{"watcher-told", "STATUS", "the board"},  {"watcher-told", "UNWATCH", "watch no more"},
};

static void add_links(const struct mail_plain *mail, const char *address, struct html *looks)
{
	struct mailto_links taps = {address, mail->token, MAILTO_LINKS_MAX, false};
	struct strbuf html;

	strbuf_init(&html, 0);
	mailto_links_row(&taps, &html);
	for (size_t i = 0; i < ARRAY_LEN(answers); i++)
		if (strcmp(answers[i].template, mail->template) == 0)
			(void)mailto_links_add(&taps, answers[i].order, translate(answers[i].label),
					       &html);
	mailto_links_row_end(&taps, &html);
	looks->owned[looks->count] = strbuf_take(&html);
	looks->values[looks->count] = (struct value){"links", looks->owned[looks->count]};
	looks->count++;
}

static int send(struct mail_plain *mail, struct reason *reason)
{
	const struct site *site = mail->workspace->site;
	const struct message *letter = mail->cause->letter;
	const bool tokened = *mail->token != '\0';
	char *references = NULL, *reply_to = NULL, *id, *picture_id;
	char *tag = mail->thread == NULL ? base_strdup(mail->name)
					 : base_printf("%s.%s.%.16s", mail->thread, mail->template,
						       mail->cause->digest);
	struct html looks = {.count = 0};
	struct outgoing outgoing;
	struct enqueue posting;
	int result;

	mail_plain_add_text(mail, "token", mail->token);
	mail_plain_complete(mail);
	if (mail->thread != NULL)
		references = enqueue_references(site->config, mail->thread, letter);
	if (tokened && site->config->plus_address)
		reply_to = enqueue_address(site->config->address, mail->token);
	if (tokened)
		id = base_printf("%s.%s@%s", mail->token, tag, site->config->domain);
	else
		id = mail_id(site, tag, mail->to, mail->cause->digest, mail->values, mail->count);
	picture_id = base_printf("board.%s@%s", tag, site->config->domain);
	outgoing = enqueue_head(mail->to_name != NULL ? mail->to_name : "", mail->to, id,
				references, letter);
	outgoing.reply_to = reply_to;
	posting = (struct enqueue){
		.person = &mail->person,
		.name = mail->name,
		.template = mail->template,
		.values = mail->values,
		.count = mail->count,
		.tag = tokened && site->config->subject_token ? mail->token : NULL,
		.looks = &looks,
		.picture_id = picture_id,
	};
	if (mail->person.html && mail->show != NULL)
		make_board_html(mail, picture_id, &looks);
	if (mail->person.html && tokened)
		add_links(mail, reply_to != NULL ? reply_to : site->config->address, &looks);
	result = enqueue_send(mail->workspace, &outgoing, &posting, reason);
	html_done(&looks);
	free(picture_id);
	free(reply_to);
	free(id);
	free(references);
	free(tag);
	return result;
}

int mail_plain_send(struct mail_plain *mail, int result, struct reason *reason)
{
	if (result == 0)
		result = send(mail, reason);
	mail_plain_end(mail);
	return result;
}

/* ---- single messages ---- */

int mail_farewell(struct workspace *workspace, const struct workspace_game *game, unsigned seat,
		  const struct seat *before, const char *why, struct reason *reason)
{
	const struct mail_cause cause = {.digest = ""};
	const struct variant *variant = game->file->game.variant;
	struct mail_plain mail;
	int result = mail_plain_begin(&mail, workspace, "farewell", before->addresses[0], &cause,
				      reason);

	/* The name differs from those of the seat's messages, so that it isn't withdrawn with
	 * them. */
	mail.name = base_printf("farewell.%s.%s.%u", game->id, variant_seat_name(variant, seat),
				game->file->head);
	mail_plain_add_text(&mail, "game", game->id);
	mail_plain_add_text(&mail, "variant", variant_name(variant));
	mail_plain_add_text(&mail, "name", before->name);
	mail_plain_add_text(&mail, "seat", translate(variant_seat_title(variant, seat)));
	mail_plain_add_text(&mail, "why", why);
	return mail_plain_send(&mail, result, reason);
}

static int send_report(struct workspace *workspace, const char *to, const char *who,
		       const char *notices, unsigned count, const char *digest,
		       struct reason *reason)
{
	const struct mail_cause cause = {.digest = digest};
	struct mail_plain mail;
	int result = mail_plain_begin(&mail, workspace, "moderator-report", to, &cause, reason);

	mail.name = base_printf("%s.report.%s", who, digest);
	strbuf_addf(mail_plain_add(&mail, "count"),
		    count == 1 ? translate("%u notice") : translate("%u notices"), count);
	mail_restate(mail_site_zone(workspace->site->config), notices,
		     mail_plain_add(&mail, "notices"));
	return mail_plain_send(&mail, result, reason);
}

int mail_report(struct workspace *workspace, const char *notices, unsigned count, const char *cause,
		struct reason *reason)
{
	char *to;
	int result = 0;

	for (size_t i = 0;
	     result == 0 && (to = config_moderator(workspace->site->config, i)) != NULL; i++) {
		char *who = i == 0 ? base_strdup("moderator") : base_printf("moderator%zu", i + 1);

		/* `pbem doctor` reports an invalid address. */
		if (address_is_good(to))
			result = send_report(workspace, to, who, notices, count, cause, reason);
		free(who);
		free(to);
	}
	return result;
}

int mail_damaged(struct workspace *workspace, const char *game_id, const char *digest,
		 struct reason *reason)
{
	const struct mail_cause cause = {.digest = digest};
	char *folder = site_game_folder(workspace->site, game_id);
	struct seats seats;
	int result = seats_load(folder, NULL, &seats, NULL);

	free(folder);
	if (result != 0)
		return 0;
	for (unsigned i = 0; result == 0 && i < seats.count; i++) {
		const struct seat *seat = &seats.seats[i];
		struct mail_plain mail;

		result = mail_plain_begin(&mail, workspace, "damaged", seat->addresses[0], &cause,
					  reason);
		mail.name = base_printf("%s.%u.damaged", game_id, i);
		mail_plain_add_text(&mail, "game", game_id);
		mail_plain_add_text(&mail, "name", seat->name);
		result = mail_plain_send(&mail, result, reason);
	}
	seats_done(&seats);
	return result;
}
