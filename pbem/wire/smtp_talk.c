/* SPDX-License-Identifier: MIT */
/* The conversation with the server, as libcurl lets it be overheard: how far it came, what was
 * said, and how long we wait. */
#include <string.h>

#include "pbem/site/config.h"
#include "pbem/site/step.h"
#include "pbem/wire/smtp_inner.h"

enum {
	STEPS_OF_A_LETTER =
		4,	  /* answers before the letter is given away, of timeout_seconds each */
	GOODBYE_MS = 5000 /* QUIT's answer explains nothing */
};

/* How long the server may take from now on, in ms. */
static int64_t patience(const struct smtp *smtp, int64_t now)
{
	int64_t answer = smtp->config->timeout_seconds * (int64_t)1000, left;

	if (smtp->leaving)
		return smtp->heard + (answer < GOODBYE_MS ? answer : GOODBYE_MS) - now;
	if (smtp->stage == STAGE_FINAL)
		return smtp->heard + step_final_seconds() * (int64_t)1000 - now;
	left = smtp->began + STEPS_OF_A_LETTER * answer - now;
	return smtp->heard + answer - now < left ? smtp->heard + answer - now : left;
}

/* libcurl asks every second or sooner whether to go on: of its own limits it has one for all
 * answers. */
static int watch(void *context, curl_off_t all_down, curl_off_t down, curl_off_t all_up,
		 curl_off_t up)
{
	struct smtp *smtp = context;

	(void)all_down, (void)down, (void)all_up, (void)up;
	if (smtp->stage == STAGE_FINAL && !smtp->leaving)
		sink_has_waited(&smtp->sink, step_ms() - smtp->heard);
	smtp->late = smtp->late || patience(smtp, step_ms()) <= 0;
	return smtp->late;
}

/* libcurl tells here which command is on its way, and the words of an answer beside its code. */
static int overhear(CURL *curl, curl_infotype type, char *data, size_t len, void *context)
{
	struct smtp *smtp = context;
	size_t said = 0;

	(void)curl;
	smtp->heard = step_ms();
	if (type == CURLINFO_HEADER_OUT) {
		if (len > 5 && memcmp(data, "MAIL ", 5) == 0)
			smtp->stage = STAGE_SENDER;
		else if (len > 5 && memcmp(data, "RCPT ", 5) == 0)
			smtp->stage = STAGE_RECIPIENT;
		else if (len > 4 && memcmp(data, "DATA", 4) == 0)
			smtp->stage = STAGE_LETTER;
		else if (len > 4 && memcmp(data, "QUIT", 4) == 0)
			smtp->leaving = true; /* the answer to that explains nothing */
	} else if (type == CURLINFO_DATA_OUT) {
		smtp->unwritten -= len < smtp->unwritten ? len : smtp->unwritten;
		/* The dot goes now, with nothing said about it. */
		if (smtp->unwritten == 0)
			smtp->stage = STAGE_FINAL;
	} else if (type == CURLINFO_HEADER_IN && !smtp->leaving) {
		while (said < len && said < SMTP_SAID_MAX - 1 && data[said] != '\r' &&
		       data[said] != '\n') {
			smtp->said[said] =
				data[said] >= ' ' && data[said] <= '~' ? data[said] : '?';
			said++;
		}
		smtp->said[said] = '\0';
	}
	return 0;
}

static size_t read_letter(char *buffer, size_t size, size_t count, void *context)
{
	struct smtp *smtp = context;
	size_t len = size * count;

	if (len > smtp->rest_len)
		len = smtp->rest_len;
	memcpy(buffer, smtp->rest, len);
	smtp->rest += len;
	smtp->rest_len -= len;
	return len;
}

/* How many bytes the letter has on its way, where a dot stands before each that begins a line. */
static size_t wire_len(const char *bytes, size_t len)
{
	size_t count = len;

	for (size_t i = 0; i < len; i++)
		count += bytes[i] == '.' && (i == 0 || bytes[i - 1] == '\n');
	return count;
}

void smtp_listen(struct smtp *smtp)
{
	CURL *curl = smtp->curl;

	curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
	curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, watch);
	curl_easy_setopt(curl, CURLOPT_XFERINFODATA, smtp);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, smtp->detail);
	curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, overhear);
	curl_easy_setopt(curl, CURLOPT_DEBUGDATA, smtp);
	curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L);
	curl_easy_setopt(curl, CURLOPT_READFUNCTION, read_letter);
	curl_easy_setopt(curl, CURLOPT_READDATA, smtp);
}

void smtp_give(struct smtp *smtp, const char *bytes, size_t len)
{
	smtp->rest = bytes;
	smtp->rest_len = len;
	smtp->unwritten = wire_len(bytes, len);
}

CURLcode smtp_converse(struct smtp *smtp, long *answer_out)
{
	CURLcode code;

	smtp->stage = STAGE_CONNECT;
	smtp->leaving = smtp->late = false;
	smtp->began = smtp->heard = step_ms();
	smtp->said[0] = smtp->detail[0] = '\0';
	code = curl_easy_perform(smtp->curl);
	*answer_out = 0;
	curl_easy_getinfo(smtp->curl, CURLINFO_RESPONSE_CODE, answer_out);
	return code;
}
