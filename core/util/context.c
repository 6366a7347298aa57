/* SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "core/util/context.h"

static _Thread_local struct context *in_force;

struct context *context_enter(struct context *context)
{
	struct context *before = in_force;

	in_force = context;
	return before;
}

struct context *context_in_force(void)
{
	return in_force;
}
