/* SPDX-License-Identifier: MIT */
/* The file of an offer, read and written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/stamp.h"
#include "pbem/offer/offer.h"
#include "pbem/site/files.h"
#include "pbem/writing/compose.h"

enum { FILE_MAX = 1 << 18, SEATS_TOP = 0xffff };

void offer_print(const struct offer *offer, struct text *out)
{
	char stamp[STAMP_SIZE];

	stamp_print(offer->created, stamp);
	text_addf(out, "pbem-offer 1\nid %s\nnumber %u\nsecret %s\ncreated %s\n", offer->id,
		  (unsigned)offer->number, offer->secret, stamp);
	if (offer->closes != 0) {
		stamp_print(offer->closes, stamp);
		text_addf(out, "closes %s\n", stamp);
	}
	text_addf(out, "variant %s\nseats %u\n", offer->variant, offer->seats);
	for (size_t i = 0; i < offer->option_count; i++)
		text_addf(out, "option %s %s\n", offer->options[i].key, offer->options[i].value);
	if (offer->from[0] != '\0')
		text_addf(out, "from %s\n", offer->from);
	if (offer->lot)
		text_add(out, "lot\n");
	if (offer->rematch[0] != '\0')
		text_addf(out, "rematch %u %s\n", (unsigned)offer->rematch_number, offer->rematch);
	for (size_t i = 0; i < offer->viewer_count; i++) {
		stamp_print(offer->viewers[i].when, stamp);
		text_addf(out, "watcher %s %s\n", stamp, offer->viewers[i].address);
	}
	text_addf(out, "serial %u\n", offer->serial);
	for (size_t i = 0; i < offer->count; i++) {
		const struct offer_person *person = &offer->persons[i];

		stamp_print(person->when, stamp);
		text_addf(out, "%s %u\n  since %s\n  name %s\n  address %s\n",
			  person->taken ? "taken" : "asked", person->serial, stamp, person->name,
			  person->address);
		if (person->seat >= 0)
			text_addf(out, "  seat %d\n", person->seat);
		if (person->words[0] != '\0')
			text_addf(out, "  words %s\n", person->words);
	}
}

/* ---- reading ---- */

static int read_moment(const char *value, int64_t *when_out, struct reason *reason)
{
	*when_out = stamp_read(value);
	if (*when_out >= 0)
		return 0;
	return reason_fail(reason, "expected a moment such as 2026-11-30T12:00:00Z, not '%s'",
			   value);
}

static int read_number(const char *value, long max, unsigned *number_out, struct reason *reason)
{
	long number = text_number(value, max);

	if (number < 0)
		return reason_fail(reason, "expected a number up to %ld, not '%s'", max, value);
	*number_out = (unsigned)number;
	return 0;
}

static int copy(const char *value, char *to, size_t size, struct reason *reason)
{
	if (strlen(value) >= size)
		return reason_fail(reason, "'%.60s' is too long", value);
	memcpy(to, value, strlen(value) + 1);
	return 0;
}

#define COPY(value, to, reason) copy(value, to, sizeof to, reason)

static int read_option(char *value, struct offer *offer, struct reason *reason)
{
	char *words[2];
	struct option *option = &offer->options[offer->option_count];

	if (text_split(value, words, 2) != 2 || offer->option_count == MAX_OPTIONS)
		return reason_fail(reason, "expected 'option KEY VALUE', at most %d times",
				   MAX_OPTIONS);
	offer->option_count++;
	return COPY(words[0], option->key, reason) == 0 &&
			       COPY(words[1], option->value, reason) == 0
		       ? 0
		       : -1;
}

static int read_rematch(char *value, struct offer *offer, struct reason *reason)
{
	char *words[2];

	if (text_split(value, words, 2) != 2)
		return reason_fail(reason, "expected 'rematch NUMBER GAME'");
	return read_number(words[0], 0xffffff, &offer->rematch_number, reason) == 0
		       ? COPY(words[1], offer->rematch, reason)
		       : -1;
}

static int read_viewer(char *value, struct offer *offer, struct reason *reason)
{
	char *words[2] = {NULL, NULL};
	int64_t when;

	if (text_split(value, words, 2) != 2 || !compose_is_address(words[1]))
		return reason_fail(reason, "expected 'watcher MOMENT ADDRESS'");
	if (read_moment(words[0], &when, reason) != 0)
		return -1;
	if (!offer_watch(offer, words[1], when))
		return reason_fail(reason, "more than %d watchers", OFFER_VIEWERS_MAX);
	return 0;
}

static int begin_person(const char *value, bool taken, struct offer *offer, struct reason *reason)
{
	struct offer_person *person;
	unsigned serial;

	if (read_number(value, SEATS_TOP, &serial, reason) != 0)
		return -1;
	offer->persons = base_realloc(offer->persons, (offer->count + 1) * sizeof *offer->persons);
	person = &offer->persons[offer->count++];
	*person = (struct offer_person){.serial = serial, .taken = taken, .seat = -1};
	return 0;
}

static int read_person(const char *key, const char *value, struct offer_person *person,
		       struct reason *reason)
{
	unsigned seat;

	if (strcmp(key, "since") == 0)
		return read_moment(value, &person->when, reason);
	if (strcmp(key, "name") == 0)
		return COPY(value, person->name, reason);
	if (strcmp(key, "words") == 0)
		return COPY(value, person->words, reason);
	if (strcmp(key, "address") == 0) {
		if (!compose_is_address(value))
			return reason_fail(reason, "expected a mail address");
		return COPY(value, person->address, reason);
	}
	if (strcmp(key, "seat") != 0)
		return reason_fail(
			reason, "expected since, name, address, seat or words, not '%.40s'", key);
	if (read_number(value, MAX_SEATS - 1, &seat, reason) != 0)
		return -1;
	person->seat = (int)seat;
	return 0;
}

static int read_pair(const char *key, char *value, struct offer *offer, struct reason *reason)
{
	if (strcmp(key, "id") == 0)
		return COPY(value, offer->id, reason);
	if (strcmp(key, "number") == 0)
		return read_number(value, 0xffffff, &offer->number, reason);
	if (strcmp(key, "secret") == 0)
		return COPY(value, offer->secret, reason);
	if (strcmp(key, "created") == 0)
		return read_moment(value, &offer->created, reason);
	if (strcmp(key, "closes") == 0)
		return read_moment(value, &offer->closes, reason);
	if (strcmp(key, "variant") == 0)
		return COPY(value, offer->variant, reason);
	if (strcmp(key, "from") == 0)
		return COPY(value, offer->from, reason);
	if (strcmp(key, "seats") == 0)
		return read_number(value, MAX_SEATS, &offer->seats, reason);
	if (strcmp(key, "option") == 0)
		return read_option(value, offer, reason);
	if (strcmp(key, "rematch") == 0)
		return read_rematch(value, offer, reason);
	if (strcmp(key, "watcher") == 0)
		return read_viewer(value, offer, reason);
	if (strcmp(key, "serial") == 0)
		return read_number(value, SEATS_TOP, &offer->serial, reason);
	if (strcmp(key, "taken") == 0 || strcmp(key, "asked") == 0)
		return begin_person(value, key[0] == 't', offer, reason);
	if (offer->count > 0)
		return read_person(key, value, &offer->persons[offer->count - 1], reason);
	return reason_fail(reason, "expected what pbem writes there, not '%.40s'", key);
}

static int read_line(char *line, struct offer *offer, struct reason *reason)
{
	char *words[2] = {NULL, NULL};

	if (text_split(line, words, 2) == 0 || words[0][0] == '#' ||
	    strcmp(words[0], "pbem-offer") == 0)
		return 0;
	if (strcmp(words[0], "lot") == 0) {
		offer->lot = true;
		return 0;
	}
	if (words[1] == NULL)
		return reason_fail(reason, "expected something behind '%.40s'", words[0]);
	return read_pair(words[0], words[1], offer, reason);
}

/* Whether it is one, whole: the file of that id, everybody with an address. */
static int check_whole(const struct offer *offer, const char *id, struct reason *reason)
{
	if (strcmp(offer->id, id) != 0 || offer->number == 0 || offer->variant[0] == '\0' ||
	    offer->seats == 0 || strlen(offer->secret) != DIGEST_HEX)
		return reason_fail(reason,
				   "expected id %s, number, secret, variant and seats, as pbem "
				   "writes them",
				   id);
	for (size_t i = 0; i < offer->count; i++) {
		const struct offer_person *person = &offer->persons[i];

		if (person->address[0] == '\0' || person->name[0] == '\0')
			return reason_fail(reason, "person %u has no name or no address",
					   person->serial);
		if (person->serial > offer->serial || person->seat >= (int)offer->seats)
			return reason_fail(
				reason, "person %u has a serial or a seat beyond those there are",
				person->serial);
	}
	return 0;
}

int offer_load(const char *folder, const char *id, struct offer *offer_out, struct reason *reason)
{
	char *path = base_printf("%s/offers/%s", folder, id), *line, *rest;
	struct offer offer = {.number = 0};
	unsigned number = 0;
	struct text in;
	int result;

	text_init(&in, FILE_MAX);
	result = files_check_private(path, reason) == 0 ? files_read(path, &in, reason) : -1;
	if (result == 0 && text_check_format(in.bytes, "pbem-offer", 1, reason) != 0) {
		reason_prefix(reason, "%s: ", path);
		result = -1;
	}
	rest = in.bytes;
	while (result == 0 && (line = strsep(&rest, "\n")) != NULL) {
		number++;
		result = read_line(line, &offer, reason);
		if (result != 0)
			reason_prefix(reason, "%s:%u: ", path, number);
	}
	if (result == 0 && check_whole(&offer, id, reason) != 0) {
		reason_prefix(reason, "%s: ", path);
		result = -1;
	}
	if (result == 0)
		*offer_out = offer;
	else
		offer_done(&offer);
	text_done(&in);
	free(path);
	return result;
}

/* A site of before there were offers has no such folder. */
char **offer_list(const char *folder, struct reason *reason)
{
	char *path = base_printf("%s/offers", folder);
	char **ids = files_list(path, true, reason);

	free(path);
	return ids;
}
