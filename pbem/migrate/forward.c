/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <glib.h>

#include "core/util/strbuf.h"
#include "pbem/migrate/forward.h"
#include "pbem/site/moved_game.h"
#include "pbem/sys/files.h"
#include "pbem/sys/step.h"

enum { LETTER_MAX = 1 << 28 };

/* ---- which game a message is for ---- */

/* Reports whether the game has moved elsewhere. If its note can't be read now, the workspace
 * becomes unusable. */
static bool is_elsewhere(struct workspace *workspace, uint32_t game, char **to_out)
{
	struct moved_game elsewhere;
	char id[GAME_ID_MAX + 1];

	if (ledger_game(workspace->site->ledger, game, id) ||
	    !ledger_moved(workspace->site->ledger, game, id))
		return false;
	if (moved_game_load(workspace->site->config->folder, id, &elsewhere, &workspace->unsound) ==
	    0) {
		*to_out = base_strdup(elsewhere.to);
		return true;
	}
	if (workspace->unsound.kind == REASON_MISSING)
		(void)reason_fail_as(&workspace->unsound, REASON_DAMAGED,
				     "a letter is waiting for a game that has moved, but the file "
				     "moved/%s is missing; run: pbem repair",
				     id);
	return false;
}

/* Finds the game of a key that this site can't verify. Only the other site can judge keys that it
 * wrote itself. */
static bool find_claimed(struct workspace *workspace, const struct message *letter,
			 uint32_t *game_out, char **to_out)
{
	for (unsigned i = 0; i < letter->token_count; i++) {
		struct token token;

		if (token_look(letter->tokens[i], &token) &&
		    is_elsewhere(workspace, token.game, to_out)) {
			*game_out = token.game;
			return true;
		}
	}
	return false;
}

/* Finds the game named by "[g12]", which the subjects of pbem's messages contain. The sender's mail
 * program may have cut off every key. */
static bool find_named(struct workspace *workspace, const char *subject, uint32_t *game_out,
		       char **to_out)
{
	static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
	const char *word = strchr(subject, '[');
	char id[GAME_ID_MAX + 1];
	size_t len = word != NULL ? strspn(word + 1, LETTERS) : 0;
	struct moved_game elsewhere;
	struct reason why;

	if (len == 0 || len > GAME_ID_MAX || word[1 + len] != ']')
		return false;
	snprintf(id, sizeof id, "%.*s", (int)len, word + 1);
	if (moved_game_load(workspace->site->config->folder, id, &elsewhere, &why) != 0) {
		if (why.kind != REASON_MISSING)
			workspace->unsound = why;
		return false;
	}
	*game_out = elsewhere.number;
	return is_elsewhere(workspace, *game_out, to_out);
}

bool forward_is_for(struct workspace *workspace, const struct message *letter,
		    const struct token *first, uint32_t *game_out, char **to_out)
{
	char returned[TOKEN_TEXT + 1];
	struct token token;

	snprintf(returned, sizeof returned, "%s", letter->bounced_id);
	if (token_read(workspace->site->keys, returned, &token))
		first = &token;
	if (first != NULL) {
		*game_out = first->game;
		return is_elsewhere(workspace, first->game, to_out);
	}
	return find_claimed(workspace, letter, game_out, to_out) ||
	       find_named(workspace, letter->subject, game_out, to_out);
}

void forward_add(struct workspace *workspace, uint32_t game, int64_t received, const char *bytes,
		 size_t len, const char *digest)
{
	char *path =
		base_printf("forwarding/%012" PRId64 ".%u.%s", received, (unsigned)game, digest);

	transaction_append(&workspace->batch, path, 0, bytes, len, 0600);
	free(path);
}

/* ---- waiting messages ---- */

static bool read_name(const char *name, struct forward_letter *out)
{
	unsigned game;
	int at = 0;

	if (sscanf(name, "%" SCNd64 ".%u.%n", &out->received, &game, &at) != 2 || at == 0 ||
	    strspn(name + at, "0123456789abcdef") != SHA256_HEX || name[at + SHA256_HEX] != '\0')
		return false;
	out->game = game;
	snprintf(out->digest, sizeof out->digest, "%s", name + at);
	out->name = base_strdup(name);
	return true;
}

struct forward_letter *forward_list(const struct site *site, const char *folder,
				    struct reason *reason)
{
	char *path = config_path(site->config, folder);
	char **names = files_list(path, true, reason);
	GArray *list;
	struct forward_letter each;

	free(path);
	if (names == NULL)
		return NULL;
	list = g_array_new(TRUE, TRUE, sizeof(struct forward_letter));
	for (size_t i = 0; names[i] != NULL; i++)
		if (read_name(names[i], &each))
			g_array_append_val(list, each);
	g_strfreev(names);
	return (struct forward_letter *)(void *)g_array_free(list, FALSE);
}

/* Deletes an unfinished file, unless its writer is at work and has it locked (files_replace). */
static void delete_unfinished(const char *path)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);

	if (fd < 0)
		return;
	if (files_lock(fd) == 0)
		(void)unlink(path);
	close(fd);
}

void forward_sweep(const struct site *site)
{
	char *path = config_path(site->config, "forwarded");
	char **names = files_list(path, true, NULL);

	for (size_t i = 0; names != NULL && names[i] != NULL; i++) {
		const size_t len = strlen(names[i]), end = strlen(FILES_TORN);
		char *file = base_printf("%s/%s", path, names[i]);

		if (len > end && strcmp(names[i] + len - end, FILES_TORN) == 0)
			delete_unfinished(file);
		free(file);
	}
	g_strfreev(names);
	free(path);
}

void forward_free(struct forward_letter *list)
{
	for (struct forward_letter *each = list; each != NULL && each->name != NULL; each++)
		free(each->name);
	g_free(list);
}

/* ---- delivering to other sites ---- */

/* Returns the site where a message's game is now, which is this site if the game has come back. The
 * caller frees it. */
static char *find_site(const struct site *site, uint32_t game, struct reason *reason)
{
	struct moved_game elsewhere;
	char id[GAME_ID_MAX + 1];

	if (ledger_game(site->ledger, game, id))
		return base_strdup(site->config->folder);
	if (!ledger_moved(site->ledger, game, id)) {
		reason_set(reason, "no file shows to which site game number %u has moved",
			   (unsigned)game);
		return NULL;
	}
	return moved_game_load(site->config->folder, id, &elsewhere, reason) == 0
		       ? base_strdup(elsewhere.to)
		       : NULL;
}

/* Checks the other site's folder. A missing folder is a fault: the disk may not be mounted, and
 * nothing must be written in its place. */
static int check_site(const char *to, struct reason *reason)
{
	char *path = base_printf("%s/pbem.conf", to);
	bool there;
	int result = files_is_there(path, &there, reason);

	if (result == 0 && !there)
		result = reason_fail(reason, "there is no site in %s", to);
	/* A message for another user's site waits until that user runs this. */
	if (result == 0)
		result = files_check_owner(to, reason);
	free(path);
	return result;
}

/* Delivers one message. The other site has it, flushed to disk, before this site deletes it. */
static int deliver_forwarded(const struct site *site, const struct forward_letter *handing,
			     struct reason *reason)
{
	char *to = find_site(site, handing->game, reason);
	char *from = base_printf("%s/forwarding/%s", site->config->folder, handing->name);
	char *folder = base_printf("%s/forwarded", to != NULL ? to : ""), *path;
	struct strbuf letter;
	int result = to != NULL ? check_site(to, reason) : -1;

	path = base_printf("%s/%s", folder, handing->name);
	strbuf_init(&letter, LETTER_MAX);
	if (result == 0)
		result = files_make_folder(folder, 0700, reason) == 0
				 ? files_read(from, &letter, reason)
				 : -1;
	if (result == 0)
		result = files_replace(path, letter.bytes, letter.len, reason) == 0
				 ? files_remove(from, reason)
				 : -1;
	step();
	strbuf_done(&letter);
	free(path);
	free(folder);
	free(from);
	free(to);
	return result;
}

enum run_result forward_all(const struct site *site, struct log *log)
{
	struct reason reason;
	struct forward_letter *list = forward_list(site, "forwarding", &reason);
	enum run_result code = list != NULL ? RUN_DONE : RUN_AGAIN;

	for (const struct forward_letter *each = list; code == RUN_DONE && each->name != NULL;
	     each++)
		if (deliver_forwarded(site, each, &reason) != 0)
			code = RUN_AGAIN;
	if (code != RUN_DONE)
		reason_prefix(&reason,
			      "letters for games at other sites are waiting to be forwarded: ");
	forward_free(list);
	return code == RUN_DONE ? RUN_DONE : log_fail(log, RECURRING_ERRORS_FILES, code, &reason);
}
