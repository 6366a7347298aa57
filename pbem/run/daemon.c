/* SPDX-License-Identifier: MIT */
/*
 * Debian 12's C library has no checked ppoll() for 64-bit times on 32-bit systems: its ppoll()
 * reads a timeout of less than a second as 0, and the watch would never sleep.
 */
#undef _FORTIFY_SOURCE
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "pbem/run/daemon.h"
#include "pbem/run/daemon_run.h"
#include "pbem/run/wakeup.h"
#include "pbem/sys/config.h"
#include "pbem/sys/files.h"
#include "pbem/sys/log.h"
#include "pbem/sys/step.h"
#include "pbem/transport/inotify.h"
#include "pbem/transport/source.h"

/* All in milliseconds. */
enum {
	SLICE = 60 * 1000, /* the longest single wait, because a clock may be set and a machine may
			      sleep */
	RUN_PAUSE = 2000,  /* pause after a run that must be repeated; doubled each time */
	OPEN_PAUSE = 1000, /* pause after a broken connection; doubled each time */
	OPEN_PAUSE_MAX = 300000, /* the longest pause */
	HELD = 60 * 1000	 /* a connection that lasted longer counts as a good one */
};

enum { RUN_GRACE = 10 }; /* seconds within which a run has to end when the program is to end */

struct daemon {
	const char *folder, *program;
	FILE *told;
	bool verbose;
	struct config *config;
	struct source *source; /* NULL: not open */
	int site_watch; /* reports that another process has finished work on the site; -1: nothing
			 reports it */
	/* When to run, to check the mailbox, and to open it, by step_ms. */
	int64_t run_at, ask_at, open_at;
	int64_t wake;  /* by step_time: when a clock runs out, or a message may be sent */
	int64_t began; /* by step_time: when the last run began */
	int64_t run_pause, open_pause;
	int64_t opened; /* by step_ms: when the connection was opened */
	bool worked;	/* a run has ended, and not by a faulty configuration */
	bool cut;	/* reported that the mailbox can't be watched */
};

/* ---- signals ---- */

static volatile sig_atomic_t ended;	/* how often the end was requested */
static volatile sig_atomic_t may_leave; /* nothing is in progress that would be left undone */

static void on_end_signal(int number)
{
	(void)number;
	if (may_leave)
		_exit(EX_OK);
	/* A second request ends the run, too, and doesn't wait for a server that hangs. */
	if (++ended > 1)
		daemon_run_end();
	else
		alarm(RUN_GRACE);
}

static void on_grace_over(int number)
{
	(void)number;
	daemon_run_end();
}

/* Blocks signals except while the program waits for them, so that none arrives between a check and
 * the wait. */
static void catch_signals(sigset_t *ours, sigset_t *open)
{
	static const int numbers[] = {SIGTERM, SIGINT, SIGHUP};
	struct sigaction action = {.sa_handler = on_end_signal}, before;
	const struct sigaction grace = {.sa_handler = on_grace_over};

	sigemptyset(ours);
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < ARRAY_LEN(numbers); i++) {
		sigaddset(ours, numbers[i]);
		/* Under nohup(1), or in the background, a signal may be ignored, and stays so. */
		if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
			sigaction(numbers[i], &action, NULL);
	}
	sigaction(SIGALRM, &grace, NULL);
	sigprocmask(SIG_BLOCK, ours, open);
	for (size_t i = 0; i < ARRAY_LEN(numbers); i++)
		sigdelset(open, numbers[i]);
}

/* Allows or forbids that a signal ends the program at once. It is allowed while a server may take
 * minutes to answer. */
static void allow_exit(const sigset_t *ours, bool may)
{
	may_leave = may;
	sigprocmask(may ? SIG_UNBLOCK : SIG_BLOCK, ours, NULL);
}

/* ---- reporting ---- */

static void log_watch(const struct daemon *watch, const char *what, const char *why)
{
	struct log log;

	log_open(&log, watch->folder, watch->config->log, watch->told, watch->verbose, NULL);
	log_line(&log, "watch: %s%s\n", what, why);
	log_close(&log);
}

/* ---- times ---- */

static void move_earlier(int64_t *at, int64_t than)
{
	if (than < *at)
		*at = than;
}

static int64_t next_pause(int64_t pause, int64_t first, int64_t most)
{
	pause = pause == 0 ? first : 2 * pause;
	return pause < most ? pause : most;
}

static int64_t heartbeat_ms(void)
{
	return step_heartbeat_seconds() * (int64_t)1000;
}

/* Returns for how many milliseconds nothing has to be done unless something arrives. */
static int64_t idle_ms(const struct daemon *watch)
{
	int64_t now = step_ms(), next = now + SLICE;

	move_earlier(&next, now + watch->config->poll_seconds * (int64_t)1000);
	move_earlier(&next, watch->run_at);
	move_earlier(&next, watch->source != NULL ? watch->ask_at : watch->open_at);
	if (watch->wake - step_time() < SLICE / 1000)
		move_earlier(&next, now + (watch->wake - step_time()) * 1000);
	/* The end may have been requested during a run. */
	return ended == 0 && next > now ? next - now : 0;
}

/* ---- the site ---- */

static void open_site_watch(struct daemon *watch)
{
	char *path = base_printf("%s/lock", watch->folder);

	if (watch->site_watch >= 0)
		close(watch->site_watch);
	watch->site_watch = inotify_open(path, INOTIFY_CLOSES);
	free(path);
}

/* Checks for other work than new messages. Returns true if messages are to be sent at once. */
static bool check_wakeup(struct daemon *watch)
{
	struct wakeup outlook;

	wakeup_read(watch->folder, watch->began, &outlook);
	watch->wake = outlook.clock;
	if (outlook.post > step_time())
		move_earlier(&watch->wake, outlook.post);
	return outlook.post <= step_time();
}

/* Makes one run, like any other. If it leaves work undone it is repeated at growing intervals. Its
 * exit code is stored in *code_out. */
static void run_once(struct daemon *watch, const sigset_t *open, int *code_out)
{
	struct reason reason;
	bool undone;

	watch->began = step_time();
	*code_out = daemon_run(watch->program, watch->folder, watch->verbose, open, &reason);
	if (*code_out == EX_OSERR)
		log_watch(watch, reason.text, "; the next run will try again");
	watch->worked = watch->worked || *code_out != EX_CONFIG;
	open_site_watch(watch);
	undone = check_wakeup(watch) || *code_out != EX_OK;
	watch->run_pause = undone ? next_pause(watch->run_pause, RUN_PAUSE, heartbeat_ms()) : 0;
	watch->run_at = step_ms() + (undone ? watch->run_pause : heartbeat_ms());
}

/* ---- the mailbox ---- */

static void handle_mailbox_loss(struct daemon *watch, const struct reason *reason)
{
	source_close(watch->source);
	watch->source = NULL;
	if (watch->opened != 0 && step_ms() - watch->opened > HELD)
		watch->open_pause = 0;
	watch->open_pause = next_pause(watch->open_pause, OPEN_PAUSE, OPEN_PAUSE_MAX);
	watch->open_at = step_ms() + watch->open_pause;
	/* Servers close idle connections, which is nothing to report. */
	if (!watch->cut && watch->open_pause > OPEN_PAUSE) {
		log_watch(watch, "can't wait for letters, and tries again: ", reason->text);
		watch->cut = true;
	}
}

/* Opens the mailbox with the present configuration. */
static enum wire open_mailbox(struct daemon *watch, struct reason *reason)
{
	struct config *config = config_load(watch->folder, reason);
	enum wire wire;

	if (config == NULL)
		return WIRE_LATER;
	config_free(watch->config);
	watch->config = config;
	wire = source_open(config, &watch->source, reason);
	return wire == WIRE_DONE ? source_watch(watch->source, reason) : wire;
}

/* Starts waiting for new messages. Some may have arrived before the mailbox was open, so a run
 * looks for them. */
static enum wire start_watching_mailbox(struct daemon *watch, const sigset_t *ours,
					struct reason *reason)
{
	enum wire wire;

	allow_exit(ours, true);
	wire = open_mailbox(watch, reason);
	allow_exit(ours, false);
	if (wire != WIRE_DONE) {
		handle_mailbox_loss(watch, reason);
		return wire;
	}
	if (watch->opened == 0 || watch->cut)
		log_watch(watch, "waits for letters: ", source_describe(watch->source));
	watch->cut = false;
	watch->opened = step_ms();
	watch->ask_at = watch->opened + heartbeat_ms();
	move_earlier(&watch->run_at, watch->opened);
	return WIRE_DONE;
}

/* Takes in reports of new messages, and of other processes' work on the site. */
static void check_mailbox(struct daemon *watch, const sigset_t *ours)
{
	int64_t now = step_ms(), gather = watch->config->gather_seconds * (int64_t)1000;
	bool ask = source_poll_fd(watch->source) < 0 || now >= watch->ask_at, came = false;
	struct reason reason;
	enum wire wire;

	allow_exit(ours, true);
	wire = source_check_new(watch->source, ask, &came, &reason);
	allow_exit(ours, false);
	if (came)
		move_earlier(&watch->run_at, now + gather);
	if (wire != WIRE_DONE)
		handle_mailbox_loss(watch, &reason);
	else if (ask)
		watch->ask_at = step_ms() + heartbeat_ms();
}

static void check_site_watch(struct daemon *watch)
{
	if (!inotify_has_events(watch->site_watch))
		return;
	open_site_watch(watch);
	if (check_wakeup(watch) && watch->run_pause == 0)
		move_earlier(&watch->run_at,
			     step_ms() + watch->config->gather_seconds * (int64_t)1000);
}

/* ---- the main loop ---- */

static void wait_for_event(const struct daemon *watch, const sigset_t *open)
{
	struct pollfd ears[] = {
		{.fd = watch->source != NULL ? source_poll_fd(watch->source) : -1,
		 .events = POLLIN},
		{.fd = watch->site_watch, .events = POLLIN},
	};
	const int64_t ms = idle_ms(watch);
	struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000 * 1000000)};

	(void)ppoll(ears, ARRAY_LEN(ears), &time, open);
}

static int run_until_ended(struct daemon *watch, const sigset_t *ours, const sigset_t *open,
			   struct reason *reason)
{
	int code = EX_OK;

	while (ended == 0) {
		if (watch->source == NULL && step_ms() >= watch->open_at &&
		    start_watching_mailbox(watch, ours, reason) == WIRE_NEVER && watch->began == 0)
			return EX_CONFIG;
		if (step_ms() >= watch->run_at || step_time() >= watch->wake) {
			/* The run will find whatever has arrived by now. */
			if (watch->source != NULL)
				check_mailbox(watch, ours);
			run_once(watch, open, &code);
			if (code == EX_CONFIG && !watch->worked)
				return reason_set(reason, "the first run failed; its message shows "
							  "the reason"),
				       code;
		}
		wait_for_event(watch, open);
		if (watch->source != NULL)
			check_mailbox(watch, ours);
		check_site_watch(watch);
	}
	return EX_OK;
}

int daemon_site(const char *folder, const char *program, FILE *told, bool verbose,
		struct reason *reason)
{
	struct daemon watch = {
		.folder = folder,
		.program = program,
		.told = told,
		.verbose = verbose,
		.config = config_load(folder, reason),
		.site_watch = -1,
		.wake = INT64_MAX,
	};
	sigset_t ours, open;
	int code;

	if (watch.config == NULL)
		return EX_CONFIG;
	if (files_become_owner(folder, reason) != 0) {
		config_free(watch.config);
		return EX_CONFIG;
	}
	umask(077);
	catch_signals(&ours, &open);
	watch.run_at = step_ms();
	code = run_until_ended(&watch, &ours, &open, reason);
	source_close(watch.source);
	if (watch.site_watch >= 0)
		close(watch.site_watch);
	if (code == EX_OK)
		log_watch(&watch, "was ended", "");
	config_free(watch.config);
	return code;
}
