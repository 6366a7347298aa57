/* SPDX-License-Identifier: MIT */
/* Delivers to maildir:PATH, the mail of one machine. All messages are in one Maildir, each after
 * the envelope that a mail server would have written. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/util/base.h"
#include "core/util/sha256.h"
#include "core/util/strbuf.h"
#include "pbem/sys/config.h"
#include "pbem/sys/step.h"
#include "pbem/transport/maildir_source.h"
#include "pbem/transport/sink.h"
#include "pbem/transport/sink_ops.h"

enum { TOGETHER = 500, BYTES_TOGETHER = 4 << 20 };

struct maildir_sink {
	struct sink sink;
	char *path;
	struct strbuf letter; /* scratch */
};

static enum wire open_maildir(const struct config *config, struct sink **sink_out,
			      struct reason *reason)
{
	char *path = config_path(config, config->outgoing + strlen(sink_maildir_kind.scheme));
	struct maildir_sink *maildir;

	if (config->outgoing[strlen(sink_maildir_kind.scheme)] == '/' && access(path, X_OK) != 0) {
		const int number = errno;

		/* If we made the folder, nobody would look there. */
		reason_set(reason, "%s: %s. Make the folder, or correct its path in pbem.conf",
			   path, strerror(number));
		reason_judge_errno(reason, number);
		free(path);
		return reason_is_temporary(reason) ? WIRE_LATER : WIRE_NEVER;
	}
	if (maildir_make(path, reason) != 0) {
		free(path);
		return reason_is_temporary(reason) ? WIRE_LATER : WIRE_NEVER;
	}
	maildir = base_zalloc(1, sizeof *maildir);
	maildir->path = path;
	strbuf_init(&maildir->letter, 0);
	*sink_out = &maildir->sink;
	return WIRE_DONE;
}

static int add_message(struct maildir_sink *maildir, struct maildir_delivery *delivery,
		       const struct sink_letter *letter, struct reason *reason)
{
	struct strbuf *text = &maildir->letter;
	struct sha256 digest;
	char *name;
	int result;

	/* Messages of one kind to one seat have the same name in the outbox, one after the other,
	 * but here they exist at the same time. A message that is sent again has the same bytes, so
	 * it gets the same name. */
	sha256_bytes(letter->bytes, letter->len, &digest);
	name = base_printf("%s.%.16s", letter->name, digest.hex);
	strbuf_clear(text);
	strbuf_addf(text, "Return-Path: <%s>\nDelivered-To: %s\n", letter->from, letter->to);
	sink_add_local(letter->bytes, letter->len, text);
	result = maildir_add(delivery, name, text->bytes, text->len, reason);
	free(name);
	return result;
}

static int deliver_messages(struct maildir_sink *maildir, const struct sink_letter *const *letters,
			    size_t count, struct reason *reason)
{
	struct maildir_delivery delivery;
	int result;

	if (maildir_begin(&delivery, maildir->path, count, reason) != 0)
		return -1;
	result = 0;
	for (size_t i = 0; i < count && result == 0; i++)
		result = add_message(maildir, &delivery, letters[i], reason);
	return maildir_end(&delivery, result == 0, reason) == 0 ? result : -1;
}

/* Sends up to TOGETHER messages at a time. They are flushed together, and none counts as sent
 * before all are. */
static enum wire post_to_maildir(struct sink *sink, const struct sink_round *round,
				 struct reason *reason)
{
	struct maildir_sink *maildir = (struct maildir_sink *)sink;
	const struct sink_letter *letters[TOGETHER];
	size_t count, bytes;

	do {
		struct sink_result fate = {.result = WIRE_DONE};
		int64_t before = step_ms();

		count = bytes = 0;
		while (count < TOGETHER && bytes < BYTES_TOGETHER &&
		       (letters[count] = sink_next(round, 0)) != NULL)
			bytes += letters[count++]->len;
		/* An error such as a full disk concerns all messages. */
		if (count > 0 && deliver_messages(maildir, letters, count, &fate.why) != 0) {
			fate.result = WIRE_LATER;
			fate.down = sink->down = true;
			*reason = fate.why;
		}
		fate.took_ms = (step_ms() - before) / (int64_t)MAX(count, 1);
		for (size_t i = 0; i < count; i++)
			round->fate(round->context, letters[i], &fate);
	} while (count > 0 && !sink->down);
	return sink->down ? WIRE_LATER : WIRE_DONE;
}

static enum wire probe_maildir(struct sink *sink, struct reason *reason)
{
	const struct maildir_sink *maildir = (const struct maildir_sink *)sink;
	char *new = base_printf("%s/new", maildir->path);
	enum wire result = WIRE_DONE;

	if (access(new, W_OK | X_OK) != 0) {
		reason_set(reason, "can't write into %s: %s", new, strerror(errno));
		result = WIRE_NEVER;
	}
	free(new);
	return result;
}

static void close_maildir(struct sink *sink)
{
	struct maildir_sink *maildir = (struct maildir_sink *)sink;

	strbuf_done(&maildir->letter);
	free(maildir->path);
	free(maildir);
}

const struct sink_kind sink_maildir_kind = {
	.scheme = "maildir:",
	.open = open_maildir,
	.post = post_to_maildir,
	.probe = probe_maildir,
	.close = close_maildir,
};
