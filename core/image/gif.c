/* SPDX-License-Identifier: MIT */
#include <gif_lib.h>
#include <string.h>

#include "core/image/gif.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"

enum { BITS = 8 };

static int append_bytes(GifFileType *gif, const GifByteType *bytes, int len)
{
	strbuf_add_bytes(gif->UserData, (const char *)bytes, (size_t)len);
	return len;
}

/* Writes the extension by which browsers repeat a GIF for ever. */
static bool put_loop(GifFileType *gif)
{
	static const GifByteType for_ever[] = {1, 0, 0};

	return EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
	       EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0") == GIF_OK &&
	       EGifPutExtensionBlock(gif, sizeof for_ever, for_ever) == GIF_OK &&
	       EGifPutExtensionTrailer(gif) == GIF_OK;
}

static bool put_frame(GifFileType *gif, const struct frame *frame)
{
	const GraphicsControlBlock control = {
		.DisposalMode = DISPOSE_DO_NOT,
		.DelayTime = (int)frame->hundredths,
		.TransparentColor = UNCHANGED,
	};
	const struct box *box = &frame->box;
	GifByteType bytes[4];

	EGifGCBToExtension(&control, bytes);
	return EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, sizeof bytes, bytes) == GIF_OK &&
	       EGifPutImageDesc(gif, box->x, box->y, box->width, box->height, false, NULL) ==
		       GIF_OK &&
	       EGifPutLine(gif, frame->pixels, box->width * box->height) == GIF_OK;
}

static bool put_all(GifFileType *gif, const struct indexed *palette,
		    const struct frame *const *frames, size_t count)
{
	GifColorType colours[PALETTE];
	ColorMapObject map = {.ColorCount = PALETTE, .BitsPerPixel = BITS, .Colors = colours};
	bool put;

	memset(colours, 0, sizeof colours);
	for (unsigned i = 0; i < palette->colour_count; i++)
		colours[i] = (GifColorType){(GifByteType)(palette->colours[i] >> 16),
					    (GifByteType)(palette->colours[i] >> 8 & 0xff),
					    (GifByteType)(palette->colours[i] & 0xff)};
	EGifSetGifVersion(gif, true);
	put = EGifPutScreenDesc(gif, palette->width, palette->height, BITS, 0, &map) == GIF_OK &&
	      put_loop(gif);
	for (size_t i = 0; put && i < count; i++)
		put = put_frame(gif, frames[i]);
	return put;
}

void gif_encode(const struct indexed *palette, const struct frame *const *frames, size_t count,
		struct strbuf *out)
{
	int error;
	GifFileType *gif = EGifOpen(out, append_bytes, &error);
	bool put = gif != NULL && put_all(gif, palette, frames, count);

	/*
	 * EGifCloseFile writes the end too. It only fails without memory, because the input is
	 * valid.
	 */
	if (gif != NULL)
		put = EGifCloseFile(gif, &error) == GIF_OK && put;
	if (!put)
		base_give_up("out of memory");
}
