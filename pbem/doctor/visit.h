/* SPDX-License-Identifier: MIT */
/* A visit of `pbem doctor`: what it says of each thing it looked at, a line. */
#ifndef PBEM_DOCTOR_VISIT_H
#define PBEM_DOCTOR_VISIT_H

#include <stdbool.h>

#include "pbem/desk/site.h"

struct visit {
	struct site *site;
	unsigned faults;
	bool send_test; /* asked for by --send-test */
};

/* It is as it should be. */
void visit_well(const char *what, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Nothing must be mended, but somebody had better know. */
void visit_note(const char *what, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A person must mend it: counted. */
void visit_ill(struct visit *visit, const char *what, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
