/* SPDX-License-Identifier: MIT */
/* In front of iconv_open, for GMime and GLib, too: the C library loads a charset when it is opened
 * first. Where that can't be done any more, one that isn't loaded can't be told from one that
 * nobody knows: see late.h. */
#include <dlfcn.h>
#include <iconv.h>
#include <stddef.h>

#include "core/base/base.h"
#include "pbem/late/late.h"

iconv_t iconv_open(const char *to, const char *from)
{
	static iconv_t (*real)(const char *, const char *);
	iconv_t opened;

	if (real == NULL)
		real = (iconv_t(*)(const char *, const char *))dlsym(RTLD_NEXT, "iconv_open");
	if (real == NULL)
		base_give_up("the C library has no charsets");
	opened = real(to, from);
	if (opened == (iconv_t)-1)
		late_need();
	return opened;
}
