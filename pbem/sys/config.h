/* SPDX-License-Identifier: MIT */
/* Reads pbem.conf, which has one `key = value` per line. config.c has all keys in one table, and
 * pbem.conf(5) explains them. */
#ifndef PBEM_SYS_CONFIG_H
#define PBEM_SYS_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "core/util/base.h"
#include "core/variant/variant.h"

/* How to log in to a server. At most one of the three is set. Relative paths start at the site's
 * folder. */
struct login {
	char *password_file;	/* a file whose first line is the password */
	char *password_command; /* run by sh; its first line of output is the password */
	char *oauth_command;	/* run by sh; prints an OAuth2 bearer token */
};

/* Where a run logs: in SITE/log, or with syslog(3). */
enum log_way { LOG_TO_FILE, LOG_TO_SYSLOG };

enum { CONFIG_OPTIONS = 24 };

struct config {
	char *folder;	 /* the site's folder, absolute */
	char *address;	 /* the site's own address: From and Reply-To of every message */
	char *name;	 /* the name shown with the address */
	char *moderator; /* recipients of reports, separated by commas; NULL: reports only go to the
			    log */
	char *language;	 /* of messages to people who chose none; NULL: English */
	char *domain;	 /* right-hand side of Message-IDs; the address's by default */
	char *mailbox;	 /* imaps://, imap://, maildir:PATH */
	char *mailbox_user; /* NULL: the user in the URL */
	struct login mailbox_login;
	char *mailbox_done; /* "flag", "move FOLDER", "none" */
	bool one_host;	    /* messages are claimed, and a copy that nobody adopted is refused */
	char *outgoing;	    /* smtps://, smtp://, sendmail:COMMAND, maildir:PATH */
	char *outgoing_user;
	struct login outgoing_login;
	long connections; /* most connections to the outgoing server at a time */
	char *ca_file;	  /* certificates to trust instead of the system's; NULL: the system's */
	enum log_way log;
	bool mail_commands;   /* moderators may send commands by mail */
	bool calendar;	      /* people who set nothing get deadlines for calendars */
	bool html;	      /* people who set nothing get HTML, too */
	bool insecure;	      /* allow imap:// and smtp:// without TLS beyond loopback */
	bool plus_address;    /* Reply-To carries the token: name+TOKEN@host */
	bool subject_token;   /* the Subject carries the token, too */
	bool from_must_match; /* a sender address must be one of the seat's */
	long summary_hour; /* the hour from which the daily summary is sent, in the time zone of new
			      games; 24: never */
	long max_message_bytes;
	long max_header_bytes;
	long max_parts;
	long max_depth;
	long messages_per_reader; /* how many messages a reader process gets (sandbox.h) */
	long batch_messages;	  /* a batch ends at the first limit that it reaches */
	long batch_bytes;
	long timeout_seconds; /* limit for one answer of a server */
	long run_seconds;    /* limit for a whole run: a hung server can't keep the lock for ever */
	long gather_seconds; /* `pbem watch`: from the first message to the run that takes it */
	long poll_seconds;   /* `pbem watch`: between checks of a mailbox that doesn't announce
				messages */
	long token_days;
	long first_game;   /* number of the first game that is made here */
	long watchers;	   /* most watchers of one game */
	long press_days;   /* days after a game's end on which its press is still forwarded */
	long retry_days;   /* days after which a message that isn't accepted is given up */
	long outage_hours; /* hours without a run that gets all messages, until it is an outage; 0:
			      as calculated in outage.h */
	long min_free_megabytes; /* with less free space, a run takes no message and reports it */
	/* From `option.KEY = VALUE`: the site's defaults for options of new games. */
	struct option options[CONFIG_OPTIONS];
	size_t option_count;
	/* From SITE/host, set by instance_load (pbem/sys/instance.h). NULL: messages are not
	 * claimed. */
	char *host;	    /* the name by which this copy of the site claims messages */
	char *host_over;    /* names that it replaces, separated by spaces */
	char *instance_met; /* another copy that has claimed messages; NULL: none is known */
	bool host_owes;	    /* the mailbox doesn't show yet that this copy replaces others */
};

/* Reads FOLDER/pbem.conf. Returns NULL if it is missing or wrong; the reason names the file, the
 * line and what was expected. The caller frees it with config_free. */
struct config *config_load(const char *folder, struct reason *reason);
void config_free(struct config *config);

/* Returns the address of the moderator with that number, counted from 0, or NULL if there are no
 * more. The caller frees it. */
char *config_moderator(const struct config *config, size_t number);

/* Reports whether the address, in upper or lower case, is a moderator's. */
bool config_is_moderator(const struct config *config, const char *address);

/* Returns an absolute path for a path in the configuration, which may be relative to the site's
 * folder. The caller frees it. */
char *config_path(const struct config *config, const char *path);

/*
 * Sets *secret_out to the secret of a login, without its newline: a bearer token if *bearer_out is
 * true, otherwise a password. The caller wipes and frees it. *secret_out is NULL if the login is
 * empty, since no secret is needed then. Returns -1 if others can read the file, or if the command
 * fails.
 */
int config_secret(const struct config *config, const struct login *login, char **secret_out,
		  bool *bearer_out, struct reason *reason);

#endif
