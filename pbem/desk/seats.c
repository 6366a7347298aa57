/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/base/digest.h"
#include "core/base/text.h"
#include "pbem/writing/compose.h"
#include "pbem/site/files.h"
#include "pbem/desk/seats.h"

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

static int add_address(struct seat *seat, const char *address, struct reason *reason)
{
	if (!compose_is_address(address) || strlen(address) > ADDRESS_MAX)
		return reason_fail(
			reason,
			"'%s' is not a mail address; expected something like anna@example.org",
			address);
	if (seat->address_count == MAX_ADDRESSES)
		return reason_fail(reason, "a seat has at most %d addresses", MAX_ADDRESSES);
	snprintf(seat->addresses[seat->address_count++], ADDRESS_MAX + 1, "%s", address);
	return 0;
}

/* Cuts at a character's end what is too long for a name. */
void seats_name(struct seat *seat, const char *name)
{
	char *valid = g_utf8_make_valid(name, -1);
	const char *next;
	size_t used = 0;

	for (const char *at = valid; *at != '\0'; at = next) {
		size_t len;

		next = g_utf8_next_char(at);
		len = (size_t)(next - at);
		if (used + len >= sizeof seat->name)
			break;
		if (g_unichar_iscntrl(g_utf8_get_char(at)))
			seat->name[used++] = ' ';
		else
			for (size_t i = 0; i < len; i++)
				seat->name[used++] = at[i];
	}
	seat->name[used] = '\0';
	g_strstrip(seat->name);
	g_free(valid);
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
	/* Without a name the address's local part is shown, never the whole address. */
	name = base_strndup(person, open != NULL && open != person ? (size_t)(open - person)
								   : strcspn(address, "@"));
	if (open == person)
		memcpy(name, address, strlen(name));
	seats_name(&seat, name);
	result = add_address(&seat, address, reason);
	if (result == 0)
		*seat_out = seat;
	free(name);
	free(address);
	return result;
}

bool seats_has_address(const struct seat *seat, const char *address)
{
	for (unsigned i = 0; i < seat->address_count; i++)
		if (text_same(seat->addresses[i], address))
			return true;
	return false;
}

bool seats_address_within(const struct seats *seats, const char *text)
{
	char *small = g_ascii_strdown(text, -1);
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

	if (text_has_line(seat->seen, card) || len + strlen(card) + 2 > sizeof seat->seen)
		return false;
	snprintf(seat->seen + len, sizeof seat->seen - len, "%s\n", card);
	return true;
}

uint16_t seats_moving_mark(const struct seat *seat, enum seat_moves which)
{
	char *small = g_ascii_strdown(seat->moving, -1);
	struct digest digest;

	digest_bytes(small, strlen(small), &digest);
	g_free(small);
	return (uint16_t)((digest_start(&digest, 4) & 0xfffeu) | (which == SEAT_MOVES_NEW));
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

/* What the seat's letters tell, and have told. */
static void add_habits(const struct seat *seat, struct text *out)
{
	const char *cursor = seat->seen, *end = cursor + strlen(cursor), *card;
	size_t len;

	if (seat->brevity != BREVITY_OWN)
		text_addf(out, "  short %s\n", seat->brevity == BREVITY_SHORT ? "on" : "off");
	if (seat->moving[0] != '\0')
		text_addf(out, "  moving %s%s%s\n", seat->moving,
			  seat->moving_agreed & 1u << SEAT_MOVES_OLD ? " old" : "",
			  seat->moving_agreed & 1u << SEAT_MOVES_NEW ? " new" : "");
	for (unsigned i = 0; i < GAME_PLANS; i++)
		if (seat->intends[i][0] != '\0')
			text_addf(out, "  intends %s\n", seat->intends[i]);
	if (seat->dated != 0)
		text_addf(out, "  dated %" PRIx32 "\n", seat->dated);
	if (seat->letters > 0)
		text_addf(out, "  written %u\n", seat->letters);
	while (text_next_line(&cursor, end, &card, &len))
		if (len > 0)
			text_addf(out, "  seen %.*s\n", (int)len, card);
}

void seats_print(const struct seats *seats, const struct variant *variant, struct text *out)
{
	text_add(out, "pbem-seats 1\n");
	for (unsigned i = 0; i < seats->count; i++) {
		const struct seat *seat = &seats->seats[i];

		text_addf(out, "seat %s\n", variant_seat_name(variant, i));
		text_addf(out, "  name %s\n", seat->name);
		for (unsigned j = 0; j < seat->address_count; j++)
			text_addf(out, "  address %s\n", seat->addresses[j]);
		if (seat->generation != 0)
			text_addf(out, "  generation %u\n", seat->generation);
		if (seat->view_own)
			text_add(out, "  view own\n");
		if (seat->left)
			text_add(out, "  letters none\n");
		add_habits(seat, out);
	}
}

/* Who edits the file may have left something that is no address: then nobody has asked. */
static void read_moving(const char *value, struct seat *seat)
{
	size_t len = strcspn(value, " ");

	seats_stay(seat);
	if (len > ADDRESS_MAX)
		return;
	memcpy(seat->moving, value, len);
	seat->moving[len] = '\0';
	if (!compose_is_address(seat->moving))
		seats_stay(seat);
	else if (strstr(value + len, " old") != NULL)
		seat->moving_agreed |= 1u << SEAT_MOVES_OLD;
	else if (strstr(value + len, " new") != NULL)
		seat->moving_agreed |= 1u << SEAT_MOVES_NEW;
}

/* What doesn't fit isn't pbem's. */
static void read_intends(const char *value, struct seat *seat)
{
	unsigned place = 0;

	while (place < GAME_PLANS && seat->intends[place][0] != '\0')
		place++;
	if (place < GAME_PLANS && strlen(value) < INTENDS_MAX)
		snprintf(seat->intends[place], INTENDS_MAX, "%s", value);
}

/* The same, read back. False when it is nothing such. */
static bool read_habit(const char *key, const char *value, struct seat *seat)
{
	long number;

	if (strcmp(key, "short") == 0) {
		seat->brevity = strcmp(value, "on") == 0 ? BREVITY_SHORT : BREVITY_LONG;
	} else if (strcmp(key, "written") == 0) {
		number = text_number(value, LETTERS_COUNTED);
		seat->letters = number > 0 ? (unsigned)number : 0;
	} else if (strcmp(key, "dated") == 0) {
		seat->dated = (uint32_t)strtoul(value, NULL, 16);
	} else if (strcmp(key, "moving") == 0) {
		read_moving(value, seat);
	} else if (strcmp(key, "intends") == 0) {
		read_intends(value, seat);
	} else if (strcmp(key, "seen") == 0) {
		(void)seats_note_seen(seat, value);
	} else {
		return false;
	}
	return true;
}

static int read_line(char *line, const struct variant *variant, struct seats *seats, int *current,
		     struct reason *reason)
{
	struct seat *seat = *current >= 0 ? &seats->seats[*current] : NULL;
	char *words[2] = {NULL, NULL};

	if (text_split(line, words, 2) == 0 || words[0][0] == '#' ||
	    strcmp(words[0], "pbem-seats") == 0)
		return 0;
	if (words[1] == NULL)
		return reason_fail(reason, "expected something behind '%s'", words[0]);
	if (strcmp(words[0], "seat") == 0 && variant == NULL) {
		*current = seats->count < MAX_SEATS ? (int)seats->count++ : -1;
		return *current < 0 ? -1 : 0;
	}
	if (strcmp(words[0], "seat") == 0) {
		*current = variant_seat_wanted(variant, variant_name(variant), words[1], reason);
		return *current < 0 ? -1 : 0;
	}
	if (seat != NULL && strcmp(words[0], "name") == 0) {
		seats_name(seat, words[1]);
		return 0;
	}
	if (seat != NULL && strcmp(words[0], "address") == 0)
		return add_address(seat, words[1], reason);
	if (seat != NULL && strcmp(words[0], "generation") == 0) {
		long generation = text_number(words[1], UINT8_MAX);

		seat->generation = (uint8_t)generation;
		if (generation < 0)
			reason_set(reason, "expected a generation from 0 to 255, not '%s'",
				   words[1]);
		return generation < 0 ? -1 : 0;
	}
	if (seat != NULL && strcmp(words[0], "view") == 0) {
		seat->view_own = strcmp(words[1], "own") == 0;
		return 0;
	}
	if (seat != NULL && strcmp(words[0], "letters") == 0) {
		seat->left = strcmp(words[1], "none") == 0;
		return 0;
	}
	if (seat != NULL && read_habit(words[0], words[1], seat))
		return 0;
	return reason_fail(
		reason,
		"expected seat, name, address, generation, view, letters, short, moving, "
		"intends, dated, written or seen, not '%s'",
		words[0]);
}

int seats_load(const char *folder, const struct variant *variant, struct seats *seats_out,
	       struct reason *reason)
{
	char *path = base_printf("%s/seats", folder), *line, *rest;
	struct seats seats;
	struct text in;
	unsigned number = 0;
	int current = -1, result = 0;

	seats_init(&seats, variant != NULL ? variant_seats(variant) : MAX_SEATS);
	if (variant == NULL)
		seats.count = 0;
	text_init(&in, 1 << 16);
	result = files_check_private(path, reason) == 0 ? files_read(path, &in, reason) : -1;
	if (result == 0 && text_check_format(in.bytes, "pbem-seats", 1, reason) != 0) {
		reason_prefix(reason, "%s: ", path);
		result = -1;
	}
	rest = in.bytes;
	while (result == 0 && (line = strsep(&rest, "\n")) != NULL) {
		number++;
		result = read_line(line, variant, &seats, &current, reason);
		if (result != 0)
			reason_prefix(reason, "%s:%u: ", path, number);
	}
	for (unsigned i = 0; result == 0 && i < seats.count; i++) {
		if (seats.seats[i].address_count > 0)
			continue;
		reason_set(reason, "%s: seat %u has no address", path, i + 1);
		result = -1;
	}
	if (result == 0)
		*seats_out = seats;
	else
		seats_done(&seats);
	text_done(&in);
	free(path);
	return result;
}
