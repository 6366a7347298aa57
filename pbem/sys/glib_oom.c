/* SPDX-License-Identifier: MIT */
#include <string.h>

#include <glib.h>

#include "core/util/base.h"
#include "pbem/sys/glib_oom.h"

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

void glib_oom_guard_glib(void)
{
	g_log_set_default_handler(handle_glib_log, NULL);
}
