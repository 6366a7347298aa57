/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <glib.h>

#include "core/util/strbuf.h"
#include "pbem/transport/imap/imap_url.h"

enum { IMAP_PORT = 143, IMAPS_PORT = 993 };

/* Decodes %XX. Returns NULL if one is malformed, or gives a control character or invalid UTF-8. */
static char *decode_percent(const char *string, size_t len)
{
	char *out = base_alloc(len + 1);
	size_t used = 0;

	for (size_t i = 0; i < len; i++) {
		char c = string[i];

		if (c == '%') {
			if (len - i < 3 || !isxdigit((unsigned char)string[i + 1]) ||
			    !isxdigit((unsigned char)string[i + 2]))
				goto bad;
			c = (char)(g_ascii_xdigit_value(string[i + 1]) * 16 +
				   g_ascii_xdigit_value(string[i + 2]));
			i += 2;
		}
		if ((unsigned char)c < ' ' || c == 127)
			goto bad;
		out[used++] = c;
	}
	out[used] = '\0';
	if (g_utf8_validate(out, (gssize)used, NULL))
		return out;
bad:
	free(out);
	return NULL;
}

static int parse_user(const char *string, size_t len, struct imap_url *out, struct reason *reason)
{
	const char *auth = memmem(string, len, ";AUTH=", 6);

	if (memchr(string, ':', len) != NULL)
		return reason_fail(reason,
				   "the mailbox's URL must not contain a password; use "
				   "mailbox-password-file or mailbox-password-command instead");
	if (auth != NULL) {
		size_t auth_len = len - (size_t)(auth + 1 - string);

		out->auth = decode_percent(auth + 1, auth_len);
		len = (size_t)(auth - string);
	}
	if (len > 0)
		out->user = decode_percent(string, len);
	if ((len > 0 && out->user == NULL) || (auth != NULL && out->auth == NULL))
		return reason_fail(reason, "can't read the user in the mailbox's URL; write "
					   "special characters as %%XX, such as %%40 for @");
	return 0;
}

static bool is_loopback(const char *host)
{
	return strbuf_same(host, "localhost") || strbuf_same(host, "[::1]") ||
	       (strbuf_starts(host, "127.") && strspn(host, "0123456789.") == strlen(host));
}

static int parse_host(const char *string, size_t len, struct imap_url *out, struct reason *reason)
{
	const char *characters =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
	char *copy = base_strndup(string, len), *port;
	long number = out->tls ? IMAPS_PORT : IMAP_PORT;
	size_t host_len;

	if (copy[0] == '[') {
		host_len = 1 + strspn(copy + 1, "0123456789abcdefABCDEF:.");
		host_len = copy[host_len] == ']' ? host_len + 1 : 0;
	} else {
		host_len = strspn(copy, characters);
	}
	port = copy + host_len;
	if (*port == ':')
		number = strbuf_number(port + 1, 65535);
	if (host_len == 0 || (*port != ':' && *port != '\0') || number < 1) {
		reason_set(reason, "expected HOST or HOST:PORT in the mailbox's URL, not '%s'",
			   copy);
		free(copy);
		return -1;
	}
	copy[host_len] = '\0';
	out->host = copy;
	out->port = (unsigned)number;
	out->loopback = is_loopback(copy);
	return 0;
}

static int parse_folder(const char *path, struct imap_url *out, struct reason *reason)
{
	if (*path == '/')
		path++;
	if (*path == '\0')
		path = "INBOX";
	if (strpbrk(path, ";?#") == NULL)
		out->folder = decode_percent(path, strlen(path));
	if (out->folder != NULL)
		return 0;
	return reason_fail(reason,
			   "can't read the folder '%s' in the mailbox's URL; write the folder in "
			   "UTF-8, and the characters ; ? # %% as %%3B %%3F %%23 %%25",
			   path);
}

int imap_url_parse(const char *url, struct imap_url *out, struct reason *reason)
{
	struct imap_url made = {0};
	const char *rest, *at;
	size_t len;

	if (strncasecmp(url, "imaps://", 8) == 0) {
		made.tls = true;
		rest = url + 8;
	} else if (strncasecmp(url, "imap://", 7) == 0) {
		rest = url + 7;
	} else {
		return reason_fail(reason, "expected imaps://HOST/FOLDER, not '%s'", url);
	}
	len = strcspn(rest, "/");
	at = memrchr(rest, '@', len);
	if (at != NULL && parse_user(rest, (size_t)(at - rest), &made, reason) != 0)
		goto bad;
	if (at != NULL) {
		len -= (size_t)(at + 1 - rest);
		rest = at + 1;
	}
	if (parse_host(rest, len, &made, reason) != 0 ||
	    parse_folder(rest + len, &made, reason) != 0)
		goto bad;
	*out = made;
	return 0;
bad:
	imap_url_done(&made);
	return -1;
}

void imap_url_done(struct imap_url *url)
{
	free(url->user);
	free(url->auth);
	free(url->host);
	free(url->folder);
	memset(url, 0, sizeof *url);
}

/* Adds the characters beyond ASCII of a folder's name, as base64 of UTF-16 in big-endian order. */
static void add_base64(const gunichar2 *units, size_t count, struct strbuf *out)
{
	static const char DIGITS[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,";
	uint32_t bits = 0;
	unsigned held = 0;

	strbuf_add_char(out, '&');
	for (size_t i = 0; i < count; i++) {
		bits = bits << 16 | units[i];
		for (held += 16; held >= 6; held -= 6)
			strbuf_add_char(out, DIGITS[bits >> (held - 6) & 63]);
	}
	if (held > 0)
		strbuf_add_char(out, DIGITS[bits << (6 - held) & 63]);
	strbuf_add_char(out, '-');
}

static bool is_direct(const char *at)
{
	return *at >= ' ' && *at <= '~';
}

int imap_url_quote_folder(const char *folder, struct strbuf *out, struct reason *reason)
{
	const char *at = folder;

	if (*folder == '\0' || !g_utf8_validate(folder, -1, NULL))
		return reason_fail(reason, "the name of a folder must be UTF-8 and not empty");
	for (const char *c = folder; *c != '\0'; c++) {
		if ((unsigned char)*c < ' ' || *c == 127)
			return reason_fail(
				reason, "the name of a folder must not contain control characters");
	}
	strbuf_add_char(out, '"');
	while (*at != '\0') {
		const char *start = at;
		gunichar2 *units;
		glong count;

		if (is_direct(at)) {
			if (*at == '"' || *at == '\\')
				strbuf_add_char(out, '\\');
			strbuf_add_char(out, *at);
			if (*at++ == '&')
				strbuf_add_char(out, '-');
			continue;
		}
		while (*at != '\0' && !is_direct(at))
			at = g_utf8_next_char(at);
		units = g_utf8_to_utf16(start, (glong)(at - start), NULL, &count, NULL);
		add_base64(units, (size_t)count, out);
		g_free(units);
	}
	strbuf_add_char(out, '"');
	return 0;
}
