/* SPDX-License-Identifier: MIT */
/* The structs of the public library, for the files pbc*.c. */
#ifndef PBEM_CORE_PBC_PBC_INTERNAL_H
#define PBEM_CORE_PBC_PBC_INTERNAL_H

#include "core/gamefile/gamefile.h"
#include "core/pbc/pbc.h"
#include "core/util/context.h"
#include "core/util/strbuf.h"
#include "core/variant/variant.h"

enum { PBC_LANGUAGES = 16 }; /* that may be pushed at the same time */

struct pbc_context {
	struct context core;
	struct variant_library *library;
	const struct vocabulary *languages[PBC_LANGUAGES]; /* in use before each push */
	size_t language_count;
};

struct pbc_game {
	struct pbc_context *context;
	struct gamefile *file;
	struct strbuf record, sealed;
};

/* Copies the reason to the host's error, if it wants one. Returns the kind. */
enum pbc_kind pbc_fail(struct pbc_error *error, const struct reason *reason);

#endif
