/* SPDX-License-Identifier: MIT */
/* The pieces with which a site replaces pbem's own. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "core/image/piece_set.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/compose/image_file.h"
#include "pbem/sys/files.h"

static const char ending[] = ".svg";

static int is_shape(const struct dirent *entry)
{
	size_t len = strlen(entry->d_name);

	return len > strlen(ending) && strcmp(entry->d_name + len - strlen(ending), ending) == 0;
}

/* Adds one shape from its two files. */
static int add_shape(const char *folder, const char *file, struct piece_set *set,
		     struct reason *reason)
{
	char *name = base_strndup(file, strlen(file) - strlen(ending));
	char *svg_path = base_printf("%s/%s.svg", folder, name);
	char *png_path = base_printf("%s/%s.png", folder, name);
	struct strbuf svg, png;
	int result = -1;

	strbuf_init(&svg, PIECE_SVG_MAX + 1);
	strbuf_init(&png, PIECE_PNG_MAX + 1);
	if (files_read(svg_path, &svg, reason) == 0 && files_read(png_path, &png, reason) == 0) {
		result = piece_set_put(set, name, svg.bytes, svg.len, png.bytes, png.len, reason);
		if (result < 0)
			reason_prefix(reason, "%s, or its .png: ", svg_path);
	}
	strbuf_done(&png);
	strbuf_done(&svg);
	free(png_path);
	free(svg_path);
	free(name);
	return result;
}

int image_file_set(const char *site, struct piece_set **set_out, struct reason *reason)
{
	char *folder = base_printf("%s/pieces", site);
	struct piece_set *set = NULL;
	struct dirent **names = NULL;
	int count = scandir(folder, &names, is_shape, alphasort), result = 0;

	for (int i = 0; i < count; i++) {
		if (set == NULL)
			set = piece_set_new();
		if (result == 0)
			result = add_shape(folder, names[i]->d_name, set, reason);
		free(names[i]);
	}
	free(names);
	free(folder);
	if (result == 0)
		*set_out = set;
	else
		piece_set_free(set);
	return result;
}
