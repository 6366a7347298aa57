/* SPDX-License-Identifier: MIT */
/* What the files of smtp share: one conversation with the server, in which letters are sent. */
#ifndef PBEM_WIRE_SMTP_INNER_H
#define PBEM_WIRE_SMTP_INNER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <curl/curl.h>

#include "pbem/wire/sink_kind.h"

enum { SMTP_SAID_MAX = 300 };

/* How far the conversation has come: whose fault a refusal is depends on it. */
enum stage { STAGE_CONNECT, STAGE_SENDER, STAGE_RECIPIENT, STAGE_LETTER, STAGE_FINAL };

struct smtp {
	struct sink sink;
	const struct config *config;
	CURL *curl;
	char *url, *user, *options, *host;
	bool tls, loopback;
	bool ready;   /* the handle knows how to log in */
	bool leaving; /* QUIT was said on this connection */
	unsigned unclear;
	enum stage stage;
	int64_t began, heard;	  /* ms: this letter, and the last that happened */
	bool late;		  /* given up for taking too long */
	char said[SMTP_SAID_MAX]; /* the server's last line */
	char detail[CURL_ERROR_SIZE];
	const char *rest; /* of the letter being sent */
	size_t rest_len;
	size_t unwritten; /* bytes that are still to go over the wire before its last dot */
};

/* Takes smtp://[USER[;AUTH=MECHANISM]@]HOST[:PORT] apart. */
int smtp_read_url(struct smtp *smtp, const char *outgoing, struct reason *reason);

/* Before the first letter, not when the sink is opened: most runs of a quiet site send nothing, and
 * then no command for a password need run. */
int smtp_get_ready(struct smtp *smtp, struct reason *reason);

/* Has libcurl tell us of the conversation. */
void smtp_listen(struct smtp *smtp);

/* The letter that the next conversation gives away; borrowed. */
void smtp_give(struct smtp *smtp, const char *bytes, size_t len);

/* One conversation, as the handle is set up; *answer_out is the last answer's code, 0 for none. */
CURLcode smtp_converse(struct smtp *smtp, long *answer_out);

/* What became of the letter, by how far the conversation came and the last answer's class. */
enum wire smtp_judge(struct smtp *smtp, CURLcode code, long answer, struct reason *reason);

/* Says why the server can't be used at all. Returns NEVER when a person must look. */
enum wire smtp_explain(const struct smtp *smtp, CURLcode code, long answer, struct reason *reason);

#endif
