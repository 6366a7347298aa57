/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/util/strbuf.h"
#include "pbem/batch/backup_restore.h"
#include "pbem/request/processed_messages.h"
#include "pbem/sys/log.h"

bool processed_digest(struct workspace *workspace, const char *digest,
		      struct processed *processed_out)
{
	const struct processed *processed = g_hash_table_lookup(workspace->processed, digest);

	if (processed == NULL)
		return ledger_knows_digest(workspace->site->ledger, digest, processed_out);
	*processed_out = *processed;
	return true;
}

bool processed_message(struct workspace *workspace, const char *message_id, const char *token,
		       struct processed *processed_out)
{
	char *key;
	const struct processed *processed;

	if (message_id[0] == '\0')
		return false;
	key = base_printf("%s\t%s", message_id, token);
	processed = g_hash_table_lookup(workspace->processed, key);
	free(key);
	if (processed == NULL)
		return ledger_knows_message(workspace->site->ledger, message_id, token,
					    processed_out);
	*processed_out = *processed;
	return true;
}

static void cache_processed(struct workspace *workspace, char *key,
			    const struct processed *processed)
{
	struct processed *copy = base_alloc(sizeof *copy);

	*copy = *processed;
	g_hash_table_replace(workspace->processed, key, copy);
}

static void log_processed(const struct incoming *incoming)
{
	const struct processed *processed = &incoming->processed;

	log_line(incoming->workspace->log, "%s%s%s%s%s: %s%s\n", incoming->waiting->id,
		 processed->game[0] != '\0' ? " " : "", processed->game,
		 processed->seat >= 0 ? " " : "",
		 processed->seat >= 0 && incoming->game != NULL && incoming->game->file != NULL
			 ? variant_seat_name(incoming->game->file->game.variant,
					     (unsigned)processed->seat)
			 : "",
		 incoming->repeated ? "repeat of " : "", processed->what);
}

void processed_note(struct incoming *incoming)
{
	struct workspace *workspace = incoming->workspace;
	const char *message_id = incoming->letter != NULL ? incoming->letter->message_id : "";
	struct strbuf *out = &workspace->batch.ledger;

	token_hide(incoming->processed.what);
	log_processed(incoming);
	ledger_put(out, CHANGE_ID, incoming->waiting->id, incoming->processed.digest);
	backup_restore_seen(workspace, incoming->waiting->id);
	incoming->workspace->letters++;
	/* A forwarded message may come back with its game, so only its place in the mailbox is
	 * recorded. */
	if (incoming->repeated || incoming->handed_on)
		return;
	ledger_put(out, CHANGE_PROCESSED, incoming->processed.digest, incoming->processed.when,
		   incoming->processed.game, incoming->processed.seat, incoming->processed.what);
	cache_processed(workspace, base_strdup(incoming->processed.digest), &incoming->processed);
	if (incoming->token_text != NULL && message_id[0] != '\0') {
		ledger_put(out, CHANGE_MESSAGE, message_id, incoming->token_text,
			   incoming->processed.digest);
		cache_processed(workspace, base_printf("%s\t%s", message_id, incoming->token_text),
				&incoming->processed);
	}
}
