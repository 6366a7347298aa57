/* SPDX-License-Identifier: MIT */
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/end_of_run.h"
#include "pbem/mail/mail.h"
#include "pbem/mail/mail_seat.h"
#include "pbem/mail/pending_notes.h"
#include "pbem/site/gametype_mail.h"

struct chat_delivery {
	const struct workspace_game *game;
	struct strbuf said, from;
	struct strbuf causes; /* digests of the messages that contained it */
	uint16_t speakers;
	bool named;   /* the speaker's name comes first */
	int64_t last; /* number of the last chat message; 0: none */
};

static void note_speaker(void *context, const struct press *press)
{
	struct chat_delivery *heard = context;

	if (press->sender < 0)
		return;
	heard->speakers |= (uint16_t)(1u << press->sender);
	heard->last = press->number;
	strbuf_add(&heard->causes, press->cause);
}

static void append_chat_message(void *context, const struct press *press)
{
	struct chat_delivery *heard = context;
	const char *name;

	if (press->sender < 0)
		return;
	name = heard->game->file->header.names[press->sender];
	strbuf_addf(&heard->said, "%s", heard->said.len > 0 ? "\n" : "");
	if (heard->named)
		strbuf_addf(&heard->said, "%s%s: ", name,
			    press->alone ? translate(" (to you alone)") : "");
	else if (press->alone)
		strbuf_add(&heard->said, translate("(to you alone) "));
	strbuf_add(&heard->said, press->text);
}

/* Mails the chat: with the seat's question or final report, made again, if that hasn't been sent;
 * otherwise in a message of its own. */
static int send_chat_mail(struct workspace *workspace, struct workspace_game *game, unsigned seat,
			  struct chat_delivery *heard, struct reason *reason)
{
	const struct game *now = &game->file->game;
	bool over = now->outcome.status != STATUS_PLAYING;
	struct mail mail = {.template = "said", .game = game, .seat = seat};
	const char *with = NULL;
	struct sha256 digest;

	if (over && mail_waits(workspace, game, seat, "over"))
		mail.template = "game-over", with = "over";
	else if (!over && now->questions[seat].entry != 0 &&
		 mail_waits(workspace, game, seat, "turn"))
		mail.template = gametype_mail_of(now->variant)->question(now), with = "turn";
	/* The waiting message is withdrawn, and made again under another name. Otherwise, if this
	 * run were killed, a newer message could replace it, and the chat would be lost. */
	if (with != NULL)
		mail_withdraw_slot(workspace, game, seat, with);
	heard->named = with != NULL || (heard->speakers & (heard->speakers - 1)) != 0;
	ledger_press(workspace->site->ledger, game->file->header.number, seat, append_chat_message,
		     heard);
	mail_names(game, heard->speakers, &heard->from);
	sha256_bytes(heard->causes.bytes, heard->causes.len, &digest);
	mail.cause = digest.hex;
	mail.said = heard->said.bytes;
	mail.from = heard->from.bytes;
	mail.when = with != NULL ? workspace_last_entry(workspace, game->id) : workspace->now;
	return mail_send(workspace, &mail, reason);
}

static int deliver_chat_to_seat(struct workspace *workspace, struct workspace_game *game,
				unsigned seat, struct reason *reason)
{
	struct chat_delivery heard = {.game = game};
	struct ledger *ledger = workspace->site->ledger;
	uint32_t number = game->file->header.number;
	int result = 0;

	strbuf_init(&heard.said, 1 << 20);
	strbuf_init(&heard.from, 0);
	strbuf_init(&heard.causes, 0);
	pending_notes_drop_sent(workspace, game, seat);
	ledger_press(ledger, number, seat, note_speaker, &heard);
	/* A seat that wants no more mail gets none. */
	if (heard.last != 0 && !game->seats.seats[seat].left)
		result = send_chat_mail(workspace, game, seat, &heard, reason);
	if (heard.last != 0)
		ledger_put(&workspace->batch.ledger, CHANGE_DELIVERED, number, seat, heard.last);
	strbuf_done(&heard.causes);
	strbuf_done(&heard.from);
	strbuf_done(&heard.said);
	return result;
}

int chat_deliver(struct workspace *workspace, struct reason *reason)
{
	uint32_t number = 0;
	unsigned seat = 0;
	int result = 0;

	while (result == 0 && ledger_next_press(workspace->site->ledger, &number, &seat)) {
		struct workspace_game *game;

		workspace_take_in_hand(workspace);
		game = workspace_game(workspace, number);
		if (game == NULL || game->file == NULL || seat >= game->seats.count)
			continue;
		result = deliver_chat_to_seat(workspace, game, seat, reason);
		if (result == 0)
			result = commit_full(workspace, reason);
	}
	return result == 0 ? commit_batch(workspace, reason) : -1;
}
