/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <gmime/gmime.h>

#include "core/text.h"
#include "pbem/charset.h"
#include "pbem/letter_inner.h"

enum { WHY_MAX = 120, STATUS_PARTS_MAX = 64 };

static const char *
header(GMimeMessage *message, const char *name)
{
	const char *value = g_mime_object_get_header(GMIME_OBJECT(message), name);

	return value != NULL ? value + strspn(value, " \t\r\n") : NULL;
}

static bool
starts_with(const char *string, const char *start)
{
	return strncasecmp(string, start, strlen(start)) == 0;
}

/* Whether the first word of the value is `word`. */
static bool
first_word_is(const char *value, const char *word)
{
	size_t len = strlen(word);

	return starts_with(value, word) && !isalnum((unsigned char)value[len]) && value[len] != '-';
}

/* ---- automatic letters ---- */

/* "Name: value", for the log. */
static char *
because(const char *name, const char *value)
{
	char *both = base_printf("%s: %s", name, value);
	char *line = charset_line(both, WHY_MAX);

	free(both);
	return line;
}

/* Headers that only programs set, whatever their value (RFC 3834, and what came before it). */
static char *
telling_header(GMimeMessage *message)
{
	static const char *const names[] = {
		"List-Id", "X-Autorespond", "X-Autoresponder", "X-Mail-Autoreply",
		"X-FC-MachineGenerated", "X-Failed-Recipients",
	};
	static const char *const beginnings[] = { "X-Autoreply", "X-Auto-Reply" };
	GMimeHeaderList *headers = g_mime_object_get_header_list(GMIME_OBJECT(message));
	int count = g_mime_header_list_get_count(headers);

	for (int i = 0; i < count; i++) {
		GMimeHeader *one = g_mime_header_list_get_header_at(headers, i);
		const char *name = g_mime_header_get_name(one);
		bool told = false;

		for (size_t n = 0; n < ARRAY_LEN(names); n++)
			told |= strcasecmp(name, names[n]) == 0;
		for (size_t n = 0; n < ARRAY_LEN(beginnings); n++)
			told |= starts_with(name, beginnings[n]);
		if (told) {
			const char *value = header(message, name);

			if (value == NULL || !first_word_is(value, "no"))
				return because(name, value != NULL ? value : "");
		}
	}
	return NULL;
}

static char *
telling_value(GMimeMessage *message)
{
	static const char *const precedences[] = { "bulk", "junk", "list", "auto_reply" };
	const char *submitted = header(message, "Auto-Submitted");
	const char *precedence = header(message, "Precedence");
	const char *path = header(message, "Return-Path");

	if (submitted != NULL && *submitted != '\0' && !first_word_is(submitted, "no"))
		return because("Auto-Submitted", submitted);
	for (size_t i = 0; precedence != NULL && i < ARRAY_LEN(precedences); i++) {
		if (first_word_is(precedence, precedences[i]))
			return because("Precedence", precedence);
	}
	if (path != NULL && path[0] == '<' && path[1 + strspn(path + 1, " \t")] == '>')
		return because("Return-Path", "<>");
	return NULL;
}

/* An account no person writes from. */
static bool
is_machine(const char *from)
{
	static const char *const locals[] = {
		"mailer-daemon", "postmaster", "no-reply", "noreply", "no_reply", "donotreply",
		"do-not-reply", "do_not_reply", "autoreply", "auto-reply", "bounce", "bounces",
	};

	for (size_t i = 0; i < ARRAY_LEN(locals); i++) {
		size_t len = strlen(locals[i]);

		if (starts_with(from, locals[i]) && strchr("@+-=", from[len]) != NULL &&
		    from[len] != '\0')
			return true;
	}
	return false;
}

/* Our own address, whatever stands behind a plus in it. */
static bool
is_own(const char *from, const char *own)
{
	const char *at = own != NULL ? strrchr(own, '@') : NULL;
	const char *from_at = strrchr(from, '@');
	size_t len;

	if (at == NULL || from_at == NULL || strcasecmp(at, from_at) != 0)
		return false;
	len = (size_t)(at - own);
	return strncasecmp(from, own, len) == 0 && (from[len] == '@' || from[len] == '+');
}

/* How programs that answer for people away begin their subject. */
static bool
is_vacation_subject(const char *subject)
{
	static const char *const starts[] = {
		"Automatic reply", "Auto-reply", "Autoreply", "Auto reply", "Auto:",
		"Auto-response", "Auto Response", "Autoresponse", "Automated reply",
		"Automated response", "Automatic response", "Out of Office", "Out-of-Office",
		"Out of the office", "OOO:", "Vacation reply", "Away from the office",
		"I am out of the office", "Abwesenheitsnotiz", "Abwesenheitsnachricht",
		"Automatische Antwort", "Automatische Abwesenheit", "Abwesend:", "Nicht im Büro",
		"Außer Haus", "Réponse automatique", "Reponse automatique", "Absence du bureau",
		"Absent du bureau", "Message d'absence", "Respuesta automática",
		"Respuesta automatica", "Fuera de la oficina", "Fuera de oficina",
		"Ausente de la oficina", "Resposta automàtica", "Resposta automática",
		"Ausência temporária", "Fora do escritório", "Ausente do escritório",
		"Risposta automatica", "Fuori sede", "Fuori ufficio", "Assenza dall'ufficio",
		"Automatisch antwoord", "Automatisch antwoordbericht", "Afwezigheidsbericht",
		"Niet aanwezig", "Autosvar", "Automatiskt svar", "Automatisk svar",
		"Frånvaromeddelande", "Fraværsbesked", "Fravær", "Ikke på kontoret",
		"Automaattinen vastaus", "Poissaoloviesti", "Automatyczna odpowiedź",
		"Odpowiedź automatyczna", "Nieobecność", "Automatická odpověď",
		"Automatická odpoveď", "Automatikus válasz", "Házon kívül", "Răspuns automat",
		"Otomatik yanıt", "Otomatik cevap", "Αυτόματη απάντηση", "Автоматический ответ",
		"Автоответ", "Автоматична відповідь", "Автоматичен отговор", "Samodejni odgovor",
		"Automatski odgovor", "Automatinis atsakymas", "Automātiska atbilde",
		"Automaatvastus", "自動応答", "不在通知", "自动回复", "自動回覆", "自动答复",
		"자동 회신", "부재 중", "Trả lời tự động", "Balasan otomatis", "ตอบกลับอัตโนมัติ",
		"תשובה אוטומטית", "رد تلقائي", "پاسخ خودکار", "Delivery Status Notification",
		"Undelivered Mail Returned", "Undeliverable:", "Returned mail:",
		"Mail delivery failed", "failure notice",
	};

	for (size_t i = 0; i < ARRAY_LEN(starts); i++) {
		if (starts_with(subject, starts[i]))
			return true;
	}
	return false;
}

/* Why the letter is automatic, or NULL. */
static char *
why_automatic(const struct letter *letter, GMimeMessage *message, const char *own)
{
	GMimeObject *root = g_mime_message_get_mime_part(message);
	char *why = telling_value(message);

	if (why == NULL)
		why = telling_header(message);
	if (why == NULL && root != NULL && letter_part_is(root, "multipart", "report"))
		why = because("Content-Type", "multipart/report");
	if (why == NULL && (is_machine(letter->from) || is_own(letter->from, own)))
		why = because("From", letter->from);
	if (why == NULL && is_vacation_subject(letter->subject))
		why = because("Subject", letter->subject);
	return why;
}

/* ---- delivery reports ---- */

/* What a report's parts say. */
struct report {
	bool is_delivery;       /* it has a delivery-status */
	bool permanent;
	char *returned_id;      /* NULL: not found yet */
	unsigned parts;
};

/* Any recipient failed for good (RFC 3464 2.3.4; a relay that says only "failed" means so). */
static bool
status_is_permanent(const char *status)
{
	const char *cursor = status, *end = status + strlen(status), *line;
	bool failed = false, any_status = false;
	size_t len;

	while (text_next_line(&cursor, end, &line, &len)) {
		if (starts_with(line, "Status:")) {
			line += strlen("Status:");
			any_status = true;
			if (line[strspn(line, " \t")] == '5')
				return true;
		} else if (starts_with(line, "Action:")) {
			failed |= first_word_is(line + 7 + strspn(line + 7, " \t"), "failed");
		}
	}
	return failed && !any_status;
}

static char *
id_of_returned(GMimeObject *part)
{
	size_t len;
	char *bytes, *id;

	if (GMIME_IS_MESSAGE_PART(part)) {
		GMimeMessage *returned = g_mime_message_part_get_message(GMIME_MESSAGE_PART(part));
		const char *value = returned != NULL ? header(returned, "Message-Id") : NULL;
		GPtrArray *ids = letter_ids(value != NULL ? value : "");

		/* The header's value comes without its angle brackets from some versions. */
		if (ids->len == 0 && value != NULL)
			id = charset_line(value, WHY_MAX);
		else
			id = base_strdup(ids->len > 0 ? ids->pdata[0] : "");
		g_ptr_array_unref(ids);
		return id;
	}
	bytes = letter_part_bytes(part, &len);
	id = letter_find_id(bytes, NULL);
	free(bytes);
	return id;
}

static void
read_report(struct report *report, GMimeObject *part)
{
	if (part == NULL || ++report->parts > STATUS_PARTS_MAX)
		return;
	if (GMIME_IS_MULTIPART(part)) {
		int count = g_mime_multipart_get_count(GMIME_MULTIPART(part));

		for (int i = 0; i < count && report->parts <= STATUS_PARTS_MAX; i++)
			read_report(report, g_mime_multipart_get_part(GMIME_MULTIPART(part), i));
	} else if (letter_part_is(part, "message", "delivery-status") ||
	           letter_part_is(part, "message", "global-delivery-status")) {
		size_t len;
		char *status = letter_part_bytes(part, &len);

		report->is_delivery = true;
		report->permanent |= status_is_permanent(status);
		free(status);
	} else if (report->returned_id == NULL &&
	           (letter_part_is(part, "message", "*") ||
	            letter_part_is(part, "text", "rfc822-headers"))) {
		report->returned_id = id_of_returned(part);
	}
}

/* In reports of programs older than RFC 3464, or in no mind to follow it. */
static bool
sounds_permanent(const char *body)
{
	static const char *const phrases[] = {
		"permanent error", "permanent fatal error", "permanent failure", "I've given up",
		"could not be delivered", "couldn't be delivered", "delivery failed",
		"User unknown", "mailbox unavailable", "no such user",
	};

	for (size_t i = 0; i < ARRAY_LEN(phrases); i++) {
		if (strcasestr(body, phrases[i]) != NULL)
			return true;
	}
	for (const char *at = body; (at = strchr(at, '5')) != NULL; at++) {
		bool begins = at == body || !isalnum((unsigned char)at[-1]);

		if (begins && ((at[1] == '.' && isdigit((unsigned char)at[2]) && at[3] == '.') ||
		               (at[1] == '5' && isdigit((unsigned char)at[2]) && at[3] == ' ')))
			return true;
	}
	return false;
}

static bool
is_delay(const char *subject)
{
	return strcasestr(subject, "delay") != NULL || strcasestr(subject, "warning") != NULL;
}

/* Whether a letter that isn't a proper report may be a bounce all the same (qmail, Exim). */
static bool
may_be_bounce(const struct letter *letter, GMimeMessage *message)
{
	return starts_with(letter->from, "mailer-daemon@") ||
	       starts_with(letter->from, "postmaster@") ||
	       header(message, "X-Failed-Recipients") != NULL;
}

void
letter_classify(struct letter *letter, GMimeMessage *message, const char *own_address,
                const char *body)
{
	const char *domain = own_address != NULL ? strrchr(own_address, '@') : NULL;
	struct report report = { .returned_id = NULL };

	letter->class = LETTER_PLAIN;
	letter->why_automatic = why_automatic(letter, message, own_address);
	letter->bounced_id = NULL;
	if (letter->why_automatic == NULL) {
		letter->why_automatic = base_strdup("");
		letter->bounced_id = base_strdup("");
		return;
	}
	letter->class = LETTER_AUTOMATIC;
	read_report(&report, g_mime_message_get_mime_part(message));
	if (report.is_delivery) {
		letter->class = LETTER_BOUNCE;
		letter->bounce_permanent = report.permanent;
		letter->bounced_id = report.returned_id != NULL ? base_strdup(report.returned_id) :
		                                                  letter_find_id(body, NULL);
	} else if (may_be_bounce(letter, message)) {
		letter->bounced_id = report.returned_id != NULL && *report.returned_id != '\0'
			? base_strdup(report.returned_id)
			: letter_find_id(body, domain != NULL ? domain + 1 : NULL);
		if (*letter->bounced_id != '\0') {
			letter->class = LETTER_BOUNCE;
			letter->bounce_permanent =
				!is_delay(letter->subject) && sounds_permanent(body);
		}
	}
	if (letter->bounced_id == NULL)
		letter->bounced_id = base_strdup("");
	free(report.returned_id);
}
