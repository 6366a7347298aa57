/* SPDX-License-Identifier: MIT */
/*
 * What pages are made of beside the games. It is looked at itself, not numbered by hand: who
 * changes how a page looks needs to think of nothing, and pages that are there are made anew.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <glib.h>

#include "core/base/text.h"
#include "pbem/archive/archive_inner.h"
#include "pbem/site/files.h"

/* Of the program's sources. */
static const char program[] =
#include "pbem/archive/program.inc"
	;

/* Folders are read so deep: games/cards/first. */
enum { DEPTH = 3 };

static int add_file(const char *path, struct text *out, struct reason *reason)
{
	struct digest digest;
	struct text bytes;
	int result;

	text_init(&bytes, SIZE_MAX);
	result = files_read(path, &bytes, reason);
	digest_bytes(bytes.bytes, bytes.len, &digest);
	text_addf(out, "%s %s\n", digest.hex, path);
	text_done(&bytes);
	return result;
}

static gint compare(gconstpointer a, gconstpointer b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names in a folder, sorted; none where there is no such folder. The caller frees them. */
static GPtrArray *names_in(const char *folder)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(free);
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *name;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL)
		if (name[0] != '.')
			g_ptr_array_add(names, base_strdup(name));
	if (dir != NULL)
		g_dir_close(dir);
	g_ptr_array_sort(names, compare);
	return names;
}

/* Samples and cases lie in the folder of the games, and no page is made of them. */
static bool is_for_reading(const char *name)
{
	return strcmp(name, "archive") == 0 || strcmp(name, "conformance") == 0;
}

/* The names of the files within, and digests of what stands in them. */
static int add_folder(const char *folder, unsigned depth, struct text *out, struct reason *reason)
{
	GPtrArray *names = names_in(folder);
	int result = 0;

	for (guint i = 0; result == 0 && i < names->len; i++) {
		char *path = base_printf("%s/%s", folder, (const char *)names->pdata[i]);
		struct stat status;

		if (stat(path, &status) != 0)
			result = reason_fail_errno(reason, "%s", path);
		else if (S_ISREG(status.st_mode))
			result = add_file(path, out, reason);
		else if (S_ISDIR(status.st_mode) && depth > 0 && !is_for_reading(names->pdata[i]))
			result = add_folder(path, depth - 1, out, reason);
		free(path);
	}
	g_ptr_array_free(names, TRUE);
	return result;
}

int archive_stamp(struct archive *archive, struct reason *reason)
{
	const struct archive_wish *wish = archive->wish;
	char *const folders[] = {
		base_printf("%s/archive", wish->templates),
		base_printf("%s/%s/archive", wish->templates, archive->language),
		base_printf("%s/archive", wish->site_templates),
		base_printf("%s/%s/archive", wish->site_templates, archive->language),
		base_printf("%s/pieces", wish->site),
		base_strdup(wish->games),
	};
	struct text all;
	int result = 0;

	text_init(&all, SIZE_MAX);
	text_addf(&all, "%s\n%s\n%s\n", program, archive->language, wish->name);
	for (size_t i = 0; i < ARRAY_LEN(folders); i++) {
		if (result == 0)
			result = add_folder(folders[i], DEPTH, &all, reason);
		free(folders[i]);
	}
	digest_bytes(all.bytes, all.len, &archive->stamp);
	text_done(&all);
	return result;
}
