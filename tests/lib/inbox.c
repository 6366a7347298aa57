/* SPDX-License-Identifier: MIT */
#include <gmime/gmime.h>

#include "tests/lib/inbox.h"

const struct message_limits inbox_limits = {
	.max_bytes = 1 << 20,
	.max_header_bytes = 64 << 10,
	.max_parts = 64,
	.max_depth = 8,
	.max_text_bytes = 64 << 10,
};

int inbox_open(void **state)
{
	(void)state;
	message_library_start();
	return 0;
}

int inbox_close(void **state)
{
	(void)state;
	g_mime_shutdown();
	return 0;
}
