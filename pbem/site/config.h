/* SPDX-License-Identifier: MIT */
/* pbem.conf: one `key = value` a line; every key stands in one table (config.c) and in
 * pbem.conf(5). */
#ifndef PBEM_SITE_CONFIG_H
#define PBEM_SITE_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"
#include "core/variant/variant.h"

/* How a server is logged in to: at most one of the three is set; relative paths are the site's. */
struct login {
	char *password_file;	/* its first line */
	char *password_command; /* run by sh, its first line of output */
	char *oauth_command;	/* the same, an OAuth2 bearer token */
};

/* Where a run's lines go: to SITE/log, or to syslog(3). */
enum log_way { LOG_TO_FILE, LOG_TO_SYSLOG };

enum { CONFIG_OPTIONS = 24 };

struct config {
	char *folder;	 /* the site, absolute */
	char *address;	 /* the site's own address: From and Reply-To of every letter */
	char *name;	 /* shown beside it */
	char *moderator; /* where reports go, commas between several; NULL: nowhere but the log */
	char *language;	 /* of letters to who has chosen none; NULL: English */
	char *domain;	 /* right-hand side of Message-IDs; the address's by default */
	char *mailbox;	 /* imaps://, imap://, maildir:PATH */
	char *mailbox_user; /* NULL: the URL's */
	struct login mailbox_login;
	char *mailbox_done; /* "flag", "move FOLDER", "none" */
	bool one_host;	    /* letters are claimed, and a copy that wasn't adopted is refused */
	char *outgoing;	    /* smtps://, smtp://, sendmail:COMMAND, maildir:PATH */
	char *outgoing_user;
	struct login outgoing_login;
	long connections; /* to the outgoing server, at a time and at most */
	char *ca_file;	  /* certificates to trust instead of the system's; NULL: the system's */
	enum log_way log;
	bool mail_commands;   /* moderators may ask for acts by mail */
	bool calendar;	      /* letters bring deadlines for calendars to who has said nothing */
	bool html;	      /* letters have HTML too, to who has said nothing of it */
	bool insecure;	      /* allow imap:// and smtp:// without TLS beyond loopback */
	bool plus_address;    /* Reply-To carries the token: name+TOKEN@host */
	bool subject_token;   /* so does the Subject */
	bool from_must_match; /* a sender address must be one of the seat's */
	long digest_hour; /* from which on the day's digest goes out, in the zone of new games; 24:
			     there is none */
	long max_letter_bytes;
	long max_header_bytes;
	long max_parts;
	long max_depth;
	long batch_letters; /* a batch ends at whichever comes first */
	long batch_bytes;
	long timeout_seconds; /* of one answer of a server */
	long run_seconds;     /* of a whole run: a hung server can't hold the lock for ever */
	long gather_seconds;  /* `pbem watch`: from the first letter to the run that takes it */
	long poll_seconds;    /* and how often it asks a mailbox that doesn't tell by itself */
	long token_days;
	long first_game;	 /* the number of the first game that is made here */
	long watchers;		 /* that one game may have */
	long press_days;	 /* so long after a game's end what is said in it is passed on */
	long retry_days;	 /* a letter not accepted for so long is given up */
	long outage_hours;	 /* without a run that has all letters; 0: as outage.h reckons */
	long min_free_megabytes; /* below, a run takes no letter and says so */
	/* Of `option.KEY = VALUE`: the terms of games that name none themselves. */
	struct option options[CONFIG_OPTIONS];
	size_t option_count;
	/* Of SITE/host, set by host_load (pbem/host/host.h); NULL: nothing is claimed. */
	char *host;	 /* the name this copy of the site claims letters by */
	char *host_over; /* names in whose place it was put, blanks between */
	char *host_met;	 /* another that has claimed letters; NULL: none is known to have */
	bool host_owes;	 /* nothing in the mailbox shows others yet in whose place it was put */
};

/* Reads FOLDER/pbem.conf. NULL with file, line and what was expected. */
struct config *config_load(const char *folder, struct reason *reason);
void config_free(struct config *config);

/* The address of that moderator, from 0; NULL when there are no more. The caller frees it. */
char *config_moderator(const struct config *config, size_t number);

/* Whether an address, in any case, is a moderator's. */
bool config_is_moderator(const struct config *config, const char *address);

/* Resolves a path of the configuration against the site's folder; the caller frees it. */
char *config_path(const struct config *config, const char *path);

/*
 * The secret a login gives: password or bearer token, without its newline; *bearer_out tells which.
 * The caller wipes and frees it. NULL in *secret_out when the login is empty (no secret needed).
 * Fails when the file is readable by others or the command fails.
 */
int config_secret(const struct config *config, const struct login *login, char **secret_out,
		  bool *bearer_out, struct reason *reason);

#endif
