/* SPDX-License-Identifier: MIT */
/* For tests of what a ledger remembers: a new one in scratch_folder (scratch.h). */
#ifndef PBEM_TESTS_LIB_LEDGERSCENE_H
#define PBEM_TESTS_LIB_LEDGERSCENE_H

#include "pbem/store/ledger.h"

/* A test may close it and open another. */
extern struct ledger *ledger;

/* For cmocka: before and after each test. */
int ledgerscene_open(void **state);
int ledgerscene_close(void **state);

#endif
