/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "pbem/sys/config.h"
#include "pbem/sys/tls.h"

static long tls_wanted(const struct config *config, bool tls, bool loopback)
{
	if (tls)
		return CURLUSESSL_ALL;
	if (loopback)
		return config->ca_file != NULL ? CURLUSESSL_TRY : CURLUSESSL_NONE;
	return config->insecure ? CURLUSESSL_TRY : CURLUSESSL_ALL;
}

void tls_set(CURL *curl, const struct config *config, bool tls, bool loopback)
{
	curl_easy_setopt(curl, CURLOPT_USE_SSL, tls_wanted(config, tls, loopback));
	curl_easy_setopt(curl, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2);
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
	curl_easy_setopt(curl, CURLOPT_CERTINFO, 1L);
	if (config->ca_file != NULL) {
		char *path = config_path(config, config->ca_file);

		/* Our file replaces the system's certificates, which are in the folder. */
		curl_easy_setopt(curl, CURLOPT_CAPATH, NULL);
		curl_easy_setopt(curl, CURLOPT_CAINFO, path);
		free(path);
	}
}

/* Reads a time in UTC as libcurl prints it: with OpenSSL "Nov 27 20:51:05 2026 GMT", with GnuTLS
 * "2026-11-27 20:51:05 GMT". Returns -1 if it isn't a time. curl_getdate wouldn't do: its time_t
 * may have 32 bits where ours has 64. */
static int64_t read_moment(const char *text)
{
	static const char MONTHS[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	char month[4] = "", stamp[TIMESTAMP_SIZE];
	unsigned year, number = 0, day, hour, minute, second;
	const char *found;

	if (sscanf(text, " %3[A-Za-z] %2u %2u:%2u:%2u %4u", month, &day, &hour, &minute, &second,
		   &year) == 6) {
		found = strstr(MONTHS, month);
		if (found == NULL || strlen(month) != 3 || (found - MONTHS) % 3 != 0)
			return -1;
		number = (unsigned)(found - MONTHS) / 3 + 1;
	} else if (sscanf(text, " %4u-%2u-%2u %2u:%2u:%2u", &year, &number, &day, &hour, &minute,
			  &second) != 6) {
		return -1;
	}
	snprintf(stamp, sizeof stamp, "%04u-%02u-%02uT%02u:%02u:%02uZ", year % 10000, number % 100,
		 day % 100, hour % 100, minute % 100, second % 100);
	return timestamp_read(stamp);
}

int64_t tls_until(CURL *curl)
{
	static const char UNTIL[] = "Expire date:";
	struct curl_certinfo *info = NULL;
	int64_t until = -1;

	/* The first certificate is the server's own. */
	if (curl_easy_getinfo(curl, CURLINFO_CERTINFO, &info) != CURLE_OK || info == NULL ||
	    info->num_of_certs < 1)
		return 0;
	for (struct curl_slist *line = info->certinfo[0]; line != NULL; line = line->next)
		if (strbuf_starts(line->data, UNTIL))
			until = read_moment(line->data + sizeof UNTIL - 1);
	return until > 0 ? until : 0;
}
