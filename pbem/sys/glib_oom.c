/* SPDX-License-Identifier: MIT */
#include <string.h>

#include <glib.h>

#include "core/base/base.h"
#include "pbem/site/memory.h"

/* Without a message there was no memory for that either. */
static void hear_glib(const char *domain, GLogLevelFlags level, const char *message, void *context)
{
	if ((level & G_LOG_FLAG_FATAL) != 0 &&
	    (message == NULL || strstr(message, "failed to allocate") != NULL))
		base_give_up("out of memory");
	g_log_default_handler(domain, level, message, context);
}

void memory_guard_glib(void)
{
	g_log_set_default_handler(hear_glib, NULL);
}
