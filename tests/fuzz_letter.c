/* SPDX-License-Identifier: MIT */
/*
 * Reads spoilt copies of letters for a while: `fuzz_letter SECONDS SEED FILE...`. Meant for a build
 * with --enable-sanitizers; it stops at the first letter that breaks a promise of letter.h, which
 * it leaves in fuzz-letter.eml. What it does depends on nothing but SEED and the files.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/base.h"
#include "core/base/text.h"
#include "tests/lib/inbox.h"

enum { LETTER_MAX = 96 * 1024, SPOILS_MAX = 8, CHUNK_MAX = 600 };

static const char *const words[] = {
	"\n",
	"\r\n",
	"\n\n",
	":",
	"<",
	">",
	"--",
	"-- \n",
	"=",
	"=?utf-8?q?",
	"?=",
	"\x00",
	"\xff",
	"\xe2\x80\xae",
	"boundary=",
	"--b",
	"Content-Type: multipart/mixed; boundary=b\n",
	"Content-Type: text/html\n",
	"Content-Type: message/rfc822\n\n",
	"charset=utf-7",
	"charset=utf-16",
	"charset=iso-2022-jp",
	"charset=gb18030",
	"format=flowed; delsp=yes",
	"Content-Transfer-Encoding: base64\n",
	"Content-Transfer-Encoding: quoted-printable\n",
	"Content-Transfer-Encoding: x-uuencode\n",
	"g:",
	"(",
	"\"",
	"\\",
	"<blockquote>",
	"</div>",
	"<pre>",
	"&nbsp;",
	"&#8203;",
	"<!--",
	"> ",
	"On 1 May 2026, A <a@b> wrote:\n",
	"From: ",
	"=== Write your orders above this line ===\n",
	"-----BEGIN PGP SIGNED MESSAGE-----\n",
	"Message-ID: <",
	"References: ",
	"-----Original Message-----\n",
	"MOVE e2-e4\n",
	" \n",
};

static uint64_t state;

/* xorshift64*: the same everywhere. */
static size_t pick(size_t below)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return below == 0 ? 0 : (size_t)((state * 0x2545f4914f6cdd1d) >> 16) % below;
}

struct file {
	char *bytes;
	size_t len;
};

static struct file load(const char *path)
{
	FILE *stream = fopen(path, "rb");
	struct file file = {base_alloc(LETTER_MAX), 0};

	if (stream == NULL) {
		perror(path);
		exit(66);
	}
	file.len = fread(file.bytes, 1, LETTER_MAX, stream);
	fclose(stream);
	return file;
}

static void insert(struct file *letter, size_t at, const char *bytes, size_t len)
{
	if (letter->len + len > LETTER_MAX)
		return;
	memmove(letter->bytes + at + len, letter->bytes + at, letter->len - at);
	memcpy(letter->bytes + at, bytes, len);
	letter->len += len;
}

static void cut(struct file *letter, size_t at, size_t len)
{
	if (len > letter->len - at)
		len = letter->len - at;
	memmove(letter->bytes + at, letter->bytes + at + len, letter->len - at - len);
	letter->len -= len;
}

static void spoil(struct file *letter, const struct file *other)
{
	size_t at = pick(letter->len + 1), word = pick(ARRAY_LEN(words));
	size_t from = pick(other->len), len = pick(CHUNK_MAX);

	if (len > other->len - from)
		len = other->len - from;
	switch (pick(6)) {
	case 0:
		if (at < letter->len)
			letter->bytes[at] = (char)pick(256);
		break;
	case 1:
		cut(letter, at, pick(CHUNK_MAX));
		break;
	case 2:
		insert(letter, at, other->bytes + from, len);
		break;
	case 3:
		for (size_t i = pick(40); i > 0; i--)
			insert(letter, at, words[word], strlen(words[word]));
		break;
	case 4:
		for (size_t i = pick(40); i > 0; i--)
			insert(letter, at, other->bytes + from, len);
		break;
	default:
		insert(letter, at, words[word], strlen(words[word]) + (words[word][0] == '\0'));
		break;
	}
}

static void fail(const struct file *letter, const char *what)
{
	FILE *stream = fopen("fuzz-letter.eml", "wb");

	if (stream != NULL) {
		fwrite(letter->bytes, 1, letter->len, stream);
		fclose(stream);
	}
	fprintf(stderr, "%s: see fuzz-letter.eml\n", what);
	abort();
}

static void check(const struct file *file, const struct letter *letter)
{
	const char *const strings[] = {
		letter->why_automatic, letter->message_id, letter->references, letter->subject,
		letter->from,	       letter->unreadable, letter->bounced_id, letter->text,
	};

	for (size_t i = 0; i < ARRAY_LEN(strings); i++) {
		if (strings[i] == NULL)
			fail(file, "a string is missing");
		for (const char *c = strings[i]; *c != '\0'; c++) {
			/* A tab at a line's start may be the mark of a quote, or stand before an
			 * order. */
			bool blank = (*c == '\n' || *c == '\t') && strings[i] == letter->text;

			if (((unsigned char)*c < 0x20 && !blank) || *c == 0x7f)
				fail(file, "a control character");
			if ((unsigned char)*c == 0xc0 || (unsigned char)*c > 0xf4)
				fail(file, "not UTF-8");
		}
	}
	if (letter->class == LETTER_PLAIN && *letter->why_automatic != '\0')
		fail(file, "plain for a reason");
}

static double read_once(const struct file *file)
{
	clock_t start = clock();
	struct reason reason;
	struct letter *letter;

	if (letter_read(file->bytes, file->len, &inbox_limits, "game@example.org", &letter,
			&reason) == 0) {
		check(file, letter);
		letter_free(letter);
	}
	return (double)(clock() - start) / CLOCKS_PER_SEC;
}

int main(int argc, char **argv)
{
	struct file *files, letter = {base_alloc(LETTER_MAX), 0};
	size_t count = argc > 3 ? (size_t)argc - 3 : 0;
	unsigned long letters = 0;
	double slowest = 0;
	time_t end;

	if (count == 0) {
		fprintf(stderr, "usage: fuzz_letter SECONDS SEED FILE...\n");
		return 64;
	}
	end = time(NULL) + atoi(argv[1]);
	state = strtoull(argv[2], NULL, 10) * 2 + 1;
	files = base_zalloc(count, sizeof *files);
	for (size_t i = 0; i < count; i++)
		files[i] = load(argv[i + 3]);
	letter_library_start();
	for (; time(NULL) < end; letters++) {
		const struct file *model = &files[pick(count)];
		double seconds;

		memcpy(letter.bytes, model->bytes, model->len);
		letter.len = model->len;
		for (size_t i = 1 + pick(SPOILS_MAX); i > 0; i--)
			spoil(&letter, &files[pick(count)]);
		seconds = read_once(&letter);
		slowest = seconds > slowest ? seconds : slowest;
		if (seconds > 2)
			fail(&letter, "too slow");
	}
	letter_library_stop();
	printf("%lu letters, the slowest in %.3f s\n", letters, slowest);
	for (size_t i = 0; i < count; i++)
		free(files[i].bytes);
	free(files);
	free(letter.bytes);
	return 0;
}
