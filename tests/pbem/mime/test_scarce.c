/* SPDX-License-Identifier: MIT */
/* Libraries that get no memory, by each piece they ask for: the process says so in its own words,
 * and nothing comes out that is less than it should be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/image/gif.h"
#include "core/image/png.h"
#include "core/util/strbuf.h"
#include "pbem/mime/html_to_text.h"

/* Tools that watch memory have a malloc() of their own. */
#if defined(__SANITIZE_ADDRESS__)
#define IS_OURS false
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_OURS false
#endif
#endif
#if !defined(IS_OURS) && !defined(__GLIBC__)
#define IS_OURS false
#elif !defined(IS_OURS)
#define IS_OURS true
#endif

/* Before one can't be had; 0: all can. Compilers take malloc() for one that looks at nothing. */
static volatile unsigned pieces_left;

#if IS_OURS
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static bool is_spent(void)
{
	return pieces_left > 0 && --pieces_left == 0;
}

void *malloc(size_t size)
{
	return is_spent() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return is_spent() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
	return is_spent() ? NULL : __libc_realloc(old, size);
}
#endif

enum { SIDE = 8, RIGHT = 0, WRONG = 1, ENOUGH = 2 };

/* ---- what is made ---- */

static struct indexed field(uint8_t pixels[SIDE * SIDE])
{
	struct indexed picture = {
		.width = SIDE, .height = SIDE, .colour_count = 2, .pixels = pixels};

	picture.colours[1] = 0xff8000;
	for (int i = 0; i < SIDE * SIDE; i++)
		pixels[i] = (uint8_t)(i % 3 == 0);
	return picture;
}

static void make_png(struct strbuf *out)
{
	uint8_t pixels[SIDE * SIDE];
	const struct indexed picture = field(pixels);

	image_png_encode(&picture, out);
}

static void make_gif(struct strbuf *out)
{
	uint8_t pixels[SIDE * SIDE];
	const struct indexed picture = field(pixels);
	const struct frame frame = {{0, 0, SIDE, SIDE}, pixels, 50};
	const struct frame *const frames[] = {&frame, &frame};

	gif_encode(&picture, frames, ARRAY_LEN(frames), out);
}

static void make_pixels(struct strbuf *out)
{
	struct strbuf png;
	unsigned side;
	uint8_t *pixels;

	strbuf_init(&png, 0);
	make_png(&png);
	pixels = image_png_decode(png.bytes, png.len, SIDE, &side, NULL);
	if (pixels != NULL)
		strbuf_add_bytes(out, (const char *)pixels, (size_t)4 * side * side);
	free(pixels);
	strbuf_done(&png);
}

static void make_text(struct strbuf *out)
{
	static const char page[] = "<p class=a id='b'>MOVE e2-e4 &amp; "
				   "more<blockquote><nosuch>x</p></blockquote></div>";
	char *text = html_to_text(page, sizeof page - 1);

	if (text != NULL)
		strbuf_add_bytes(out, text, strlen(text));
	free(text);
}

/* ---- with too little ---- */

static void lack(unsigned piece, void (*make)(struct strbuf *out), const struct strbuf *want)
{
	struct strbuf got;
	bool enough;

	strbuf_init(&got, 0);
	pieces_left = piece;
	make(&got);
	enough = pieces_left > 0;
	pieces_left = 0;
	_exit(got.len != want->len || memcmp(got.bytes, want->bytes, got.len) != 0 ? WRONG
	      : enough								   ? ENOUGH
										   : RIGHT);
}

/* How a process ended that could not have that piece, and all it said. */
static int make_lacking(unsigned piece, void (*make)(struct strbuf *out), const struct strbuf *want,
			char said[4096])
{
	size_t len = 0;
	ssize_t got;
	int ends[2], status;
	pid_t pid;

	assert_int_equal(pipe(ends), 0);
	pid = fork();
	if (pid == 0) {
		dup2(ends[1], STDERR_FILENO);
		lack(piece, make, want);
	}
	close(ends[1]);
	while ((got = read(ends[0], said + len, 4095 - len)) > 0)
		len += (size_t)got;
	said[len] = '\0';
	close(ends[0]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* Reports whether the C library's own calls come here: a tool may have replaced all of it. */
static bool is_ours(void)
{
	char *piece;

	pieces_left = 1;
	piece = strdup("x");
	pieces_left = 0;
	free(piece);
	return piece == NULL;
}

static void lacks_one_after_the_other(void (*make)(struct strbuf *out))
{
	static const char ours[] = "pbem: out of memory; nothing is lost, run again\n";
	unsigned piece = 0, given_up = 0;
	char said[4096];
	struct strbuf want;
	int code;

	if (!is_ours())
		skip();
	strbuf_init(&want, 0);
	make(&want);
	assert_true(want.len > 0);
	do {
		code = make_lacking(++piece, make, &want, said);
		assert_int_not_equal(code, WRONG);
		assert_string_equal(said, code == EX_TEMPFAIL ? ours : "");
		given_up += code == EX_TEMPFAIL;
	} while (code != ENOUGH);
	assert_true(given_up > 1);
	strbuf_done(&want);
}

static void a_page_is_read_or_memory_has_run_out(void **state)
{
	(void)state;
	lacks_one_after_the_other(make_text);
}

static void a_png_is_whole_or_memory_has_run_out(void **state)
{
	(void)state;
	lacks_one_after_the_other(make_png);
}

static void a_png_is_read_or_memory_has_run_out(void **state)
{
	(void)state;
	lacks_one_after_the_other(make_pixels);
}

static void a_gif_is_whole_or_memory_has_run_out(void **state)
{
	(void)state;
	lacks_one_after_the_other(make_gif);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_page_is_read_or_memory_has_run_out),
		cmocka_unit_test(a_png_is_whole_or_memory_has_run_out),
		cmocka_unit_test(a_png_is_read_or_memory_has_run_out),
		cmocka_unit_test(a_gif_is_whole_or_memory_has_run_out),
	};

	return cmocka_run_group_tests_name("scarce", tests, NULL, NULL);
}
