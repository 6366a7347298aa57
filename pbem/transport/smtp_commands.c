/* SPDX-License-Identifier: MIT */
/* Writes the commands of a conversation: as much as may be sent without waiting. */
#include "core/util/base.h"
#include "pbem/sys/address.h"
#include "pbem/transport/sink.h"
#include "pbem/transport/smtp_session_internal.h"

enum { CHUNK = 16384 }; /* bytes of one write; TLS makes one record of them */

struct smtp_slot *smtp_dialog_slot(struct smtp_dialog *dialog, size_t number)
{
	return &dialog->slots[number % SMTP_WINDOW];
}

/* Returns the number of bytes sent, being sent, and to be sent. */
static uint64_t count_all_bytes(const struct smtp_dialog *dialog)
{
	return dialog->before + dialog->going_out.len + dialog->coming.len;
}

/* Records that a command ends with the bytes so far, and that its answer is awaited. */
static void expect_reply(struct smtp_dialog *dialog, enum smtp_asked asked)
{
	const size_t at = dialog->answer_next++ % SMTP_ANSWERS;

	dialog->answers[at].asked = asked;
	dialog->answers[at].slot = dialog->speaker;
	dialog->answers[at].end = count_all_bytes(dialog);
	if (asked != SMTP_ASKED_RESET)
		smtp_dialog_slot(dialog, dialog->speaker)->awaited++;
}

/* Adds a message's bytes as sent after DATA: a dot is added to each line that begins with one, and
 * a line with a dot ends the message. */
static void add_dot_stuffed(const char *bytes, size_t len, struct strbuf *out)
{
	const char *cursor = bytes, *line;
	size_t line_len;

	while (strbuf_next_line(&cursor, bytes + len, &line, &line_len)) {
		if (line_len > 0 && *line == '.')
			strbuf_add_char(out, '.');
		strbuf_add_bytes(out, line, line_len);
		strbuf_add_char(out, '\n');
	}
	if (len > 0 && bytes[len - 1] != '\n') {
		out->len--;
		strbuf_add(out, "\r\n");
	}
	strbuf_add(out, ".\r\n");
}

/* Records that the message's last byte has been added to the bytes to be written. */
static void end_message(struct smtp_dialog *dialog, struct smtp_slot *slot)
{
	slot->end = count_all_bytes(dialog);
	slot->sent = SMTP_SENT_ALL;
	expect_reply(dialog, SMTP_ASKED_FINAL);
}

static bool needs_utf8(const struct smtp_slot *slot)
{
	return slot->fate.letter != NULL && !address_is_ascii(slot->fate.letter->to);
}

static void add_sender(struct smtp_dialog *dialog, struct smtp_slot *slot)
{
	const struct sink_letter *letter = slot->fate.letter;

	if (dialog->open) {
		strbuf_add(&dialog->coming, "RSET\r\n");
		expect_reply(dialog, SMTP_ASKED_RESET);
		dialog->open = false;
		if (!dialog->offer.pipelining)
			return;
	}
	strbuf_addf(&dialog->coming, "MAIL FROM:<%s>", letter != NULL ? letter->from : slot->from);
	if (dialog->offer.size && letter != NULL)
		strbuf_addf(&dialog->coming, " SIZE=%zu", letter->len);
	/* The address is also in the message's header. */
	if (needs_utf8(slot))
		strbuf_add(&dialog->coming, " BODY=8BITMIME SMTPUTF8");
	strbuf_add(&dialog->coming, "\r\n");
	slot->sent = letter != NULL ? SMTP_SENT_SENDER : SMTP_SENT_ENOUGH;
	dialog->open = true;
	expect_reply(dialog, SMTP_ASKED_SENDER);
}

static void add_message_command(struct smtp_dialog *dialog, struct smtp_slot *slot)
{
	const struct sink_letter *letter = slot->fate.letter;

	if (!dialog->offer.chunking) {
		strbuf_add(&dialog->coming, "DATA\r\n");
		slot->sent = SMTP_SENT_DATA;
		expect_reply(dialog, SMTP_ASKED_DATA);
		return;
	}
	strbuf_addf(&dialog->coming, "BDAT %zu LAST\r\n", letter->len);
	strbuf_add_bytes(&dialog->coming, letter->bytes, letter->len);
	end_message(dialog, slot);
}

/* Adds the message if the server has asked for it (354). If the recipient was refused the server
 * should not have asked, and then gets only the end of a message (RFC 2920 3.1). */
static void add_data(struct smtp_dialog *dialog, struct smtp_slot *slot)
{
	if (slot->sent != SMTP_SENT_DATA_ANSWERED) {
		slot->sent = SMTP_SENT_ENOUGH;
		return;
	}
	if (slot->decision == SMTP_REFUSED)
		strbuf_add(&dialog->coming, ".\r\n");
	else
		add_dot_stuffed(slot->fate.letter->bytes, slot->fate.letter->len, &dialog->coming);
	end_message(dialog, slot);
	dialog->open = false;
}

/* Adds the next command of the present message. Returns false if there is none now. */
static bool add_next_command(struct smtp_dialog *dialog)
{
	struct smtp_slot *slot = smtp_dialog_slot(dialog, dialog->speaker);
	bool silent = dialog->answer_first == dialog->answer_next;

	if (slot->sent == SMTP_SENT_DATA && slot->awaited > 0) {
		return false;
	} else if (slot->sent == SMTP_SENT_DATA || slot->sent == SMTP_SENT_DATA_ANSWERED) {
		add_data(dialog, slot);
	} else if (dialog->state != SMTP_TAKES_MESSAGES && slot->sent == SMTP_SENT_NOTHING) {
		return false;
	} else if (slot->decision == SMTP_REFUSED) {
		slot->sent = SMTP_SENT_ENOUGH;
	} else if (!silent && !dialog->offer.pipelining) {
		return false;
	} else if (slot->sent == SMTP_SENT_NOTHING) {
		add_sender(dialog, slot);
	} else if (slot->sent == SMTP_SENT_SENDER) {
		strbuf_addf(&dialog->coming, "RCPT TO:<%s>\r\n", slot->fate.letter->to);
		slot->sent = SMTP_SENT_RECIPIENT;
		expect_reply(dialog, SMTP_ASKED_RECIPIENT);
	} else {
		add_message_command(dialog, slot);
	}
	if (slot->sent >= SMTP_SENT_ENOUGH)
		dialog->speaker++;
	return true;
}

void smtp_dialog_add_commands(struct smtp_dialog *dialog)
{
	while (!dialog->cut && dialog->speaker < dialog->next && add_next_command(dialog))
		continue;
}

const char *smtp_dialog_out(struct smtp_dialog *dialog, size_t *len_out)
{
	size_t left = dialog->going_out.len - dialog->written;

	if (left == 0) {
		struct strbuf empty = dialog->going_out;

		dialog->before += dialog->going_out.len;
		dialog->going_out = dialog->coming;
		dialog->coming = empty;
		strbuf_clear(&dialog->coming);
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
