/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/util/base.h"
#include "pbem/transport/sink.h"
#include "pbem/transport/smtp_session_internal.h"

enum {
	BYTES_MAX = 1 << 20,   /* most bytes on their way, if they belong to several messages */
	LINE_MAX_BYTES = 4096, /* of one line of an answer */
	QUICK_MS = 1000,
	WINDOW_ALL = 96,  /* most messages on their way over all connections */
	WINDOW_LEAST = 16 /* and over each of more than six connections */
};

/* The number of messages on their way decides how fast they reach a distant server. A single
 * connection doesn't get the whole number: a site that allows only one wants few messages to be
 * sent twice. */
size_t smtp_dialog_share(size_t connections)
{
	const size_t share = WINDOW_ALL / connections;

	if (share > SMTP_WINDOW)
		return SMTP_WINDOW;
	return share > WINDOW_LEAST ? share : WINDOW_LEAST;
}

struct smtp_dialog *smtp_dialog_new(const struct smtp_offer *offer, size_t most)
{
	struct smtp_dialog *dialog = base_zalloc(1, sizeof *dialog);

	dialog->offer = *offer;
	dialog->most = most;
	dialog->window = 1;
	strbuf_init(&dialog->coming, TO_GO_MAX);
	strbuf_init(&dialog->going_out, TO_GO_MAX);
	strbuf_init(&dialog->line, LINE_MAX_BYTES);
	return dialog;
}

void smtp_dialog_free(struct smtp_dialog *dialog)
{
	if (dialog == NULL)
		return;
	strbuf_done(&dialog->coming);
	strbuf_done(&dialog->going_out);
	strbuf_done(&dialog->line);
	free(dialog);
}

/* ---- answers ---- */

/* Reports whether a connection that has sent messages should be replaced by a fresh one, because
 * the server leaves or accepts no sender any more. The answer 552 is about the message's size (RFC
 * 1870 6.1). */
static bool is_used_up(const struct smtp_dialog *dialog, enum smtp_stage stage, long code)
{
	return dialog->served > 0 && stage < SMTP_FINAL &&
	       (code == 421 || (stage == SMTP_SENDER && code != 552));
}

static void begin_no_more(struct smtp_dialog *dialog, enum smtp_dialog_state state)
{
	if (dialog->state < state)
		dialog->state = state;
}

static void note_refusal(struct smtp_dialog *dialog, struct smtp_slot *slot, enum smtp_stage stage,
			 long code)
{
	slot->decision = SMTP_REFUSED;
	slot->fate.again = is_used_up(dialog, stage, code);
	slot->fate.stage = stage;
	slot->fate.whole = stage == SMTP_FINAL;
	/* An answer that is neither a refusal nor the expected one counts as none. */
	slot->fate.answer = code / 100 >= 4 ? code : 0;
	if (slot->fate.again || slot->fate.answer == 0)
		begin_no_more(dialog, SMTP_CLOSED);
	memcpy(slot->fate.said, dialog->said, sizeof slot->fate.said);
}

/* Applies an answer to its message. */
static void apply_reply(struct smtp_dialog *dialog, struct smtp_slot *slot, enum smtp_asked asked,
			long code)
{
	static const enum smtp_stage stages[] = {
		[SMTP_ASKED_SENDER] = SMTP_SENDER,
		[SMTP_ASKED_RECIPIENT] = SMTP_RECIPIENT,
		[SMTP_ASKED_DATA] = SMTP_LETTER,
		[SMTP_ASKED_FINAL] = SMTP_FINAL,
	};
	const bool well = code / 100 == (asked == SMTP_ASKED_DATA ? 3 : 2);

	slot->awaited--;
	slot->answers++;
	if (asked == SMTP_ASKED_DATA && well)
		slot->sent = SMTP_SENT_DATA_ANSWERED;
	if (slot->decision == SMTP_REFUSED)
		return;
	if (!well) {
		note_refusal(dialog, slot, stages[asked], code);
	} else if (asked == SMTP_ASKED_FINAL || slot->fate.letter == NULL) {
		slot->decision = SMTP_ACCEPTED;
		slot->fate.stage = stages[asked];
		slot->fate.answer = code;
		/* If the next message was begun already, the server still has it open. */
		if (dialog->answer_first == dialog->answer_next && slot->fate.letter != NULL)
			dialog->open = false;
	}
}

/* Reports whether the server answers a command that isn't completely written. Then its answers
 * belong to other commands than we think, and one of them could look like the acceptance of a
 * message that the server doesn't have. */
static bool is_early(const struct smtp_dialog *dialog, size_t at)
{
	return dialog->answers[at].end > dialog->before + dialog->written;
}

static void handle_reply(struct smtp_dialog *dialog, long code)
{
	size_t at = dialog->answer_first % SMTP_ANSWERS;

	if (code == 421)
		begin_no_more(dialog, SMTP_LEAVES);
	/* After an answer that belongs to no command, no other answer can be trusted. */
	if (dialog->answer_first == dialog->answer_next) {
		begin_no_more(dialog, SMTP_CLOSED);
		return;
	}
	/* An early answer may announce that the server leaves, or refuse the rest of a message. */
	dialog->early = code != 421 && is_early(dialog, at);
	if (dialog->early && (dialog->answers[at].asked != SMTP_ASKED_FINAL || code / 100 < 4))
		return;
	dialog->answer_first++;
	if (dialog->answers[at].asked != SMTP_ASKED_RESET)
		apply_reply(dialog, smtp_dialog_slot(dialog, dialog->answers[at].slot),
			    dialog->answers[at].asked, code);
	else if (code / 100 != 2)
		begin_no_more(dialog, SMTP_CLOSED);
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

void smtp_dialog_note(char *said, bool *more_inout, const char *line, size_t len)
{
	size_t at = *more_inout ? strlen(said) : 0, skip = 0;

	if (*more_inout) {
		skip = len < 4 ? len : 4;
		/* Each line may repeat the enhanced status. */
		if (skip < len && is_digit(line[skip]))
			while (skip < len && (is_digit(line[skip]) || line[skip] == '.'))
				skip++;
		while (skip < len && line[skip] == ' ')
			skip++;
		if (skip < len && at < SMTP_SAID_MAX - 1)
			said[at++] = ' ';
	}
	*more_inout = len > 3 && line[3] == '-';
	for (size_t i = skip; i < len && at < SMTP_SAID_MAX - 1; i++)
		said[at++] = line[i] >= ' ' && line[i] <= '~' ? line[i] : '?';
	said[at] = '\0';
}

/* Reads a line of an answer, without its LF. Returns false if it isn't SMTP. */
static bool read_reply_line(struct smtp_dialog *dialog, const char *line, size_t len)
{
	if (len > 0 && line[len - 1] == '\r')
		len--;
	smtp_dialog_note(dialog->said, &dialog->more, line, len);
	if (len < 3 || line[0] < '2' || line[0] > '5' || !is_digit(line[1]) || !is_digit(line[2]) ||
	    (len > 3 && line[3] != ' ' && line[3] != '-'))
		return false;
	if (len == 3 || line[3] == ' ')
		handle_reply(dialog,
			     100L * (line[0] - '0') + 10L * (line[1] - '0') + (line[2] - '0'));
	return true;
}

static bool is_decided(const struct smtp_slot *slot)
{
	return slot->sent >= SMTP_SENT_ENOUGH && slot->awaited == 0 &&
	       slot->decision != SMTP_UNDECIDED;
}

/* Ends a message's turn, and adapts the number of messages that may be on their way. */
static void end_turn(struct smtp_dialog *dialog, struct smtp_slot *slot, int64_t now)
{
	/* With DATA: a message whose end was sent, one whose sender was sent with that end, and one
	 * whose sender goes with the end of the second. */
	const size_t most = !dialog->offer.pipelining ? 1
			    : dialog->offer.chunking  ? dialog->most
						      : 3;

	slot->fate.took_ms = now - dialog->since;
	dialog->since = now;
	dialog->served += !slot->fate.again;
	dialog->window = slot->fate.took_ms >= QUICK_MS ? 1 : 2 * dialog->window;
	if (dialog->window > most)
		dialog->window = most;
}

static void end_turns(struct smtp_dialog *dialog, int64_t now)
{
	for (size_t i = dialog->first; i < dialog->next; i++) {
		struct smtp_slot *slot = smtp_dialog_slot(dialog, i);

		if (slot->fate.took_ms >= 0)
			continue;
		if (!is_decided(slot))
			break;
		end_turn(dialog, slot, now);
	}
}

bool smtp_dialog_receive(struct smtp_dialog *dialog, const char *bytes, size_t len, int64_t now)
{
	for (size_t i = 0; i < len; i++) {
		bool sound;

		if (bytes[i] != '\n') {
			strbuf_add_char(&dialog->line, bytes[i]);
			if (dialog->line.overflow)
				return false;
			continue;
		}
		sound = read_reply_line(dialog, dialog->line.bytes, dialog->line.len);
		strbuf_clear(&dialog->line);
		if (!sound || dialog->early)
			return false;
		smtp_dialog_add_commands(dialog);
		end_turns(dialog, now);
	}
	return true;
}

bool smtp_dialog_is_early(const struct smtp_dialog *dialog)
{
	return dialog->early;
}

/* ---- messages ---- */

bool smtp_dialog_has_room(const struct smtp_dialog *dialog)
{
	size_t count = dialog->next - dialog->first;

	return dialog->state == SMTP_TAKES_MESSAGES && !dialog->cut && count < dialog->window &&
	       (count == 0 || dialog->bytes < BYTES_MAX);
}

static struct smtp_slot *begin_slot(struct smtp_dialog *dialog, int64_t now)
{
	struct smtp_slot *slot = smtp_dialog_slot(dialog, dialog->next);

	if (dialog->first == dialog->next)
		dialog->since = now;
	dialog->next++;
	*slot = (struct smtp_slot){.fate = {.took_ms = -1}};
	return slot;
}

void smtp_dialog_add_message(struct smtp_dialog *dialog, const struct sink_letter *letter,
			     int64_t now)
{
	begin_slot(dialog, now)->fate.letter = letter;
	dialog->bytes += letter->len;
	smtp_dialog_add_commands(dialog);
}

void smtp_dialog_probe(struct smtp_dialog *dialog, const char *from, int64_t now)
{
	begin_slot(dialog, now)->from = from;
	smtp_dialog_add_commands(dialog);
}

static bool is_whole(const struct smtp_dialog *dialog, const struct smtp_slot *slot)
{
	return slot->sent == SMTP_SENT_ALL && slot->end <= dialog->offered;
}

/* Gives up on a message without an answer. If it was its turn, it may be the cause, unless the
 * connection was used up before its sender was read. The messages after it are blameless. */
static void give_up_slot(struct smtp_dialog *dialog, struct smtp_slot *slot, bool its_turn)
{
	struct smtp_result *fate = &slot->fate;
	const bool heard = slot->answers > 0; /* at least the sender was answered */

	fate->whole = is_whole(dialog, slot);
	fate->again = dialog->state == SMTP_LEAVES ||
		      (!fate->whole && (!its_turn || (dialog->served > 0 && !heard)));
	if (fate->whole)
		fate->stage = SMTP_FINAL;
	else if (heard)
		fate->stage = slot->sent >= SMTP_SENT_DATA ? SMTP_LETTER : SMTP_RECIPIENT;
	else
		fate->stage = SMTP_SENDER;
}

void smtp_dialog_cut(struct smtp_dialog *dialog, int64_t now)
{
	bool its_turn = true;

	dialog->cut = true;
	begin_no_more(dialog, SMTP_CLOSED);
	for (size_t i = dialog->first; i < dialog->next; i++) {
		struct smtp_slot *slot = smtp_dialog_slot(dialog, i);

		if (slot->fate.took_ms < 0) {
			slot->fate.took_ms = its_turn ? now - dialog->since : 0;
			if (slot->decision == SMTP_UNDECIDED) {
				give_up_slot(dialog, slot, its_turn);
				its_turn = false;
			}
		}
	}
	dialog->answer_first = dialog->answer_next;
}

bool smtp_dialog_take_result(struct smtp_dialog *dialog, struct smtp_result *out)
{
	struct smtp_slot *slot = smtp_dialog_slot(dialog, dialog->first);

	if (dialog->first == dialog->next || (!dialog->cut && !is_decided(slot)))
		return false;
	*out = slot->fate;
	if (slot->fate.letter != NULL)
		dialog->bytes -= slot->fate.letter->len;
	dialog->first++;
	return true;
}

/* ---- the state of the conversation ---- */

bool smtp_dialog_waits(const struct smtp_dialog *dialog, bool *final_out)
{
	size_t at = dialog->answer_first % SMTP_ANSWERS;

	if (dialog->answer_first == dialog->answer_next)
		return false;
	*final_out = dialog->answers[at].asked == SMTP_ASKED_FINAL &&
		     is_whole(dialog, &dialog->slots[dialog->answers[at].slot % SMTP_WINDOW]);
	return true;
}

int64_t smtp_dialog_since(const struct smtp_dialog *dialog)
{
	return dialog->since;
}

const struct sink_letter *smtp_dialog_unanswered(struct smtp_dialog *dialog)
{
	for (size_t i = dialog->first; i < dialog->next; i++) {
		struct smtp_slot *slot = smtp_dialog_slot(dialog, i);

		if (!slot->noted && slot->fate.letter != NULL && is_whole(dialog, slot) &&
		    !is_decided(slot)) {
			slot->noted = true;
			return slot->fate.letter;
		}
	}
	return NULL;
}

bool smtp_dialog_is_over(const struct smtp_dialog *dialog)
{
	return dialog->state != SMTP_TAKES_MESSAGES && dialog->answer_first == dialog->answer_next;
}

bool smtp_dialog_is_going(const struct smtp_dialog *dialog)
{
	return dialog->state == SMTP_LEAVES;
}

const char *smtp_dialog_said(const struct smtp_dialog *dialog)
{
	return dialog->said;
}
