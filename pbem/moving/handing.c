/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include <glib.h>

#include "core/base/text.h"
#include "pbem/elsewhere/elsewhere.h"
#include "pbem/moving/handing.h"
#include "pbem/site/files.h"
#include "pbem/site/step.h"

enum { LETTER_MAX = 1 << 28 };

/* ---- whose they are ---- */

/* A note that can't be read now makes the desk unsound. */
static bool is_elsewhere(struct desk *desk, uint32_t game, char **to_out)
{
	struct elsewhere elsewhere;
	char id[GAME_ID_MAX + 1];

	if (ledger_game(desk->site->ledger, game, id) ||
	    !ledger_moved(desk->site->ledger, game, id))
		return false;
	if (elsewhere_load(desk->site->config->folder, id, &elsewhere, &desk->unsound) == 0) {
		*to_out = elsewhere.to;
		return true;
	}
	if (reason_kind(&desk->unsound) == REASON_MISSING)
		reason_set(&desk->unsound,
			   "moved/%s, which says where that game went, isn't there any more, and a "
			   "letter for it waits. Ask: pbem repair",
			   id);
	return false;
}

/* Of a key that isn't ours: those the other site writes itself only that one can judge. */
static bool find_claimed(struct desk *desk, const struct letter *letter, uint32_t *game_out,
			 char **to_out)
{
	for (unsigned i = 0; i < letter->token_count; i++) {
		struct token token;

		if (token_look(letter->tokens[i], &token) &&
		    is_elsewhere(desk, token.game, to_out)) {
			*game_out = token.game;
			return true;
		}
	}
	return false;
}

/* "[g12]", as our letters' subjects have it; the reader's program may have cut off every key. */
static bool find_named(struct desk *desk, const char *subject, uint32_t *game_out, char **to_out)
{
	static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
	const char *word = strchr(subject, '[');
	char id[GAME_ID_MAX + 1];
	size_t len = word != NULL ? strspn(word + 1, LETTERS) : 0;
	struct elsewhere elsewhere;
	struct reason why;

	if (len == 0 || len > GAME_ID_MAX || word[1 + len] != ']')
		return false;
	snprintf(id, sizeof id, "%.*s", (int)len, word + 1);
	if (elsewhere_load(desk->site->config->folder, id, &elsewhere, &why) != 0) {
		if (reason_kind(&why) != REASON_MISSING)
			desk->unsound = why;
		return false;
	}
	*game_out = elsewhere.number;
	elsewhere_done(&elsewhere);
	return is_elsewhere(desk, *game_out, to_out);
}

bool handing_is_for(struct desk *desk, const struct letter *letter, uint32_t *game_out,
		    char **to_out)
{
	const struct keys *keys = desk->site->keys;
	char returned[TOKEN_TEXT + 1];
	struct token token;
	bool ours;

	snprintf(returned, sizeof returned, "%s", letter->bounced_id);
	ours = token_read(keys, returned, &token);
	for (unsigned i = 0; !ours && i < letter->token_count; i++)
		ours = token_read(keys, letter->tokens[i], &token);
	if (ours) {
		*game_out = token.game;
		return is_elsewhere(desk, token.game, to_out);
	}
	return find_claimed(desk, letter, game_out, to_out) ||
	       find_named(desk, letter->subject, game_out, to_out);
}

void handing_add(struct desk *desk, uint32_t game, int64_t received, const char *bytes, size_t len,
		 const char *digest)
{
	char *path = base_printf("handing/%012" PRId64 ".%u.%s", received, (unsigned)game, digest);

	batch_append(&desk->batch, path, 0, bytes, len, 0600);
	free(path);
}

/* ---- those that wait ---- */

static bool read_name(const char *name, struct handing_letter *out)
{
	unsigned game;
	int at = 0;

	if (sscanf(name, "%" SCNd64 ".%u.%n", &out->received, &game, &at) != 2 || at == 0 ||
	    strspn(name + at, "0123456789abcdef") != DIGEST_HEX || name[at + DIGEST_HEX] != '\0')
		return false;
	out->game = game;
	snprintf(out->digest, sizeof out->digest, "%s", name + at);
	out->name = base_strdup(name);
	return true;
}

struct handing_letter *handing_list(const struct site *site, const char *folder,
				    struct reason *reason)
{
	char *path = config_path(site->config, folder);
	char **names = files_list(path, true, reason);
	GArray *list;
	struct handing_letter each;

	free(path);
	if (names == NULL)
		return NULL;
	list = g_array_new(TRUE, TRUE, sizeof(struct handing_letter));
	for (size_t i = 0; names[i] != NULL; i++)
		if (read_name(names[i], &each))
			g_array_append_val(list, each);
	g_strfreev(names);
	return (struct handing_letter *)(void *)g_array_free(list, FALSE);
}

void handing_free(struct handing_letter *list)
{
	for (struct handing_letter *each = list; each != NULL && each->name != NULL; each++)
		free(each->name);
	g_free(list);
}

/* ---- bringing them ---- */

/* Where a letter's game is now: here, if it has come back; the caller frees it. */
static char *find_site(const struct site *site, uint32_t game, struct reason *reason)
{
	struct elsewhere elsewhere;
	char id[GAME_ID_MAX + 1];

	if (ledger_game(site->ledger, game, id))
		return base_strdup(site->config->folder);
	if (!ledger_moved(site->ledger, game, id)) {
		reason_set(reason, "no note tells where game number %u is", (unsigned)game);
		return NULL;
	}
	return elsewhere_load(site->config->folder, id, &elsewhere, reason) == 0 ? elsewhere.to
										 : NULL;
}

/* One that isn't there is none: its disk may be away, and nothing is written where it should be. */
static int check_site(const char *to, struct reason *reason)
{
	char *path = base_printf("%s/pbem.conf", to);
	bool there;
	int result = files_is_there(path, &there, reason);

	if (result == 0 && !there)
		result = reason_fail(reason, "there is no site in %s", to);
	free(path);
	return result;
}

/* The other site has it, flushed, before this one lets go of it. */
static int bring(const struct site *site, const struct handing_letter *handing,
		 struct reason *reason)
{
	char *to = find_site(site, handing->game, reason);
	char *from = base_printf("%s/handing/%s", site->config->folder, handing->name);
	char *folder = base_printf("%s/handed", to != NULL ? to : ""), *path;
	struct text letter;
	int result = to != NULL ? check_site(to, reason) : -1;

	path = base_printf("%s/%s", folder, handing->name);
	text_init(&letter, LETTER_MAX);
	if (result == 0)
		result = files_make_folder(folder, 0700, reason) == 0
				 ? files_read(from, &letter, reason)
				 : -1;
	if (result == 0)
		result = files_replace(path, letter.bytes, letter.len, reason) == 0
				 ? files_remove(from, reason)
				 : -1;
	step();
	text_done(&letter);
	free(path);
	free(folder);
	free(from);
	free(to);
	return result;
}

int handing_all(const struct site *site, struct log *log)
{
	struct reason reason;
	struct handing_letter *list = handing_list(site, "handing", &reason);
	int code = list != NULL ? EX_OK : EX_TEMPFAIL;

	for (const struct handing_letter *each = list; code == EX_OK && each->name != NULL; each++)
		if (bring(site, each, &reason) != 0)
			code = EX_TEMPFAIL;
	if (code != EX_OK)
		reason_prefix(&reason, "letters for games at other sites wait to be handed on: ");
	handing_free(list);
	return code == EX_OK ? EX_OK : log_fail(log, TROUBLE_FILES, code, &reason);
}
