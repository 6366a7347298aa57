/* SPDX-License-Identifier: MIT */
/* Selects the keys of a moved game that may still be valid. */
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "pbem/auth/keyring.h"
#include "pbem/migrate/migrate_internal.h"
#include "pbem/sys/files.h"

enum { KEYS_FILE_MAX = 1 << 20 };

/* Adds the lines of keys that the site made itself, as "key ...". */
static void add_own(const char *lines, struct strbuf *out)
{
	static const char word[] = MIGRATE_OWN " ";
	const char *cursor = lines, *line;
	size_t len;

	while (strbuf_next_line(&cursor, lines + strlen(lines), &line, &len))
		if (len >= sizeof word && strncmp(line, word, sizeof word - 1) == 0)
			strbuf_addf(out, "key %.*s\n", (int)(len - sizeof word + 1),
				    line + sizeof word - 1);
}

/* Adds the keys that the site had made for the game when the game last left it; the site may have
 * deleted them since. Adds nothing if the game never left it. */
static int add_made(const struct site *site, const struct moved_game *elsewhere, struct strbuf *out,
		    struct reason *reason)
{
	char *path =
		base_printf("%s/moved/%s.%s", site->config->folder, elsewhere->id, MOVED_GAME_KEYS);
	struct strbuf note;
	bool there;
	int result;

	strbuf_init(&note, KEYS_FILE_MAX);
	result = files_read_if_there(path, &note, &there, reason);
	if (result == 0)
		add_own(note.bytes, out);
	strbuf_done(&note);
	free(path);
	return result;
}

static bool has_line(const struct strbuf *lines, const char *line)
{
	return strstr(lines->bytes, line) != NULL;
}

int migrate_import_keys(const struct site *to, const struct site *from,
			const struct moved_game *elsewhere, struct strbuf *keys,
			struct reason *reason)
{
	const char *cursor = keys->bytes, *line;
	struct strbuf ours, theirs, stand, kept;
	size_t len;
	int result;

	strbuf_init(&ours, KEYS_FILE_MAX);
	strbuf_init(&theirs, KEYS_FILE_MAX);
	strbuf_init(&stand, KEYS_FILE_MAX);
	strbuf_init(&kept, KEYS_FILE_MAX);
	keyring_hand_over(to->keys, elsewhere->number, &ours);
	keyring_hand_over(from->keys, elsewhere->number, &stand);
	result = add_made(to, elsewhere, &ours, reason) == 0
			 ? add_made(from, elsewhere, &theirs, reason)
			 : -1;
	while (strbuf_next_line(&cursor, keys->bytes + keys->len, &line, &len)) {
		char *whole = base_printf("%.*s\n", (int)len, line);

		if (!has_line(&ours, whole) &&
		    (!has_line(&theirs, whole) || has_line(&stand, whole)))
			strbuf_add(&kept, whole);
		free(whole);
	}
	if (result == 0) {
		strbuf_clear(keys);
		strbuf_add(keys, kept.bytes);
	}
	strbuf_done(&kept);
	strbuf_done(&stand);
	strbuf_done(&theirs);
	strbuf_done(&ours);
	return result;
}
