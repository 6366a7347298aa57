/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/stamp.h"
#include "core/base/text.h"
#include "pbem/offer/offer.h"
#include "pbem/promise/ledger.h"
#include "pbem/site/zones.h"

void offer_done(struct offer *offer)
{
	free(offer->persons);
	offer->persons = NULL;
	offer->count = 0;
}

/* ---- who ---- */

static void drop_oldest(struct offer *offer)
{
	const struct offer_person *oldest = NULL;
	size_t asked = 0;

	for (size_t i = 0; i < offer->count; i++) {
		const struct offer_person *person = &offer->persons[i];

		if (person->taken)
			continue;
		asked++;
		if (oldest == NULL || person->serial < oldest->serial)
			oldest = person;
	}
	if (asked >= OFFER_ASKED_MAX)
		offer_remove(offer, oldest);
}

struct offer_person *offer_add(struct offer *offer, const char *name, const char *address)
{
	struct offer_person *person;

	drop_oldest(offer);
	offer->persons = base_realloc(offer->persons, (offer->count + 1) * sizeof *offer->persons);
	person = &offer->persons[offer->count++];
	*person = (struct offer_person){.serial = ++offer->serial, .seat = -1};
	snprintf(person->name, sizeof person->name, "%s", name);
	snprintf(person->address, sizeof person->address, "%s", address);
	return person;
}

void offer_remove(struct offer *offer, const struct offer_person *person)
{
	size_t at = (size_t)(person - offer->persons);

	memmove(&offer->persons[at], &offer->persons[at + 1],
		(offer->count - at - 1) * sizeof *offer->persons);
	offer->count--;
}

struct offer_person *offer_person(struct offer *offer, unsigned serial)
{
	for (size_t i = 0; i < offer->count; i++)
		if (offer->persons[i].serial == serial)
			return &offer->persons[i];
	return NULL;
}

struct offer_person *offer_person_at(struct offer *offer, const char *address)
{
	for (size_t i = 0; i < offer->count; i++)
		if (text_same(offer->persons[i].address, address))
			return &offer->persons[i];
	return NULL;
}

/* Its place among those who want to watch; their count: it has none. */
static size_t viewer_at(const struct offer *offer, const char *address)
{
	size_t at = 0;

	while (at < offer->viewer_count && !text_same(offer->viewers[at].address, address))
		at++;
	return at;
}

bool offer_watch(struct offer *offer, const char *address, int64_t when)
{
	struct offer_viewer *viewer = &offer->viewers[offer->viewer_count];

	if (viewer_at(offer, address) < offer->viewer_count)
		return true;
	if (offer->viewer_count == OFFER_VIEWERS_MAX)
		return false;
	snprintf(viewer->address, sizeof viewer->address, "%s", address);
	viewer->when = when;
	offer->viewer_count++;
	return true;
}

bool offer_unwatch(struct offer *offer, const char *address)
{
	const size_t at = viewer_at(offer, address);

	if (at == offer->viewer_count)
		return false;
	offer->viewer_count--;
	memmove(&offer->viewers[at], &offer->viewers[at + 1],
		(offer->viewer_count - at) * sizeof offer->viewers[at]);
	return true;
}

unsigned offer_free(const struct offer *offer)
{
	unsigned taken = 0;

	for (size_t i = 0; i < offer->count; i++)
		taken += offer->persons[i].taken;
	return taken < offer->seats ? offer->seats - taken : 0;
}

bool offer_is_seat_taken(const struct offer *offer, int seat)
{
	for (size_t i = 0; i < offer->count; i++)
		if (offer->persons[i].taken && offer->persons[i].seat == seat)
			return true;
	return false;
}

void offer_bond(const struct offer *offer, const struct offer_person *person,
		struct digest *digest_out)
{
	struct text text;

	text_init(&text, 0);
	text_addf(&text, "%s\n%s\n%u\n%s\n", offer->id, offer->secret, person->serial,
		  person->address);
	digest_bytes(text.bytes, text.len, digest_out);
	text_done(&text);
}

/* ---- in words ---- */

void offer_names(const struct offer *offer, struct text *out)
{
	const char *between = "";

	for (size_t i = 0; i < offer->count; i++) {
		if (!offer->persons[i].taken)
			continue;
		text_addf(out, "%s%s", between, offer->persons[i].name);
		between = ", ";
	}
}

const char *offer_zone(const struct offer *offer)
{
	for (size_t i = 0; i < offer->option_count; i++)
		if (strcmp(offer->options[i].key, "zone") == 0)
			return offer->options[i].value;
	return ZONES_UTC;
}

void offer_tell(const struct offer *offer, struct text *out)
{
	struct text names;
	struct zones_moment closes;
	struct tm parts = {0};
	char day[64];

	text_init(&names, 0);
	offer_names(offer, &names);
	text_addf(out, "%s  %s, %u of %u seats free", offer->id, offer->variant, offer_free(offer),
		  offer->seats);
	if (names.len > 0)
		text_addf(out, ": %s", names.bytes);
	if (offer->closes != 0 && zones_tell(offer_zone(offer), offer->closes, &closes)) {
		parts.tm_year = closes.year - 1900;
		parts.tm_mon = closes.month - 1;
		parts.tm_mday = closes.day;
		strftime(day, sizeof day, "%e %b %Y", &parts);
		text_addf(out, "; until %s, %02d:%02d %s", day + (day[0] == ' '), closes.hour,
			  closes.minute, closes.zone);
	}
	text_done(&names);
}

void offer_index(const struct offer *offer, struct text *lines)
{
	struct ledger_offer row = {
		.number = offer->number,
		.closes = offer->closes,
		.rematch = offer->rematch_number,
	};
	struct text line;

	text_init(&line, 0);
	offer_tell(offer, &line);
	memcpy(row.id, offer->id, sizeof row.id);
	snprintf(row.line, sizeof row.line, "%s", line.bytes);
	ledger_line_offer(lines, &row);
	text_done(&line);
}
