/* SPDX-License-Identifier: MIT */
/* For tests that read whole letters: GMime about them, and the limits of a site as it is made. */
#ifndef PBEM_TESTS_INBOX_H
#define PBEM_TESTS_INBOX_H

#include "pbem/reading/letter.h"

extern const struct letter_limits inbox_limits;

/* For cmocka: letters may be read between them. */
int inbox_open(void **state);
int inbox_close(void **state);

#endif
