/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/util/strbuf.h"
#include "pbem/maintenance/kept_message.h"
#include "pbem/mime/quoting/mail_clients.h"
#include "pbem/sandbox/sandbox.h"
#include "pbem/sys/paths.h"

enum {
	LETTER_MAX = 1 << 24, /* with pictures */
	HEADER_MAX = 1 << 18,
	PARTS_MAX = 100,
	DEPTH_MAX = 20,
};

/* ---- messages in a file ---- */

static const char *next_from(const char *bytes, const char *end)
{
	for (const char *at = bytes; (size_t)(end - at) > 7; at++) {
		at = memchr(at, '\n', (size_t)(end - at));
		if (at == NULL || (size_t)(end - at) <= 6)
			return end;
		if (memcmp(at + 1, "From ", 5) == 0)
			return at + 1;
	}
	return end;
}

void kept_message_each(const char *bytes, size_t len,
		       void (*take)(void *context, unsigned number, const char *bytes, size_t len),
		       void *context)
{
	const char *end = bytes + len, *at = bytes;

	if (len < 5 || memcmp(bytes, "From ", 5) != 0) {
		take(context, 0, bytes, len);
		return;
	}
	for (unsigned number = 1; at < end; number++) {
		const char *next = next_from(at, end);

		take(context, number, at, (size_t)(next - at));
		at = next;
	}
}

/* ---- contents of a message ---- */

static bool is_digest(const char *word, size_t len)
{
	return len == SHA256_HEX && strspn(word, "0123456789abcdef") >= len;
}

static bool is_name(const char *word, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!isalpha((unsigned char)word[i]))
			return false;
	return true;
}

/* Finds fingerprints that are alone on their lines, or after one word: "hash 3f...", as in our
 * messages. */
static void find_digests(struct kept_message *kept, const char *text)
{
	const char *cursor = text, *end = text + strlen(text), *line;
	size_t len;

	while (kept->digest_count < KEPT_DIGESTS && strbuf_next_line(&cursor, end, &line, &len)) {
		char *copy = base_strndup(line, len);
		const char *rest = copy, *words[3];
		size_t lens[3], count = 0;

		while (count < 3 && strbuf_next_word(&rest, &words[count], &lens[count]))
			count++;
		if (count > 0 && count < 3 && is_digest(words[count - 1], lens[count - 1]) &&
		    (count == 1 || is_name(words[0], lens[0])))
			memcpy(kept->digests[kept->digest_count++].hex, words[count - 1],
			       SHA256_HEX);
		free(copy);
	}
}

/* Returns whether the line is the heading of a hand, in any language. */
static bool is_hand_heading(const char *line, size_t len)
{
	char *own = base_strndup(line, len), *lower = g_utf8_strdown(own, -1);
	size_t count;
	const struct span *phrases = mail_clients_phrases(MAIL_CLIENTS_HAND, &count);
	bool found = false;

	for (size_t i = 0; !found && i < count; i++)
		found = strncmp(lower, phrases[i].at, phrases[i].len) == 0;
	g_free(lower);
	free(own);
	return found;
}

/* Finds the lines "* NAME ..." after the first such heading. */
static void find_hand(struct kept_message *kept, const char *text)
{
	const char *cursor = text, *end = text + strlen(text), *line;
	GPtrArray *cards = g_ptr_array_new();
	bool below = false, begun = false;
	size_t len;

	while (strbuf_next_line(&cursor, end, &line, &len)) {
		if (!below) {
			below = is_hand_heading(line, len);
		} else if (len > 2 && memcmp(line, "* ", 2) == 0) {
			begun = true;
			g_ptr_array_add(cards, base_strndup(line + 2, len - 2));
		} else if (begun && len > 0 && *line != ' ') {
			break;
		}
	}
	kept->hand_len = cards->len;
	g_ptr_array_add(cards, NULL);
	kept->hand = (char **)g_ptr_array_free(cards, FALSE);
}

/* Returns whether the message is one that proves a hand. Our messages' ids show what they are:
 * KEY.GAME.SEAT.KIND.CAUSE@HOST. A hand that was only tried, or one in a message without such an
 * id, proves nothing. */
static bool is_proof_of_hand(const char *message_id)
{
	return strlen(message_id) > TOKEN_TEXT && message_id[TOKEN_TEXT] == '.' &&
	       strstr(message_id, ".try.") == NULL;
}

static void find_key(struct kept_message *kept, const struct message *letter)
{
	for (unsigned i = 0; !kept->keyed && i < letter->token_count; i++)
		kept->keyed = token_look(letter->tokens[i], &kept->token);
}

int kept_message_ready(struct reason *reason)
{
	const struct sandbox_setup setup = {
		.limits = {LETTER_MAX, HEADER_MAX, PARTS_MAX, DEPTH_MAX, LETTER_MAX},
		.own_address = "",
		.games = paths_games(),
		.mailers = paths_mailers(),
		.messages_per_reader = 1,
	};

	return sandbox_ready(&setup, reason);
}

struct kept_message *kept_message_read(const char *bytes, size_t len, struct reason *reason)
{
	struct message *letter;
	struct kept_message *kept;
	char *whole;

	if (sandbox_read_whole(bytes, len, &letter, &whole, reason) != SANDBOX_READ)
		return NULL;
	kept = base_zalloc(1, sizeof *kept);
	kept->subject = base_strdup(letter->subject);
	find_key(kept, letter);
	find_digests(kept, whole);
	if (is_proof_of_hand(letter->message_id))
		find_hand(kept, whole);
	free(whole);
	message_free(letter);
	return kept;
}

void kept_message_free(struct kept_message *kept)
{
	if (kept == NULL)
		return;
	for (size_t i = 0; i < kept->hand_len; i++)
		free(kept->hand[i]);
	g_free(kept->hand);
	free(kept->subject);
	free(kept);
}
