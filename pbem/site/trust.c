/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

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
	if (config->ca_file != NULL) {
		char *path = config_path(config, config->ca_file);

		/* Instead of the system's, not besides: those are in the folder. */
		curl_easy_setopt(curl, CURLOPT_CAPATH, NULL);
		curl_easy_setopt(curl, CURLOPT_CAINFO, path);
		free(path);
	}
}
