/* SPDX-License-Identifier: MIT */
/* Makes the mail about open games. Its readers may have no seat in any game yet. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/vocabulary.h"
#include "core/util/timestamp.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "pbem/compose/template.h"
#include "pbem/mail/announcement_text.h"
#include "pbem/mail/mail.h"
#include "pbem/mail/mail_dates.h"
#include "pbem/signup/signup_internal.h"
#include "pbem/site/preferences.h"
#include "pbem/store/outbox.h"

enum { OFFERS_LISTED = 10, VALUES = 16 };

/* The values of a message about an open game. */
struct signup_values {
	struct strbuf names, free, choose, closes;
	char seat[NAME_MAX_LEN + 1];
	const struct vocabulary *spoken; /* the language in use before the reader's */
	struct value values[VALUES];
	size_t count;
};

static void add_value(struct signup_values *telling, const char *name, const char *text)
{
	telling->values[telling->count++] = (struct value){name, text};
}

/* Adds the seats that nobody has chosen: "white, black". */
static void add_choice(const struct variant *variant, const struct open_game *offer,
		       struct strbuf *out)
{
	const char *between = "";

	if (offer->lot || offer->rematch[0] != '\0')
		return;
	for (unsigned i = 0; i < variant_seats(variant); i++) {
		if (open_game_is_seat_taken(offer, (int)i))
			continue;
		strbuf_addf(out, "%s%s", between, variant_seat_name(variant, i));
		between = ", ";
	}
}

/* Adds when signing-up closes, in the reader's time zone or else in the game's. */
static void add_closing(const struct open_game *offer, const struct person *reader,
			struct strbuf *out)
{
	if (offer->closes != 0)
		mail_moment(reader->zone[0] != '\0' ? reader->zone : open_game_zone(offer),
			    offer->closes, out);
}

/* Reports whether the game asks for words before it begins, so that they may come with JOIN. */
static bool asks_words(const struct variant *variant)
{
	const char *words = variant_option(variant, "words");

	return words != NULL && strcmp(words, "ask") == 0;
}

/* Fills in the values. If the variant isn't available (any more), values that depend on it are left
 * out. */
static void signup_values_init(struct workspace *workspace, const struct open_game *offer,
			       const struct open_game_person *person, struct signup_values *telling)
{
	struct reason why;
	const struct variant *variant = signup_variant(workspace, offer, &why);
	struct person reader;

	memset(telling, 0, sizeof *telling);
	strbuf_init(&telling->names, 0);
	strbuf_init(&telling->free, 0);
	strbuf_init(&telling->choose, 0);
	strbuf_init(&telling->closes, 0);
	preferences_of_address(workspace, person != NULL ? person->address : NULL, &reader);
	/* If the vocabulary can't be loaded, composing the message fails, too. */
	(void)vocabulary_push(reader.language, &telling->spoken, NULL);
	open_game_names(offer, &telling->names);
	strbuf_addf(&telling->free, translate("%u of %u"), open_game_free(offer), offer->seats);
	add_closing(offer, &reader, &telling->closes);
	if (variant != NULL)
		add_choice(variant, offer, &telling->choose);
	if (variant != NULL && person != NULL && person->seat >= 0 &&
	    person->seat < (int)variant_seats(variant))
		snprintf(telling->seat, sizeof telling->seat, "%s",
			 translate(variant_seat_title(variant, (unsigned)person->seat)));
	add_value(telling, "game", offer->id);
	add_value(telling, "variant", offer->variant);
	add_value(telling, "seated", telling->names.bytes);
	add_value(telling, "free", telling->free.bytes);
	add_value(telling, "choose", telling->choose.bytes);
	add_value(telling, "closes", telling->closes.bytes);
	add_value(telling, "lot", offer->lot ? "yes" : "");
	add_value(telling, "words", variant != NULL && asks_words(variant) ? "yes" : "");
	add_value(telling, "seat", telling->seat);
	if (person != NULL)
		add_value(telling, "name", person->name);
}

static void signup_values_done(struct signup_values *telling)
{
	vocabulary_pop(telling->spoken);
	strbuf_done(&telling->names);
	strbuf_done(&telling->free);
	strbuf_done(&telling->choose);
	strbuf_done(&telling->closes);
}

static void make_token(struct workspace *workspace, const struct open_game *offer,
		       const struct open_game_person *person, char out[TOKEN_TEXT + 1])
{
	int64_t from = offer->closes > workspace->now ? offer->closes : workspace->now;
	const struct token token = {
		.game = offer->number,
		.purpose = TOKEN_JOIN,
		.question = (uint16_t)person->serial,
		.expires = (uint16_t)(from / SECONDS_A_DAY + workspace->site->config->token_days),
	};
	struct sha256 bond;

	open_game_bond(offer, person, &bond);
	token_write(workspace->site->keys, &token, &bond, out);
}

static char *message_name(const struct open_game *offer, const struct open_game_person *person)
{
	return base_printf("%s.join%u", offer->id, person->serial);
}

void signup_withdraw_mail(struct workspace *workspace, const struct open_game *offer,
			  const struct open_game_person *person)
{
	char *name = message_name(offer, person);

	outbox_line_drop(&workspace->batch.letters, name);
	free(name);
}

static int send_signup_mail(struct workspace *workspace, const struct open_game *offer,
			    const struct open_game_person *person, const char *template,
			    const struct signup_values *telling, const struct signup_cause *cause,
			    struct reason *reason)
{
	char token[TOKEN_TEXT + 1];
	char *name = message_name(offer, person);
	char *thread = base_printf("%s.join%u", offer->id, person->serial);
	const struct mail_plain plain = {
		.template = template,
		.name = name,
		.to = person->address,
		.to_name = person->taken ? person->name : "",
		.cause = cause->digest,
		.thread = thread,
		.token = token,
		.answers = cause->letter,
		.values = telling->values,
		.count = telling->count,
	};
	int result;

	make_token(workspace, offer, person, token);
	result = mail_plain(workspace, &plain, reason);
	free(thread);
	free(name);
	return result;
}

int signup_notify(struct workspace *workspace, const struct workspace_offer *offer,
		  const struct open_game_person *person, const char *why,
		  const struct signup_cause *cause, struct reason *reason)
{
	struct signup_values telling;
	int result;

	if (!person->taken && offer->offer.rematch[0] != '\0')
		return signup_invite_rematch(workspace, offer, person, "", cause, reason);
	signup_values_init(workspace, &offer->offer, person, &telling);
	add_value(&telling, "why", *why != '\0' ? translate(why) : "");
	result = send_signup_mail(workspace, &offer->offer, person,
				  person->taken ? "joined" : "join", &telling, cause, reason);
	signup_values_done(&telling);
	return result;
}

int signup_invite_rematch(struct workspace *workspace, const struct workspace_offer *offer,
			  const struct open_game_person *person, const char *asker,
			  const struct signup_cause *cause, struct reason *reason)
{
	struct signup_values telling;
	int result;

	signup_values_init(workspace, &offer->offer, person, &telling);
	add_value(&telling, "invites", *asker != '\0' ? asker : telling.names.bytes);
	add_value(&telling, "of", offer->offer.rematch);
	result = send_signup_mail(workspace, &offer->offer, person, "rematch", &telling, cause,
				  reason);
	signup_values_done(&telling);
	return result;
}

int signup_refuse(struct workspace *workspace, const char *id, const char *address, const char *why,
		  const struct signup_cause *cause, struct reason *reason)
{
	char *name = base_printf("%s.unjoined.%.16s", id, cause->digest);
	char *thread = base_printf("%s.join.%.16s", id, cause->digest);
	struct mail_plain plain = {
		.template = "unjoined",
		.name = name,
		.to = address,
		.cause = cause->digest,
		.thread = thread,
		.answers = cause->letter,
	};
	const struct vocabulary *spoken;
	struct person reader;
	struct strbuf offers, told;
	struct value values[3] = {{"game", id}, {"why", why}, {"offers", ""}};
	int result;

	preferences_of_address(workspace, address, &reader);
	(void)vocabulary_push(reader.language, &spoken, NULL);
	strbuf_init(&told, 0);
	announcement_render(why, &told);
	values[1].text = told.bytes;

	strbuf_init(&offers, 0);
	open_games_list(workspace, OFFERS_LISTED, id, &offers);
	while (offers.len > 0 && offers.bytes[offers.len - 1] == '\n')
		offers.bytes[--offers.len] = '\0';
	values[2].text = offers.bytes;
	plain.values = values;
	plain.count = 3;
	result = mail_plain(workspace, &plain, reason);
	vocabulary_pop(spoken);
	strbuf_done(&told);
	strbuf_done(&offers);
	free(thread);
	free(name);
	return result;
}

int signup_notice(struct workspace *workspace, const struct open_game *offer, struct strbuf *out,
		  struct reason *reason)
{
	const struct config *config = workspace->site->config;
	struct signup_values telling;
	struct person person;
	struct strbuf subject;
	int result;

	strbuf_init(&subject, 0);
	preferences_of_address(workspace, NULL, &person);
	signup_values_init(workspace, offer, NULL, &telling);
	add_value(&telling, "site", config->name);
	add_value(&telling, "address", config->address);
	add_value(&telling, "moderator", config->moderator != NULL ? config->moderator : "");
	result = template_fill(workspace->site->templates, person.language, "notice",
			       telling.values, telling.count, &subject, out, NULL, reason);
	signup_values_done(&telling);
	strbuf_done(&subject);
	return result;
}
