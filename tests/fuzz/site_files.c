/* SPDX-License-Identifier: MIT */
#include "tests/fuzz/site_files.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"
#include "tests/lib/scratch.h"

static const char *copied_from, *copied_to;

static int copy_one(const char *path, const struct stat *status, int type, struct FTW *where)
{
	char *to = base_printf("%s%s", copied_to, path + strlen(copied_from));
	FILE *in, *out;
	char bytes[4096];
	size_t len;

	(void)where;
	if (type == FTW_D) {
		mkdir(to, 0700);
	} else {
		in = fopen(path, "rb");
		out = fopen(to, "wb");
		if (in == NULL || out == NULL)
			fuzz_fail("%s can't be copied", path);
		while ((len = fread(bytes, 1, sizeof bytes, in)) > 0)
			fwrite(bytes, 1, len, out);
		fclose(in);
		fclose(out);
	}
	chmod(to, status->st_mode & 0777);
	free(to);
	return 0;
}

void site_files_copy(const char *from, const char *to)
{
	scratch_remove(to);
	copied_from = from;
	copied_to = to;
	if (nftw(from, copy_one, 16, FTW_PHYS) != 0)
		fuzz_fail("%s can't be copied", from);
}

/* Returns the value of a header field, up to `end`; "" if it isn't there. */
static void take_field(const char *letter, const char *field, char end, char *out, size_t size)
{
	const char *at = strstr(letter, field);
	size_t len;

	out[0] = '\0';
	if (at == NULL)
		return;
	at += strlen(field);
	len = (size_t)(strchrnul(at, end) - at);
	snprintf(out, size, "%.*s", (int)len, at);
}

static void read_letter(const char *path, struct site_letter *out)
{
	char bytes[16384];
	FILE *stream = fopen(path, "rb");

	if (stream == NULL)
		fuzz_fail("%s can't be read", path);
	bytes[fread(bytes, 1, sizeof bytes - 1, stream)] = '\0';
	fclose(stream);
	take_field(bytes, "\nMessage-ID: <", '>', out->id, sizeof out->id);
	take_field(bytes, "\nDelivered-To: ", '\r', out->to, sizeof out->to);
	out->to[strcspn(out->to, "\n")] = '\0';
}

static int is_file(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

size_t site_files_take(const char *folder, struct site_letter *out, size_t most)
{
	struct dirent **entries;
	int count = scandir(folder, &entries, is_file, alphasort);
	size_t taken = 0;

	for (int i = 0; i < count; i++) {
		char *path = base_printf("%s/%s", folder, entries[i]->d_name);

		if (taken < most)
			read_letter(path, &out[taken++]);
		unlink(path);
		free(path);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	return taken;
}

size_t site_files_count(const char *folder)
{
	struct dirent **entries;
	int count = scandir(folder, &entries, is_file, alphasort);

	for (int i = 0; i < count; i++)
		free(entries[i]);
	if (count >= 0)
		free(entries);
	return count > 0 ? (size_t)count : 0;
}
