/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/stamp.h"
#include "core/base/text.h"
#include "pbem/site/files.h"
#include "pbem/promise/outbox.h"
#include "pbem/mailing/press.h"

enum { SECONDS_A_DAY = 86400, PRESS_BATCH = 200, ENTRY_TEXT = 64 };

/* ---- what is said ---- */

static bool is_said(const struct order *order)
{
	return order->kind == ORDER_SAY || order->kind == ORDER_SAY_TO;
}

static unsigned count_said(const struct order_list *orders)
{
	unsigned count = 0;

	for (size_t i = 0; i < orders->count; i++)
		count += is_said(&orders->orders[i]);
	return count;
}

static char *count_name(const struct matter *matter)
{
	return base_printf("says %s %u %lld", matter->game->id, matter->seat,
			   (long long)(matter->waiting->received / SECONDS_A_DAY));
}

/* When the last entry was made. When the file can't be read now the desk is unsound: nothing is
 * committed. */
static int64_t last_entry(struct desk *desk, const char *id)
{
	char *folder = site_game_folder(desk->site, id);
	char *path = base_printf("%s/game.txt", folder), stamp[STAMP_SIZE] = "", *entry;
	const char *last = NULL;
	int64_t when = -1;
	struct text file;

	text_init(&file, (size_t)1 << 30);
	if (files_read(path, &file, &desk->unsound) == 0)
		for (entry = file.bytes; (entry = strstr(entry, "\nentry ")) != NULL; entry++)
			last = entry;
	if (last != NULL && sscanf(last, "\nentry %*u %31s", stamp) == 1)
		when = stamp_read(stamp);
	text_done(&file);
	free(path);
	free(folder);
	return when > 0 ? when : 0;
}

char *press_why_not(struct matter *matter, const struct order_list *orders)
{
	const struct site *site = matter->intake->site;
	unsigned count = count_said(orders);
	bool too_much, too_late;
	char *name;

	if (count == 0 || orders->dry_run)
		return NULL;
	too_late =
		matter_game(matter)->outcome.status != STATUS_PLAYING &&
		(matter->waiting->received - last_entry(&matter->intake->desk, matter->game->id)) /
				SECONDS_A_DAY >=
			site->config->press_days;
	if (too_late)
		return base_printf(
			"The game has been over for more than %ld days, and what is said in "
			"it is passed on no more. If you still want to talk to the others, "
			"please write to them from your own address.",
			site->config->press_days);
	name = count_name(matter);
	too_much = intake_count(matter->intake, name) + count > SAYS_A_DAY;
	free(name);
	if (!too_much)
		return NULL;
	return base_printf(
		"You have had a lot to say today. Of each player up to %d messages a day are "
		"passed on, and with this letter yours would be more. Please send the letter "
		"again without SAY, and say the rest tomorrow.",
		SAYS_A_DAY);
}

void press_say(struct matter *matter, const struct order *order)
{
	const struct press press = {
		.sender = (int)matter->seat,
		.alone = order->kind == ORDER_SAY_TO,
		.cause = matter->deed.digest,
		.text = order->text,
	};
	struct intake *intake = matter->intake;
	char *name;

	if (!is_said(order))
		return;
	name = count_name(matter);
	intake_add_count(intake, name, 1);
	free(name);
	for (unsigned seat = 0; seat < variant_seats(matter_game(matter)->variant); seat++)
		if (seat != matter->seat && (!press.alone || order->seat == seat))
			ledger_line_press(&intake->batch.ledger, matter->game->file->header.number,
					  seat, &press);
}

/* ---- notes ---- */

void press_note(struct intake *intake, const struct desk_game *game, unsigned seat,
		const char *note)
{
	const struct press press = {.sender = -1, .cause = "", .text = note};

	ledger_line_press(&intake->batch.ledger, game->file->header.number, seat, &press);
}

/* The letter that asks the seat something, as the outbox names it, waits there. */
static bool turn_waits(const struct site *site, const struct desk_game *game, unsigned seat,
		       const char *slot)
{
	char *name = base_printf("%s.%s.%s", game->id,
				 variant_seat_name(game->file->game.variant, seat), slot);
	bool waits = outbox_has(ledger_outbox(site->ledger), name);

	free(name);
	return waits;
}

struct notes {
	struct text *out;
	int64_t now;
	bool again; /* those that a letter of an earlier run bears, which may be replaced by this
		       one */
	bool any;   /* one that no letter bears yet */
	bool borne; /* one that a letter of an earlier run bears */
};

static void add_note(void *context, const struct press *press)
{
	struct notes *notes = context;

	if (press->sender >= 0)
		return;
	notes->any |= press->carried == 0;
	notes->borne |= press->carried != 0 && press->carried < notes->now;
	if (notes->out != NULL &&
	    (press->carried == 0 || press->carried == notes->now || notes->again))
		text_addf(notes->out, "%s%s", notes->out->len > 0 ? " " : "", press->text);
}

void press_notes(const struct mailing *mailing, const struct desk_game *game, unsigned seat,
		 struct text *out)
{
	struct notes notes = {.out = out, .now = mailing->now};
	uint32_t number = game->file->header.number;

	notes.again = turn_waits(mailing->site, game, seat, "turn");
	ledger_press(mailing->site->ledger, number, seat, add_note, &notes);
	if (notes.any)
		ledger_line_carried(&mailing->batch->ledger, number, seat, mailing->now);
}

/* ---- what was said goes out ---- */

struct heard {
	const struct desk_game *game;
	struct text said, from;
	struct text causes; /* the digests of the letters that said it */
	uint16_t speakers;
	bool named;   /* the speaker's name stands in front */
	int64_t last; /* 0: nothing */
};

static void note_speaker(void *context, const struct press *press)
{
	struct heard *heard = context;

	if (press->sender < 0)
		return;
	heard->speakers |= (uint16_t)(1u << press->sender);
	heard->last = press->number;
	text_add(&heard->causes, press->cause);
}

static void add_said(void *context, const struct press *press)
{
	struct heard *heard = context;
	const char *name;

	if (press->sender < 0)
		return;
	name = heard->game->file->header.names[press->sender];
	text_addf(&heard->said, "%s", heard->said.len > 0 ? "\n" : "");
	if (heard->named)
		text_addf(&heard->said, "%s%s: ", name, press->alone ? " (to you alone)" : "");
	else if (press->alone)
		text_add(&heard->said, "(to you alone) ");
	text_add(&heard->said, press->text);
}

/* "Anna, Bob and Carl" */
static void name_speakers(struct heard *heard)
{
	unsigned left = (unsigned)__builtin_popcount(heard->speakers);

	for (unsigned seat = 0; seat < MAX_SEATS; seat++) {
		if (!(heard->speakers >> seat & 1))
			continue;
		left--;
		text_addf(&heard->from, "%s%s", heard->game->file->header.names[seat],
			  left == 0   ? ""
			  : left == 1 ? " and "
				      : ", ");
	}
}

/* The letter: that which asks the seat something or tells of the end, if it hasn't gone out,
 * written anew; else one of its own. */
static int write_heard(struct intake *intake, struct desk_game *game, unsigned seat,
		       struct heard *heard, struct reason *reason)
{
	const struct game *now = &game->file->game;
	bool over = now->outcome.status != STATUS_PLAYING;
	struct mail mail = {.template = "said", .game = game, .seat = seat};
	struct digest digest;
	int result;

	if (over && turn_waits(intake->site, game, seat, "over"))
		mail.template = "game-over", mail.slot = "over";
	else if (!over && now->questions[seat].entry != 0 &&
		 turn_waits(intake->site, game, seat, "turn"))
		mail.template = mailing_question(now), mail.slot = "turn";
	heard->named = mail.slot != NULL || (heard->speakers & (heard->speakers - 1)) != 0;
	ledger_press(intake->site->ledger, game->file->header.number, seat, add_said, heard);
	name_speakers(heard);
	digest_bytes(heard->causes.bytes, heard->causes.len, &digest);
	mail.cause = digest.hex;
	mail.said = heard->said.bytes;
	mail.from = heard->from.bytes;
	mail.when = mail.slot != NULL ? last_entry(&intake->desk, game->id) : intake->mailing.now;
	result = mailing_send(&intake->mailing, &mail, reason);
	return result;
}

static int tell(struct intake *intake, struct desk_game *game, unsigned seat, struct reason *reason)
{
	struct heard heard = {.game = game};
	struct ledger *ledger = intake->site->ledger;
	uint32_t number = game->file->header.number;
	struct notes notes = {.now = intake->mailing.now};
	int result = 0;

	text_init(&heard.said, 1 << 20);
	text_init(&heard.from, 0);
	text_init(&heard.causes, 0);
	ledger_press(ledger, number, seat, add_note, &notes);
	if (notes.borne && !turn_waits(intake->site, game, seat, "turn"))
		ledger_line_noted(&intake->batch.ledger, number, seat);
	ledger_press(ledger, number, seat, note_speaker, &heard);
	/* Who wants no more letters hears nothing. */
	if (heard.last != 0 && !game->seats.seats[seat].left)
		result = write_heard(intake, game, seat, &heard, reason);
	if (heard.last != 0)
		ledger_line_heard(&intake->batch.ledger, number, seat, heard.last);
	text_done(&heard.causes);
	text_done(&heard.from);
	text_done(&heard.said);
	return result;
}

int press_all(struct intake *intake, struct reason *reason)
{
	uint32_t number = 0;
	unsigned seat = 0;
	int result = 0;

	while (result == 0 && ledger_next_press(intake->site->ledger, &number, &seat)) {
		struct desk_game *game = desk_game(&intake->desk, number);

		if (game == NULL || game->file == NULL || seat >= game->seats.count)
			continue;
		result = tell(intake, game, seat, reason);
		if (result == 0 && intake->desk.count >= PRESS_BATCH)
			result = intake_commit(intake, reason);
	}
	return result == 0 ? intake_commit(intake, reason) : -1;
}
