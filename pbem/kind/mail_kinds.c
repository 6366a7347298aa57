/* SPDX-License-Identifier: MIT */
#include "pbem/kind/mail_kinds.h"

const struct mail_kind *const mail_kinds[] = {&mail_single, &mail_circle, &mail_cards, NULL};
