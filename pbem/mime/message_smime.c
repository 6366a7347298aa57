/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <gmime/gmime.h>

#include "core/util/base.h"
#include "pbem/mime/message_text_parts.h"

/* The bytes within which the content type of a ContentInfo ends (RFC 5652 3): two heads, of at most
 * six bytes each, and an identifier of eleven. */
enum { HEAD_BYTES = 24 };

static bool is_smime(GMimeObject *part)
{
	const char *name = GMIME_IS_PART(part) ? g_mime_part_get_filename(GMIME_PART(part)) : NULL;
	size_t len = name != NULL ? strlen(name) : 0;

	if (message_part_is(part, "application", "pkcs7-mime") ||
	    message_part_is(part, "application", "x-pkcs7-mime"))
		return true;
	/* Some gateways declare it as a file, so that only its name shows what it is (RFC 8551
	 * 3.2.1). */
	return message_part_is(part, "application", "octet-stream") && len > 4 &&
	       (strcasecmp(name + len - 4, ".p7m") == 0 || strcasecmp(name + len - 4, ".p7z") == 0);
}

/* Judges by the object identifier in the first bytes. Returns MESSAGE_OPEN if they have none of
 * these. */
static enum message_sealed sealed_by_content(const char *bytes, size_t len)
{
	static const struct {
		const char *identifier; /* after its tag and its length */
		size_t len;
		enum message_sealed sealed;
	} rows[] = {
		{"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02", 11, MESSAGE_SIGNED_OPAQUE},
		{"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x03", 11, MESSAGE_ENCRYPTED},
		{"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x04", 11, MESSAGE_ENCRYPTED},
		{"\x06\x0b\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x01\x17", 13, MESSAGE_ENCRYPTED},
		{"\x06\x0b\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x01\x09", 13, MESSAGE_COMPRESSED},
	};

	if (len == 0 || bytes[0] != 0x30)
		return MESSAGE_OPEN;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		if (memmem(bytes, len < HEAD_BYTES ? len : HEAD_BYTES, rows[i].identifier,
			   rows[i].len) != NULL)
			return rows[i].sealed;
	}
	return MESSAGE_OPEN;
}

/* Judges by the part's declared type. A part without one counts as encrypted, as most are. */
static enum message_sealed sealed_by_type(GMimeObject *part)
{
	const char *type = g_mime_object_get_content_type_parameter(part, "smime-type");

	if (type != NULL && strcasecmp(type, "signed-data") == 0)
		return MESSAGE_SIGNED_OPAQUE;
	if (type != NULL && strcasecmp(type, "compressed-data") == 0)
		return MESSAGE_COMPRESSED;
	return MESSAGE_ENCRYPTED;
}

enum message_sealed message_sealed_as(GMimeObject *part)
{
	const char *type = g_mime_object_get_content_type_parameter(part, "smime-type");
	enum message_sealed sealed;
	size_t len;
	char *bytes;

	/* A message with nothing but certificates has no text (RFC 8551 3.8). */
	if (!is_smime(part) || (type != NULL && strcasecmp(type, "certs-only") == 0))
		return MESSAGE_OPEN;
	bytes = message_part_bytes(part, &len);
	sealed = sealed_by_content(bytes, len);
	free(bytes);
	return sealed != MESSAGE_OPEN ? sealed : sealed_by_type(part);
}
