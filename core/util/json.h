/* SPDX-License-Identifier: MIT */
/*
 * Writes indented JSON, value by value. The result is one valid value in UTF-8 with any content of
 * strings. Invalid bytes become U+FFFD.
 */
#ifndef PBEM_CORE_UTIL_JSON_H
#define PBEM_CORE_UTIL_JSON_H

#include <stdbool.h>
#include <stdint.h>

struct strbuf;

struct json {
	struct strbuf *out; /* borrowed */
	unsigned depth;	    /* number of open objects and arrays */
	bool empty;	    /* the innermost one has no value yet */
};

void json_init(struct json *json, struct strbuf *out);

/*
 * Add a value. `key` is its name in an object, or NULL in an array and for the outermost value. An
 * object or array is open until it is closed, and contains the values added until then. A newline
 * follows the outermost value.
 */
void json_object(struct json *json, const char *key);
void json_object_end(struct json *json);
void json_array(struct json *json, const char *key);
void json_array_end(struct json *json);

/* A NULL string is written as null. */
void json_string(struct json *json, const char *key, const char *string);
void json_number(struct json *json, const char *key, int64_t number);
void json_bool(struct json *json, const char *key, bool is);
void json_null(struct json *json, const char *key);

/* Adds a time as "2026-11-21T02:26:10Z", or null if it is 0. */
void json_time(struct json *json, const char *key, int64_t when);

/* Adds an array of the text's lines, without empty lines at both ends. */
void json_lines(struct json *json, const char *key, const char *lines);

#endif
