/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/kind/kinds.h"
#include "core/words/words.h"
#include "pbem/reading/reply/mailers.h"
#include "pbem/desk/index.h"
#include "pbem/elsewhere/elsewhere.h"
#include "pbem/host/host.h"
#include "pbem/keys/keys.h"
#include "pbem/desk/site_open.h"
#include "pbem/promise/carrier.h"
#include "pbem/promise/journal.h"
#include "pbem/promise/outbox.h"
#include "pbem/site/files.h"
#include "pbem/site/memory.h"
#include "pbem/site/places.h"

/* Waited for the lock; and for it again, having sent: as long as any run may decide. */
enum { LOCK_WAIT_SECONDS = 60, AGAIN_WAIT_SECONDS = 600 };

/* What must be for the site's user only. */
static const char *const private_paths[] = {
	"keys",	  "journal", "sitting",	  "ledger", "ledger-wal", "aside",   "mail",
	"people", "offers",  "pbem.conf", "moved",  "leaving",	  "handing", "handed",
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

/* The lock file is never removed, so there is nothing to race for; the kernel lets go of the lock
 * when its holder dies. */
static enum site_result take_lock(struct site *site, int seconds, struct reason *reason)
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
		if (errno != EWOULDBLOCK) {
			reason_set_errno(reason, "can't lock %s/lock", site->config->folder);
			return SITE_FAILED;
		}
		if (--tries <= 0) {
			reason_set(reason, "another run is at work on %s", site->config->folder);
			close(site->lock);
			site->lock = -1;
			return SITE_BUSY;
		}
		nanosleep(&pause, NULL);
	}
	return SITE_OPEN;
}

/* Before anything of it is read that another may be writing: a lock on a shared disk may not hold.
 */
static enum site_result find_host(struct site *site, enum site_lock lock, struct reason *reason)
{
	const bool write = lock != SITE_LOOK;
	int result = host_load(site->config, write, reason);

	/* Who repairs says what is wrong with it. */
	if (result != 0 && lock == SITE_BARE)
		return SITE_OPEN;
	/* Who only looks needs no name. */
	if (lock == SITE_LOOK)
		return SITE_OPEN;
	if (result == 0 && lock != SITE_ADOPT)
		result = host_check(site->config, write, reason);
	if (result == 0 && lock == SITE_WAIT)
		result = host_check_met(site->config, reason);
	return result == 0 ? SITE_OPEN : SITE_FAILED;
}

/* Without them every game would look damaged, and no letter could be read or written. */
static int check_data(struct reason *reason)
{
	char *words = base_printf("%s/words", places_games());
	const char *const paths[] = {places_games(), words, places_mailers(), places_templates()};
	int result = 0;

	for (size_t i = 0; result == 0 && i < ARRAY_LEN(paths); i++) {
		int number;

		if (access(paths[i], R_OK | X_OK) == 0)
			continue;
		number = errno;
		reason_set(reason,
			   "pbem's own data is not in %s: %s. Install pbem whole, or let PBEM_DATA "
			   "name the folder that has games, mailers and templates",
			   paths[i], strerror(number));
		reason_judge_errno(reason, number);
		result = -1;
	}
	free(words);
	return result;
}

/* Somebody who was killed while he sent may have left claims; those of who sends now are no affair
 * of ours, nor are they while nobody can tell. */
static int release_claims(const struct site *site, struct reason *reason)
{
	bool out;

	if (carrier_look(site->config->folder, &out, NULL) != 0 || out)
		return 0;
	return outbox_release(ledger_outbox(site->ledger), reason);
}

/* What an earlier run could not finish for want of room or a sound disk, a later one may. */
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
	    release_claims(site, reason) != 0 || index_complete(site, reason) != 0)
		return SITE_LATER;
	return SITE_OPEN;
}

/* Keys that came along with a game, be it here still or not. When they can't be read whose letter
 * it is can't be told. */
static void add_foreign(void *context, uint32_t game, struct text *lines)
{
	struct site *site = context;
	char id[GAME_ID_MAX + 1], *path = NULL;
	struct reason why;
	bool there;

	if (site->ledger == NULL)
		return;
	if (ledger_game(site->ledger, game, id))
		path = site_game_file(site, id, ELSEWHERE_KEYS);
	else if (ledger_moved(site->ledger, game, id))
		path = base_printf("%s/moved/%s.%s", site->config->folder, id, ELSEWHERE_KEYS);
	if (path != NULL && (files_check_private(path, &why) != 0 ||
			     files_read_if_there(path, lines, &there, &why) != 0))
		ledger_doubt(site->ledger, &why);
	free(path);
}

static enum site_result open_parts(struct site *site, enum site_lock lock, struct reason *reason)
{
	char *own = config_path(site->config, "templates");
	char *games = base_strdup(places_games());
	char *mailers = config_path(site->config, "mailers");
	enum site_result result = SITE_FAILED;

	if (check_data(reason) != 0)
		goto out;
	words_from(games);
	mailers_from(places_mailers(), mailers);
	site->library = variant_library_new(games, kinds_all);
	site->templates = template_set_new(places_templates(), own);
	if (lock == SITE_BARE) {
		result = SITE_OPEN;
		goto out;
	}
	if (lock != SITE_KEYLESS)
		site->keys = keys_load(site->config->folder, reason);
	if (site->keys != NULL)
		keys_use_foreign(site->keys, add_foreign, site);
	if (site->keys != NULL || lock == SITE_KEYLESS)
		result = open_ledger(site, lock, reason);
out:
	free(mailers);
	free(games);
	free(own);
	return result;
}

enum site_result site_open(const char *folder, enum site_lock lock, struct site **site_out,
			   struct reason *reason)
{
	struct site *site = base_zalloc(1, sizeof *site);
	enum site_result result = SITE_FAILED;

	keys_guard_memory();
	memory_guard_glib();
	umask(077);
	site->lock = -1;
	site->config = config_load(folder, reason);
	if (site->config == NULL || check_private(site->config->folder, reason) != 0)
		goto out;
	if (lock != SITE_LOOK) {
		result = take_lock(site, lock != SITE_TRY ? LOCK_WAIT_SECONDS : 0, reason);
		if (result != SITE_OPEN)
			goto out;
	}
	/* Sites of earlier versions let others walk in; what stands in them, and how large it is,
	 * is nobody's business there. */
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
	return result == SITE_FAILED && reason_is_passing(reason) ? SITE_LATER : result;
}

void site_let_go(struct site *site)
{
	ledger_set_apart(site->ledger, true);
	if (site->lock >= 0) {
		/* Though a process that was begun under it may have it open still. */
		(void)flock(site->lock, LOCK_UN);
		close(site->lock);
	}
	site->lock = -1;
}

enum site_result site_take_again(struct site *site, struct reason *reason)
{
	enum site_result result = take_lock(site, AGAIN_WAIT_SECONDS, reason);

	if (result != SITE_OPEN)
		return result;
	ledger_set_apart(site->ledger, false);
	if (journal_finish(site->config->folder, site->ledger, reason) == 0)
		return SITE_OPEN;
	site_let_go(site);
	return SITE_LATER;
}

bool site_is_held(const struct site *site)
{
	return site->lock >= 0;
}
