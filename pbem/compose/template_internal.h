/* SPDX-License-Identifier: MIT */
/* What template.c, which fills templates, shares with template_check.c, which looks for faults. */
#ifndef PBEM_WRITING_TEMPLATE_INNER_H
#define PBEM_WRITING_TEMPLATE_INNER_H

#include <glib.h>

#include "pbem/writing/template.h"
#include "pbem/writing/template_parse.h"

struct template_set {
	struct template_folders folders;
	GHashTable *templates; /* "LANGUAGE/NAME" to struct template */
};

#endif
