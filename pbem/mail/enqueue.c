/* SPDX-License-Identifier: MIT */
#include "pbem/looks/posting.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "pbem/looks/looks.h"
#include "pbem/promise/outbox.h"
#include "pbem/writing/markup.h"

enum { BODY_MAX = 1 << 20, SUBJECT_MAX = 1100 };

char *posting_address(const char *address, const char *token)
{
	const char *at = strrchr(address, '@');

	return base_printf("%.*s+%s%s", (int)(at - address), address, token, at);
}

char *posting_references(const struct config *config, const char *thread,
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

struct outgoing posting_head(const char *to_name, const char *to, const char *id,
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

/* What was made of the template, composed and put away. */
static int put(struct desk *desk, struct outgoing *outgoing, const struct posting *posting,
	       struct reason *reason)
{
	const struct looks *looks = posting->looks;
	struct outgoing_picture picture;
	struct text letter;
	int result;

	/* One that its letter shows nowhere would be an attachment. */
	if (outgoing->html != NULL && looks != NULL && looks->picture.len > 0 &&
	    strstr(outgoing->html, posting->picture_id) != NULL) {
		picture = (struct outgoing_picture){looks->picture_type, looks->picture_name,
						    posting->picture_id, looks->picture.bytes,
						    looks->picture.len};
		outgoing->picture = &picture;
	}
	outgoing->from_name = desk->site->config->name;
	outgoing->from_address = desk->site->config->address;
	outgoing->date = desk->now;
	text_init(&letter, 4 * BODY_MAX);
	result = compose_letter(outgoing, &letter, reason);
	if (result == 0)
		outbox_line_put(&desk->batch.letters, posting->name, outgoing->to_address,
				desk->now, letter.bytes, letter.len);
	text_done(&letter);
	outgoing->picture = NULL;
	return result;
}

int posting_send(struct desk *desk, struct outgoing *outgoing, const struct posting *posting,
		 struct reason *reason)
{
	struct text subject, body, html;
	const struct template_looks looks = {
		.out = &html,
		.values = posting->looks != NULL ? posting->looks->values : NULL,
		.count = posting->looks != NULL ? posting->looks->count : 0,
	};
	int result;

	text_init(&subject, SUBJECT_MAX);
	text_init(&body, BODY_MAX);
	text_init(&html, 4 * BODY_MAX);
	result = template_fill(desk->site->templates, posting->person->language, posting->template,
			       posting->values, posting->count, &subject, &body,
			       posting->person->html ? &looks : NULL, reason);
	if (posting->tag != NULL)
		text_addf(&subject, " [%s]", posting->tag);
	outgoing->subject = subject.bytes;
	outgoing->text = body.bytes;
	/* What a mail program would cut is better read as text. */
	outgoing->html = posting->person->html && html.len <= MARKUP_MAX ? html.bytes : NULL;
	if (result == 0)
		result = put(desk, outgoing, posting, reason);
	text_done(&html);
	text_done(&body);
	text_done(&subject);
	return result;
}
