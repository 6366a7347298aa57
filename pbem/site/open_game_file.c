/* SPDX-License-Identifier: MIT */
/* Reads and writes the file of an open game. */
#include <stdlib.h>
#include <string.h>

#include "pbem/site/open_game.h"
#include "pbem/sys/files.h"
#include "pbem/sys/recordfile.h"

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
