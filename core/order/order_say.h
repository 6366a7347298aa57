/* SPDX-License-Identifier: MIT */
/* SAY, to everybody or to one seat. */
#ifndef PBEM_CORE_ORDER_ORDER_SAY_H
#define PBEM_CORE_ORDER_ORDER_SAY_H

#include <stdbool.h>

#include "core/notation/order_kind.h"
#include "core/util/base.h"

struct order_word;
struct reading;
struct variant;

enum { SAY_LINE_MAX = 500 /* bytes of one line of a message */ };

/*
 * Reads the text of SAY. Text that begins with TO is for one seat, or refused. It is never public.
 */
enum verdict order_say_read(struct reading *reading, const struct order_word *word, char *rest);

/*
 * Adds an order of that kind with the player's own words (utf8_clean_line), which begin at `from`
 * in the plain line. REFUSED if there are no words, or too many.
 */
enum verdict order_say_accept(struct reading *reading, enum order_kind kind, const char *from,
			      unsigned seat);

/*
 * order_say_begins_to reports whether a plain line begins like SAY TO in any spelling: "SAY, to",
 * "SAYTO", "SYA TO". The function order_say_means_to reports whether a seat follows too, so that
 * nothing else can be meant.
 */
bool order_say_begins_to(const struct variant *variant, const char *plain);
bool order_say_means_to(const struct variant *variant, const char *plain);

#endif
