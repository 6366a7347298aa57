/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/util/strbuf.h"
#include "pbem/auth/keyring.h"
#include "pbem/site/site_init.h"
#include "pbem/store/ledger.h"
#include "pbem/sys/address.h"
#include "pbem/sys/files.h"
#include "pbem/sys/instance.h"

/* Folders of a site and their modes. Nobody else may look into them, because even the sizes of
 * files reveal what players have and do. */
static const struct {
	const char *name;
	unsigned mode;
} folders[] = {
	{".", 0700}, {"games", 0700}, {"keys", 0700}, {"quarantine", 0700}, {"mail", 0700},
};

static int write_config(const char *folder, const char *address, const char *moderator,
			struct reason *reason)
{
	char *path = base_printf("%s/pbem.conf", folder);
	struct strbuf conf;
	int result;

	strbuf_init(&conf, 0);
	strbuf_addf(&conf,
		    "# The settings of this site. pbem.conf(5) explains every key.\n"
		    "\n"
		    "# The site's own address: players' replies go there.\n"
		    "address = %s\n",
		    address);
	strbuf_addf(&conf, "%smoderator = %s\n",
		    moderator != NULL ? "" : "# Where reports about the site go.\n# ",
		    moderator != NULL ? moderator : "you@example.org");
	strbuf_add(&conf,
		   "\n# Where letters come from and go to. By default, these are two Maildirs "
		   "on\n# this machine. With a mail server, write instead:\n#   mailbox = "
		   "imaps://games@mail.example.org/INBOX\n#   mailbox-password-file = "
		   "mailbox-password\n#   outgoing = smtps://games@mail.example.org\n#   "
		   "outgoing-password-file = mailbox-password\nmailbox = maildir:mail/in\noutgoing "
		   "= maildir:mail/out\n");
	result = files_replace(path, conf.bytes, conf.len, reason);
	strbuf_done(&conf);
	free(path);
	return result;
}

/* Records that this is the site's home, so that even an early copy is recognised. If that fails,
 * the first run does it. */
static void note_home(const char *folder)
{
	struct reason reason;
	struct config *config = config_load(folder, &reason);

	if (config != NULL)
		(void)instance_load(config, true, &reason);
	config_free(config);
}

int site_init(const char *folder, const char *address, const char *moderator, struct reason *reason)
{
	char *path = base_printf("%s/pbem.conf", folder);
	bool there;
	struct ledger *ledger = NULL;
	int told = files_is_there(path, &there, reason);

	char own[ADDRESS_MAX + 1], person[ADDRESS_MAX + 1] = "";
	const bool good = address_read(address, own) && address_is_ascii(own);

	umask(077);
	free(path);
	if (told != 0 || files_become_owner(folder, reason) != 0)
		return -1;
	if (there)
		return reason_fail_as(reason, REASON_EXISTS, "there is already a site in %s",
				      folder);
	if (!good || (moderator != NULL && !address_read(moderator, person)))
		return reason_fail_as(reason, REASON_USAGE,
				      "'%s' is not a mail address; expected something like "
				      "games@example.org",
				      good ? moderator : address);
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
	/* The folder may have existed before. */
	if (files_close_folder(folder, reason) != 0)
		return -1;
	if (keyring_add(folder, reason) < 0 ||
	    ledger_open(folder, true, &ledger, reason) != LEDGER_OPEN)
		return -1;
	ledger_close(ledger);
	/* The configuration comes last, because it makes the folder a site. */
	if (write_config(folder, own, moderator != NULL ? person : NULL, reason) != 0)
		return -1;
	note_home(folder);
	return 0;
}
