/* SPDX-License-Identifier: MIT */
/* The files beside a game file: its snapshot, and the sealed file of a game with secrets. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/gamefile/gamefile_internal.h"
#include "core/util/strbuf.h"

static char *path_beside(const char *path, const char *name)
{
	const char *slash = strrchr(path, '/');

	return base_printf("%.*s%s", slash != NULL ? (int)(slash - path) + 1 : 0, path, name);
}

int gamefile_read_beside(const char *path, const char *name, uint64_t offset, char **bytes_out,
			 size_t *len_out, struct reason *reason)
{
	char *other = path_beside(path, name);
	int result = 0;

	if (access(other, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR))
		result =
			gamefile_read_bytes(other, offset, bytes_out, len_out, reason) < 0 ? -1 : 1;
	free(other);
	return result;
}

struct gamefile *gamefile_read_beside_snapshot(const char *folder, struct variant_library *library)
{
	char *path = base_printf("%s/snapshot", folder), *bytes = NULL;
	struct gamefile *file = NULL;
	size_t len = 0;

	if (gamefile_read_bytes(path, 0, &bytes, &len, NULL) == 0)
		file = gamefile_read_snapshot(bytes, len, library);
	free(bytes);
	free(path);
	return file;
}

unsigned gamefile_snapshot_beyond(const char *folder, const struct gamefile *file,
				  struct variant_library *library)
{
	struct gamefile *snapshot = gamefile_read_beside_snapshot(folder, library);
	unsigned head = 0;

	if (snapshot != NULL && snapshot->head > file->head &&
	    strcmp(snapshot->root.hex, file->root.hex) == 0)
		head = snapshot->head;
	gamefile_free(snapshot);
	return head;
}

/* Finds whether the log publishes its secrets, so that the sealed file isn't needed any more. */
static int is_published(const char *path, const struct gamefile *file, bool *published_out,
			struct reason *reason)
{
	char *bytes = NULL;
	struct strbuf sealed;
	size_t len;

	if (gamefile_read_bytes(path, 0, &bytes, &len, reason) != 0)
		return -1;
	strbuf_init(&sealed, 0);
	*published_out = sealed_rebuild(file->header.id, bytes, len, &sealed);
	strbuf_done(&sealed);
	free(bytes);
	return 0;
}

int gamefile_check_unsealed(const char *path, const struct gamefile *file, struct reason *reason)
{
	bool published;
	char *sealed;

	if (file->header.commit.hex[0] == '\0')
		return 0;
	if (is_published(path, file, &published, reason) != 0)
		return -1;
	if (published)
		return 0;
	sealed = path_beside(path, "sealed");
	reason_set(reason,
		   "%s is missing: the game has secrets, hands and traps among them, and has "
		   "published none; put back a good copy of it",
		   sealed);
	free(sealed);
	return -1;
}

bool gamefile_read_sealed(const char *path, const struct gamefile *file, struct strbuf *out,
			  struct reason *reason)
{
	char *bytes = NULL;
	size_t len;
	int found;

	*reason = (struct reason){.text = ""};
	found = gamefile_read_beside(path, "sealed", 0, &bytes, &len, reason);

	if (found > 0)
		strbuf_add_bytes(out, bytes, len);
	else if (found == 0 && gamefile_read_beside(path, "seats", 0, &bytes, &len, NULL) != 0)
		(void)gamefile_check_unsealed(path, file, reason);
	free(bytes);
	return found > 0;
}
