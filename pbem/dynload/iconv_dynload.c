/* SPDX-License-Identifier: MIT */
/* Replaces iconv_open, also for GMime and GLib. The C library loads a charset when it is first
 * opened. Where loading is forbidden, the C library must not even try. It would search all
 * libraries for the charset, and some may be missing (confine_leave_libraries). */
#include <dlfcn.h>
#include <iconv.h>
#include <stdbool.h>
#include <stddef.h>
#include <strings.h>

#include "core/util/base.h"
#include "pbem/dynload/dynload.h"

/* The most converters that are kept. pbem opens far fewer in advance, but a message may name any
 * number of charsets. */
enum { MOST_LOADED = 256 };

/* Pairs of charsets whose files are loaded because they were opened once. One converter of each
 * pair stays open; otherwise the C library may unload its files when others are opened. */
static struct pair {
	struct pair *next;
	char *to, *from;
	iconv_t kept;
} * loaded;
static unsigned loaded_count;

static bool is_loaded(const char *to, const char *from)
{
	for (const struct pair *pair = loaded; pair != NULL; pair = pair->next)
		if (strcasecmp(pair->to, to) == 0 && strcasecmp(pair->from, from) == 0)
			return true;
	return false;
}

static void cache_converter(const char *to, const char *from, iconv_t kept)
{
	struct pair *pair = base_zalloc(1, sizeof *pair);

	pair->to = base_strdup(to);
	pair->from = base_strdup(from);
	pair->kept = kept;
	pair->next = loaded;
	loaded = pair;
	loaded_count++;
}

iconv_t iconv_open(const char *to, const char *from)
{
	static iconv_t (*real)(const char *, const char *);
	const bool again = is_loaded(to, from);
	iconv_t opened;

	if (!again)
		dynload_need();
	if (real == NULL)
		real = (iconv_t(*)(const char *, const char *))dlsym(RTLD_NEXT, "iconv_open");
	if (real == NULL)
		base_give_up("the C library has no charsets");
	opened = real(to, from);
	if (opened != (iconv_t)-1 && !again && loaded_count < MOST_LOADED)
		cache_converter(to, from, real(to, from));
	return opened;
}
