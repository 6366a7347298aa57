/* SPDX-License-Identifier: MIT */
/* The subcommands that make a site and its keys. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "pbem/commands.h"
#include "pbem/site.h"
#include "pbem/token.h"

/* The word behind an option, or NULL when there is none. */
static const char *
option_value(int argc, char **argv, int *at)
{
	return *at + 1 < argc ? argv[++*at] : NULL;
}

int
command_init(int argc, char **argv)
{
	const char *address = NULL, *moderator = NULL, *folder = commands_site_folder();
	char host[256] = "localhost", *standard = NULL;
	struct reason reason;
	int code = EX_OK;

	for (int i = 1; i < argc; i++) {
		const char **value = strcmp(argv[i], "--address") == 0     ? &address
		                     : strcmp(argv[i], "--moderator") == 0 ? &moderator
		                                                           : NULL;

		if (value == NULL || (*value = option_value(argc, argv, &i)) == NULL)
			return commands_usage(argv[0]);
	}
	if (address == NULL) {
		(void)gethostname(host, sizeof host - 1);
		address = standard = base_printf("games@%s", host);
	}
	if (site_init(folder, address, moderator, &reason) != 0)
		code = commands_fail(argv[0], EX_CANTCREAT, &reason);
	else
		printf("A site is made in %s; its address is %s.\n"
		       "Look through %s/pbem.conf, then ask: pbem --site %s doctor\n",
		       folder, address, folder, folder);
	free(standard);
	return code;
}

int
command_key(int argc, char **argv)
{
	struct reason reason;
	struct site *site;
	int number, code;

	if (argc != 2 || strcmp(argv[1], "new") != 0)
		return commands_usage(argv[0]);
	code = commands_open(argv[0], SITE_WAIT, &site);
	if (code != EX_OK)
		return code;
	number = keys_add(site->config->folder, &reason);
	if (number < 0) {
		site_close(site);
		return commands_fail(argv[0], EX_CANTCREAT, &reason);
	}
	printf("Key %d signs from now on. Letters under way stay good; delete an old key's file\n"
	       "from %s/keys when nobody can answer letters of its time any more.\n",
	       number, site->config->folder);
	site_close(site);
	return EX_OK;
}
