/* SPDX-License-Identifier: MIT */
/* Data that template.c, which fills templates, and template_check.c, which looks for faults,
 * share. */
#ifndef PBEM_COMPOSE_TEMPLATE_INTERNAL_H
#define PBEM_COMPOSE_TEMPLATE_INTERNAL_H

#include <glib.h>

#include "pbem/compose/template.h"
#include "pbem/compose/template_parse.h"

struct template_set {
	struct template_folders folders;
	GHashTable *templates; /* "LANGUAGE/NAME" to struct template */
};

#endif
