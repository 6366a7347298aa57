/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "pbem/config.h"
#include "pbem/imap.h"
#include "pbem/maildir.h"
#include "pbem/source.h"

static const struct source_kind *const kinds[] = {
	&imap_source_tls,
	&imap_source,
	&maildir_source,
};

enum wire
source_open(const struct config *config, struct source **source_out, struct reason *reason)
{
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
		const char *scheme = kinds[i]->scheme;

		if (strncasecmp(config->mailbox, scheme, strlen(scheme)) == 0)
			return kinds[i]->open(config, source_out, reason);
	}
	reason_set(reason, "mailbox: expected imaps://HOST/FOLDER, imap://HOST/FOLDER or maildir:PATH, "
	                   "not '%s'",
	           config->mailbox);
	return WIRE_NEVER;
}

enum wire
source_list(struct source *source, size_t max, struct waiting_list *list_out,
            struct reason *reason)
{
	return source->kind->list(source, max, list_out, reason);
}

enum wire
source_fetch(struct source *source, const struct waiting *letters, size_t count, source_take take,
             void *context, struct reason *reason)
{
	return source->kind->fetch(source, letters, count, take, context, reason);
}

enum wire
source_mark(struct source *source, const struct waiting *letters, size_t count,
            struct reason *reason)
{
	return source->kind->mark(source, letters, count, reason);
}

void
source_close(struct source *source)
{
	if (source != NULL)
		source->kind->close(source);
}

const char *
source_describe(struct source *source)
{
	return source->kind->describe(source);
}

void
waiting_list_free(struct waiting_list *list)
{
	free(list->letters);
	list->letters = NULL;
	list->count = 0;
}
