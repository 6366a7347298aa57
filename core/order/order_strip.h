/* SPDX-License-Identifier: MIT */
/* What people and mail programs put around an order: quotes, stars, bullets, marks and pictures. */
#ifndef PBEM_CORE_ORDER_ORDER_STRIP_H
#define PBEM_CORE_ORDER_ORDER_STRIP_H

#include <stdbool.h>

/*
 * Cuts all that off a plain line, in place, and returns where the order begins. What is said keeps
 * its marks, and a card the "!" of its name. *doubtful_out: behind it stood more than a full stop
 * or "!", which may take back what the order says.
 */
char *order_strip(char *line, bool *doubtful_out);

/* What is said in that part of a line, to be freed: its own characters, but for blanks around it
 * and controls. */
char *order_said(const char *written);

#endif
