/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "pbem/site/config.h"
#include "pbem/wire/ear.h"
#include "pbem/site/log.h"
#include "pbem/site/step.h"
#include "pbem/watch/outlook.h"
#include "pbem/watch/watch.h"
#include "pbem/watch/watch_run.h"
#include "pbem/wire/source.h"

/* All in milliseconds. */
enum {
	SLICE = 60 * 1000, /* what waiting is cut into: a clock may be set, a machine may sleep */
	RUN_PAUSE = 2000,  /* behind a run that must go again; twice as long each time, */
	OPEN_PAUSE = 1000, /* and behind a connection that broke, */
	OPEN_PAUSE_MAX = 300000, /* up to that */
	HELD = 60 * 1000	 /* a connection that held for so long is a good one */
};

enum { RUN_GRACE = 10 }; /* seconds that a run has to end in when the watch is to */

struct watch {
	const char *folder, *program;
	FILE *told;
	bool verbose;
	struct config *config;
	struct source *source; /* NULL: not open */
	int site_ear; /* tells that somebody else's work on the site is done; -1: nothing does */
	/* When what is to be done next, by step_ms. */
	int64_t run_at, ask_at, open_at;
	int64_t wake;  /* by step_time: when a clock has run out, or a letter may go */
	int64_t began; /* by step_time: when the last run began */
	int64_t run_pause, open_pause;
	int64_t opened; /* by step_ms */
	bool worked;	/* a run has ended otherwise than by a faulty configuration */
	bool cut;	/* it was told that the mailbox can't be watched */
};

/* ---- signals ---- */

static volatile sig_atomic_t ended;	/* how often that was asked */
static volatile sig_atomic_t may_leave; /* nothing is at work that would be left undone */

static void on_end(int number)
{
	(void)number;
	if (may_leave)
		_exit(EX_OK);
	/* Who asks twice doesn't want to wait for the run; nor is a hung server waited for. */
	if (++ended > 1)
		watch_run_end();
	else
		alarm(RUN_GRACE);
}

static void on_grace_over(int number)
{
	(void)number;
	watch_run_end();
}

/* Blocked but where it is waited: so none comes between a look and the waiting. */
static void catch_signals(sigset_t *ours, sigset_t *open)
{
	static const int numbers[] = {SIGTERM, SIGINT, SIGHUP};
	struct sigaction action = {.sa_handler = on_end}, before;
	const struct sigaction grace = {.sa_handler = on_grace_over};

	sigemptyset(ours);
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < ARRAY_LEN(numbers); i++) {
		sigaddset(ours, numbers[i]);
		/* Under nohup(1), or in the background, one may be ignored, and stays so. */
		if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
			sigaction(numbers[i], &action, NULL);
	}
	sigaction(SIGALRM, &grace, NULL);
	sigprocmask(SIG_BLOCK, ours, open);
	for (size_t i = 0; i < ARRAY_LEN(numbers); i++)
		sigdelset(open, numbers[i]);
}

/* A server may take its minutes: whoever ends the program doesn't wait for that. */
static void let_leave(const sigset_t *ours, bool may)
{
	may_leave = may;
	sigprocmask(may ? SIG_UNBLOCK : SIG_BLOCK, ours, NULL);
}

/* ---- what is told ---- */

static void tell(const struct watch *watch, const char *what, const char *why)
{
	struct log log;

	log_open(&log, watch->folder, watch->config->log, watch->told, watch->verbose, NULL);
	log_line(&log, "watch: %s%s\n", what, why);
	log_close(&log);
}

/* ---- when ---- */

static void sooner(int64_t *at, int64_t than)
{
	if (than < *at)
		*at = than;
}

static int64_t longer(int64_t pause, int64_t first, int64_t most)
{
	pause = pause == 0 ? first : 2 * pause;
	return pause < most ? pause : most;
}

static int64_t heartbeat(void)
{
	return step_heartbeat_seconds() * (int64_t)1000;
}

/* How long nothing has to be done, if nothing is heard. */
static int64_t idle_for(const struct watch *watch)
{
	int64_t now = step_ms(), next = now + SLICE;

	sooner(&next, now + watch->config->poll_seconds * (int64_t)1000);
	sooner(&next, watch->run_at);
	sooner(&next, watch->source != NULL ? watch->ask_at : watch->open_at);
	if (watch->wake - step_time() < SLICE / 1000)
		sooner(&next, now + (watch->wake - step_time()) * 1000);
	/* While a run was waited for, the end may have been asked for. */
	return ended == 0 && next > now ? next - now : 0;
}

/* ---- the site ---- */

static void open_site_ear(struct watch *watch)
{
	char *path = base_printf("%s/lock", watch->folder);

	if (watch->site_ear >= 0)
		close(watch->site_ear);
	watch->site_ear = ear_open(path, EAR_CLOSES);
	free(path);
}

/* What waits besides letters. True when there are letters to be sent at once. */
static bool look(struct watch *watch)
{
	struct outlook outlook;

	outlook_read(watch->folder, watch->began, &outlook);
	watch->wake = outlook.clock;
	if (outlook.post > step_time())
		sooner(&watch->wake, outlook.post);
	return outlook.post <= step_time();
}

/* A run as any other; what it left undone goes again, ever less often. Its code in *code_out. */
static void run(struct watch *watch, const sigset_t *open, int *code_out)
{
	struct reason reason;
	bool undone;

	watch->began = step_time();
	*code_out = watch_run(watch->program, watch->folder, watch->verbose, open, &reason);
	if (*code_out == EX_OSERR)
		tell(watch, reason.text, "; it goes on with the next");
	watch->worked = watch->worked || *code_out != EX_CONFIG;
	open_site_ear(watch);
	undone = look(watch) || *code_out != EX_OK;
	watch->run_pause = undone ? longer(watch->run_pause, RUN_PAUSE, heartbeat()) : 0;
	watch->run_at = step_ms() + (undone ? watch->run_pause : heartbeat());
}

/* ---- the mailbox ---- */

static void lose(struct watch *watch, const struct reason *reason)
{
	source_close(watch->source);
	watch->source = NULL;
	if (watch->opened != 0 && step_ms() - watch->opened > HELD)
		watch->open_pause = 0;
	watch->open_pause = longer(watch->open_pause, OPEN_PAUSE, OPEN_PAUSE_MAX);
	watch->open_at = step_ms() + watch->open_pause;
	/* Servers end what was long idle, and that is nothing to tell. */
	if (!watch->cut && watch->open_pause > OPEN_PAUSE) {
		tell(watch, "can't be told of letters, and tries again: ", reason->text);
		watch->cut = true;
	}
}

/* With the configuration as it is by now. */
static enum wire open_mailbox(struct watch *watch, struct reason *reason)
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

/* Letters may have come before it was open: a run sees to them. */
static enum wire begin_hearing(struct watch *watch, const sigset_t *ours, struct reason *reason)
{
	enum wire wire;

	let_leave(ours, true);
	wire = open_mailbox(watch, reason);
	let_leave(ours, false);
	if (wire != WIRE_DONE) {
		lose(watch, reason);
		return wire;
	}
	if (watch->opened == 0 || watch->cut)
		tell(watch, "is told of letters: ", source_describe(watch->source));
	watch->cut = false;
	watch->opened = step_ms();
	watch->ask_at = watch->opened + heartbeat();
	sooner(&watch->run_at, watch->opened);
	return WIRE_DONE;
}

/* Takes in what was heard: of letters, and of others' work on the site. */
static void hear(struct watch *watch, const sigset_t *ours)
{
	int64_t now = step_ms(), gather = watch->config->gather_seconds * (int64_t)1000;
	bool ask = source_ear(watch->source) < 0 || now >= watch->ask_at, came = false;
	struct reason reason;
	enum wire wire;

	let_leave(ours, true);
	wire = source_heard(watch->source, ask, &came, &reason);
	let_leave(ours, false);
	if (came)
		sooner(&watch->run_at, now + gather);
	if (wire != WIRE_DONE)
		lose(watch, &reason);
	else if (ask)
		watch->ask_at = step_ms() + heartbeat();
}

static void hear_site(struct watch *watch)
{
	if (!ear_heard(watch->site_ear))
		return;
	open_site_ear(watch);
	if (look(watch) && watch->run_pause == 0)
		sooner(&watch->run_at, step_ms() + watch->config->gather_seconds * (int64_t)1000);
}

/* ---- all of it ---- */

static void await(const struct watch *watch, const sigset_t *open)
{
	struct pollfd ears[] = {
		{.fd = watch->source != NULL ? source_ear(watch->source) : -1, .events = POLLIN},
		{.fd = watch->site_ear, .events = POLLIN},
	};
	int64_t ms = idle_for(watch);
	struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};

	(void)ppoll(ears, ARRAY_LEN(ears), &time, open);
}

static int go_on(struct watch *watch, const sigset_t *ours, const sigset_t *open,
		 struct reason *reason)
{
	int code = EX_OK;

	while (ended == 0) {
		if (watch->source == NULL && step_ms() >= watch->open_at &&
		    begin_hearing(watch, ours, reason) == WIRE_NEVER && watch->began == 0)
			return EX_CONFIG;
		if (step_ms() >= watch->run_at || step_time() >= watch->wake) {
			/* Of what has come by now the run will know. */
			if (watch->source != NULL)
				hear(watch, ours);
			run(watch, open, &code);
			if (code == EX_CONFIG && !watch->worked)
				return reason_set(reason, "a run says what is wrong"), code;
		}
		await(watch, open);
		if (watch->source != NULL)
			hear(watch, ours);
		hear_site(watch);
	}
	return EX_OK;
}

int watch_site(const char *folder, const char *program, FILE *told, bool verbose,
	       struct reason *reason)
{
	struct watch watch = {
		.folder = folder,
		.program = program,
		.told = told,
		.verbose = verbose,
		.config = config_load(folder, reason),
		.site_ear = -1,
		.wake = INT64_MAX,
	};
	sigset_t ours, open;
	int code;

	if (watch.config == NULL)
		return EX_CONFIG;
	umask(077);
	catch_signals(&ours, &open);
	watch.run_at = step_ms();
	code = go_on(&watch, &ours, &open, reason);
	source_close(watch.source);
	if (watch.site_ear >= 0)
		close(watch.site_ear);
	if (code == EX_OK)
		tell(&watch, "was ended", "");
	config_free(watch.config);
	return code;
}
