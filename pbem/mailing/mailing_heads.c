/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/base/base.h"
#include "pbem/mailing/mailing_heads.h"

char *mailing_heads_address(const char *address, const char *token)
{
	const char *at = strrchr(address, '@');

	return base_printf("%.*s+%s%s", (int)(at - address), address, token, at);
}

char *mailing_heads_references(const struct config *config, const char *thread,
			       const struct letter *answers)
{
	const char *earlier = answers != NULL ? answers->references : "";
	char *root = base_printf("<%s.pbem@%s>", thread, config->domain), *references;
	bool rooted = strstr(earlier, root) != NULL;

	references = base_printf("%s%s%s", rooted ? "" : root,
				 rooted || *earlier == '\0' ? "" : " ", earlier);
	free(root);
	return references;
}

struct outgoing mailing_heads_of(const char *to_name, const char *to, const char *id,
				 const char *references, const struct letter *answers)
{
	return (struct outgoing){
		.to_name = to_name,
		.to_address = to,
		.message_id = id,
		.in_reply_to = answers != NULL && answers->message_id[0] != '\0'
				       ? answers->message_id
				       : NULL,
		.references = references,
		.is_reply = answers != NULL,
	};
}
