/* SPDX-License-Identifier: MIT */
/*
 * The digest of everything that pages are made from except the games. It is computed from the files
 * themselves, and isn't a number maintained by hand. So a programmer who changes a page's
 * appearance needn't remember anything, and existing pages are made again.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <glib.h>

#include "core/util/strbuf.h"
#include "pbem/archive/archive_internal.h"
#include "pbem/sys/files.h"

/* The digest of the program's sources. */
static const char program[] =
#include "pbem/archive/program.inc"
	;

/* Levels of folders that are read: games/cards/first. */
enum { DEPTH = 3 };

static int add_file(const char *path, struct strbuf *out, struct reason *reason)
{
	struct sha256 digest;
	struct strbuf bytes;
	int result;

	strbuf_init(&bytes, SIZE_MAX);
	result = files_read(path, &bytes, reason);
	sha256_bytes(bytes.bytes, bytes.len, &digest);
	strbuf_addf(out, "%s %s\n", digest.hex, path);
	strbuf_done(&bytes);
	return result;
}

static gint compare_names(gconstpointer a, gconstpointer b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Returns the names in a folder, sorted; none if there is no such folder. The caller frees them. */
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
	g_ptr_array_sort(names, compare_names);
	return names;
}

/* Reports whether the folder has samples or test cases, from which no pages are made. */
static bool holds_only_samples(const char *name)
{
	return strcmp(name, "archive") == 0 || strcmp(name, "conformance") == 0;
}

/* Adds the names of the files in a folder, and digests of their contents. */
static int add_folder(const char *folder, unsigned depth, struct strbuf *out, struct reason *reason)
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
		else if (S_ISDIR(status.st_mode) && depth > 0 &&
			 !holds_only_samples(names->pdata[i]))
			result = add_folder(path, depth - 1, out, reason);
		free(path);
	}
	g_ptr_array_free(names, TRUE);
	return result;
}

int archive_hash_inputs(struct archive *archive, struct reason *reason)
{
	const struct archive_request *request = archive->request;
	char *const folders[] = {
		base_printf("%s/archive", request->templates),
		base_printf("%s/%s/archive", request->templates, archive->language),
		base_printf("%s/archive", request->site_templates),
		base_printf("%s/%s/archive", request->site_templates, archive->language),
		base_printf("%s/pieces", request->site),
		base_strdup(request->games),
	};
	struct strbuf all;
	int result = 0;

	strbuf_init(&all, SIZE_MAX);
	strbuf_addf(&all, "%s\n%s\n%s\n", program, archive->language, request->name);
	for (size_t i = 0; i < ARRAY_LEN(folders); i++) {
		if (result == 0)
			result = add_folder(folders[i], DEPTH, &all, reason);
		free(folders[i]);
	}
	sha256_bytes(all.bytes, all.len, &archive->stamp);
	strbuf_done(&all);
	return result;
}
