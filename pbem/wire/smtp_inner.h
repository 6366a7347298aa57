/* SPDX-License-Identifier: MIT */
/* What the files of smtp share: a server, and connections to it over which letters are sent. */
#ifndef PBEM_WIRE_SMTP_INNER_H
#define PBEM_WIRE_SMTP_INNER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <curl/curl.h>

#include "pbem/wire/sink.h"
#include "pbem/wire/sink_kind.h"
#include "pbem/wire/smtp_dialog.h"

enum smtp_state {
	SMTP_UNUSED,
	SMTP_CONNECTING,
	SMTP_OPEN,
	SMTP_BARRED /* it could not be connected, and is not tried again in this round */
};

/* A connection. */
struct smtp_lane {
	struct smtp *smtp;
	CURL *curl;
	enum smtp_state state;
	bool capable; /* what is heard while connecting is the answer to EHLO */
	struct smtp_offer offer;
	struct smtp_dialog *dialog; /* once it is open */
	/* Letters that go again, over the next connection of this lane, before all others. */
	const struct sink_letter *again[SMTP_WINDOW];
	size_t again_count, again_new; /* all; those from this connection */
	bool was_open;		       /* in this round */
	bool proven; /* it has taken a letter in this round: another connection may be worth it */
	bool given;  /* a letter, over this connection */
	unsigned unused;	  /* connections in a row that ended before a letter was given */
	int64_t heard;		  /* ms: when something was last written or read */
	const char *lost;	  /* why the connection is gone, in words; NULL: it isn't */
	char said[SMTP_SAID_MAX]; /* the server's last line while connecting */
	char detail[CURL_ERROR_SIZE];
};

struct smtp {
	struct sink sink;
	const struct config *config;
	CURLM *multi;
	char *url, *user, *options, *host;
	char *login_user, *secret;
	bool bearer;
	bool tls, loopback;
	bool ready;	  /* it is known how to log in */
	unsigned unclear; /* letters in a row that got no answer */
	struct smtp_lane lanes[SINK_LANES_MAX];
	size_t lane_count;
	/* While letters are sent. */
	const struct sink_round *round;
	struct reason *why;
};

/* Takes smtp://[USER[;AUTH=MECHANISM]@]HOST[:PORT] apart. */
int smtp_read_url(struct smtp *smtp, const char *outgoing, struct reason *reason);

/* Before the first letter, not when the sink is opened: most runs of a quiet site send nothing, and
 * then no command for a password need run. */
int smtp_get_ready(struct smtp *smtp, struct reason *reason);

/* Forgets how to log in. */
void smtp_forget(struct smtp *smtp);

/* Begins to connect: libcurl's work, up to the log-in. */
int smtp_connect(struct smtp_lane *lane, struct reason *reason);

/* Goes on with it, for all lanes: those that are connected are open then. One that could not be is
 * barred, and *code_out and *answer_out say why; NULL: none failed. */
struct smtp_lane *smtp_connect_on(struct smtp *smtp, CURLcode *code_out, long *answer_out);

/* Ends the connection, if there is one: with QUIT when it is sound. */
void smtp_disconnect(struct smtp_lane *lane);

/* Reads and writes what can be without waiting, and gives up what takes too long. */
void smtp_talk(struct smtp_lane *lane);

/* What became of the letter, by how far the conversation came and what was answered. */
void smtp_judge(struct smtp_lane *lane, const struct smtp_fate *fate, struct sink_fate *out);

/* Says why the server can't be used at all: by libcurl's word for what failed (CURLE_OK: it is
 * connected), or by an answer. Returns NEVER when a person must look. */
enum wire smtp_explain(const struct smtp_lane *lane, CURLcode code, long answer, const char *said,
		       struct reason *reason);

#endif
