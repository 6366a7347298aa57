/* SPDX-License-Identifier: MIT */
/* What each kind of source implements; the functions do what pbem/wire/source.h says of their
 * source_ namesakes. */
#ifndef PBEM_SITE_SOURCE_KIND_H
#define PBEM_SITE_SOURCE_KIND_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/base.h"
#include "pbem/site/wire.h"

struct config;
struct source;

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
	/* NULL: letters are at hand when they are fetched. */
	void (*ask)(struct source *source, const struct waiting *letters, size_t count);
	/* NULL: `mark` tells all. */
	enum wire (*settle)(struct source *source, struct reason *reason);
	void (*close)(struct source *source);
	const char *(*describe)(struct source *source);
	enum wire (*list_strays)(struct source *source, const struct source_past *past,
				 struct waiting_list *list_out, struct reason *reason);
	void (*note)(struct source *source, uint64_t batch); /* NULL: there is no room for it */
	enum wire (*watch)(struct source *source, struct reason *reason);
	enum wire (*hold)(struct source *source, enum source_hold how, struct reason *reason);
	/* NULL: who holds the source has its letters. */
	enum wire (*claim)(struct source *source, const struct waiting *letters, size_t count,
			   enum source_hold how, struct reason *reason);
	const char *(*unclaimed)(struct source *source);
	/* NULL: there is no server with a clock of its own. */
	enum wire (*newest)(struct source *source, int64_t *when_out, struct reason *reason);
	enum wire (*clock)(struct source *source, int64_t *now_out, struct reason *reason);
	enum wire (*heard)(struct source *source, bool ask, bool *came_out, struct reason *reason);
};

/* The first member of each kind's own struct. */
struct source {
	const struct source_kind *kind;
	int64_t certificate; /* set by `open`: see source_certificate */
	int ear;	     /* set by `watch`: see source_ear */
	char *another;	     /* set by `hold` and `claim`: see source_another */
	char *others;	     /* and source_others */
	bool claimed;	     /* and source_claimed */
};

#endif
