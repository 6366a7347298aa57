/* SPDX-License-Identifier: MIT */
/* Creates a new site. */
#ifndef PBEM_SITE_SITE_INIT_H
#define PBEM_SITE_SITE_INIT_H

#include "core/util/base.h"

/* Creates a site in `folder`: configuration, folders, first key. Fails with REASON_EXISTS if there
 * is one already, and with REASON_USAGE for a wrong address. */
int site_init(const char *folder, const char *address, const char *moderator,
	      struct reason *reason);

#endif
