/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "pbem/calendar/timezone.h"
#include "pbem/site/open_game.h"
#include "pbem/store/ledger.h"

void open_game_done(struct open_game *offer)
{
	free(offer->persons);
	offer->persons = NULL;
	offer->count = 0;
}

/* ---- people ---- */

static void drop_oldest(struct open_game *offer)
{
	const struct open_game_person *oldest = NULL;
	size_t asked = 0;

	for (size_t i = 0; i < offer->count; i++) {
		const struct open_game_person *person = &offer->persons[i];

		if (person->taken)
			continue;
		asked++;
		if (oldest == NULL || person->serial < oldest->serial)
			oldest = person;
	}
	if (asked >= OPEN_GAME_ASKED_MAX)
		open_game_remove(offer, oldest);
}

struct open_game_person *open_game_add(struct open_game *offer, const char *name,
				       const char *address)
{
	struct open_game_person *person;

	drop_oldest(offer);
	offer->persons = base_realloc(offer->persons, (offer->count + 1) * sizeof *offer->persons);
	person = &offer->persons[offer->count++];
	*person = (struct open_game_person){.serial = ++offer->serial, .seat = -1};
	snprintf(person->name, sizeof person->name, "%s", name);
	snprintf(person->address, sizeof person->address, "%s", address);
	return person;
}

void open_game_remove(struct open_game *offer, const struct open_game_person *person)
{
	size_t at = (size_t)(person - offer->persons);

	memmove(&offer->persons[at], &offer->persons[at + 1],
		(offer->count - at - 1) * sizeof *offer->persons);
	offer->count--;
}

struct open_game_person *open_game_person(struct open_game *offer, unsigned serial)
{
	for (size_t i = 0; i < offer->count; i++)
		if (offer->persons[i].serial == serial)
			return &offer->persons[i];
	return NULL;
}

struct open_game_person *open_game_person_at(struct open_game *offer, const char *address)
{
	for (size_t i = 0; i < offer->count; i++)
		if (strbuf_same(offer->persons[i].address, address))
			return &offer->persons[i];
	return NULL;
}

/* Returns the place of an address among those that want to watch, or their number if it isn't
 * there. */
static size_t viewer_at(const struct open_game *offer, const char *address)
{
	size_t at = 0;

	while (at < offer->viewer_count && !strbuf_same(offer->viewers[at].address, address))
		at++;
	return at;
}

bool open_game_watch(struct open_game *offer, const char *address, int64_t when)
{
	struct open_game_viewer *viewer = &offer->viewers[offer->viewer_count];

	if (viewer_at(offer, address) < offer->viewer_count)
		return true;
	if (offer->viewer_count == OPEN_GAME_VIEWERS_MAX)
		return false;
	snprintf(viewer->address, sizeof viewer->address, "%s", address);
	viewer->when = when;
	offer->viewer_count++;
	return true;
}

bool open_game_unwatch(struct open_game *offer, const char *address)
{
	const size_t at = viewer_at(offer, address);

	if (at == offer->viewer_count)
		return false;
	offer->viewer_count--;
	memmove(&offer->viewers[at], &offer->viewers[at + 1],
		(offer->viewer_count - at) * sizeof offer->viewers[at]);
	return true;
}

unsigned open_game_free(const struct open_game *offer)
{
	unsigned taken = 0;

	for (size_t i = 0; i < offer->count; i++)
		taken += offer->persons[i].taken;
	return taken < offer->seats ? offer->seats - taken : 0;
}

bool open_game_is_seat_taken(const struct open_game *offer, int seat)
{
	for (size_t i = 0; i < offer->count; i++)
		if (offer->persons[i].taken && offer->persons[i].seat == seat)
			return true;
	return false;
}

void open_game_bond(const struct open_game *offer, const struct open_game_person *person,
		    struct sha256 *digest_out)
{
	struct strbuf text;

	strbuf_init(&text, 0);
	strbuf_addf(&text, "%s\n%s\n%u\n%s\n", offer->id, offer->secret, person->serial,
		    person->address);
	sha256_bytes(text.bytes, text.len, digest_out);
	strbuf_done(&text);
}

/* ---- in words ---- */

void open_game_names(const struct open_game *offer, struct strbuf *out)
{
	const char *between = "";

	for (size_t i = 0; i < offer->count; i++) {
		if (!offer->persons[i].taken)
			continue;
		strbuf_addf(out, "%s%s", between, offer->persons[i].name);
		between = ", ";
	}
}

const char *open_game_zone(const struct open_game *offer)
{
	for (size_t i = 0; i < offer->option_count; i++)
		if (strcmp(offer->options[i].key, "zone") == 0)
			return offer->options[i].value;
	return TIMEZONE_UTC;
}

void open_game_describe(const struct open_game *offer, struct strbuf *out)
{
	struct strbuf names;
	struct timezone_moment closes;
	struct tm parts = {0};
	char day[64];

	strbuf_init(&names, 0);
	open_game_names(offer, &names);
	strbuf_addf(out, "%s  %s, %u of %u seats free", offer->id, offer->variant,
		    open_game_free(offer), offer->seats);
	if (names.len > 0)
		strbuf_addf(out, ": %s", names.bytes);
	if (offer->closes != 0 &&
	    timezone_to_local(open_game_zone(offer), offer->closes, &closes)) {
		parts.tm_year = closes.year - 1900;
		parts.tm_mon = closes.month - 1;
		parts.tm_mday = closes.day;
		strftime(day, sizeof day, "%e %b %Y", &parts);
		strbuf_addf(out, "; until %s, %02d:%02d %s", day + (day[0] == ' '), closes.hour,
			    closes.minute, closes.zone);
	}
	strbuf_done(&names);
}

void open_game_index(const struct open_game *offer, struct strbuf *lines)
{
	struct strbuf line;

	strbuf_init(&line, 0);
	open_game_describe(offer, &line);
	ledger_put(lines, CHANGE_OFFER, offer->number, offer->id, offer->closes,
		   offer->rematch_number, line.bytes);
	strbuf_done(&line);
}
