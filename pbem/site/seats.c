/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/util/sha256.h"
#include "core/util/strbuf.h"
#include "core/util/utf8.h"
#include "pbem/site/seats.h"
#include "pbem/sys/address.h"
#include "pbem/sys/recordfile.h"

void seats_init(struct seats *seats, unsigned count)
{
	seats->seats = base_zalloc(count > 0 ? count : 1, sizeof *seats->seats);
	seats->count = count;
}

void seats_copy(struct seats *to, const struct seats *from)
{
	seats_init(to, from->count);
	if (from->count > 0)
		memcpy(to->seats, from->seats, from->count * sizeof *to->seats);
}

void seats_done(struct seats *seats)
{
	free(seats->seats);
	*seats = (struct seats){.count = 0};
}

/* A name that is too long is cut between two characters. */
void seats_name(struct seat *seat, const char *name)
{
	char *said = utf8_clean_line(name), *cut;
	const size_t len = utf8_cut(said, strlen(said), sizeof seat->name - 1);

	said[len] = '\0';
	cut = utf8_clean_line(said);
	strcpy(seat->name, cut);
	free(cut);
	free(said);
}

/* Reports whether the name has a visible character. */
static bool is_visible(const char *name)
{
	for (; *name != '\0'; name = g_utf8_next_char(name))
		if (g_unichar_isgraph(g_utf8_get_char(name)))
			return true;
	return false;
}

/* Sets a missing name to the address's local part. The whole address is never shown. */
static void name_by_address(struct seat *seat, const char *address)
{
	char *local = base_strndup(address, strcspn(address, "@"));

	if (!is_visible(seat->name))
		seats_name(seat, local);
	free(local);
}

int seats_read_person(const char *person, struct seat *seat_out, struct reason *reason)
{
	const char *open = strrchr(person, '<'), *close = open != NULL ? strchr(open, '>') : NULL;
	struct seat seat = {0};
	char *address, *name;
	int result;

	if (open != NULL && (close == NULL || close[1] != '\0'))
		return reason_fail(reason, "expected Name <address>, not '%s'", person);
	address = open != NULL ? base_strndup(open + 1, (size_t)(close - open - 1))
			       : base_strdup(person);
	name = base_strndup(person, open != NULL ? (size_t)(open - person) : 0);
	seats_name(&seat, name);
	name_by_address(&seat, address);
	if (address_read(address, seat.addresses[0])) {
		seat.address_count = 1;
		*seat_out = seat;
		result = 0;
	} else {
		result = reason_fail(
			reason,
			"'%s' is not a mail address; expected something like anna@example.org",
			address);
	}
	free(name);
	free(address);
	return result;
}

bool seats_has_address(const struct seat *seat, const char *address)
{
	for (unsigned i = 0; i < seat->address_count; i++)
		if (strbuf_same(seat->addresses[i], address))
			return true;
	return false;
}

/* Returns the text in lower case, and its addresses once more with domains in the form that seats
 * have. The caller frees it. */
static char *with_domains_read(const char *text)
{
	const char *cursor = text, *word;
	struct strbuf out;
	char *small;
	size_t len;

	strbuf_init(&out, 0);
	strbuf_add(&out, text);
	while (strbuf_next_word(&cursor, &word, &len)) {
		char *copy = base_strndup(word, len), good[ADDRESS_MAX + 1];

		copy[strcspn(copy, ">),;")] = '\0';
		if (address_read(copy, good))
			strbuf_addf(&out, " %s", good);
		free(copy);
	}
	small = g_ascii_strdown(out.bytes, -1);
	strbuf_done(&out);
	return small;
}

bool seats_address_within(const struct seats *seats, const char *text)
{
	char *small = with_domains_read(text);
	bool within = false;

	for (unsigned seat = 0; seat < seats->count; seat++)
		for (unsigned i = 0; i < seats->seats[seat].address_count; i++) {
			char *address = g_ascii_strdown(seats->seats[seat].addresses[i], -1);

			within |= strstr(small, address) != NULL;
			g_free(address);
		}
	g_free(small);
	return within;
}

bool seats_note_seen(struct seat *seat, const char *card)
{
	size_t len = strlen(seat->seen);

	if (strbuf_has_line(seat->seen, card) || len + strlen(card) + 2 > sizeof seat->seen)
		return false;
	snprintf(seat->seen + len, sizeof seat->seen - len, "%s\n", card);
	return true;
}

uint16_t seats_moving_mark(const struct seat *seat, enum seat_moves which)
{
	char *small = g_ascii_strdown(seat->moving, -1);
	struct sha256 digest;

	sha256_bytes(small, strlen(small), &digest);
	g_free(small);
	return (uint16_t)((sha256_start(&digest, 4) & 0xfffeu) | (which == SEAT_MOVES_NEW));
}

void seats_move(struct seat *seat)
{
	memcpy(seat->addresses[0], seat->moving, sizeof seat->moving);
	if (seat->address_count == 0)
		seat->address_count = 1;
	seat->generation++;
	seats_stay(seat);
}

void seats_stay(struct seat *seat)
{
	seat->moving[0] = '\0';
	seat->moving_agreed = 0;
}

/* ---- the file ---- */

enum { FILE_MAX = 1 << 16 };

/* games/ID/seats, for the table of its lines. */
struct seats_file {
	struct seats seats;
	const struct variant *variant; /* NULL: unknown, so seats are in the order of the file */
};

static void *begin_seat(void *record, const char *value, struct reason *reason)
{
	struct seats_file *file = record;
	int seat = (int)file->seats.count;

	if (file->variant != NULL)
		seat = variant_seat_wanted(file->variant, variant_name(file->variant), value,
					   reason);
	else if (seat < MAX_SEATS)
		file->seats.count++;
	else
		seat = reason_fail(reason, "expected at most %d seats", MAX_SEATS);
	return seat < 0 ? NULL : &file->seats.seats[seat];
}

static void print_seat(const void *record, const void *seat, struct strbuf *out)
{
	const struct seats_file *file = record;
	const long place = (const struct seat *)seat - file->seats.seats;

	strbuf_addf(out, "seat %s\n", variant_seat_name(file->variant, (unsigned)place));
}

#define SEAT(member) RECORDFILE_MEMBER(struct seat, member)

static const struct recordfile_list list = {
	RECORDFILE_LIST(struct seats_file, seats.seats, seats.count), .begin = begin_seat,
	.print = print_seat};

static const char *const views[] = {"", "own", NULL};
static const char *const letters[] = {"", "none", NULL};
static const char *const brevities[] = {
	[BREVITY_OWN] = "", [BREVITY_SHORT] = "on", [BREVITY_LONG] = "off", NULL};
static const char *const agreed[] = {
	"",
	[1u << SEAT_MOVES_OLD] = "old",
	[1u << SEAT_MOVES_NEW] = "new",
	[1u << SEAT_MOVES_OLD | 1u << SEAT_MOVES_NEW] = "old new",
	NULL,
};

static const struct recordfile_row rows[] = {
	{"seat NAME", &list, .begins = true},
	{"name NAME", &list, .always = true, .fields = {{RECORDFILE_CUT, SEAT(name)}}},
	{"address anna@example.org (at most 4 times)", &list,
	 .fields = {{RECORDFILE_ADDRESS, RECORDFILE_LINES(struct seat, addresses)}}},
	{"generation NUMBER (up to 255)", &list,
	 .fields = {{RECORDFILE_NUMBER, SEAT(generation), UINT8_MAX}}},
	{"view own", &list, .fields = {{RECORDFILE_WORD, SEAT(view_own), .words = views}}},
	{"letters none", &list, .fields = {{RECORDFILE_WORD, SEAT(left), .words = letters}}},
	{"short on|off", &list, .fields = {{RECORDFILE_WORD, SEAT(brevity), .words = brevities}}},
	{"moving anna@example.org [old|new]", &list,
	 .fields = {{RECORDFILE_ADDRESS, SEAT(moving)},
		    {RECORDFILE_WORD, SEAT(moving_agreed), .words = agreed}}},
	{"intends MOVES (at most twice)", &list,
	 .fields = {{RECORDFILE_TEXT, RECORDFILE_LINES(struct seat, conditional_moves)}}},
	{"dated HEXADECIMAL", &list, .fields = {{RECORDFILE_HEX, SEAT(dated), UINT32_MAX}}},
	{"written NUMBER", &list, .fields = {{RECORDFILE_NUMBER, SEAT(letters), INT32_MAX}}},
	{"seen CARD", &list, .fields = {{RECORDFILE_TEXTS, SEAT(seen)}}},
};

/* Checks that each seat has an address. If somebody has deleted a name in the file, the name is
 * taken from the address. */
static int complete_seats(void *record, struct reason *reason)
{
	struct seats *seats = &((struct seats_file *)record)->seats;

	for (unsigned i = 0; i < seats->count; i++) {
		struct seat *seat = &seats->seats[i];

		if (seat->addresses[0][0] == '\0')
			return reason_fail(reason, "seat %u has no address", i + 1);
		while (seat->address_count < MAX_ADDRESSES &&
		       seat->addresses[seat->address_count][0] != '\0')
			seat->address_count++;
		seats_name(seat, seat->name);
		name_by_address(seat, seat->addresses[0]);
	}
	return 0;
}

static const struct recordfile form = {"pbem-seats",	FILE_MAX,	rows,
				       ARRAY_LEN(rows), complete_seats, .shared = false};

void seats_print(const struct seats *seats, const struct variant *variant, struct strbuf *out)
{
	const struct seats_file file = {.seats = *seats, .variant = variant};

	recordfile_print(&form, &file, out);
}

int seats_load(const char *folder, const struct variant *variant, struct seats *seats_out,
	       struct reason *reason)
{
	char *path = base_printf("%s/seats", folder);
	struct seats_file file = {.variant = variant};
	int result;

	seats_init(&file.seats, variant != NULL ? variant_seats(variant) : MAX_SEATS);
	if (variant == NULL)
		file.seats.count = 0;
	result = recordfile_load(&form, path, &file, NULL, reason);
	if (result == 0)
		*seats_out = file.seats;
	else
		seats_done(&file.seats);
	free(path);
	return result;
}
