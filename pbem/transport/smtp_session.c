/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/base/base.h"
#include "pbem/wire/sink.h"
#include "pbem/wire/smtp_dialog_inner.h"

#define TO_GO_MAX ((size_t)1 << 30) /* never reached: letters are far smaller */

enum {
	BYTES_MAX = 1 << 20,   /* on their way at most, if there are several letters */
	LINE_MAX_BYTES = 4096, /* of an answer */
	QUICK_MS = 1000,
	WINDOW_ALL = 96,  /* letters on their way over all connections, */
	WINDOW_LEAST = 16 /* and over each of more than six */
};

/* How fast letters go to a server that is far away is how many are on their way at a time. One
 * connection alone hasn't all of them: who wants no more than one wants little to go twice. */
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
	text_init(&dialog->coming, TO_GO_MAX);
	text_init(&dialog->going_out, TO_GO_MAX);
	text_init(&dialog->line, LINE_MAX_BYTES);
	return dialog;
}

void smtp_dialog_free(struct smtp_dialog *dialog)
{
	if (dialog == NULL)
		return;
	text_done(&dialog->coming);
	text_done(&dialog->going_out);
	text_done(&dialog->line);
	free(dialog);
}

/* ---- what comes in ---- */

/* Whether a connection that has served letters has had its day, and a fresh one may be better: the
 * server goes, or takes no sender any more. RFC 1870 6.1: 552 is about the letter's size. */
static bool is_used_up(const struct smtp_dialog *dialog, enum smtp_stage stage, long code)
{
	return dialog->served > 0 && stage < SMTP_FINAL &&
	       (code == 421 || (stage == SMTP_SENDER && code != 552));
}

static void refuse(struct smtp_dialog *dialog, struct smtp_slot *slot, enum smtp_stage stage,
		   long code)
{
	slot->refused = true;
	slot->fate.again = is_used_up(dialog, stage, code);
	dialog->closed = dialog->closed || slot->fate.again;
	slot->fate.stage = stage;
	slot->fate.whole = stage == SMTP_FINAL;
	/* One that says yes to something else says nothing. */
	slot->fate.answer = code / 100 >= 4 ? code : 0;
	dialog->closed = dialog->closed || slot->fate.answer == 0;
	memcpy(slot->fate.said, dialog->said, sizeof slot->fate.said);
}

/* Each letter's answers: the first that refuses it decides. */
static void answer_letter(struct smtp_dialog *dialog, struct smtp_slot *slot, enum smtp_asked asked,
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
	slot->wanted = slot->wanted || (asked == SMTP_ASKED_DATA && well);
	if (slot->refused)
		return;
	if (!well) {
		refuse(dialog, slot, stages[asked], code);
	} else if (asked == SMTP_ASKED_FINAL || slot->fate.letter == NULL) {
		slot->accepted = true;
		slot->fate.stage = stages[asked];
		slot->fate.answer = code;
		/* What was begun behind it is another matter. */
		if (dialog->answer_first == dialog->answer_next && slot->fate.letter != NULL)
			dialog->open = false;
	}
}

/* Whether the server answers what wasn't written whole. Then its answers are to other things than
 * we think, and one of them could be taken for a yes to a letter that it hasn't. */
static bool is_early(const struct smtp_dialog *dialog, size_t at)
{
	return dialog->answers[at].end > dialog->before + dialog->written;
}

static void answer(struct smtp_dialog *dialog, long code)
{
	size_t at = dialog->answer_first % SMTP_ANSWERS;

	dialog->going = dialog->going || code == 421;
	dialog->closed = dialog->closed || code == 421;
	/* Said unasked, nothing else means anything. */
	if (dialog->answer_first == dialog->answer_next) {
		dialog->closed = true;
		return;
	}
	/* Who goes may say so at any time, and who wants no more of a letter in its midst. */
	dialog->early = code != 421 && is_early(dialog, at);
	if (dialog->early && (dialog->answers[at].asked != SMTP_ASKED_FINAL || code / 100 < 4))
		return;
	dialog->answer_first++;
	if (dialog->answers[at].asked != SMTP_ASKED_RESET)
		answer_letter(dialog, smtp_dialog_slot(dialog, dialog->answers[at].slot),
			      dialog->answers[at].asked, code);
	else if (code / 100 != 2)
		dialog->closed = true;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* A whole line, without its end. False: it is no SMTP. */
static bool take_line(struct smtp_dialog *dialog, const char *line, size_t len)
{
	size_t said = 0;

	if (len > 0 && line[len - 1] == '\r')
		len--;
	for (; said < len && said < SMTP_SAID_MAX - 1; said++)
		dialog->said[said] = line[said] >= ' ' && line[said] <= '~' ? line[said] : '?';
	dialog->said[said] = '\0';
	if (len < 3 || line[0] < '2' || line[0] > '5' || !is_digit(line[1]) || !is_digit(line[2]) ||
	    (len > 3 && line[3] != ' ' && line[3] != '-'))
		return false;
	if (len == 3 || line[3] == ' ')
		answer(dialog, strtol(dialog->said, NULL, 10));
	return true;
}

static bool is_decided(const struct smtp_slot *slot)
{
	return slot->passed && slot->awaited == 0 && (slot->accepted || slot->refused);
}

/* When the turn passes to the next. */
static void end_turn(struct smtp_dialog *dialog, struct smtp_slot *slot, int64_t now)
{
	/* Behind DATA: one whose end is out, one whose sender is, and one that is said with the end
	 * of that. */
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

bool smtp_dialog_heard(struct smtp_dialog *dialog, const char *bytes, size_t len, int64_t now)
{
	for (size_t i = 0; i < len; i++) {
		bool sound;

		if (bytes[i] != '\n') {
			text_add_char(&dialog->line, bytes[i]);
			if (dialog->line.overflow)
				return false;
			continue;
		}
		sound = take_line(dialog, dialog->line.bytes, dialog->line.len);
		text_clear(&dialog->line);
		if (!sound || dialog->early)
			return false;
		smtp_dialog_go_on(dialog);
		end_turns(dialog, now);
	}
	return true;
}

bool smtp_dialog_is_early(const struct smtp_dialog *dialog)
{
	return dialog->early;
}

/* ---- letters ---- */

bool smtp_dialog_has_room(const struct smtp_dialog *dialog)
{
	size_t count = dialog->next - dialog->first;

	return !dialog->closed && !dialog->cut && count < dialog->window &&
	       (count == 0 || dialog->bytes < BYTES_MAX);
}

static struct smtp_slot *begin(struct smtp_dialog *dialog, int64_t now)
{
	struct smtp_slot *slot = smtp_dialog_slot(dialog, dialog->next);

	if (dialog->first == dialog->next)
		dialog->since = now;
	dialog->next++;
	*slot = (struct smtp_slot){.fate = {.took_ms = -1}};
	return slot;
}

void smtp_dialog_give(struct smtp_dialog *dialog, const struct sink_letter *letter, int64_t now)
{
	begin(dialog, now)->fate.letter = letter;
	dialog->bytes += letter->len;
	smtp_dialog_go_on(dialog);
}

void smtp_dialog_probe(struct smtp_dialog *dialog, const char *from, int64_t now)
{
	begin(dialog, now)->from = from;
	smtp_dialog_go_on(dialog);
}

static bool is_whole(const struct smtp_dialog *dialog, const struct smtp_slot *slot)
{
	return slot->told == SMTP_TOLD_ALL && slot->end <= dialog->offered;
}

/* One that has no answer. The letter whose turn it was may have been why, unless the connection was
 * used up before its sender was heard; those behind it have done nothing. */
static void give_up(struct smtp_dialog *dialog, struct smtp_slot *slot, bool its_turn)
{
	struct smtp_fate *fate = &slot->fate;
	const bool heard = slot->answers > 0; /* at least its sender was answered */

	fate->whole = is_whole(dialog, slot);
	fate->again =
		dialog->going || (!fate->whole && (!its_turn || (dialog->served > 0 && !heard)));
	if (fate->whole)
		fate->stage = SMTP_FINAL;
	else if (heard)
		fate->stage = slot->told == SMTP_TOLD_DATA || slot->told == SMTP_TOLD_ALL
				      ? SMTP_LETTER
				      : SMTP_RECIPIENT;
	else
		fate->stage = SMTP_SENDER;
}

void smtp_dialog_cut(struct smtp_dialog *dialog, int64_t now)
{
	bool its_turn = true;

	dialog->cut = dialog->closed = true;
	for (size_t i = dialog->first; i < dialog->next; i++) {
		struct smtp_slot *slot = smtp_dialog_slot(dialog, i);

		if (slot->fate.took_ms < 0) {
			slot->fate.took_ms = its_turn ? now - dialog->since : 0;
			if (!slot->accepted && !slot->refused) {
				give_up(dialog, slot, its_turn);
				its_turn = false;
			}
		}
	}
	dialog->answer_first = dialog->answer_next;
}

bool smtp_dialog_fate(struct smtp_dialog *dialog, struct smtp_fate *out)
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

/* ---- what else is to be known of it ---- */

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
	return dialog->closed && dialog->answer_first == dialog->answer_next;
}

bool smtp_dialog_is_going(const struct smtp_dialog *dialog)
{
	return dialog->going;
}

const char *smtp_dialog_said(const struct smtp_dialog *dialog)
{
	return dialog->said;
}
