/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib.h>

#include "core/base/base.h"
#include "core/base/text.h"
#include "pbem/site/terminal.h"
#include "pbem/workers/workers.h"

/* What a worker writes: that it begins a piece, and what it found out, with as many bytes behind.
 */
struct message {
	uint64_t piece, len;
	bool is_done;
};

struct worker {
	pid_t pid;
	int fd;		  /* what it writes is read here; -1: it has ended */
	struct text read; /* and not whole yet */
	bool has_begun;
	size_t piece; /* the one in hand */
	bool is_busy;
};

/* A piece that is done, or never will be. */
struct finding {
	struct text out;
	char *why;
	bool is_there;
};

struct crew {
	const struct workers_task *task;
	_Atomic size_t *next; /* the piece nobody has begun; all processes share it */
	struct worker *workers;
	unsigned count;
	struct finding *findings;
	size_t taken, done;
};

unsigned workers_cores(void)
{
	const unsigned cores = g_get_num_processors();

	return cores < WORKERS_MAX ? cores : WORKERS_MAX;
}

/* ---- in a worker's process ---- */

static void write_all(int fd, const void *bytes, size_t len)
{
	const char *at = bytes;

	while (len > 0) {
		const ssize_t written = write(fd, at, len);

		if (written < 0 && errno != EINTR)
			_exit(1);
		at += written > 0 ? written : 0;
		len -= written > 0 ? (size_t)written : 0;
	}
}

static void tell(int fd, size_t piece, const struct text *out)
{
	/* Zeros between the fields, too: all of it is written. */
	struct message message;

	memset(&message, 0, sizeof message);
	message.piece = piece;
	message.len = out != NULL ? out->len : 0;
	message.is_done = out != NULL;
	write_all(fd, &message, sizeof message);
	if (out != NULL)
		write_all(fd, out->bytes, out->len);
}

static void be_worker(const struct crew *crew, int fd)
{
	const struct workers_task *task = crew->task;
	struct text out;

	/* Who asked may have gone away. */
	signal(SIGPIPE, SIG_DFL);
	for (unsigned i = 0; i < crew->count; i++)
		if (crew->workers[i].fd >= 0)
			close(crew->workers[i].fd);
	text_init(&out, SIZE_MAX);
	for (size_t piece; (piece = atomic_fetch_add(crew->next, 1)) < task->count;) {
		tell(fd, piece, NULL);
		text_clear(&out);
		task->work(task->context, piece, &out);
		tell(fd, piece, &out);
	}
	_exit(0);
}

/* ---- in the process that was asked ---- */

/* False when there can't be another process just now. */
static bool start(struct crew *crew, struct worker *worker)
{
	int fds[2];

	worker->fd = -1;
	if (pipe2(fds, O_CLOEXEC) != 0)
		return false;
	fflush(NULL);
	worker->pid = fork();
	if (worker->pid == 0) {
		close(fds[0]);
		be_worker(crew, fds[1]);
	}
	close(fds[1]);
	if (worker->pid < 0) {
		close(fds[0]);
		return false;
	}
	worker->fd = fds[0];
	worker->has_begun = worker->is_busy = false;
	return true;
}

/* Takes what is known, in order. */
static void take_ready(struct crew *crew)
{
	const struct workers_task *task = crew->task;

	while (crew->taken < task->count && crew->findings[crew->taken].is_there) {
		struct finding *finding = &crew->findings[crew->taken];

		task->take(task->context, crew->taken++,
			   finding->why == NULL ? &finding->out : NULL, finding->why);
		text_done(&finding->out);
		free(finding->why);
	}
}

/* What became of a piece: `why` it wasn't done, or NULL and what was found out. */
static void settle(struct crew *crew, size_t piece, const char *why, const char *bytes, size_t len)
{
	struct finding *finding = &crew->findings[piece];

	finding->is_there = true;
	finding->why = why != NULL ? base_strdup(why) : NULL;
	text_init(&finding->out, SIZE_MAX);
	text_add_bytes(&finding->out, bytes, len);
	crew->done++;
	take_ready(crew);
}

/* Takes the whole messages among what was read of a worker. */
static void read_messages(struct crew *crew, struct worker *worker)
{
	struct text *read = &worker->read;
	struct message message;
	size_t at = 0;

	while (read->len - at >= sizeof message) {
		memcpy(&message, read->bytes + at, sizeof message);
		if (read->len - at - sizeof message < message.len)
			break;
		at += sizeof message;
		worker->piece = (size_t)message.piece;
		worker->has_begun = true;
		worker->is_busy = !message.is_done;
		if (message.is_done)
			settle(crew, worker->piece, NULL, read->bytes + at, (size_t)message.len);
		at += (size_t)message.len;
	}
	memmove(read->bytes, read->bytes + at, read->len - at + 1);
	read->len -= at;
}

/* A worker's process is gone: of the piece it had in hand nothing is known. */
static void bury(struct crew *crew, struct worker *worker)
{
	char why[64];
	int status = 0;

	close(worker->fd);
	worker->fd = -1;
	while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFSIGNALED(status))
		snprintf(why, sizeof why, "signal %d", WTERMSIG(status));
	else
		snprintf(why, sizeof why, "exit %d", WEXITSTATUS(status));
	if (worker->is_busy)
		settle(crew, worker->piece, why, "", 0);
	text_clear(&worker->read);
	/* Another takes its place; not of one that can't even begin, or that would never end. */
	if (worker->has_begun && atomic_load(crew->next) < crew->task->count)
		(void)start(crew, worker);
}

static void listen_to(struct crew *crew, struct worker *worker)
{
	char block[65536];
	const ssize_t got = read(worker->fd, block, sizeof block);

	if (got > 0) {
		text_add_bytes(&worker->read, block, (size_t)got);
		read_messages(crew, worker);
	} else if (got == 0 || errno != EINTR) {
		bury(crew, worker);
	}
}

/* Listens until all workers have ended. */
static void wait_for_all(struct crew *crew)
{
	struct pollfd fds[WORKERS_MAX];

	for (bool any = true; any;) {
		any = false;
		for (unsigned i = 0; i < crew->count; i++) {
			fds[i] = (struct pollfd){.fd = crew->workers[i].fd, .events = POLLIN};
			any |= fds[i].fd >= 0;
		}
		if (!any || poll(fds, crew->count, -1) < 0)
			continue;
		for (unsigned i = 0; i < crew->count; i++)
			if (fds[i].revents != 0)
				listen_to(crew, &crew->workers[i]);
		terminal_tick(crew->done, crew->task->count);
	}
}

/* One after the other, here. */
static void do_here(const struct workers_task *task)
{
	struct text out;

	text_init(&out, SIZE_MAX);
	for (size_t piece = 0; piece < task->count; piece++) {
		text_clear(&out);
		task->work(task->context, piece, &out);
		task->take(task->context, piece, &out, NULL);
		terminal_tick(piece + 1, task->count);
	}
	text_done(&out);
}

/* False when no process could be started: then nothing is done. */
static bool do_in_processes(const struct workers_task *task, unsigned jobs)
{
	struct crew crew = {.task = task};

	crew.next = mmap(NULL, sizeof *crew.next, PROT_READ | PROT_WRITE,
			 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (crew.next == MAP_FAILED)
		return false;
	crew.workers = base_zalloc(jobs, sizeof *crew.workers);
	crew.findings = base_zalloc(task->count, sizeof *crew.findings);
	while (crew.count < jobs && start(&crew, &crew.workers[crew.count]))
		text_init(&crew.workers[crew.count++].read, SIZE_MAX);
	if (crew.count > 0) {
		wait_for_all(&crew);
		for (size_t piece = 0; piece < task->count; piece++)
			if (!crew.findings[piece].is_there)
				settle(&crew, piece, "no process was left to do it", "", 0);
	}
	for (unsigned i = 0; i < crew.count; i++)
		text_done(&crew.workers[i].read);
	free(crew.findings);
	free(crew.workers);
	munmap(crew.next, sizeof *crew.next);
	return crew.count > 0;
}

void workers_do(const struct workers_task *task, unsigned jobs, const char *name)
{
	if (jobs > WORKERS_MAX)
		jobs = WORKERS_MAX;
	if (jobs > task->count)
		jobs = (unsigned)task->count;
	terminal_begin(name);
	if (jobs < 2 || !do_in_processes(task, jobs))
		do_here(task);
	terminal_end();
}
