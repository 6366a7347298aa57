/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "pbem/sys/config.h"
#include "pbem/sys/source_ops.h"
#include "pbem/transport/imap/imap.h"
#include "pbem/transport/maildir_source.h"
#include "pbem/transport/source.h"

static const struct source_kind *const kinds[] = {
	&imap_source_tls,
	&imap_source,
	&maildir_source,
};

static enum wire open_kind(const struct config *config, bool done, struct source **source_out,
			   struct reason *reason)
{
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
		const char *scheme = kinds[i]->scheme;

		if (strncasecmp(config->mailbox, scheme, strlen(scheme)) == 0)
			return kinds[i]->open(config, done, source_out, reason);
	}
	return wire_never(
		reason,
		"mailbox: expected imaps://HOST/FOLDER, imap://HOST/FOLDER or maildir:PATH, not "
		"'%s'",
		config->mailbox);
}

enum wire source_open(const struct config *config, struct source **source_out,
		      struct reason *reason)
{
	return open_kind(config, false, source_out, reason);
}

enum wire source_open_done(const struct config *config, struct source **source_out,
			   struct reason *reason)
{
	return open_kind(config, true, source_out, reason);
}

enum wire source_list_strays(struct source *source, const struct source_past *past,
			     struct waiting_list *list_out, struct reason *reason)
{
	return source->kind->list_strays(source, past, list_out, reason);
}

void source_note(struct source *source, uint64_t batch)
{
	if (source->kind->note != NULL)
		source->kind->note(source, batch);
}

enum wire source_list(struct source *source, size_t max, struct waiting_list *list_out,
		      struct reason *reason)
{
	return source->kind->list(source, max, list_out, reason);
}

enum wire source_fetch(struct source *source, const struct waiting *letters, size_t count,
		       source_take take, void *context, struct reason *reason)
{
	return source->kind->fetch(source, letters, count, take, context, reason);
}

void source_prefetch(struct source *source, const struct waiting *letters, size_t count)
{
	if (source->kind->prefetch != NULL)
		source->kind->prefetch(source, letters, count);
}

enum wire source_await_marks(struct source *source, struct reason *reason)
{
	return source->kind->await_marks != NULL ? source->kind->await_marks(source, reason)
						 : WIRE_DONE;
}

enum wire source_hold(struct source *source, enum source_hold how, struct reason *reason)
{
	return source->kind->hold(source, how, reason);
}

enum wire source_claim(struct source *source, const struct waiting *letters, size_t count,
		       enum source_hold how, struct reason *reason)
{
	return source->kind->claim != NULL
		       ? source->kind->claim(source, letters, count, how, reason)
		       : WIRE_DONE;
}

bool source_claimed(const struct source *source)
{
	return source->claimed;
}

const char *source_another(const struct source *source)
{
	return source->another;
}

const char *source_others(struct source *source)
{
	return source->others;
}

const char *source_unclaimed(struct source *source)
{
	return source->kind->unclaimed(source);
}

enum wire source_mark(struct source *source, const struct waiting *letters, size_t count,
		      struct reason *reason)
{
	return source->kind->mark(source, letters, count, reason);
}

int64_t source_certificate(const struct source *source)
{
	return source->certificate;
}

enum wire source_newest(struct source *source, int64_t *when_out, struct reason *reason)
{
	*when_out = 0;
	return source->kind->newest != NULL ? source->kind->newest(source, when_out, reason)
					    : WIRE_DONE;
}

enum wire source_clock(struct source *source, int64_t *now_out, struct reason *reason)
{
	*now_out = 0;
	return source->kind->clock != NULL ? source->kind->clock(source, now_out, reason)
					   : WIRE_DONE;
}

enum wire source_watch(struct source *source, struct reason *reason)
{
	return source->kind->watch(source, reason);
}

int source_poll_fd(const struct source *source)
{
	return source->poll_fd;
}

enum wire source_check_new(struct source *source, bool ask, bool *came_out, struct reason *reason)
{
	return source->kind->check_new(source, ask, came_out, reason);
}

void source_close(struct source *source)
{
	if (source == NULL)
		return;
	free(source->another);
	free(source->others);
	source->kind->close(source);
}

const char *source_describe(struct source *source)
{
	return source->kind->describe(source);
}
