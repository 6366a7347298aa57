/* SPDX-License-Identifier: MIT */
#include <stdio.h>

int
main(void)
{
	puts("pbem");
	return 0;
}
