/* SPDX-License-Identifier: MIT */
/* Replaces libcurl, which is loaded when a run connects to a mail server (see dynload.h). */
#define CURL_DISABLE_TYPECHECK /* its macros have the names of functions defined here */
#include <stdarg.h>
#include <stddef.h>

/* Newer versions of libcurl declare this function with a different const. The header declares it
 * under another name here, so that our definition compiles with each version. */
#define curl_url_get curl_url_get_declared
#include <curl/curl.h>
#undef curl_url_get

#include "pbem/dynload/dynload.h"

#ifndef LATE_CURL /* set by configure; this is for tools that check this file alone */
#define LATE_CURL "libcurl.so.4"
#endif

static struct dynload library = {.name = LATE_CURL};

#define ROW(type, name, parameters, arguments)                                                     \
	DYNLOAD_PASS(&library, type, name, parameters, arguments)

ROW(CURL *, curl_easy_init, (void), ())
ROW(void, curl_easy_cleanup, (CURL * curl), (curl))
ROW(CURLcode, curl_easy_perform, (CURL * curl), (curl))
ROW(CURLcode, curl_easy_recv, (CURL * curl, void *bytes, size_t len, size_t *got),
    (curl, bytes, len, got))
ROW(CURLcode, curl_easy_send, (CURL * curl, const void *bytes, size_t len, size_t *sent),
    (curl, bytes, len, sent))
ROW(const char *, curl_easy_strerror, (CURLcode code), (code))
ROW(void, curl_free, (void *bytes), (bytes))
ROW(CURLMcode, curl_multi_add_handle, (CURLM * multi, CURL *curl), (multi, curl))
ROW(CURLMcode, curl_multi_cleanup, (CURLM * multi), (multi))
ROW(CURLMsg *, curl_multi_info_read, (CURLM * multi, int *left), (multi, left))
ROW(CURLM *, curl_multi_init, (void), ())
ROW(CURLMcode, curl_multi_perform, (CURLM * multi, int *running), (multi, running))
ROW(CURLMcode, curl_multi_poll,
    (CURLM * multi, struct curl_waitfd ears[], unsigned count, int ms, int *ready),
    (multi, ears, count, ms, ready))
ROW(CURLMcode, curl_multi_remove_handle, (CURLM * multi, CURL *curl), (multi, curl))
ROW(CURLU *, curl_url, (void), ())
ROW(void, curl_url_cleanup, (CURLU * url), (url))
ROW(CURLUcode, curl_url_get, (const CURLU *url, CURLUPart what, char **part, unsigned flags),
    (url, what, part, flags))
ROW(CURLUcode, curl_url_set, (CURLU * url, CURLUPart what, const char *part, unsigned flags),
    (url, what, part, flags))

#undef curl_easy_setopt
#undef curl_easy_getinfo

/* The number of an option determines the type of its value (curl_easy_setopt(3)). */
CURLcode curl_easy_setopt(CURL *curl, CURLoption option, ...)
{
	static CURLcode (*real)(CURL *, CURLoption, ...);
	CURLcode code;
	va_list value;

	if (real == NULL)
		real = (CURLcode(*)(CURL *, CURLoption, ...))dynload_function(&library,
									      "curl_easy_setopt");
	va_start(value, option);
	if (option < CURLOPTTYPE_OBJECTPOINT)
		code = real(curl, option, va_arg(value, long));
	else if (option >= CURLOPTTYPE_OFF_T && option < CURLOPTTYPE_BLOB)
		code = real(curl, option, va_arg(value, curl_off_t));
	else
		code = real(curl, option, va_arg(value, void *));
	va_end(value);
	return code;
}

/* The value is always a pointer to the place for the result. */
CURLcode curl_easy_getinfo(CURL *curl, CURLINFO info, ...)
{
	static CURLcode (*real)(CURL *, CURLINFO, ...);
	CURLcode code;
	va_list value;

	if (real == NULL)
		real = (CURLcode(*)(CURL *, CURLINFO, ...))dynload_function(&library,
									    "curl_easy_getinfo");
	va_start(value, info);
	code = real(curl, info, va_arg(value, void *));
	va_end(value);
	return code;
}
