/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/record/gamefile.h"
#include "core/ring/ring.h"
#include "core/base/text.h"
#include "pbem/batch/alarm.h"
#include "pbem/command/commands.h"
#include "pbem/writing/compose.h"
#include "pbem/site/files.h"
#include "pbem/promise/batch.h"
#include "pbem/promise/journal.h"
#include "pbem/desk/registry.h"
#include "pbem/desk/keys.h"
#include "pbem/desk/site.h"
#include "pbem/site/step.h"

enum { LOCK_WAIT_SECONDS = 60 };

/* What must be for the site's user only. */
static const char *const private_paths[] = {
	"keys", "journal", "sitting", "ledger", "ledger-wal", "aside", "mail", "pbem.conf",
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

/* Sites of earlier versions let others walk in; what stands in them, and how large it is, is
 * nobody's business there. */
static int close_folder(const char *folder, struct reason *reason)
{
	struct stat status;

	if (stat(folder, &status) != 0 || (status.st_mode & 077) == 0)
		return 0;
	if (chmod(folder, status.st_mode & 0700) == 0)
		return 0;
	reason_set(reason, "%s is open to others, and can't be closed: %s. Run: chmod 700 %s",
		   folder, strerror(errno), folder);
	return -1;
}

/* The lock file is never removed, so there is nothing to race for; the kernel lets go of the lock
 * when its holder dies. */
static enum site_result take_lock(struct site *site, enum site_lock how, struct reason *reason)
{
	const struct timespec pause = {.tv_nsec = 50 * 1000 * 1000};
	char *path = config_path(site->config, "lock");
	int tries = how != SITE_TRY ? LOCK_WAIT_SECONDS * 20 : 1;

	site->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	free(path);
	if (site->lock < 0) {
		reason_set_errno(reason, "can't open %s/lock", site->config->folder);
		return SITE_FAILED;
	}
	while (flock(site->lock, LOCK_EX | LOCK_NB) != 0) {
		if (--tries <= 0) {
			reason_set(reason, "another run is at work on %s", site->config->folder);
			return SITE_BUSY;
		}
		nanosleep(&pause, NULL);
	}
	return SITE_OPEN;
}

/* Mates may wait for the end of a sitting that nobody knows of any more. */
static void index_game(const struct gamefile *file, struct text *lines)
{
	const struct due due = {
		.game = file->header.number,
		.when = step_time(),
		.head = file->head,
	};

	ledger_line_game(lines, file->header.number, file->header.id);
	if (file->game.ring != NULL && ring_has_mates(file->game.ring))
		ledger_line_due(lines, &due);
	alarm_index(file, lines);
}

/* A damaged game has no number that could be believed: its letters are nobody's until it is mended.
 */
static void tell_left_out(const struct site *site, const char *id, const struct reason *why,
			  struct text *lines)
{
	char *line = base_printf(
		"The ledger was missing and is made anew, without game %s, which can't be "
		"read: %s. Mend the game, then remove %s/ledger: the next run makes it "
		"once more, with the game",
		id, why->text, site->config->folder);

	ledger_line_notice(lines, step_time(), line);
	free(line);
}

/* Who sits there. What can't be told now is told when the game is opened next. */
static void index_sitters(const struct gamefile *file, const char *folder, struct text *lines)
{
	struct reason why;
	struct seats seats;

	if (seats_load(folder, file->game.variant, &seats, &why) == 0)
		registry_index(file, &seats, lines);
}

/* Writes the index of games anew from the games themselves: the ledger was lost or never was. One
 * that can't be read just now must not be left out for ever: the index waits. A ledger of before it
 * knew who sits where (`all` is false) is told that alone, once. */
static int index_games(struct site *site, bool all, struct reason *reason)
{
	char **ids = site_games(site->config->folder, reason);
	struct reason why, passing;
	struct batch batch;
	int result = 0;

	if (ids == NULL)
		return -1;
	batch_init(&batch);
	for (char **id = ids; *id != NULL; id++) {
		char *folder = site_game_folder(site, *id);
		struct gamefile *file = gamefile_load(folder, site->library, &why);

		if (file != NULL && all)
			index_game(file, &batch.ledger);
		if (file != NULL) {
			index_sitters(file, folder, &batch.ledger);
		} else if (all && reason_is_passing(&why)) {
			passing = why;
			result = -1;
		} else if (all) {
			tell_left_out(site, *id, &why, &batch.ledger);
		}
		gamefile_free(file);
		free(folder);
		free(*id);
	}
	free(ids);
	ledger_line_count(&batch.ledger, LEDGER_SITTERS, step_time());
	if (result != 0)
		*reason = passing;
	else
		result = journal_commit(site->config->folder, site->ledger, &batch, reason);
	batch_done(&batch);
	return result;
}

/* Whatever the ledger must be told of the games before anything else is done. */
static int index_what_is_missing(struct site *site, struct reason *reason)
{
	if (ledger_is_new(site->ledger))
		return index_games(site, true, reason);
	return ledger_count(site->ledger, LEDGER_SITTERS) == 0 ? index_games(site, false, reason)
							       : 0;
}

/* Without them every game would look damaged and no letter could be written. */
static int check_data(struct reason *reason)
{
	const char *const paths[] = {commands_games_folder(), commands_templates_folder()};

	for (size_t i = 0; i < ARRAY_LEN(paths); i++) {
		int number;

		if (access(paths[i], R_OK | X_OK) == 0)
			continue;
		number = errno;
		reason_set(reason,
			   "pbem's own data is not in %s: %s. Install pbem whole, or let PBEM_DATA "
			   "name the folder that has games and templates",
			   paths[i], strerror(number));
		reason_judge_errno(reason, number);
		return -1;
	}
	return 0;
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
	    index_what_is_missing(site, reason) != 0)
		return SITE_LATER;
	return SITE_OPEN;
}

static enum site_result open_parts(struct site *site, enum site_lock lock, struct reason *reason)
{
	char *own = config_path(site->config, "templates");
	char *games = base_strdup(commands_games_folder());
	enum site_result result = SITE_FAILED;

	if (check_data(reason) != 0)
		goto out;
	site->library = variant_library_new(games);
	site->templates = template_set_new(commands_templates_folder(), own);
	if (lock != SITE_KEYLESS)
		site->keys = keys_load(site->config->folder, reason);
	if (site->keys != NULL || lock == SITE_KEYLESS)
		result = open_ledger(site, lock, reason);
out:
	free(games);
	free(own);
	return result;
}

enum site_result site_open(const char *folder, enum site_lock lock, struct site **site_out,
			   struct reason *reason)
{
	struct site *site = base_zalloc(1, sizeof *site);
	enum site_result result = SITE_FAILED;

	umask(077);
	site->lock = -1;
	site->config = config_load(folder, reason);
	if (site->config == NULL || check_private(site->config->folder, reason) != 0)
		goto out;
	if (lock != SITE_LOOK) {
		result = take_lock(site, lock, reason);
		if (result != SITE_OPEN)
			goto out;
	}
	if (lock != SITE_LOOK && close_folder(site->config->folder, reason) != 0) {
		result = SITE_FAILED;
		goto out;
	}
	result = open_parts(site, lock, reason);
out:
	if (result == SITE_OPEN)
		*site_out = site;
	else
		site_close(site);
	return result == SITE_FAILED && reason_is_passing(reason) ? SITE_LATER : result;
}

void site_close(struct site *site)
{
	if (site == NULL)
		return;
	ledger_close(site->ledger);
	keys_free(site->keys);
	variant_library_free(site->library);
	template_set_free(site->templates);
	config_free(site->config);
	if (site->lock >= 0)
		close(site->lock);
	free(site);
}

char *site_game_folder(const struct site *site, const char *id)
{
	return base_printf("%s/games/%s", site->config->folder, id);
}

static void free_ids(char **ids)
{
	for (char **id = ids; *id != NULL; id++)
		free(*id);
	free(ids);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

char **site_games(const char *folder, struct reason *reason)
{
	char *path = base_printf("%s/games", folder);
	size_t count = 0, size = 64;
	char **ids;
	struct dirent *entry;
	DIR *dir = opendir(path);

	if (dir == NULL) {
		reason_set_errno(reason, "%s", path);
		free(path);
		return NULL;
	}
	ids = base_alloc(size * sizeof *ids);
	while ((errno = 0, entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		if (count + 1 == size)
			ids = base_realloc(ids, (size *= 2) * sizeof *ids);
		ids[count++] = base_strdup(entry->d_name);
	}
	ids[count] = NULL;
	if (errno != 0) {
		reason_set_errno(reason, "%s can't be listed to its end", path);
		free_ids(ids);
		ids = NULL;
	} else {
		qsort(ids, count, sizeof *ids, by_name);
	}
	closedir(dir);
	free(path);
	return ids;
}

/* ---- a new site ---- */

/* Nobody else may look: the sizes of files tell who holds or does something. */
static const struct {
	const char *name;
	unsigned mode;
} folders[] = {
	{".", 0700}, {"games", 0700}, {"keys", 0700}, {"aside", 0700}, {"mail", 0700},
};

static int write_config(const char *folder, const char *address, const char *moderator,
			struct reason *reason)
{
	char *path = base_printf("%s/pbem.conf", folder);
	struct text conf;
	int result;

	text_init(&conf, 0);
	text_addf(&conf,
		  "# The settings of this site. pbem.conf(5) explains every key.\n"
		  "\n"
		  "# The site's own address: players' replies go there.\n"
		  "address = %s\n",
		  address);
	text_addf(&conf, "%smoderator = %s\n",
		  moderator != NULL ? "" : "# Where reports about the site go.\n# ",
		  moderator != NULL ? moderator : "you@example.org");
	text_add(&conf, "\n"
			"# Where letters come from and go to. As it stands: two Maildirs on this\n"
			"# machine. With a mail server:\n"
			"#   mailbox = imaps://games@mail.example.org/INBOX\n"
			"#   mailbox-password-file = mailbox-password\n"
			"#   outgoing = smtps://games@mail.example.org\n"
			"#   outgoing-password-file = mailbox-password\n"
			"mailbox = maildir:mail/in\n"
			"outgoing = maildir:mail/out\n");
	result = files_replace(path, conf.bytes, conf.len, reason);
	text_done(&conf);
	free(path);
	return result;
}

int site_init(const char *folder, const char *address, const char *moderator, struct reason *reason)
{
	char *path = base_printf("%s/pbem.conf", folder);
	bool there;
	struct ledger *ledger = NULL;
	int told = files_is_there(path, &there, reason);

	umask(077);
	free(path);
	if (told != 0)
		return -1;
	if (there) {
		reason_set(reason, "there is a site in %s already", folder);
		return reason_is(reason, REASON_TAKEN);
	}
	if (!compose_is_address(address) || (moderator != NULL && !compose_is_address(moderator))) {
		reason_set(reason,
			   "'%s' is not a mail address; expected something like "
			   "games@example.org",
			   compose_is_address(address) ? moderator : address);
		return reason_is(reason, REASON_ASKED);
	}
	for (size_t i = 0; i < ARRAY_LEN(folders); i++) {
		int result;

		path = strcmp(folders[i].name, ".") == 0
			       ? base_strdup(folder)
			       : base_printf("%s/%s", folder, folders[i].name);
		result = files_make_folder(path, folders[i].mode, reason);
		free(path);
		if (result != 0)
			return -1;
	}
	if (keys_add(folder, reason) < 0 ||
	    ledger_open(folder, true, &ledger, reason) != LEDGER_OPEN)
		return -1;
	ledger_close(ledger);
	/* The configuration comes last: with it the site is there. */
	return write_config(folder, address, moderator, reason);
}
