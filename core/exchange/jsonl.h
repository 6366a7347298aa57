/* SPDX-License-Identifier: MIT */
/* A game of any kind as lines of JSON: its head, then every fact its file tells everybody, a line
 * each; pbem-export(5) has the schema. */
#ifndef PBEM_CORE_EXCHANGE_JSONL_H
#define PBEM_CORE_EXCHANGE_JSONL_H

#include "core/base/base.h"
#include "core/variant/variant.h"

struct text;

/* The version of the schema. */
enum { JSONL_SCHEMA = 1 };

/* Adds the game of that file. -1 with file, line and what was wrong: then nothing is to be
 * used. */
struct gamefile_bytes;
int jsonl_write(const struct gamefile_bytes *bytes, struct variant_library *library,
		struct text *out, struct reason *reason);

#endif
