/* SPDX-License-Identifier: MIT */
/* The functions of each kind of source; pbem/transport/source.h documents them by their source_
 * names. */
#ifndef PBEM_SYS_SOURCE_OPS_H
#define PBEM_SYS_SOURCE_OPS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/util/base.h"
#include "pbem/sys/transport.h"

struct config;
struct source;

struct source_kind {
	const char *scheme; /* how its URLs begin */
	/* Implements source_open, or source_open_done if `done`. */
	enum wire (*open)(const struct config *config, bool done, struct source **source_out,
			  struct reason *reason);
	enum wire (*list)(struct source *source, size_t max, struct waiting_list *list_out,
			  struct reason *reason);
	enum wire (*fetch)(struct source *source, const struct waiting *letters, size_t count,
			   source_take take, void *context, struct reason *reason);
	enum wire (*mark)(struct source *source, const struct waiting *letters, size_t count,
			  struct reason *reason);
	/* NULL: messages need no prefetching. */
	void (*prefetch)(struct source *source, const struct waiting *letters, size_t count);
	/* NULL: `mark` reports everything. */
	enum wire (*await_marks)(struct source *source, struct reason *reason);
	void (*close)(struct source *source);
	const char *(*describe)(struct source *source);
	enum wire (*list_strays)(struct source *source, const struct source_past *past,
				 struct waiting_list *list_out, struct reason *reason);
	void (*note)(struct source *source, uint64_t batch); /* NULL: the source can't store it */
	enum wire (*watch)(struct source *source, struct reason *reason);
	enum wire (*hold)(struct source *source, enum source_hold how, struct reason *reason);
	/* NULL: the host that holds the source has its messages. */
	enum wire (*claim)(struct source *source, const struct waiting *letters, size_t count,
			   enum source_hold how, struct reason *reason);
	const char *(*unclaimed)(struct source *source);
	/* NULL: the source has no server with its own clock. */
	enum wire (*newest)(struct source *source, int64_t *when_out, struct reason *reason);
	enum wire (*clock)(struct source *source, int64_t *now_out, struct reason *reason);
	enum wire (*check_new)(struct source *source, bool prefetch, bool *came_out,
			       struct reason *reason);
};

/* The first member of each kind's own struct. */
struct source {
	const struct source_kind *kind;
	int64_t certificate; /* set by `open`: see source_certificate */
	int poll_fd;	     /* set by `watch`: see source_poll_fd */
	char *another;	     /* set by `hold` and `claim`: see source_another */
	char *others;	     /* set by `hold` and `claim`: see source_others */
	bool claimed;	     /* set by `hold` and `claim`: see source_claimed */
};

#endif
