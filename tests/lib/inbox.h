/* SPDX-License-Identifier: MIT */
/* For tests that read whole messages: sets up GMime, and the limits that a site has by default. */
#ifndef PBEM_TESTS_LIB_INBOX_H
#define PBEM_TESTS_LIB_INBOX_H

#include "pbem/mime/message.h"

extern const struct message_limits inbox_limits;

/* For cmocka: messages may be read between these two. */
int inbox_open(void **state);
int inbox_close(void **state);

#endif
