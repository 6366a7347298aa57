/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pbem/moving/moving.h"
#include "pbem/moving/moving_inner.h"
#include "pbem/site/files.h"
#include "pbem/site/step.h"

/* The other site has it: what was put away has no use any more. Killed half-way it is done by
 * whoever asks again. */
static int forget(const struct site *from, const struct elsewhere *elsewhere, struct reason *reason)
{
	char *name = elsewhere_folder(elsewhere), *path = config_path(from->config, name);
	DIR *dir = opendir(path);
	struct dirent *entry;
	int result = 0;

	while (result == 0 && dir != NULL && (entry = readdir(dir)) != NULL) {
		char *file = base_printf("%s/%s", path, entry->d_name);

		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			result = files_remove(file, reason);
		step();
		free(file);
	}
	if (dir != NULL)
		closedir(dir);
	if (result == 0 && rmdir(path) != 0 && errno != ENOENT) {
		reason_set_errno(reason, "can't remove %s", path);
		result = -1;
	}
	free(path);
	free(name);
	return result;
}

/* What an earlier attempt has left, of a game that isn't here. *begun_out is false when it has left
 * nothing to be done. */
static int find_begun(const struct site *from, const struct site *to, const char *id,
		      struct elsewhere *out, bool *begun_out, struct reason *reason)
{

	*begun_out = false;
	if (ledger_number(from->ledger, id) != 0)
		return 0;
	if (elsewhere_load(from->config->folder, id, out, reason) != 0 ||
	    elsewhere_is_leaving(from->config->folder, out, begun_out, reason) != 0)
		return -1;
	if (*begun_out && strcmp(out->to, to->config->folder) == 0)
		return 0;
	if (*begun_out)
		reason_set(reason,
			   "game %s is on its way to %s, and that must be finished first: pbem "
			   "move %s %s",
			   id, out->to, id, out->to);
	else
		reason_set(reason, "game %s isn't here any more: it was moved to %s", id, out->to);
	return reason_is(reason, REASON_ASKED);
}

int moving_go(struct site *from, struct site *to, const char *id, bool *finished_out,
	      struct reason *reason)
{
	struct elsewhere elsewhere = {.to = NULL};
	bool come = false;
	int result = find_begun(from, to, id, &elsewhere, finished_out, reason);

	if (result == 0 && !*finished_out)
		result = moving_leave(from, to, id, &elsewhere, reason);
	if (result == 0)
		result = moving_has_come(to, &elsewhere, &come, reason);
	if (result == 0 && !come)
		result = moving_come(to, from, &elsewhere, reason);
	if (result == 0)
		result = forget(from, &elsewhere, reason);
	elsewhere_done(&elsewhere);
	return result;
}
