/* SPDX-License-Identifier: MIT */
/* What a conversation says: as much as may be said without waiting. */
#include "core/base/base.h"
#include "pbem/wire/sink.h"
#include "pbem/wire/smtp_dialog_inner.h"

enum { CHUNK = 16384 }; /* bytes of one write: what TLS makes one record of */

struct smtp_slot *smtp_dialog_slot(struct smtp_dialog *dialog, size_t number)
{
	return &dialog->slots[number % SMTP_WINDOW];
}

/* Of what went out, goes, and is to go. */
static uint64_t all_bytes(const struct smtp_dialog *dialog)
{
	return dialog->before + dialog->going_out.len + dialog->coming.len;
}

/* What is asked ends with the bytes there are. */
static void await(struct smtp_dialog *dialog, enum smtp_asked asked)
{
	const size_t at = dialog->answer_next++ % SMTP_ANSWERS;

	dialog->answers[at].asked = asked;
	dialog->answers[at].slot = dialog->speaker;
	dialog->answers[at].end = all_bytes(dialog);
	if (asked != SMTP_ASKED_RESET)
		smtp_dialog_slot(dialog, dialog->speaker)->awaited++;
}

/* What a letter's bytes are on their way behind DATA: a dot stands before each that begins a line,
 * and a lone one at the end. */
static void add_dotted(const char *bytes, size_t len, struct text *out)
{
	const char *cursor = bytes, *line;
	size_t line_len;

	while (text_next_line(&cursor, bytes + len, &line, &line_len)) {
		if (line_len > 0 && *line == '.')
			text_add_char(out, '.');
		text_add_bytes(out, line, line_len);
		text_add_char(out, '\n');
	}
	if (len > 0 && bytes[len - 1] != '\n') {
		out->len--;
		text_add(out, "\r\n");
	}
	text_add(out, ".\r\n");
}

/* The letter's last byte is among those that are to be written. */
static void end_letter(struct smtp_dialog *dialog, struct smtp_slot *slot)
{
	slot->end = all_bytes(dialog);
	slot->told = SMTP_TOLD_ALL;
	slot->passed = true;
	await(dialog, SMTP_ASKED_FINAL);
}

static void say_sender(struct smtp_dialog *dialog, struct smtp_slot *slot)
{
	const struct sink_letter *letter = slot->fate.letter;

	if (dialog->open) {
		text_add(&dialog->coming, "RSET\r\n");
		await(dialog, SMTP_ASKED_RESET);
		dialog->open = false;
		if (!dialog->offer.pipelining)
			return;
	}
	text_addf(&dialog->coming, "MAIL FROM:<%s>", letter != NULL ? letter->from : slot->from);
	if (dialog->offer.size && letter != NULL)
		text_addf(&dialog->coming, " SIZE=%zu", letter->len);
	text_add(&dialog->coming, "\r\n");
	slot->told = SMTP_TOLD_SENDER;
	slot->passed = letter == NULL;
	dialog->open = true;
	await(dialog, SMTP_ASKED_SENDER);
}

static void say_letter(struct smtp_dialog *dialog, struct smtp_slot *slot)
{
	const struct sink_letter *letter = slot->fate.letter;

	if (!dialog->offer.chunking) {
		text_add(&dialog->coming, "DATA\r\n");
		slot->told = SMTP_TOLD_DATA;
		await(dialog, SMTP_ASKED_DATA);
		return;
	}
	text_addf(&dialog->coming, "BDAT %zu LAST\r\n", letter->len);
	text_add_bytes(&dialog->coming, letter->bytes, letter->len);
	end_letter(dialog, slot);
}

/* The server has asked for the letter, or has not. Without a recipient it should not have, and an
 * end alone is what it is given then (RFC 2920 3.1). */
static void say_data(struct smtp_dialog *dialog, struct smtp_slot *slot)
{
	if (slot->wanted && slot->refused)
		text_add(&dialog->coming, ".\r\n");
	else if (slot->wanted)
		add_dotted(slot->fate.letter->bytes, slot->fate.letter->len, &dialog->coming);
	if (slot->wanted) {
		end_letter(dialog, slot);
		dialog->open = false;
	} else {
		slot->passed = true;
	}
}

/* The speaker's next words. False: there are none now. */
static bool say_next(struct smtp_dialog *dialog)
{
	struct smtp_slot *slot = smtp_dialog_slot(dialog, dialog->speaker);
	bool silent = dialog->answer_first == dialog->answer_next;

	if (slot->told == SMTP_TOLD_DATA) {
		if (slot->awaited > 0 && !slot->wanted)
			return false;
		say_data(dialog, slot);
	} else if (dialog->closed && slot->told == SMTP_TOLD_NOTHING) {
		return false;
	} else if (slot->refused) {
		slot->passed = true;
	} else if (!silent && !dialog->offer.pipelining) {
		return false;
	} else if (slot->told == SMTP_TOLD_NOTHING) {
		say_sender(dialog, slot);
	} else if (slot->told == SMTP_TOLD_SENDER) {
		text_addf(&dialog->coming, "RCPT TO:<%s>\r\n", slot->fate.letter->to);
		slot->told = SMTP_TOLD_RECIPIENT;
		await(dialog, SMTP_ASKED_RECIPIENT);
	} else {
		say_letter(dialog, slot);
	}
	if (slot->passed)
		dialog->speaker++;
	return true;
}

void smtp_dialog_go_on(struct smtp_dialog *dialog)
{
	while (!dialog->cut && dialog->speaker < dialog->next && say_next(dialog))
		continue;
}

const char *smtp_dialog_out(struct smtp_dialog *dialog, size_t *len_out)
{
	size_t left = dialog->going_out.len - dialog->written;

	if (left == 0) {
		struct text empty = dialog->going_out;

		dialog->before += dialog->going_out.len;
		dialog->going_out = dialog->coming;
		dialog->coming = empty;
		text_clear(&dialog->coming);
		dialog->written = 0;
		left = dialog->going_out.len;
	}
	if (left == 0 || dialog->cut)
		return NULL;
	*len_out = left < CHUNK ? left : CHUNK;
	dialog->offered = dialog->before + dialog->written + *len_out;
	return dialog->going_out.bytes + dialog->written;
}

void smtp_dialog_written(struct smtp_dialog *dialog, size_t len)
{
	dialog->written += len;
}
