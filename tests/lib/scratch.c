/* SPDX-License-Identifier: MIT */
#include "tests/lib/scratch.h"

char scratch_folder[SCRATCH_MAX];

bool scratch_make(char folder[SCRATCH_MAX])
{
	const char *place = access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp";

	snprintf(folder, SCRATCH_MAX, "%s/pbem-test-XXXXXX", place);
	return mkdtemp(folder) != NULL;
}

static int scratch_remove_one(const char *path, const struct stat *status, int type,
			      struct FTW *where)
{
	(void)status;
	(void)type;
	(void)where;
	return remove(path);
}

int scratch_remove(const char *folder)
{
	return nftw(folder, scratch_remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

int scratch_open(void **state)
{
	(void)state;
	return scratch_make(scratch_folder) ? 0 : -1;
}

int scratch_close(void **state)
{
	(void)state;
	return scratch_remove(scratch_folder);
}
