/* SPDX-License-Identifier: MIT */
#include "core/phrase/phrase.h"
#include "core/base/text.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/settle.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/mailing/mailing.h"
#include "pbem/mailing/mailing_seats.h"
#include "pbem/mailing/press.h"

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
		text_addf(&heard->said, "%s%s: ", name,
			  press->alone ? phrase(" (to you alone)") : "");
	else if (press->alone)
		text_add(&heard->said, phrase("(to you alone) "));
	text_add(&heard->said, press->text);
}

/* The letter: that which asks the seat something or tells of the end, if it hasn't gone out,
 * written anew; else one of its own. */
static int write_heard(struct desk *desk, struct desk_game *game, unsigned seat,
		       struct heard *heard, struct reason *reason)
{
	const struct game *now = &game->file->game;
	bool over = now->outcome.status != STATUS_PLAYING;
	struct mail mail = {.template = "said", .game = game, .seat = seat};
	struct digest digest;

	if (over && mailing_waits(desk, game, seat, "over"))
		mail.template = "game-over", mail.slot = "over";
	else if (!over && now->questions[seat].entry != 0 &&
		 mailing_waits(desk, game, seat, "turn"))
		mail.template = desk_mail_kind(now->variant)->question(now), mail.slot = "turn";
	heard->named = mail.slot != NULL || (heard->speakers & (heard->speakers - 1)) != 0;
	ledger_press(desk->site->ledger, game->file->header.number, seat, add_said, heard);
	mailing_names(game, heard->speakers, &heard->from);
	digest_bytes(heard->causes.bytes, heard->causes.len, &digest);
	mail.cause = digest.hex;
	mail.said = heard->said.bytes;
	mail.from = heard->from.bytes;
	mail.when = mail.slot != NULL ? desk_last_entry(desk, game->id) : desk->now;
	return mailing_send(desk, &mail, reason);
}

static int tell(struct desk *desk, struct desk_game *game, unsigned seat, struct reason *reason)
{
	struct heard heard = {.game = game};
	struct ledger *ledger = desk->site->ledger;
	uint32_t number = game->file->header.number;
	int result = 0;

	text_init(&heard.said, 1 << 20);
	text_init(&heard.from, 0);
	text_init(&heard.causes, 0);
	press_drop_borne(desk, game, seat);
	ledger_press(ledger, number, seat, note_speaker, &heard);
	/* Who wants no more letters hears nothing. */
	if (heard.last != 0 && !game->seats.seats[seat].left)
		result = write_heard(desk, game, seat, &heard, reason);
	if (heard.last != 0)
		ledger_line_heard(&desk->batch.ledger, number, seat, heard.last);
	text_done(&heard.causes);
	text_done(&heard.from);
	text_done(&heard.said);
	return result;
}

int heard_all(struct desk *desk, struct reason *reason)
{
	uint32_t number = 0;
	unsigned seat = 0;
	int result = 0;

	while (result == 0 && ledger_next_press(desk->site->ledger, &number, &seat)) {
		struct desk_game *game = desk_game(desk, number);

		if (game == NULL || game->file == NULL || seat >= game->seats.count)
			continue;
		result = tell(desk, game, seat, reason);
		if (result == 0)
			result = commit_full(desk, reason);
	}
	return result == 0 ? commit_batch(desk, reason) : -1;
}
