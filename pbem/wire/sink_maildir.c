/* SPDX-License-Identifier: MIT */
/* maildir:PATH, the post of one machine: all letters lie in one Maildir, each with the envelope in
 * front that a mail server would have written. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/base.h"
#include "core/base/digest.h"
#include "core/base/text.h"
#include "pbem/site/config.h"
#include "pbem/wire/maildir.h"
#include "pbem/wire/sink.h"
#include "pbem/wire/sink_kind.h"

struct maildir_sink {
	struct sink sink;
	char *path;
	struct text letter; /* scratch */
};

static enum wire open_maildir(const struct config *config, struct sink **sink_out,
			      struct reason *reason)
{
	char *path = config_path(config, config->outgoing + strlen(sink_maildir_kind.scheme));
	struct maildir_sink *maildir;

	if (config->outgoing[strlen(sink_maildir_kind.scheme)] == '/' && access(path, X_OK) != 0) {
		const int number = errno;

		/* Made by us, nobody would look there. */
		reason_set(reason, "%s: %s. Make the folder, or mend its path in pbem.conf", path,
			   strerror(number));
		reason_judge_errno(reason, number);
		free(path);
		return reason_is_passing(reason) ? WIRE_LATER : WIRE_NEVER;
	}
	if (maildir_make(path, reason) != 0) {
		free(path);
		return reason_is_passing(reason) ? WIRE_LATER : WIRE_NEVER;
	}
	maildir = base_zalloc(1, sizeof *maildir);
	maildir->path = path;
	text_init(&maildir->letter, 0);
	*sink_out = &maildir->sink;
	return WIRE_DONE;
}

static enum wire send_to_maildir(struct sink *sink, const struct sink_letter *letter,
				 struct reason *reason)
{
	struct maildir_sink *maildir = (struct maildir_sink *)sink;
	struct text *text = &maildir->letter;
	struct maildir_delivery delivery;
	struct digest digest;
	char *name;
	int result;

	/* A seat's letters of one kind share a name in the outbox, one after the other; here they
	 * lie side by side. The same letter sent again is the same bytes. */
	digest_bytes(letter->bytes, letter->len, &digest);
	name = base_printf("%s.%.16s", letter->name, digest.hex);
	text_clear(text);
	text_addf(text, "Return-Path: <%s>\nDelivered-To: %s\n", letter->from, letter->to);
	sink_add_local(letter->bytes, letter->len, text);
	result = maildir_begin(&delivery, maildir->path, 1, reason);
	if (result == 0) {
		result = maildir_add(&delivery, name, text->bytes, text->len, reason);
		if (maildir_end(&delivery, result == 0, reason) != 0)
			result = -1;
	}
	free(name);
	if (result == 0)
		return WIRE_DONE;
	sink->down = true; /* a full disk is full for all */
	return WIRE_LATER;
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

	text_done(&maildir->letter);
	free(maildir->path);
	free(maildir);
}

const struct sink_kind sink_maildir_kind = {
	.scheme = "maildir:",
	.open = open_maildir,
	.send = send_to_maildir,
	.probe = probe_maildir,
	.close = close_maildir,
};
