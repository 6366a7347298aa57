/* SPDX-License-Identifier: MIT */
/* A site with an outbox, and a mail server whose behaviour depends on the recipient's name. */
#ifndef PBEM_TESTS_LIB_POSTSCENE_H
#define PBEM_TESTS_LIB_POSTSCENE_H

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

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/run/outbox_pass.h"
#include "pbem/store/ledger.h"
#include "pbem/sys/config.h"
#include "pbem/transport/sink.h"
#include "pbem/transport/sink_ops.h"

#define NOW 1778580672

#define DAY 86400

#define HOUR 3600

/* One second for the final answer to a message, so that a twentieth of a second is slow. */
#define FINAL "1"

#define SLOW_US 50000

struct post {
	struct sink sink;
	struct config config;
	struct ledger *ledger;
	uint64_t batch;
	struct strbuf told; /* results that are reported now */
	struct strbuf log;  /* what the server saw, and the results */
	char *meanwhile;    /* changes of a batch, made while the next message is sent */
	struct outbox_report report;
	struct reason reason;
};

int post_open(void **state);

int post_close(void **state);

/* Changes the outbox as a batch does. */
void change(struct post *post, const char *lines);

void put_letter(struct post *post, const char *name, const char *to);

size_t waiting(struct post *post);

/* Sends everything: makes a pass, then reports the results and gives claims back. */
enum wire send_all(struct post *post, int64_t now);

/* Do the pass only, as if the sender were killed after it; and the rest. */
enum wire send_only(struct post *post, int64_t now);

void wind_up(struct post *post);

/* Returns the names of the messages that the server has seen, in their order, such as "b a ". */
const char *seen(const struct post *post);

#endif
