/* SPDX-License-Identifier: MIT */
#include "pbem/gametype/mail_gametypes.h"

const struct gametype_mail *const mail_gametypes[] = {&mail_standard, &mail_ring, &mail_cards,
						      NULL};
