/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "core/util/utf8.h"
#include "pbem/sys/progress.h"
#include "pbem/sys/step.h"

/* In milliseconds. A task that is shorter than PATIENCE shows no line, and the line changes every
 * REDRAWN. */
enum { PATIENCE = 1000, REDRAWN = 200 };

/* The present task. There is only one, since there is only one terminal. */
static struct {
	const char *what; /* NULL: no task */
	int64_t began, drawn_at;
	bool drawn;
} work;

/* Returns the stream to which a guarded stream writes, or the stream itself. */
static FILE *raw_stream(FILE *stream);

/* Reports whether the stream is a terminal on which a line can be rewritten, and which has
 * colours. */
static bool can_move(FILE *stream)
{
	const char *kind = getenv("TERM");

	return kind != NULL && *kind != '\0' && strcmp(kind, "dumb") != 0 &&
	       isatty(fileno(raw_stream(stream)));
}

bool progress_is_watched(void)
{
	return can_move(stderr);
}

void progress_begin(const char *what)
{
	progress_clear();
	work.what = progress_is_watched() ? what : NULL;
	work.began = step_ms();
	work.drawn_at = work.began + PATIENCE - REDRAWN;
}

void progress_tick(size_t done, size_t total)
{
	FILE *out = raw_stream(stderr);
	int64_t now;

	if (work.what == NULL)
		return;
	now = step_ms();
	if (now - work.drawn_at < REDRAWN)
		return;
	work.drawn_at = now;
	work.drawn = true;
	/* Earlier output must appear first. */
	(void)fflush(stdout);
	fprintf(out, "\r%s: %zu", work.what, done);
	if (total > 0)
		fprintf(out, " of %zu", total);
	fputs("\033[K", out);
}

void progress_clear(void)
{
	if (work.drawn)
		fputs("\r\033[K", raw_stream(stderr));
	work.drawn = false;
}

void progress_end(void)
{
	progress_clear();
	work.what = NULL;
}

const char *progress_colour(FILE *stream, enum progress_colour colour)
{
	static const char *const codes[] = {
		[PROGRESS_PLAIN] = PROGRESS_PLAIN_CODE,
		[PROGRESS_GOOD] = PROGRESS_GOOD_CODE,
		[PROGRESS_BAD] = PROGRESS_BAD_CODE,
	};
	const char *none = getenv("NO_COLOR");

	return (none == NULL || *none == '\0') && can_move(stream) ? codes[colour] : "";
}

/* ---- texts that others wrote ---- */

#ifdef __GLIBC__

enum { KEPT_MAX = 8 /* bytes at the end that may be an incomplete character or colour code */ };

/* A standard stream that is a terminal. */
struct guard {
	FILE *guarded, *behind;
	char kept[KEPT_MAX];
	size_t kept_len;
};

static struct guard guards[2];

/* Sequences that are written unchanged: the colours of the program itself, and the line ends of
 * some exports. They do no harm in messages either. */
static const char *const codes[] = {PROGRESS_PLAIN_CODE, PROGRESS_GOOD_CODE, PROGRESS_BAD_CODE,
				    "\r\n"};

static bool begins_code(const char *bytes, size_t len, size_t *code_len_out)
{
	for (size_t i = 0; i < ARRAY_LEN(codes); i++) {
		*code_len_out = strlen(codes[i]);
		if (strncmp(bytes, codes[i], len < *code_len_out ? len : *code_len_out) == 0)
			return true;
	}
	return false;
}

/* Returns how many bytes at the end may be the beginning of a character or of a code. */
static size_t unfinished_length(const char *bytes, size_t len)
{
	size_t code_len;

	for (size_t back = 1; back <= len && back < KEPT_MAX; back++) {
		const char *at = bytes + len - back;
		const unsigned char byte = (unsigned char)*at;

		if (byte == '\033' || byte == '\r')
			return begins_code(at, back, &code_len) && back < code_len ? back : 0;
		if ((byte >= 0xc2 && byte < 0xe0 && back < 2) ||
		    (byte >= 0xe0 && byte < 0xf0 && back < 3) ||
		    (byte >= 0xf0 && byte < 0xf5 && back < 4))
			return back;
	}
	return 0;
}

static void add_safe(struct strbuf *out, const char *bytes, size_t len)
{
	size_t from = 0, code_len;

	for (size_t at = 0; at < len; at++) {
		if ((bytes[at] != '\033' && bytes[at] != '\r') ||
		    !begins_code(bytes + at, len - at, &code_len) || code_len > len - at)
			continue;
		utf8_show(out, bytes + from, at - from, true);
		strbuf_add_bytes(out, bytes + at, code_len);
		from = at + code_len;
		at = from - 1;
	}
	utf8_show(out, bytes + from, len - from, true);
}

static bool write_safe(struct guard *guard, const char *bytes, size_t len)
{
	struct strbuf safe;
	bool good;

	strbuf_init(&safe, 0);
	add_safe(&safe, bytes, len);
	good = fwrite(safe.bytes, 1, safe.len, guard->behind) == safe.len &&
	       fflush(guard->behind) == 0;
	strbuf_done(&safe);
	return good;
}

static ssize_t guard_write(void *cookie, const char *bytes, size_t len)
{
	struct guard *guard = cookie;
	struct strbuf all;
	size_t kept;
	bool good;

	strbuf_init(&all, 0);
	strbuf_add_bytes(&all, guard->kept, guard->kept_len);
	strbuf_add_bytes(&all, bytes, len);
	kept = unfinished_length(all.bytes, all.len);
	good = write_safe(guard, all.bytes, all.len - kept);
	memcpy(guard->kept, all.bytes + all.len - kept, kept);
	guard->kept_len = kept;
	strbuf_done(&all);
	return good ? (ssize_t)len : 0;
}

static int guard_close(void *cookie)
{
	struct guard *guard = cookie;

	(void)write_safe(guard, guard->kept, guard->kept_len);
	guard->kept_len = 0;
	return fclose(guard->behind);
}

/* Guards a stream that is a terminal. Without memory for that, the stream stays as it is. */
static void guard_stream(struct guard *guard, FILE **stream, int buffered)
{
	const cookie_io_functions_t functions = {.write = guard_write, .close = guard_close};

	guard->behind = *stream;
	if (!isatty(fileno(*stream)))
		return;
	guard->guarded = fopencookie(guard, "w", functions);
	if (guard->guarded == NULL)
		return;
	setvbuf(guard->guarded, NULL, buffered, 0);
	*stream = guard->guarded;
}

void progress_guard(void)
{
	guard_stream(&guards[0], &stdout, _IOLBF);
	guard_stream(&guards[1], &stderr, _IONBF);
}

static FILE *raw_stream(FILE *stream)
{
	for (size_t i = 0; i < ARRAY_LEN(guards); i++)
		if (guards[i].guarded != NULL && guards[i].guarded == stream)
			return guards[i].behind;
	return stream;
}

#else

/* Only glibc can replace the standard streams. */
void progress_guard(void)
{
}

static FILE *raw_stream(FILE *stream)
{
	return stream;
}

#endif
