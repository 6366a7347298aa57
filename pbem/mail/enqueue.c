/* SPDX-License-Identifier: MIT */
#include "pbem/mail/enqueue.h"

#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "pbem/compose/html_body.h"
#include "pbem/html/html.h"
#include "pbem/store/outbox.h"
#include "pbem/sys/address.h"

enum { BODY_MAX = 1 << 20, SUBJECT_MAX = 1100 };

char *enqueue_address(const char *address, const char *token)
{
	const char *at = strrchr(address, '@');

	char *plus = base_printf("%.*s+%s%s", (int)(at - address), address, token, at);

	if (address_is_good(plus))
		return plus;
	free(plus);
	return NULL;
}

char *enqueue_references(const struct config *config, const char *thread,
			 const struct message *answers)
{
	const char *earlier = answers != NULL ? answers->references : "";
	char *root = base_printf("<%s.pbem@%s>", thread, config->domain), *references;
	bool rooted = strstr(earlier, root) != NULL;

	references = base_printf("%s%s%s", rooted ? "" : root,
				 rooted || *earlier == '\0' ? "" : " ", earlier);
	free(root);
	return references;
}

struct outgoing enqueue_head(const char *to_name, const char *to, const char *id,
			     const char *references, const struct message *answers)
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

/* Composes the filled template and puts the message into the outbox. */
static int compose_to_outbox(struct workspace *workspace, struct outgoing *outgoing,
			     const struct enqueue *posting, struct reason *reason)
{
	const struct html *looks = posting->looks;
	struct outgoing_picture picture;
	struct strbuf letter;
	int result;

	/* A picture that the HTML doesn't show would be an attachment. */
	if (outgoing->html != NULL && looks != NULL && looks->picture.len > 0 &&
	    strstr(outgoing->html, posting->picture_id) != NULL) {
		picture = (struct outgoing_picture){looks->picture_type, looks->picture_name,
						    posting->picture_id, looks->picture.bytes,
						    looks->picture.len};
		outgoing->picture = &picture;
	}
	outgoing->from_name = workspace->site->config->name;
	outgoing->from_address = workspace->site->config->address;
	outgoing->date = workspace->now;
	strbuf_init(&letter, 4 * BODY_MAX);
	result = compose_message(outgoing, &letter, reason);
	if (result == 0)
		outbox_line_put(&workspace->batch.letters, posting->name, outgoing->to_address,
				workspace->now, letter.bytes, letter.len);
	strbuf_done(&letter);
	outgoing->picture = NULL;
	return result;
}

int enqueue_send(struct workspace *workspace, struct outgoing *outgoing,
		 const struct enqueue *posting, struct reason *reason)
{
	struct strbuf subject, body, html;
	const struct template_html looks = {
		.out = &html,
		.values = posting->looks != NULL ? posting->looks->values : NULL,
		.count = posting->looks != NULL ? posting->looks->count : 0,
	};
	int result;

	strbuf_init(&subject, SUBJECT_MAX);
	strbuf_init(&body, BODY_MAX);
	strbuf_init(&html, 4 * BODY_MAX);
	result = template_fill(workspace->site->templates, posting->person->language,
			       posting->template, posting->values, posting->count, &subject, &body,
			       posting->person->html ? &looks : NULL, reason);
	if (result != 0)
		(void)workspace_at_fault(workspace, reason);
	if (posting->tag != NULL)
		strbuf_addf(&subject, " [%s]", posting->tag);
	outgoing->subject = subject.bytes;
	outgoing->text = body.bytes;
	/* HTML that a mail program would cut off is left out: the text is better. */
	outgoing->html = posting->person->html && html.len <= HTML_BODY_MAX ? html.bytes : NULL;
	if (result == 0)
		result = compose_to_outbox(workspace, outgoing, posting, reason);
	strbuf_done(&html);
	strbuf_done(&body);
	strbuf_done(&subject);
	return result;
}
