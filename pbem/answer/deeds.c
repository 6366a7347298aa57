/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/base/text.h"
#include "pbem/answer/deeds.h"
#include "pbem/batch/restore.h"
#include "pbem/site/log.h"

bool deeds_digest(struct desk *desk, const char *digest, struct deed *deed_out)
{
	const struct deed *deed = g_hash_table_lookup(desk->deeds, digest);

	if (deed == NULL)
		return ledger_knows_digest(desk->site->ledger, digest, deed_out);
	*deed_out = *deed;
	return true;
}

bool deeds_message(struct desk *desk, const char *message_id, const char *token,
		   struct deed *deed_out)
{
	char *key;
	const struct deed *deed;

	if (message_id[0] == '\0')
		return false;
	key = base_printf("%s\t%s", message_id, token);
	deed = g_hash_table_lookup(desk->deeds, key);
	free(key);
	if (deed == NULL)
		return ledger_knows_message(desk->site->ledger, message_id, token, deed_out);
	*deed_out = *deed;
	return true;
}

static void remember(struct desk *desk, char *key, const struct deed *deed)
{
	struct deed *copy = base_alloc(sizeof *copy);

	*copy = *deed;
	g_hash_table_replace(desk->deeds, key, copy);
}

static void log_deed(const struct matter *matter)
{
	const struct deed *deed = &matter->deed;

	log_line(matter->desk->log, "%s%s%s%s%s: %s%s\n", matter->waiting->id,
		 deed->game[0] != '\0' ? " " : "", deed->game, deed->seat >= 0 ? " " : "",
		 deed->seat >= 0 && matter->game != NULL && matter->game->file != NULL
			 ? variant_seat_name(matter->game->file->game.variant, (unsigned)deed->seat)
			 : "",
		 matter->repeated ? "repeat of " : "", deed->what);
}

void deeds_note(struct matter *matter)
{
	struct desk *desk = matter->desk;
	const char *message_id = matter->letter != NULL ? matter->letter->message_id : "";
	struct text *out = &desk->batch.ledger;

	token_hide(matter->deed.what);
	log_deed(matter);
	ledger_line_id(out, matter->waiting->id, matter->deed.digest);
	restore_seen(desk, matter->waiting->id);
	matter->desk->letters++;
	/* What is handed on may come back with its game: it is known by its place alone. */
	if (matter->repeated || matter->handed_on)
		return;
	ledger_line_deed(out, &matter->deed);
	remember(desk, base_strdup(matter->deed.digest), &matter->deed);
	if (matter->token_text != NULL && message_id[0] != '\0') {
		ledger_line_message(out, message_id, matter->token_text, matter->deed.digest);
		remember(desk, base_printf("%s\t%s", message_id, matter->token_text),
			 &matter->deed);
	}
}
