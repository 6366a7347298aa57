/* SPDX-License-Identifier: MIT */
/*
 * Writes a game of any kind as lines of JSON: its header, then every public event, one per line.
 * pbem-export(5) has the schema.
 */
#ifndef PBEM_CORE_FORMATS_JSONL_H
#define PBEM_CORE_FORMATS_JSONL_H

#include "core/util/base.h"
#include "core/variant/variant.h"

struct gamefile_bytes;
struct strbuf;

/* The version of the schema. */
enum { JSONL_SCHEMA = 1 };

/*
 * Adds the game of that file. Returns -1 with file, line and fault; the output must then not be
 * used.
 */
int jsonl_write(const struct gamefile_bytes *bytes, struct variant_library *library,
		struct strbuf *out, struct reason *reason);

#endif
