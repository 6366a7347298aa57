/* SPDX-License-Identifier: MIT */
/* A site with an outbox, and a post that does what the recipient's name says. */
#ifndef PBEM_TESTS_POSTSCENE_H
#define PBEM_TESTS_POSTSCENE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>
#include <glib.h>
#include <glib/gstdio.h>

#include "core/base/base.h"
#include "core/base/text.h"
#include "pbem/site/config.h"
#include "pbem/promise/ledger.h"
#include "pbem/run/run_outbox.h"
#include "pbem/wire/sink.h"
#include "pbem/wire/sink_kind.h"

#define NOW 1778580672

#define DAY 86400

#define HOUR 3600

/* A second for the final answer to a letter: then a twentieth of one is slow. */
#define FINAL "1"

#define SLOW_US 50000

struct post {
	struct sink sink;
	struct config config;
	struct ledger *ledger;
	uint64_t batch;
	struct text told; /* what was found and is told now */
	struct text log;  /* what the post saw, and what was found */
	char *meanwhile;  /* a batch's changes, made beside the next letter's sending */
	struct outbox_report report;
	struct reason reason;
};

int post_open(void **state);

int post_close(void **state);

/* Makes changes of the outbox as a batch does. */
void change(struct post *post, const char *lines);

void put_letter(struct post *post, const char *name, const char *to);

size_t waiting(struct post *post);

/* A whole sending: its pass, then what was found is told and claims are given back. */
enum wire send_all(struct post *post, int64_t now);

/* The pass alone, as if the sender had been killed behind it; and the rest. */
enum wire send_only(struct post *post, int64_t now);

void wind_up(struct post *post);

/* The names of the letters that the post has seen, in their order, as "b a ". */
const char *seen(const struct post *post);

#endif
