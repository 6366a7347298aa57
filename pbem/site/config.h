/* SPDX-License-Identifier: MIT */
/* pbem.conf: one `key = value` a line; every key stands in one table (config.c) and in
 * pbem.conf(5). */
#ifndef PBEM_SITE_CONFIG_H
#define PBEM_SITE_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"

/* How a server is logged in to: at most one of the three is set; relative paths are the site's. */
struct login {
	char *password_file;	/* its first line */
	char *password_command; /* run by sh, its first line of output */
	char *oauth_command;	/* the same, an OAuth2 bearer token */
};

struct config {
	char *folder;	    /* the site, absolute */
	char *address;	    /* the site's own address: From and Reply-To of every letter */
	char *name;	    /* shown beside it */
	char *moderator;    /* where reports go; NULL: nowhere but the log */
	char *domain;	    /* right-hand side of Message-IDs; the address's by default */
	char *mailbox;	    /* imaps://, imap://, maildir:PATH */
	char *mailbox_user; /* NULL: the URL's */
	struct login mailbox_login;
	char *mailbox_done; /* "flag", "move FOLDER", "none" */
	char *outgoing;	    /* smtps://, smtp://, sendmail:COMMAND, maildir:PATH */
	char *outgoing_user;
	struct login outgoing_login;
	char *ca_file;	    /* certificates to trust instead of the system's; NULL: the system's */
	bool insecure;	    /* allow imap:// and smtp:// without TLS beyond loopback */
	bool plus_address;  /* Reply-To carries the token: name+TOKEN@host */
	bool subject_token; /* so does the Subject */
	bool from_must_match; /* a sender address must be one of the seat's */
	long max_letter_bytes;
	long max_header_bytes;
	long max_parts;
	long max_depth;
	long batch_letters; /* a batch ends at whichever comes first */
	long batch_bytes;
	long timeout_seconds; /* of one answer of a server */
	long run_seconds;     /* of a whole run: a hung server can't hold the lock for ever */
	long token_days;
	long press_days;	 /* so long after a game's end what is said in it is passed on */
	long retry_days;	 /* a letter not accepted for so long is given up */
	long outage_hours;	 /* without a run that has all letters; 0: as outage.h reckons */
	long min_free_megabytes; /* below, a run takes no letter and says so */
};

/* Reads FOLDER/pbem.conf. NULL with file, line and what was expected. */
struct config *config_load(const char *folder, struct reason *reason);
void config_free(struct config *config);

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
