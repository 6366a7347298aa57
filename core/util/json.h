/* SPDX-License-Identifier: MIT */
/*
 * JSON, written value by value and indented: whatever the strings hold, the whole is one valid
 * value in UTF-8. Bytes that are none stand as U+FFFD.
 */
#ifndef PBEM_CORE_BASE_JSON_H
#define PBEM_CORE_BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>

struct text;

struct json {
	struct text *out; /* borrowed */
	unsigned depth;	  /* how many objects and arrays are open */
	bool empty;	  /* nothing stands yet in the innermost */
};

void json_init(struct json *json, struct text *out);

/*
 * A value; `key` is its name in an object, NULL in an array and of the outermost. An object or
 * array is open until it is closed, and what is written meanwhile stands in it; behind the
 * outermost stands a newline.
 */
void json_object(struct json *json, const char *key);
void json_object_end(struct json *json);
void json_array(struct json *json, const char *key);
void json_array_end(struct json *json);

/* NULL is null. */
void json_string(struct json *json, const char *key, const char *string);
void json_number(struct json *json, const char *key, int64_t number);
void json_bool(struct json *json, const char *key, bool is);
void json_null(struct json *json, const char *key);

/* A moment as "2026-11-21T02:26:10Z"; 0 is null. */
void json_time(struct json *json, const char *key, int64_t when);

/* An array of the text's lines, without the blank ones at both ends. */
void json_lines(struct json *json, const char *key, const char *lines);

#endif
