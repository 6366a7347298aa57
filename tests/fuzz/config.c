/* SPDX-License-Identifier: MIT */
/* pbem.conf. */
#include "tests/fuzz/fuzz.h"

#include <sys/stat.h>

#include "pbem/sys/config.h"

static void config_once(const char *bytes, size_t len)
{
	struct reason reason = {.text = ""};
	struct config *config;
	char *path;

	fuzz_write("pbem.conf", bytes, len);
	path = base_printf("%s/pbem.conf", fuzz_folder());
	chmod(path, 0600);
	free(path);
	config = config_load(fuzz_folder(), &reason);
	if (config == NULL && reason.text[0] == '\0')
		fuzz_fail("refused without a reason");
	if (config != NULL) {
		for (size_t i = 0; (path = config_moderator(config, i)) != NULL; i++) {
			if (*path != '\0' && !config_is_moderator(config, path))
				fuzz_fail("'%s' isn't the moderator", path);
			free(path);
		}
		path = config_path(config, config->mailbox);
		free(path);
	}
	config_free(config);
}

const struct fuzz fuzz_config = {"config", NULL, config_once};
