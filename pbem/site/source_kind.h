/* SPDX-License-Identifier: MIT */
/* What each kind of source implements; the functions do what wire.h says of their source_
 * namesakes. */
#ifndef PBEM_SITE_SOURCE_KIND_H
#define PBEM_SITE_SOURCE_KIND_H

#include "pbem/site/wire.h"

struct source_kind {
	const char *scheme; /* how its URLs begin */
	/* source_open, or with `done` source_open_done. */
	enum wire (*open)(const struct config *config, bool done, struct source **source_out,
			  struct reason *reason);
	enum wire (*list)(struct source *source, size_t max, struct waiting_list *list_out,
			  struct reason *reason);
	enum wire (*fetch)(struct source *source, const struct waiting *letters, size_t count,
			   source_take take, void *context, struct reason *reason);
	enum wire (*mark)(struct source *source, const struct waiting *letters, size_t count,
			  struct reason *reason);
	void (*close)(struct source *source);
	const char *(*describe)(struct source *source);
	enum wire (*list_strays)(struct source *source, const struct source_past *past,
				 struct waiting_list *list_out, struct reason *reason);
	void (*note)(struct source *source, uint64_t batch); /* NULL: there is no room for it */
};

/* The first member of each kind's own struct. */
struct source {
	const struct source_kind *kind;
};

#endif
