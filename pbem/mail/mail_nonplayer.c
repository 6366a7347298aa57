/* SPDX-License-Identifier: MIT */
/* Messages that belong to no seat of a readable game. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/vocabulary.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "pbem/auth/keyring.h"
#include "pbem/compose/compose.h"
#include "pbem/html/html.h"
#include "pbem/html/mailto_links.h"
#include "pbem/mail/enqueue.h"
#include "pbem/mail/mail.h"
#include "pbem/site/preferences.h"
#include "pbem/mail/mail_dates.h"
#include "pbem/mail/mail_pictures.h"
#include "pbem/compose/compose.h"
#include "pbem/sys/address.h"

enum { PLAIN_VALUES = 20, ID_TAG_BYTES = 8 };

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

/* Sends a message that answers none. */
static int send_plain(struct workspace *workspace, const char *template, const char *to,
		      const char *name, const char *cause, const struct value *values, size_t count,
		      struct reason *reason)
{
	char *id = mail_id(workspace->site, name, to, cause, values, count);
	struct outgoing outgoing = {.to_name = "", .to_address = to, .message_id = id};
	const struct vocabulary *spoken;
	struct person person;
	int result;

	preferences_of_address(workspace, to, &person);
	result = vocabulary_push(person.language, &spoken, reason);
	if (result == 0)
		result = enqueue_send(
			workspace, &outgoing,
			&(struct enqueue){&person, name, template, values, count, NULL, NULL, NULL},
			reason);
	vocabulary_pop(spoken);
	free(id);
	return result;
}

/* Returns a seat's title in the language of an address. */
static const char *title_for(struct workspace *workspace, const char *address, const char *title)
{
	const struct vocabulary *spoken;
	struct person person;

	preferences_of_address(workspace, address, &person);
	/* Without that language's words there will be no message, either. */
	(void)vocabulary_push(person.language, &spoken, NULL);
	title = translate(title);
	vocabulary_pop(spoken);
	return title;
}

int mail_farewell(struct workspace *workspace, const struct workspace_game *game, unsigned seat,
		  const struct seat *before, const char *why, struct reason *reason)
{
	const struct config *config = workspace->site->config;
	const struct variant *variant = game->file->game.variant;
	/* The name differs from those of the seat's messages, so that it isn't withdrawn with
	 * them. */
	char *name = base_printf("farewell.%s.%s.%u", game->id, variant_seat_name(variant, seat),
				 game->file->head);
	const struct value values[] = {
		{"site", config->name},
		{"address", config->address},
		{"moderator", config->moderator != NULL ? config->moderator : ""},
		{"game", game->id},
		{"variant", variant_name(variant)},
		{"name", before->name},
		{"seat",
		 title_for(workspace, before->addresses[0], variant_seat_title(variant, seat))},
		{"why", why},
	};
	int result = send_plain(workspace, "farewell", before->addresses[0], name, "", values,
				ARRAY_LEN(values), reason);

	free(name);
	return result;
}

/* Fills in the values that all messages of the site have, and those of this message. */
static size_t plain_values(const struct workspace *workspace, const struct mail_plain *plain,
			   struct value values[PLAIN_VALUES])
{
	const struct config *config = workspace->site->config;
	const struct value own[] = {
		{"site", config->name},
		{"address", config->address},
		{"moderator", config->moderator != NULL ? config->moderator : ""},
		{"token", plain->token != NULL ? plain->token : ""},
		{"links", ""}, /* only HTML has links: in a text, a word is typed faster */
	};

	assert(plain->count + ARRAY_LEN(own) <= PLAIN_VALUES);
	memcpy(values, own, sizeof own);
	memcpy(values + ARRAY_LEN(own), plain->values, plain->count * sizeof *values);
	return ARRAY_LEN(own) + plain->count;
}

/* Makes the HTML of the board, without links, because its reader has no turn. */
static void make_board_html(struct workspace *workspace, const struct mail_plain *plain,
			    const char *picture_id, struct html *looks_out)
{
	const struct html_letter letter = {
		.game = plain->show,
		.seat = NO_SIDE,
		.from = NO_SIDE,
		.picture_id = picture_id,
		.pieces = mail_pictures_pieces(workspace),
		.values = plain->values,
		.count = plain->count,
	};

	html_make_board(&letter, looks_out);
	if (plain->film != NULL)
		mail_pictures_animate(plain->film, letter.from, letter.pieces, looks_out);
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

static void add_links(const struct mail_plain *plain, const char *address, struct html *looks)
{
	struct mailto_links taps = {address, plain->token, MAILTO_LINKS_MAX, false};
	struct strbuf html;

	strbuf_init(&html, 0);
	mailto_links_row(&taps, &html);
	for (size_t i = 0; i < ARRAY_LEN(answers); i++)
		if (strcmp(answers[i].template, plain->template) == 0)
			(void)mailto_links_add(&taps, answers[i].order, translate(answers[i].label),
					       &html);
	mailto_links_row_end(&taps, &html);
	looks->owned[looks->count] = strbuf_take(&html);
	looks->values[looks->count] = (struct value){"links", looks->owned[looks->count]};
	looks->count++;
}

static char *plain_id(const struct site *site, const struct mail_plain *plain)
{
	char *name = base_printf("%s.%s.%.16s", plain->thread, plain->template, plain->cause), *id;

	if (plain->token != NULL)
		id = base_printf("%s.%s@%s", plain->token, name, site->config->domain);
	else
		id = mail_id(site, name, plain->to, plain->cause, plain->values, plain->count);
	free(name);
	return id;
}

int mail_plain(struct workspace *workspace, const struct mail_plain *plain, struct reason *reason)
{
	const struct config *config = workspace->site->config;
	bool tokened = plain->token != NULL;
	char *references = enqueue_references(config, plain->thread, plain->answers);
	char *id = plain_id(workspace->site, plain);
	char *reply_to = tokened && config->plus_address
				 ? enqueue_address(config->address, plain->token)
				 : NULL;
	char *picture_id = base_printf("board.%s.%s.%.16s@%s", plain->thread, plain->template,
				       plain->cause, config->domain);
	struct value values[PLAIN_VALUES];
	struct outgoing outgoing =
		enqueue_head(plain->to_name, plain->to, id, references, plain->answers);
	size_t count = plain_values(workspace, plain, values);
	const struct vocabulary *spoken;
	struct person person;
	struct html looks = {.count = 0};
	struct enqueue posting = {
		.person = &person,
		.name = plain->name,
		.template = plain->template,
		.values = values,
		.count = count,
		.tag = config->subject_token ? plain->token : NULL,
	};
	int result;

	outgoing.reply_to = reply_to;
	preferences_of_address(workspace, plain->to, &person);
	result = vocabulary_push(person.language, &spoken, reason);
	if (result != 0)
		(void)workspace_at_fault(workspace, reason);
	if (result == 0 && person.html) {
		if (plain->show != NULL)
			make_board_html(workspace, plain, picture_id, &looks);
		if (tokened)
			add_links(plain, reply_to != NULL ? reply_to : config->address, &looks);
		posting.looks = &looks;
		posting.picture_id = picture_id;
	}
	if (result == 0)
		result = enqueue_send(workspace, &outgoing, &posting, reason);
	if (posting.looks != NULL)
		html_done(&looks);
	vocabulary_pop(spoken);
	free(picture_id);
	free(reply_to);
	free(id);
	free(references);
	return result;
}

/* Returns the notices with their times in the form that messages have. The caller frees it. */
static char *localize_notices(struct workspace *workspace, const char *notices)
{
	const struct vocabulary *spoken;
	struct person site;
	struct strbuf told;

	preferences_of_address(workspace, NULL, &site);
	/* Without that language's words there will be no message, either. */
	(void)vocabulary_push(site.language, &spoken, NULL);
	strbuf_init(&told, 0);
	mail_restate(mail_site_zone(workspace->site->config), notices, &told);
	vocabulary_pop(spoken);
	return strbuf_take(&told);
}

int mail_report(struct workspace *workspace, const char *notices, unsigned count, const char *cause,
		struct reason *reason)
{
	const struct config *config = workspace->site->config;
	char *number = base_printf(
		workspace_phrase(workspace, count == 1 ? "%u notice" : "%u notices"), count);
	char *told = localize_notices(workspace, notices), *to;
	const struct value values[] = {
		{"site", config->name}, {"address", config->address},
		{"when", ""},		{"count", number},
		{"notices", told},
	};
	int result = 0;

	for (size_t i = 0; result == 0 && (to = config_moderator(config, i)) != NULL; i++) {
		char *name = i == 0 ? base_printf("moderator.report.%s", cause)
				    : base_printf("moderator%zu.report.%s", i + 1, cause);

		/* `pbem doctor` reports an invalid address. */
		if (address_is_good(to))
			result = send_plain(workspace, "moderator-report", to, name, cause, values,
					    ARRAY_LEN(values), reason);
		free(name);
		free(to);
	}
	free(told);
	free(number);
	return result;
}

int mail_damaged(struct workspace *workspace, const char *game_id, const char *cause,
		 struct reason *reason)
{
	const struct config *config = workspace->site->config;
	char *folder = site_game_folder(workspace->site, game_id);
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

		result = send_plain(workspace, "damaged", seat->addresses[0], name, cause, values,
				    ARRAY_LEN(values), reason);
		free(name);
	}
	seats_done(&seats);
	return result;
}
