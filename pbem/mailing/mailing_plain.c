/* SPDX-License-Identifier: MIT */
/* Letters that belong to no seat of a readable game. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/variant/variant_data.h"
#include "core/words/words.h"
#include "pbem/desk/people.h"
#include "pbem/looks/looks.h"
#include "pbem/looks/posting.h"
#include "pbem/looks/taps.h"
#include "pbem/mailing/mailing.h"
#include "pbem/writing/compose.h"

enum { PLAIN_VALUES = 20 };

/* Renders one that answers none. */
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
		{"links", ""}, /* what is looked at has them alone: a word is sooner written */
	};

	assert(plain->count + ARRAY_LEN(own) <= PLAIN_VALUES);
	memcpy(values, own, sizeof own);
	memcpy(values + ARRAY_LEN(own), plain->values, plain->count * sizeof *values);
	return ARRAY_LEN(own) + plain->count;
}

/* The board for who wants to look at it, without links: it is nobody's turn who reads it. */
static void show_board(struct desk *desk, const struct mailing_plain *plain, const char *picture_id,
		       struct looks *looks_out)
{
	const struct looks_letter letter = {
		.game = plain->show,
		.seat = NO_SIDE,
		.from = NO_SIDE,
		.picture_id = picture_id,
		.pieces = looks_pieces(desk),
		.values = plain->values,
		.count = plain->count,
	};

	looks_make_board(&letter, looks_out);
	if (plain->film != NULL)
		looks_film(plain->film, letter.from, letter.pieces, looks_out);
}

/* What can be answered, and the words of the link to it. Each is one word: what a mail program
 * might leave of REMATCH NO agrees. */
static const struct {
	const char *template, *order, *label;
} answers[] = {
	{"join", "JOIN", "take a seat"},	  {"joined", "LEAVE", "give your seat back"},
	{"rematch", "REMATCH", "play a rematch"}, {"rematch", "LEAVE", "decline it"},
	{"watcher-asked", "WATCH", "watch"},	  {"watcher-asked", "UNWATCH", "be left alone"},
	{"watcher", "STATUS", "the board"},	  {"watcher", "UNWATCH", "watch no more"},
	{"watcher-told", "STATUS", "the board"},  {"watcher-told", "UNWATCH", "watch no more"},
};

static void add_links(const struct mailing_plain *plain, const char *address, struct looks *looks)
{
	struct taps taps = {address, plain->token, TAPS_MAX, false};
	struct text html;

	text_init(&html, 0);
	taps_row(&taps, &html);
	for (size_t i = 0; i < ARRAY_LEN(answers); i++)
		if (strcmp(answers[i].template, plain->template) == 0)
			(void)taps_add(&taps, answers[i].order, phrase(answers[i].label), &html);
	taps_row_end(&taps, &html);
	looks->owned[looks->count] = text_take(&html);
	looks->values[looks->count] = (struct value){"links", looks->owned[looks->count]};
	looks->count++;
	text_done(&html);
}

int mailing_plain(struct desk *desk, const struct mailing_plain *plain, struct reason *reason)
{
	const struct config *config = desk->site->config;
	bool tokened = plain->token != NULL;
	char *references = posting_references(config, plain->thread, plain->answers);
	char *id = base_printf("%s.%s.%s.%.16s@%s", tokened ? plain->token : "pbem", plain->thread,
			       plain->template, plain->cause, config->domain);
	char *reply_to = tokened && config->plus_address
				 ? posting_address(config->address, plain->token)
				 : NULL;
	char *picture_id = base_printf("board.%s.%s.%.16s@%s", plain->thread, plain->template,
				       plain->cause, config->domain);
	struct value values[PLAIN_VALUES];
	struct outgoing outgoing =
		posting_head(plain->to_name, plain->to, id, references, plain->answers);
	size_t count = plain_values(desk, plain, values);
	const char *spoken = words_spoken();
	struct person person;
	struct looks looks = {.count = 0};
	struct posting posting = {
		.person = &person,
		.name = plain->name,
		.template = plain->template,
		.values = values,
		.count = count,
		.tag = config->subject_token ? plain->token : NULL,
	};
	int result;

	outgoing.reply_to = reply_to;
	people_of_address(desk, plain->to, &person);
	result = words_speak(person.language, reason);
	if (result == 0 && person.html) {
		if (plain->show != NULL)
			show_board(desk, plain, picture_id, &looks);
		if (tokened)
			add_links(plain, reply_to != NULL ? reply_to : config->address, &looks);
		posting.looks = &looks;
		posting.picture_id = picture_id;
	}
	if (result == 0)
		result = posting_send(desk, &outgoing, &posting, reason);
	if (posting.looks != NULL)
		looks_done(&looks);
	if (words_speak(spoken, result == 0 ? reason : NULL) < 0)
		result = -1;
	free(picture_id);
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
