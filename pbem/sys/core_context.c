/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include <glib.h>

#include "core/util/base.h"
#include "core/util/context.h"
#include "pbem/sys/core_context.h"

static void give_up(void *host, const char *what)
{
	(void)host;
	fputs("pbem: ", stderr);
	fputs(what, stderr);
	fputs("; nothing is lost, run again\n", stderr);
	_Exit(EX_TEMPFAIL);
}

void core_context_enter(void)
{
	static struct context context = {.give_up = give_up};

	(void)context_enter(&context);
}

/* Handles GLib's log messages. If a fatal one has no text, there was no memory for the text
 * either. */
static void handle_glib_log(const char *domain, GLogLevelFlags level, const char *message,
			    void *context)
{
	if ((level & G_LOG_FLAG_FATAL) != 0 &&
	    (message == NULL || strstr(message, "failed to allocate") != NULL))
		base_give_up("out of memory");
	g_log_default_handler(domain, level, message, context);
}

void core_context_guard_glib(void)
{
	g_log_set_default_handler(handle_glib_log, NULL);
}
