/* SPDX-License-Identifier: MIT */
/* In front of iconv_open, for GMime and GLib, too: the C library loads a charset when it is opened
 * first. Where that can't be done any more it mustn't even try, for it asks all libraries whether
 * they are the one it wants, and some may not be there: see doors_leave_libraries. */
#include <dlfcn.h>
#include <iconv.h>
#include <stdbool.h>
#include <stddef.h>
#include <strings.h>

#include "core/base/base.h"
#include "pbem/late/late.h"

/* So many, far more than are opened beforehand: a letter may name any number. */
enum { MOST_LOADED = 256 };

/* What was opened, and so is loaded: kept open once, or the C library unloads it when others were
 * opened since. */
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

static void remember(const char *to, const char *from, iconv_t kept)
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
		late_need();
	if (real == NULL)
		real = (iconv_t(*)(const char *, const char *))dlsym(RTLD_NEXT, "iconv_open");
	if (real == NULL)
		base_give_up("the C library has no charsets");
	opened = real(to, from);
	if (opened != (iconv_t)-1 && !again && loaded_count < MOST_LOADED)
		remember(to, from, real(to, from));
	return opened;
}
