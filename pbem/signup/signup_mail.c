/* SPDX-License-Identifier: MIT */
/* The letters of an open game, to those who have no seat in any yet. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/base/stamp.h"
#include "core/variant/variant_data.h"
#include "core/words/words.h"
#include "pbem/mailing/remark_words.h"
#include "pbem/desk/people.h"
#include "pbem/mailing/mailing.h"
#include "pbem/mailing/mailing_moment.h"
#include "pbem/promise/outbox.h"
#include "pbem/signup/signup_inner.h"
#include "pbem/writing/template.h"

enum { OFFERS_LISTED = 10, VALUES = 16 };

/* What a letter tells of an offer. */
struct telling {
	struct text names, free, choose, closes;
	char seat[NAME_MAX_LEN + 1];
	const char *spoken; /* before: the reader's language is, while it is made */
	struct value values[VALUES];
	size_t count;
};

static void add(struct telling *telling, const char *name, const char *text)
{
	telling->values[telling->count++] = (struct value){name, text};
}

/* "white, black": the seats that nobody has chosen. */
static void add_choice(const struct variant *variant, const struct offer *offer, struct text *out)
{
	const char *between = "";

	if (offer->lot || offer->rematch[0] != '\0')
		return;
	for (unsigned i = 0; i < variant_seats(variant); i++) {
		if (offer_is_seat_taken(offer, (int)i))
			continue;
		text_addf(out, "%s%s", between, variant_seat_name(variant, i));
		between = ", ";
	}
}

/* When it closes, in the zone of who reads it, or else of the game. */
static void add_closing(const struct offer *offer, const struct person *reader, struct text *out)
{
	if (offer->closes != 0)
		mailing_moment(reader->zone[0] != '\0' ? reader->zone : offer_zone(offer),
			       offer->closes, out);
}

/* Whether the game asks for words before it begins, so that they may come with JOIN. */
static bool asks_words(const struct variant *variant)
{
	const char *words = variant_option(variant, "words");

	return words != NULL && strcmp(words, "ask") == 0;
}

/* A variant that can't be had (any more) leaves out what only it knows. */
static void telling_init(struct desk *desk, const struct offer *offer,
			 const struct offer_person *person, struct telling *telling)
{
	struct reason why;
	const struct variant *variant = signup_variant(desk, offer, &why);
	struct person reader;

	memset(telling, 0, sizeof *telling);
	text_init(&telling->names, 0);
	text_init(&telling->free, 0);
	text_init(&telling->choose, 0);
	text_init(&telling->closes, 0);
	people_of_address(desk, person != NULL ? person->address : NULL, &reader);
	telling->spoken = words_spoken();
	/* Without words there will be no letter, either. */
	(void)words_speak(reader.language, NULL);
	offer_names(offer, &telling->names);
	text_addf(&telling->free, phrase("%u of %u"), offer_free(offer), offer->seats);
	add_closing(offer, &reader, &telling->closes);
	if (variant != NULL)
		add_choice(variant, offer, &telling->choose);
	if (variant != NULL && person != NULL && person->seat >= 0 &&
	    person->seat < (int)variant_seats(variant))
		snprintf(telling->seat, sizeof telling->seat, "%s",
			 phrase(variant_seat_title(variant, (unsigned)person->seat)));
	add(telling, "game", offer->id);
	add(telling, "variant", offer->variant);
	add(telling, "seated", telling->names.bytes);
	add(telling, "free", telling->free.bytes);
	add(telling, "choose", telling->choose.bytes);
	add(telling, "closes", telling->closes.bytes);
	add(telling, "lot", offer->lot ? "yes" : "");
	add(telling, "words", variant != NULL && asks_words(variant) ? "yes" : "");
	add(telling, "seat", telling->seat);
	if (person != NULL)
		add(telling, "name", person->name);
}

static void telling_done(struct telling *telling)
{
	(void)words_speak(telling->spoken, NULL);
	text_done(&telling->names);
	text_done(&telling->free);
	text_done(&telling->choose);
	text_done(&telling->closes);
}

static void make_token(struct desk *desk, const struct offer *offer,
		       const struct offer_person *person, char out[TOKEN_TEXT + 1])
{
	int64_t from = offer->closes > desk->now ? offer->closes : desk->now;
	const struct token token = {
		.game = offer->number,
		.purpose = TOKEN_JOIN,
		.question = (uint16_t)person->serial,
		.expires = (uint16_t)(from / SECONDS_A_DAY + desk->site->config->token_days),
	};
	struct digest bond;

	offer_bond(offer, person, &bond);
	token_write(desk->site->keys, &token, &bond, out);
}

static char *letter_name(const struct offer *offer, const struct offer_person *person)
{
	return base_printf("%s.join%u", offer->id, person->serial);
}

void signup_take_back(struct desk *desk, const struct offer *offer,
		      const struct offer_person *person)
{
	char *name = letter_name(offer, person);

	outbox_line_drop(&desk->batch.letters, name);
	free(name);
}

static int send(struct desk *desk, const struct offer *offer, const struct offer_person *person,
		const char *template, const struct telling *telling,
		const struct signup_cause *cause, struct reason *reason)
{
	char token[TOKEN_TEXT + 1];
	char *name = letter_name(offer, person);
	char *thread = base_printf("%s.join%u", offer->id, person->serial);
	const struct mailing_plain plain = {
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

	make_token(desk, offer, person, token);
	result = mailing_plain(desk, &plain, reason);
	free(thread);
	free(name);
	return result;
}

int signup_tell(struct desk *desk, const struct desk_offer *offer,
		const struct offer_person *person, const char *why,
		const struct signup_cause *cause, struct reason *reason)
{
	struct telling telling;
	int result;

	if (!person->taken && offer->offer.rematch[0] != '\0')
		return signup_ask_rematch(desk, offer, person, "", cause, reason);
	telling_init(desk, &offer->offer, person, &telling);
	add(&telling, "why", *why != '\0' ? phrase(why) : "");
	result = send(desk, &offer->offer, person, person->taken ? "joined" : "join", &telling,
		      cause, reason);
	telling_done(&telling);
	return result;
}

int signup_ask_rematch(struct desk *desk, const struct desk_offer *offer,
		       const struct offer_person *person, const char *asker,
		       const struct signup_cause *cause, struct reason *reason)
{
	struct telling telling;
	int result;

	telling_init(desk, &offer->offer, person, &telling);
	add(&telling, "invites", *asker != '\0' ? asker : telling.names.bytes);
	add(&telling, "of", offer->offer.rematch);
	result = send(desk, &offer->offer, person, "rematch", &telling, cause, reason);
	telling_done(&telling);
	return result;
}

int signup_refuse(struct desk *desk, const char *id, const char *address, const char *why,
		  const struct signup_cause *cause, struct reason *reason)
{
	char *name = base_printf("%s.unjoined.%.16s", id, cause->digest);
	char *thread = base_printf("%s.join.%.16s", id, cause->digest);
	struct mailing_plain plain = {
		.template = "unjoined",
		.name = name,
		.to = address,
		.cause = cause->digest,
		.thread = thread,
		.answers = cause->letter,
	};
	const char *spoken = words_spoken();
	struct person reader;
	struct text offers, told;
	struct value values[3] = {{"game", id}, {"why", why}, {"offers", ""}};
	int result;

	people_of_address(desk, address, &reader);
	(void)words_speak(reader.language, NULL);
	text_init(&told, 0);
	remark_render(why, &told);
	values[1].text = told.bytes;

	text_init(&offers, 0);
	offers_list(desk, OFFERS_LISTED, id, &offers);
	while (offers.len > 0 && offers.bytes[offers.len - 1] == '\n')
		offers.bytes[--offers.len] = '\0';
	values[2].text = offers.bytes;
	plain.values = values;
	plain.count = 3;
	result = mailing_plain(desk, &plain, reason);
	(void)words_speak(spoken, NULL);
	text_done(&told);
	text_done(&offers);
	free(thread);
	free(name);
	return result;
}

int signup_notice(struct desk *desk, const struct offer *offer, struct text *out,
		  struct reason *reason)
{
	const struct config *config = desk->site->config;
	struct telling telling;
	struct person person;
	struct text subject;
	int result;

	text_init(&subject, 0);
	people_of_address(desk, NULL, &person);
	telling_init(desk, offer, NULL, &telling);
	add(&telling, "site", config->name);
	add(&telling, "address", config->address);
	add(&telling, "moderator", config->moderator != NULL ? config->moderator : "");
	result = template_fill(desk->site->templates, person.language, "notice", telling.values,
			       telling.count, &subject, out, NULL, reason);
	telling_done(&telling);
	text_done(&subject);
	return result;
}
