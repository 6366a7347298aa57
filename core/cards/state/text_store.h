/* SPDX-License-Identifier: MIT */
/*
 * The words of an open turn: targets after PLAY and ANSWER, and the text of SAY. Most take a few
 * bytes here, while the structs that code works with have room for the longest. A plain value,
 * which only grows until the turn is settled.
 */
#ifndef PBEM_CORE_CARDS_STATE_TEXT_STORE_H
#define PBEM_CORE_CARDS_STATE_TEXT_STORE_H

#include "core/cards/play/play.h"

enum { TEXT_STORE_MAX = 13312 };

struct text_store {
	uint16_t used;
	uint8_t bytes[TEXT_STORE_MAX];
};

/* A part of the store. */
struct span {
	uint16_t at, len;
};

/* Reports whether `len` more bytes fit. */
bool text_store_has_room(const struct text_store *store, size_t len);

/* Add targets, or a text, at the end. There must be room for text_store_len_targets bytes, or for
 * the text and its NUL. */
struct span text_store_add_targets(struct text_store *store, const struct target *targets,
				   unsigned count);
struct span text_store_add_text(struct text_store *store, const char *text);
size_t text_store_len_targets(const struct target *targets, unsigned count);

/* Returns the number of targets, and the targets, at most MAX_PLAY_WORDS. Unused members of a
 * target are zero. */
unsigned text_store_targets(const struct text_store *store, struct span span,
			    struct target targets_out[MAX_PLAY_WORDS]);

/* Returns the text, which belongs to the store. */
const char *text_store_text(const struct text_store *store, struct span span);

/* Reports whether words read from a file can be used: whole targets, or a text of at most `most`
 * bytes with its NUL. `most` is 0 for targets. */
bool text_store_is_sound(const struct text_store *store, struct span span, size_t most);

/* Sets the first square of each target to NO_SQUARE. */
void text_store_blind(struct text_store *store, struct span span);

#endif
