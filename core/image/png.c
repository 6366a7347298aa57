/* SPDX-License-Identifier: MIT */
#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "core/image/png.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"

void image_png_encode(const struct indexed *picture, struct strbuf *out)
{
	png_byte colours[PALETTE * 3];
	png_alloc_size_t len = 0;
	png_image image;
	char *bytes;

	memset(&image, 0, sizeof image);
	image.version = PNG_IMAGE_VERSION;
	image.width = (png_uint_32)picture->width;
	image.height = (png_uint_32)picture->height;
	image.format = PNG_FORMAT_RGB_COLORMAP;
	image.colormap_entries = picture->colour_count;
	for (unsigned i = 0; i < picture->colour_count; i++) {
		colours[3 * i] = (png_byte)(picture->colours[i] >> 16);
		colours[3 * i + 1] = (png_byte)(picture->colours[i] >> 8 & 0xff);
		colours[3 * i + 2] = (png_byte)(picture->colours[i] & 0xff);
	}
	len = PNG_IMAGE_PNG_SIZE_MAX(image);
	bytes = base_alloc(len);
	/* The picture is valid and the buffer large enough, so only memory can be missing. */
	if (!png_image_write_to_memory(&image, bytes, &len, 0, picture->pixels, 0, colours))
		base_give_up("out of memory");
	strbuf_add_bytes(out, bytes, len);
	free(bytes);
	png_image_free(&image);
}

/*
 * Reports an error of libpng as a fault of the picture. Missing memory is not such a fault, and
 * only recognizable by the error's text.
 */
static void report_png_error(const png_image *image, const char *what, struct reason *reason)
{
	if (strcasestr(image->message, "out of memory") != NULL ||
	    strcasestr(image->message, "insufficient memory") != NULL)
		base_give_up("out of memory");
	reason_set(reason, "it is %s PNG: %s", what, image->message);
}

uint8_t *image_png_decode(const char *bytes, size_t len, unsigned most, unsigned *side_out,
			  struct reason *reason)
{
	uint8_t *pixels = NULL;
	png_image image;

	memset(&image, 0, sizeof image);
	image.version = PNG_IMAGE_VERSION;
	if (!png_image_begin_read_from_memory(&image, bytes, len)) {
		report_png_error(&image, "no", reason);
	} else if (image.width != image.height || image.width == 0 || image.width > most) {
		reason_set(reason, "it is %ux%u pixels, not a square of at most %u",
			   (unsigned)image.width, (unsigned)image.height, most);
	} else {
		image.format = PNG_FORMAT_RGBA;
		pixels = base_alloc(PNG_IMAGE_SIZE(image));
		*side_out = image.width;
		if (!png_image_finish_read(&image, NULL, pixels, 0, NULL)) {
			report_png_error(&image, "a damaged", reason);
			free(pixels);
			pixels = NULL;
		}
	}
	png_image_free(&image);
	return pixels;
}
