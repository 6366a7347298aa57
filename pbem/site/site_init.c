/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/text.h"
#include "pbem/desk/site_init.h"
#include "pbem/host/host.h"
#include "pbem/keys/keys.h"
#include "pbem/promise/ledger.h"
#include "pbem/site/files.h"
#include "pbem/writing/compose.h"

/* Nobody else may look: the sizes of files tell who holds or does something. */
static const struct {
	const char *name;
	unsigned mode;
} folders[] = {
	{".", 0700}, {"games", 0700}, {"keys", 0700}, {"aside", 0700}, {"mail", 0700},
};

static int write_config(const char *folder, const char *address, const char *moderator,
			struct reason *reason)
{
	char *path = base_printf("%s/pbem.conf", folder);
	struct text conf;
	int result;

	text_init(&conf, 0);
	text_addf(&conf,
		  "# The settings of this site. pbem.conf(5) explains every key.\n"
		  "\n"
		  "# The site's own address: players' replies go there.\n"
		  "address = %s\n",
		  address);
	text_addf(&conf, "%smoderator = %s\n",
		  moderator != NULL ? "" : "# Where reports about the site go.\n# ",
		  moderator != NULL ? moderator : "you@example.org");
	text_add(&conf, "\n"
			"# Where letters come from and go to. As it stands: two Maildirs on this\n"
			"# machine. With a mail server:\n"
			"#   mailbox = imaps://games@mail.example.org/INBOX\n"
			"#   mailbox-password-file = mailbox-password\n"
			"#   outgoing = smtps://games@mail.example.org\n"
			"#   outgoing-password-file = mailbox-password\n"
			"mailbox = maildir:mail/in\n"
			"outgoing = maildir:mail/out\n");
	result = files_replace(path, conf.bytes, conf.len, reason);
	text_done(&conf);
	free(path);
	return result;
}

/* That this is its home, so that a copy, even of the first minute, is one. What can't be noted now
 * the first run notes. */
static void note_home(const char *folder)
{
	struct reason reason;
	struct config *config = config_load(folder, &reason);

	if (config != NULL)
		(void)host_load(config, true, &reason);
	config_free(config);
}

int site_init(const char *folder, const char *address, const char *moderator, struct reason *reason)
{
	char *path = base_printf("%s/pbem.conf", folder);
	bool there;
	struct ledger *ledger = NULL;
	int told = files_is_there(path, &there, reason);

	umask(077);
	free(path);
	if (told != 0)
		return -1;
	if (there)
		return reason_fail_as(reason, REASON_TAKEN, "there is a site in %s already",
				      folder);
	if (!compose_is_address(address) || (moderator != NULL && !compose_is_address(moderator)))
		return reason_fail_as(reason, REASON_ASKED,
				      "'%s' is not a mail address; expected something like "
				      "games@example.org",
				      compose_is_address(address) ? moderator : address);
	for (size_t i = 0; i < ARRAY_LEN(folders); i++) {
		int result;

		path = strcmp(folders[i].name, ".") == 0
			       ? base_strdup(folder)
			       : base_printf("%s/%s", folder, folders[i].name);
		result = files_make_folder(path, folders[i].mode, reason);
		free(path);
		if (result != 0)
			return -1;
	}
	/* It may have been there. */
	if (files_close_folder(folder, reason) != 0)
		return -1;
	if (keys_add(folder, reason) < 0 ||
	    ledger_open(folder, true, &ledger, reason) != LEDGER_OPEN)
		return -1;
	ledger_close(ledger);
	/* The configuration comes last: with it the site is there. */
	if (write_config(folder, address, moderator, reason) != 0)
		return -1;
	note_home(folder);
	return 0;
}
