/* SPDX-License-Identifier: MIT */
/* A new site. */
#ifndef PBEM_DESK_SITE_INIT_H
#define PBEM_DESK_SITE_INIT_H

#include "core/base/base.h"

/* Makes a new site in `folder`: configuration, folders, first key. Refuses one that is there. */
int site_init(const char *folder, const char *address, const char *moderator,
	      struct reason *reason);

#endif
