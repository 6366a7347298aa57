/* SPDX-License-Identifier: MIT */
/* Shared by the files of the SMTP sink: a server, and connections to it over which messages are
 * sent. */
#ifndef PBEM_TRANSPORT_SMTP_INTERNAL_H
#define PBEM_TRANSPORT_SMTP_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <curl/curl.h>

#include "pbem/transport/sink.h"
#include "pbem/transport/sink_ops.h"
#include "pbem/transport/smtp_session.h"

enum smtp_state {
	SMTP_UNUSED,
	SMTP_CONNECTING,
	SMTP_OPEN,
	SMTP_UNREACHABLE /* it could not be connected, and isn't tried again in this round */
};

/* A connection. */
struct smtp_lane {
	struct smtp *smtp;
	CURL *curl;
	enum smtp_state state;
	bool capable; /* the answer that is being received is the one to EHLO */
	struct smtp_offer offer;
	struct smtp_dialog *dialog; /* while the connection is open */
	/* Messages to be sent again over the lane's next connection, before all others. */
	const struct sink_letter *again[SMTP_WINDOW];
	size_t again_count, again_new; /* all of them; those of this connection */
	bool was_open;		       /* it was open in this round */
	bool proven; /* it has sent a message in this round, so another connection may be worth its
			log-in */
	bool given;  /* this connection was given a message */
	unsigned unused;      /* connections in a row that ended before they were given a message */
	int64_t last_traffic; /* in ms: when something was last written or read */
	const char *lost;     /* why the connection is lost, in words; NULL: it isn't */
	char said[SMTP_SAID_MAX]; /* the server's last answer while connecting */
	bool said_more;		  /* that answer has more lines */
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
	bool ready;	  /* the log-in is known */
	unsigned unclear; /* messages in a row that got no answer */
	struct smtp_lane lanes[SINK_LANES_MAX];
	size_t lane_count;
	/* Set while messages are sent. */
	const struct sink_round *round;
	struct reason *why;
};

/* Reads smtp://[USER[;AUTH=MECHANISM]@]HOST[:PORT]. Returns -1 if it is malformed or has a
 * password. */
int smtp_read_url(struct smtp *smtp, const char *outgoing, struct reason *reason);

/* Finds out how to log in. Called before the first message, not when the sink is opened: most runs
 * of a quiet site send nothing, and then no command for a password needs to run. */
int smtp_get_ready(struct smtp *smtp, struct reason *reason);

/* Wipes the log-in. */
void smtp_forget_secret(struct smtp *smtp);

/* Begins to connect; libcurl does this up to the log-in. */
int smtp_connect(struct smtp_lane *lane, struct reason *reason);

/* Continues to connect all lanes, and opens those that are connected. Returns a lane that could not
 * be connected, which becomes SMTP_UNREACHABLE, with the cause in *code_out and *answer_out.
 * Returns NULL if none failed. */
struct smtp_lane *smtp_connect_on(struct smtp *smtp, CURLcode *code_out, long *answer_out);

/* Ends the connection, if there is one, with QUIT if it is intact. */
void smtp_disconnect(struct smtp_lane *lane);

/* Reads and writes as much as possible without waiting, and drops a connection whose server takes
 * too long. */
void smtp_talk(struct smtp_lane *lane);

/* Decides the fate of a message, from the stage of the conversation and the answers. */
void smtp_judge(struct smtp_lane *lane, const struct smtp_result *fate, struct sink_result *out);

/* Sets the reason why the server can't be used at all, from libcurl's code (CURLE_OK: it is
 * connected) or from an answer. Returns WIRE_NEVER if a person must act. */
enum wire smtp_explain(const struct smtp_lane *lane, CURLcode code, long answer, const char *said,
		       struct reason *reason);

#endif
