/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "pbem/mime/quoting/mail_clients.h"
#include "pbem/site/site.h"
#include "pbem/sys/files.h"
#include "pbem/sys/paths.h"

enum { MAX_TEXT = 65536 }; /* bytes of the new text in a message */

char *site_game_folder(const struct site *site, const char *id)
{
	return base_printf("%s/games/%s", site->config->folder, id);
}

char *site_game_file(const struct site *site, const char *id, const char *name)
{
	return base_printf("%s/games/%s/%s", site->config->folder, id, name);
}

int site_need_words(const struct site *site, struct reason *reason)
{
	const struct config *config = site->config;
	char *own_mailers = config_path(config, "mailers");
	const struct sandbox_setup setup = {
		.limits = {.max_bytes = (size_t)config->max_message_bytes,
			   .max_header_bytes = (size_t)config->max_header_bytes,
			   .max_parts = (unsigned)config->max_parts,
			   .max_depth = (unsigned)config->max_depth,
			   .max_text_bytes = MAX_TEXT},
		.own_address = config->address,
		.games = paths_games(),
		.mailers = paths_mailers(),
		.site_mailers = own_mailers,
		.messages_per_reader = (unsigned)config->messages_per_reader,
	};
	const int result = vocabulary_ensure_loaded(reason) < 0 || mail_clients_need(reason) < 0 ||
					   sandbox_ready(&setup, reason) != 0
				   ? -1
				   : 0;

	free(own_mailers);
	return result;
}

uint32_t site_last_number(const struct site *site)
{
	const uint32_t last = ledger_last_game(site->ledger);
	const uint32_t before = (uint32_t)site->config->first_game - 1;

	return last > before ? last : before;
}

char **site_games(const char *folder, struct reason *reason)
{
	char *path = base_printf("%s/games", folder);
	char **ids = files_list(path, false, reason);

	free(path);
	return ids;
}
