/* SPDX-License-Identifier: MIT */
/* Replaces libseccomp, which is loaded when there is a message to read (see dynload.h). */
#if HAVE_SECCOMP
#include <stddef.h>

#include <seccomp.h>

#include "pbem/dynload/dynload.h"

static struct dynload library = {.name = LATE_SECCOMP};

#define ROW(type, name, parameters, arguments)                                                     \
	DYNLOAD_PASS(&library, type, name, parameters, arguments)

ROW(scmp_filter_ctx, seccomp_init, (uint32_t action), (action))
ROW(int, seccomp_attr_set, (scmp_filter_ctx rules, enum scmp_filter_attr name, uint32_t value),
    (rules, name, value))
ROW(int, seccomp_rule_add_array,
    (scmp_filter_ctx rules, uint32_t action, int call, unsigned count,
     const struct scmp_arg_cmp *when),
    (rules, action, call, count, when))
ROW(int, seccomp_export_bpf, (scmp_filter_ctx rules, int fd), (rules, fd))
ROW(void, seccomp_release, (scmp_filter_ctx rules), (rules))
#endif
