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

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/sys/progress.h"
#include "pbem/sys/worker_pool.h"

/* A message of a worker: it begins a piece, or it has finished one and `len` bytes follow. */
struct pipe_message {
	uint64_t piece, len;
	bool is_done;
};

struct worker {
	pid_t pid;
	int fd;		    /* the pipe from the worker; -1: it has ended */
	struct strbuf read; /* bytes of an incomplete message */
	bool has_begun;
	size_t piece; /* the piece that it has begun */
	bool is_busy;
};

/* The result of a piece, or why it failed. */
struct piece_result {
	struct strbuf out;
	char *why;
	bool is_there;
};

struct pool {
	const struct worker_pool_task *task;
	_Atomic size_t *next; /* the next piece to begin, shared by all processes */
	struct worker *workers;
	unsigned count;
	struct piece_result *findings;
	size_t taken, done;
};

unsigned worker_pool_cores(void)
{
	const unsigned cores = g_get_num_processors();

	return cores < WORKER_POOL_MAX ? cores : WORKER_POOL_MAX;
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

static void send_result(int fd, size_t piece, const struct strbuf *out)
{
	/* The padding between the fields is written, too, so it must be zero. */
	struct pipe_message message;

	memset(&message, 0, sizeof message);
	message.piece = piece;
	message.len = out != NULL ? out->len : 0;
	message.is_done = out != NULL;
	write_all(fd, &message, sizeof message);
	if (out != NULL)
		write_all(fd, out->bytes, out->len);
}

static void run_worker(const struct pool *crew, int fd)
{
	const struct worker_pool_task *task = crew->task;
	struct strbuf out;

	/* If the parent has ended, writing to it should end this process. */
	signal(SIGPIPE, SIG_DFL);
	for (unsigned i = 0; i < crew->count; i++)
		if (crew->workers[i].fd >= 0)
			close(crew->workers[i].fd);
	strbuf_init(&out, SIZE_MAX);
	for (size_t piece; (piece = atomic_fetch_add(crew->next, 1)) < task->count;) {
		send_result(fd, piece, NULL);
		strbuf_clear(&out);
		task->work(task->context, piece, &out);
		send_result(fd, piece, &out);
	}
	_exit(0);
}

/* ---- in the main process ---- */

/* Returns false if no process can be started now. */
static bool start_worker(struct pool *crew, struct worker *worker)
{
	int fds[2];

	worker->fd = -1;
	if (pipe2(fds, O_CLOEXEC) != 0)
		return false;
	fflush(NULL);
	worker->pid = fork();
	if (worker->pid == 0) {
		close(fds[0]);
		run_worker(crew, fds[1]);
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

/* Passes the results on, in the order of the pieces. */
static void deliver_ready(struct pool *crew)
{
	const struct worker_pool_task *task = crew->task;

	while (crew->taken < task->count && crew->findings[crew->taken].is_there) {
		struct piece_result *finding = &crew->findings[crew->taken];

		task->take(task->context, crew->taken++,
			   finding->why == NULL ? &finding->out : NULL, finding->why);
		strbuf_done(&finding->out);
		free(finding->why);
	}
}

/* Records the result of a piece: `why` it failed, or NULL and its output. */
static void record_result(struct pool *crew, size_t piece, const char *why, const char *bytes,
			  size_t len)
{
	struct piece_result *finding = &crew->findings[piece];

	finding->is_there = true;
	finding->why = why != NULL ? base_strdup(why) : NULL;
	strbuf_init(&finding->out, SIZE_MAX);
	strbuf_add_bytes(&finding->out, bytes, len);
	crew->done++;
	deliver_ready(crew);
}

/* Takes the complete messages from the bytes that a worker has sent. */
static void read_messages(struct pool *crew, struct worker *worker)
{
	struct strbuf *read = &worker->read;
	struct pipe_message message;
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
			record_result(crew, worker->piece, NULL, read->bytes + at,
				      (size_t)message.len);
		at += (size_t)message.len;
	}
	memmove(read->bytes, read->bytes + at, read->len - at + 1);
	read->len -= at;
}

/* Handles the end of a worker's process. A piece that it had begun has failed. */
static void handle_worker_exit(struct pool *crew, struct worker *worker)
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
		record_result(crew, worker->piece, why, "", 0);
	strbuf_clear(&worker->read);
	/* Replaces the worker, unless it had begun nothing: its successors would fail in the same
	 * way for ever. */
	if (worker->has_begun && atomic_load(crew->next) < crew->task->count)
		(void)start_worker(crew, worker);
}

static void read_from_worker(struct pool *crew, struct worker *worker)
{
	char block[65536];
	const ssize_t got = read(worker->fd, block, sizeof block);

	if (got > 0) {
		strbuf_add_bytes(&worker->read, block, (size_t)got);
		read_messages(crew, worker);
	} else if (got == 0 || errno != EINTR) {
		handle_worker_exit(crew, worker);
	}
}

/* Reads from the workers until all of them have ended. */
static void wait_for_all(struct pool *crew)
{
	struct pollfd fds[WORKER_POOL_MAX];

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
				read_from_worker(crew, &crew->workers[i]);
		progress_tick(crew->done, crew->task->count);
	}
}

/* Does all pieces in this process. */
static void run_sequentially(const struct worker_pool_task *task)
{
	struct strbuf out;

	strbuf_init(&out, SIZE_MAX);
	for (size_t piece = 0; piece < task->count; piece++) {
		strbuf_clear(&out);
		task->work(task->context, piece, &out);
		task->take(task->context, piece, &out, NULL);
		progress_tick(piece + 1, task->count);
	}
	strbuf_done(&out);
}

/* Returns false, and does nothing, if no process could be started. */
static bool run_in_processes(const struct worker_pool_task *task, unsigned jobs)
{
	struct pool crew = {.task = task};

	crew.next = mmap(NULL, sizeof *crew.next, PROT_READ | PROT_WRITE,
			 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (crew.next == MAP_FAILED)
		return false;
	crew.workers = base_zalloc(jobs, sizeof *crew.workers);
	crew.findings = base_zalloc(task->count, sizeof *crew.findings);
	while (crew.count < jobs && start_worker(&crew, &crew.workers[crew.count]))
		strbuf_init(&crew.workers[crew.count++].read, SIZE_MAX);
	if (crew.count > 0) {
		wait_for_all(&crew);
		for (size_t piece = 0; piece < task->count; piece++)
			if (!crew.findings[piece].is_there)
				record_result(&crew, piece, "no process was left", "", 0);
	}
	for (unsigned i = 0; i < crew.count; i++)
		strbuf_done(&crew.workers[i].read);
	free(crew.findings);
	free(crew.workers);
	munmap(crew.next, sizeof *crew.next);
	return crew.count > 0;
}

void worker_pool_do(const struct worker_pool_task *task, unsigned jobs, const char *name)
{
	if (jobs > WORKER_POOL_MAX)
		jobs = WORKER_POOL_MAX;
	if (jobs > task->count)
		jobs = (unsigned)task->count;
	progress_begin(name);
	if (jobs < 2 || !run_in_processes(task, jobs))
		run_sequentially(task);
	progress_end();
}
