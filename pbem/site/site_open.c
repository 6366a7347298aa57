/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/gametype/gametypes.h"
#include "core/notation/vocabulary.h"
#include "pbem/auth/keyring.h"
#include "pbem/mime/quoting/mail_clients.h"
#include "pbem/site/game_index.h"
#include "pbem/site/moved_game.h"
#include "pbem/site/preferences.h"
#include "pbem/site/site_open.h"
#include "pbem/store/journal.h"
#include "pbem/store/outbox.h"
#include "pbem/store/sender_lock.h"
#include "pbem/sys/core_context.h"
#include "pbem/sys/files.h"
#include "pbem/sys/instance.h"
#include "pbem/sys/paths.h"

/* Seconds of waiting for the lock: when a site is opened, and after sending, while another run
 * decides. */
enum { LOCK_WAIT_SECONDS = 60, AGAIN_WAIT_SECONDS = 600 };

/* Paths that only the site's user may access. */
static const char *const private_paths[] = {
	"keys",	  "journal", "worklist",  "ledger", "ledger-wal", "quarantine", "mail",
	"people", "offers",  "pbem.conf", "moved",  "moving-out", "forwarding", "forwarded",
};

static int check_private(const char *folder, struct reason *reason)
{
	for (size_t i = 0; i < ARRAY_LEN(private_paths); i++) {
		char *path = base_printf("%s/%s", folder, private_paths[i]);
		int result = files_check_private(path, reason);

		free(path);
		if (result != 0)
			return -1;
	}
	return 0;
}

/* Takes the lock. The lock file is never removed, so there is no race, and the kernel releases the
 * lock when its holder dies. */
static enum site_result acquire_lock(struct site *site, int seconds, struct reason *reason)
{
	const struct timespec pause = {.tv_nsec = 50 * 1000 * 1000};
	char *path = config_path(site->config, "lock");
	int tries = seconds * 20;

	site->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	free(path);
	if (site->lock < 0) {
		reason_set_errno(reason, "can't open %s/lock", site->config->folder);
		return SITE_FAILED;
	}
	while (files_lock(site->lock) != 0) {
		const bool busy = errno == EWOULDBLOCK;

		if (busy && --tries > 0) {
			nanosleep(&pause, NULL);
			continue;
		}
		if (busy)
			reason_set(reason, "another run is working on %s", site->config->folder);
		else
			reason_set_errno(reason, "can't lock %s/lock", site->config->folder);
		close(site->lock);
		site->lock = -1;
		return busy ? SITE_BUSY : SITE_FAILED;
	}
	return SITE_OPEN;
}

/* Checks that this host may use the site, before reading anything that another host may be writing.
 * A lock on a shared disk may not work. */
static enum site_result find_host(struct site *site, enum site_lock lock, struct reason *reason)
{
	const bool write = lock != SITE_LOOK;
	int result = instance_load(site->config, write, reason);

	/* `pbem repair` reports the fault. */
	if (result != 0 && lock == SITE_BARE)
		return SITE_OPEN;
	/* Only looking needs no check. */
	if (lock == SITE_LOOK)
		return SITE_OPEN;
	if (result == 0 && lock != SITE_ADOPT)
		result = instance_check(site->config, write, reason);
	if (result == 0 && lock == SITE_WAIT)
		result = instance_check_met(site->config, reason);
	return result == 0 ? SITE_OPEN : SITE_FAILED;
}

/* Checks that pbem's own data is there. Without it every game would look damaged, and no message
 * could be read or written. */
static int check_data(struct reason *reason)
{
	char *words = base_printf("%s/words", paths_games());
	const char *const paths[] = {paths_games(), words, paths_mailers(), paths_templates()};
	int result = 0;

	for (size_t i = 0; result == 0 && i < ARRAY_LEN(paths); i++) {
		int number;

		if (access(paths[i], R_OK | X_OK) == 0)
			continue;
		number = errno;
		reason_set(reason,
			   "pbem can't find its own files in %s: %s. Install pbem again, or set "
			   "PBEM_DATA to the folder that contains games, mailers and templates",
			   paths[i], strerror(number));
		reason_judge_errno(reason, number);
		result = -1;
	}
	free(words);
	return result;
}

/* Releases claims that a killed sender may have left, unless a sender is at work or may be. */
static int release_claims(const struct site *site, struct reason *reason)
{
	bool out;

	if (sender_lock_look(site->config->folder, &out, NULL) != 0 || out)
		return 0;
	return outbox_release(ledger_outbox(site->ledger), reason);
}

/* Opens the ledger and finishes the journal. SITE_LATER: a later run may succeed, with more space
 * or a working disk. */
static enum site_result open_ledger(struct site *site, enum site_lock lock, struct reason *reason)
{
	const char *folder = site->config->folder;

	switch (ledger_open(folder, lock != SITE_LOOK, &site->ledger, reason)) {
	case LEDGER_OPEN:
		break;
	case LEDGER_LATER:
		return SITE_LATER;
	case LEDGER_FAILED:
		return SITE_FAILED;
	}
	if (lock == SITE_LOOK)
		return SITE_OPEN;
	if (journal_finish(folder, site->ledger, reason) != 0 ||
	    release_claims(site, reason) != 0 || game_index_complete(site, reason) != 0 ||
	    preferences_load(site, reason) != 0)
		return SITE_LATER;
	return SITE_OPEN;
}

/* Adds the keys that came along with a game, which may have left again. If they can't be read, the
 * sender of a message can't be verified. */
static void add_foreign(void *context, uint32_t game, struct strbuf *lines)
{
	struct site *site = context;
	char id[GAME_ID_MAX + 1], *path = NULL;
	struct reason why;
	bool there;

	if (site->ledger == NULL)
		return;
	if (ledger_game(site->ledger, game, id))
		path = site_game_file(site, id, MOVED_GAME_KEYS);
	else if (ledger_moved(site->ledger, game, id))
		path = base_printf("%s/moved/%s.%s", site->config->folder, id, MOVED_GAME_KEYS);
	if (path != NULL && (files_check_private(path, &why) != 0 ||
			     files_read_if_there(path, lines, &there, &why) != 0))
		ledger_doubt(site->ledger, &why);
	free(path);
}

static enum site_result open_parts(struct site *site, enum site_lock lock, struct reason *reason)
{
	char *own = config_path(site->config, "templates");
	char *games = base_strdup(paths_games());
	char *mailers = config_path(site->config, "mailers");
	enum site_result result = SITE_FAILED;

	if (check_data(reason) != 0)
		goto out;
	vocabulary_set_folder(games);
	mail_clients_set_folders(paths_mailers(), mailers);
	site->library = variant_library_new(games, gametypes_all);
	site->templates = template_set_new(paths_templates(), own);
	if (lock == SITE_BARE) {
		result = SITE_OPEN;
		goto out;
	}
	if (lock != SITE_KEYLESS)
		site->keys = keyring_load(site->config->folder, reason);
	if (site->keys != NULL)
		keyring_use_foreign(site->keys, add_foreign, site);
	if (site->keys != NULL || lock == SITE_KEYLESS)
		result = open_ledger(site, lock, reason);
out:
	free(mailers);
	free(games);
	free(own);
	return result;
}

void site_close(struct site *site)
{
	if (site == NULL)
		return;
	preferences_forget(site);
	ledger_close(site->ledger);
	keyring_free(site->keys);
	variant_library_free(site->library);
	template_set_free(site->templates);
	config_free(site->config);
	if (site->lock >= 0)
		close(site->lock);
	free(site);
}

enum site_result site_open(const char *folder, enum site_lock lock, struct site **site_out,
			   struct reason *reason)
{
	struct site *site = base_zalloc(1, sizeof *site);
	enum site_result result = SITE_FAILED;

	keyring_guard_memory();
	core_context_guard_glib();
	umask(077);
	site->lock = -1;
	/* Only looking changes nothing. */
	if (lock != SITE_LOOK && files_become_owner(folder, reason) != 0)
		goto out;
	site->config = config_load(folder, reason);
	if (site->config == NULL || check_private(site->config->folder, reason) != 0)
		goto out;
	if (lock != SITE_LOOK) {
		result = acquire_lock(site, lock != SITE_TRY ? LOCK_WAIT_SECONDS : 0, reason);
		if (result != SITE_OPEN)
			goto out;
	}
	/* A copy or a backup may have opened the folder to others since `pbem init`. */
	if (lock != SITE_LOOK && files_close_folder(site->config->folder, reason) != 0) {
		result = SITE_FAILED;
		goto out;
	}
	result = find_host(site, lock, reason);
	if (result == SITE_OPEN)
		result = open_parts(site, lock, reason);
out:
	if (result == SITE_OPEN) {
		*site_out = site;
	} else {
		site_close(site);
		files_name_repair(reason);
	}
	return result == SITE_FAILED && reason_is_temporary(reason) ? SITE_LATER : result;
}

void site_release_lock(struct site *site)
{
	ledger_set_apart(site->ledger, true);
	if (site->lock >= 0) {
		/* Unlocks explicitly, because a child process may still have the file open. */
		(void)flock(site->lock, LOCK_UN);
		close(site->lock);
	}
	site->lock = -1;
}

enum site_result site_relock(struct site *site, struct reason *reason)
{
	enum site_result result = acquire_lock(site, AGAIN_WAIT_SECONDS, reason);

	if (result != SITE_OPEN)
		return result;
	ledger_set_apart(site->ledger, false);
	preferences_forget(site);
	if (journal_finish(site->config->folder, site->ledger, reason) == 0)
		return SITE_OPEN;
	site_release_lock(site);
	return SITE_LATER;
}

bool site_is_held(const struct site *site)
{
	return site->lock >= 0;
}
