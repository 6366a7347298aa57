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
#include "pbem/sys/files.h"
#include "pbem/sys/recordfile.h"

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

/* ---- the file ---- */

enum { FILE_MAX = 1 << 18, NUMBER_TOP = 0xffffff, SERIAL_TOP = 0xffff };

#define GAME(member) RECORDFILE_MEMBER(struct open_game, member)
#define PERSON(member) RECORDFILE_MEMBER(struct open_game_person, member)

static const struct recordfile_list options = {
	RECORDFILE_LIST(struct open_game, options, option_count), .max = MAX_OPTIONS};

static const struct recordfile_list viewers = {
	RECORDFILE_LIST(struct open_game, viewers, viewer_count), .max = OPEN_GAME_VIEWERS_MAX};

static const struct recordfile_list persons = {
	RECORDFILE_LIST(struct open_game, persons, count),
	.fresh = &(const struct open_game_person){.seat = -1},
};

static const char *const states[] = {"asked", "taken", NULL};

static const struct recordfile_row rows[] = {
	{"id NAME", .fields = {{RECORDFILE_TEXT, GAME(id)}}},
	{"number NUMBER", .fields = {{RECORDFILE_NUMBER, GAME(number), NUMBER_TOP}}},
	{"secret HEXADECIMAL", .fields = {{RECORDFILE_TEXT, GAME(secret)}}},
	{"created 2026-11-30T12:00:00Z", .fields = {{RECORDFILE_MOMENT, GAME(created)}}},
	{"closes 2026-11-30T12:00:00Z", .fields = {{RECORDFILE_MOMENT, GAME(closes)}}},
	{"variant NAME", .fields = {{RECORDFILE_TEXT, GAME(variant)}}},
	{"seats NUMBER", .fields = {{RECORDFILE_NUMBER, GAME(seats), MAX_SEATS}}},
	{"option KEY VALUE", &options, .begins = true,
	 .fields = {{RECORDFILE_TEXT, RECORDFILE_MEMBER(struct option, key)},
		    {RECORDFILE_TEXT, RECORDFILE_MEMBER(struct option, value)}}},
	{"from POSITION", .fields = {{RECORDFILE_TEXT, GAME(from)}}},
	{"lot", .fields = {{RECORDFILE_FLAG, GAME(lot)}}},
	{"rematch NUMBER GAME", .fields = {{RECORDFILE_NUMBER, GAME(rematch_number), NUMBER_TOP},
					   {RECORDFILE_TEXT, GAME(rematch)}}},
	{"watcher 2026-11-30T12:00:00Z anna@example.org", &viewers, .begins = true,
	 .fields = {{RECORDFILE_MOMENT, RECORDFILE_MEMBER(struct open_game_viewer, when)},
		    {RECORDFILE_ADDRESS, RECORDFILE_MEMBER(struct open_game_viewer, address)}}},
	{"serial NUMBER (up to 65535)", .always = true,
	 .fields = {{RECORDFILE_NUMBER, GAME(serial), SERIAL_TOP}}},
	{"asked|taken NUMBER (up to 65535)", &persons, .begins = true,
	 .fields = {{RECORDFILE_LEAD, PERSON(taken), .words = states},
		    {RECORDFILE_NUMBER, PERSON(serial), SERIAL_TOP}}},
	{"since 2026-11-30T12:00:00Z", &persons, .fields = {{RECORDFILE_MOMENT, PERSON(when)}}},
	{"name NAME", &persons, .fields = {{RECORDFILE_TEXT, PERSON(name)}}},
	{"address anna@example.org", &persons, .fields = {{RECORDFILE_ADDRESS, PERSON(address)}}},
	{"seat NUMBER", &persons, .fields = {{RECORDFILE_INDEX, PERSON(seat), MAX_SEATS - 1}}},
	{"words TEXT", &persons, .fields = {{RECORDFILE_TEXT, PERSON(words)}}},
};

/* Checks that the open game is complete: everybody has an address. */
static int check_whole(void *file, struct reason *reason)
{
	const struct open_game *offer = file;

	if (offer->id[0] == '\0' || offer->number == 0 || offer->variant[0] == '\0' ||
	    offer->seats == 0 || strlen(offer->secret) != SHA256_HEX)
		return reason_fail(reason, "expected id, number, secret, variant and seats, as "
					   "pbem writes them");
	for (size_t i = 0; i < offer->count; i++) {
		const struct open_game_person *person = &offer->persons[i];

		if (person->address[0] == '\0' || person->name[0] == '\0')
			return reason_fail(reason, "person %u has no name or no address",
					   person->serial);
		if (person->serial > offer->serial || person->seat >= (int)offer->seats)
			return reason_fail(reason,
					   "the serial or the seat of person %u is too large",
					   person->serial);
	}
	return 0;
}

static const struct recordfile form = {"pbem-offer",	FILE_MAX,    rows,
				       ARRAY_LEN(rows), check_whole, .shared = false};

void open_game_print(const struct open_game *offer, struct strbuf *out)
{
	recordfile_print(&form, offer, out);
}

int open_game_load(const char *folder, const char *id, struct open_game *offer_out,
		   struct reason *reason)
{
	char *path = base_printf("%s/offers/%s", folder, id);
	struct open_game offer = {.number = 0};
	int result = recordfile_load(&form, path, &offer, NULL, reason);

	if (result == 0 && strcmp(offer.id, id) != 0)
		result = reason_fail_as(reason, REASON_DAMAGED, "%s: expected id %s, not %s", path,
					id, offer.id);
	if (result == 0)
		*offer_out = offer;
	else
		open_game_done(&offer);
	free(path);
	return result;
}

/* A missing folder means that there are no open games; the first one creates it. */
char **open_game_list(const char *folder, struct reason *reason)
{
	char *path = base_printf("%s/offers", folder);
	char **ids = files_list(path, true, reason);

	free(path);
	return ids;
}
