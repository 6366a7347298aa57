/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/base/text.h"
#include "pbem/site/config.h"
#include "pbem/site/trust.h"

static long tls_wanted(const struct config *config, bool tls, bool loopback)
{
	if (tls)
		return CURLUSESSL_ALL;
	if (loopback)
		return config->ca_file != NULL ? CURLUSESSL_TRY : CURLUSESSL_NONE;
	return config->insecure ? CURLUSESSL_TRY : CURLUSESSL_ALL;
}

void trust_set(CURL *curl, const struct config *config, bool tls, bool loopback)
{
	curl_easy_setopt(curl, CURLOPT_USE_SSL, tls_wanted(config, tls, loopback));
	curl_easy_setopt(curl, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2);
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
	curl_easy_setopt(curl, CURLOPT_CERTINFO, 1L);
	if (config->ca_file != NULL) {
		char *path = config_path(config, config->ca_file);

		/* Instead of the system's, not besides: those are in the folder. */
		curl_easy_setopt(curl, CURLOPT_CAPATH, NULL);
		curl_easy_setopt(curl, CURLOPT_CAINFO, path);
		free(path);
	}
}

int64_t trust_until(CURL *curl)
{
	static const char UNTIL[] = "Expire date:";
	struct curl_certinfo *info = NULL;
	time_t until = -1;

	/* The first is the server's own. */
	if (curl_easy_getinfo(curl, CURLINFO_CERTINFO, &info) != CURLE_OK || info == NULL ||
	    info->num_of_certs < 1)
		return 0;
	for (struct curl_slist *line = info->certinfo[0]; line != NULL; line = line->next)
		if (text_starts(line->data, UNTIL))
			until = curl_getdate(line->data + sizeof UNTIL - 1, NULL);
	return until > 0 ? until : 0;
}
