/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "pbem/store/sender_lock.h"

/* With fcntl(2) a process can find the holder of a lock without taking it. The file is never
 * removed, and the kernel releases the lock when its holder dies. */
static const struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

static int open_file(const char *folder, int flags)
{
	char *path = base_printf("%s/sending", folder);
	int fd = open(path, flags | O_CLOEXEC, 0600);

	free(path);
	return fd;
}

int sender_lock_take(const char *folder, int *lock_out, bool *busy_out, struct reason *reason)
{
	struct flock lock = whole;
	int fd = open_file(folder, O_RDWR | O_CREAT);

	*busy_out = false;
	if (fd < 0) {
		reason_set_errno(reason, "can't open %s/sending", folder);
		return -1;
	}
	if (fcntl(fd, F_SETLK, &lock) == 0) {
		*lock_out = fd;
		return 0;
	}
	*busy_out = errno == EACCES || errno == EAGAIN;
	if (!*busy_out)
		reason_set_errno(reason, "can't lock %s/sending", folder);
	close(fd);
	return *busy_out ? 0 : -1;
}

void sender_lock_done(int lock)
{
	close(lock);
}

int sender_lock_look(const char *folder, bool *out_out, long *process_out)
{
	struct flock lock = whole;
	int fd = open_file(folder, O_RDONLY), result = -1;

	if (fd >= 0) {
		result = fcntl(fd, F_GETLK, &lock);
		close(fd);
	} else if (errno == ENOENT) {
		lock.l_type = F_UNLCK;
		result = 0;
	}
	if (result != 0)
		return -1;
	*out_out = lock.l_type != F_UNLCK;
	if (process_out != NULL)
		*process_out = *out_out && lock.l_pid > 0 ? (long)lock.l_pid : 0;
	return 0;
}
