/* SPDX-License-Identifier: MIT */
#include <string.h>

#include <gmime/gmime.h>

#include "pbem/mime/message_internal.h"

char *message_part_bytes(GMimeObject *part, size_t *len_out)
{
	GMimeDataWrapper *content = NULL;
	GMimeStream *stream;
	GByteArray *bytes;
	char *copy;

	if (GMIME_IS_PART(part))
		content = g_mime_part_get_content(GMIME_PART(part));
	*len_out = 0;
	if (content == NULL)
		return base_strdup("");
	stream = g_mime_stream_mem_new();
	g_mime_data_wrapper_write_to_stream(content, stream);
	bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
	*len_out = bytes->len;
	copy = base_alloc(bytes->len + 1);
	if (bytes->len > 0)
		memcpy(copy, bytes->data, bytes->len);
	copy[bytes->len] = '\0';
	g_object_unref(stream);
	return copy;
}

bool message_part_is(GMimeObject *part, const char *type, const char *subtype)
{
	GMimeContentType *content_type = g_mime_object_get_content_type(part);

	return content_type != NULL && g_mime_content_type_is_type(content_type, type, subtype);
}
