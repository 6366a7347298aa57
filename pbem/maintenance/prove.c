/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/gamefile/gamefile.h"
#include "core/gamefile/sealed_events.h"
#include "core/util/strbuf.h"
#include "core/variant/gametype.h"
#include "core/variant/variant_data.h"
#include "pbem/maintenance/prove.h"
#include "pbem/sys/files.h"

enum {
	RECORD_MAX = 1 << 28,
	ENTRIES_MAX = 1 << 20,
	QUESTION_BITS = 16, /* bits of an entry's number that a token has */
};

struct prove {
	char *path;
	struct strbuf log, sealed;
	struct gamefile_bytes bytes;
	struct variant_library *library;
	struct gamefile *file; /* the state at the game file's end, as everybody can see it */
	bool shows_hands;
	struct sha256 *ends; /* after the header, after entry 1 and so on */
	size_t count;
};

/* ---- the record ---- */

static void find_ends(struct prove *prove)
{
	const char *cursor = prove->log.bytes, *end = cursor + prove->log.len, *line;
	size_t len, size = 0;

	while (strbuf_next_line(&cursor, end, &line, &len) && prove->count < ENTRIES_MAX) {
		const char *at = line;
		unsigned number;

		if (len < SHA256_HEX + 6 || !strbuf_skip(&at, "end ") ||
		    !strbuf_skip_number(&at, ENTRIES_MAX, &number) || number != prove->count ||
		    at + 1 + SHA256_HEX != line + len)
			continue;
		prove->ends = base_grow(prove->ends, prove->count, &size, sizeof *prove->ends);
		memcpy(prove->ends[prove->count].hex, at + 1, SHA256_HEX);
		prove->ends[prove->count++].hex[SHA256_HEX] = '\0';
	}
}

static int load_game_file(struct prove *prove, struct reason *reason)
{
	if (files_read(prove->path, &prove->log, reason) != 0)
		return -1;
	prove->bytes = (struct gamefile_bytes){
		.path = prove->path, .log = prove->log.bytes, .log_len = prove->log.len};
	prove->file = gamefile_load_seen(&prove->bytes, prove->library, SIZE_MAX, reason);
	if (prove->file == NULL)
		return -1;
	prove->shows_hands = prove->file->game.variant->kind->held != NULL &&
			     sealed_rebuild(prove->file->header.id, prove->log.bytes,
					    prove->log.len, &prove->sealed);
	if (prove->shows_hands) {
		prove->bytes.sealed = prove->sealed.bytes;
		prove->bytes.sealed_len = prove->sealed.len;
	}
	find_ends(prove);
	return 0;
}

struct prove *prove_open(const char *path, struct variant_library *library, struct reason *reason)
{
	struct prove *prove = base_zalloc(1, sizeof *prove);

	prove->path = base_strdup(path);
	prove->library = library;
	strbuf_init(&prove->log, RECORD_MAX);
	strbuf_init(&prove->sealed, RECORD_MAX);
	if (load_game_file(prove, reason) == 0)
		return prove;
	prove_close(prove);
	return NULL;
}

void prove_close(struct prove *prove)
{
	if (prove == NULL)
		return;
	gamefile_free(prove->file);
	strbuf_done(&prove->log);
	strbuf_done(&prove->sealed);
	free(prove->ends);
	free(prove->path);
	free(prove);
}

bool prove_hides_hands(const struct prove *prove)
{
	return prove->file->game.variant->kind->held != NULL && !prove->shows_hands;
}

/* ---- fingerprints ---- */

static void note_contradiction(struct prove_result *result, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void note_contradiction(struct prove_result *result, const char *format, ...)
{
	va_list arguments;
	char *why;

	va_start(arguments, format);
	why = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	if (result->finding != PROVE_CONTRADICTS)
		reason_set(&result->why, "%s", why);
	result->finding = PROVE_CONTRADICTS;
	g_free(why);
}

static void note_agreement(struct prove_result *result, unsigned *what, unsigned entry)
{
	(*what)++;
	if (result->finding == PROVE_NOTHING)
		result->finding = PROVE_AGREES;
	if (entry > result->entry)
		result->entry = entry;
}

static void compare_digest(const struct prove *prove, const struct sha256 *told,
			   struct prove_result *result)
{
	const struct game_header *header = &prove->file->header;

	if (strcmp(told->hex, header->commit.hex) == 0 || strcmp(told->hex, header->lot.hex) == 0) {
		note_agreement(result, &result->digests, 0);
		return;
	}
	for (size_t i = 0; i < prove->count; i++)
		if (strcmp(told->hex, prove->ends[i].hex) == 0) {
			note_agreement(result, &result->digests, (unsigned)i);
			return;
		}
	note_contradiction(
		result,
		"the letter contains the fingerprint %.16s..., which the record doesn't have; "
		"either somebody changed the record later, or a backup was restored",
		told->hex);
}

/* ---- keys ---- */

/* Returns the entry that asked. The token names it by the end of its number and the start of its
 * digest. 0: the token answers no entry; -1: the game file has no such entry. */
static long find_asking_entry(const struct prove *prove, const struct token *token)
{
	if (token->purpose != TOKEN_TURN)
		return 0;
	for (size_t i = token->question; i < prove->count; i += 1u << QUESTION_BITS)
		if ((uint16_t)sha256_start(&prove->ends[i], 4) == token->digest)
			return (long)i;
	return -1;
}

/* ---- hands ---- */

static void note_name(void *context, const char *name)
{
	g_ptr_array_add(context, g_strdup(name));
}

/* Returns whether the line names the card: "Bog (Sumpf), 4 points", "Holy War 3 after your move".
 */
static bool is_line_of(const char *line, const char *name)
{
	size_t len = strlen(name);

	return strncmp(line, name, len) == 0 && (line[len] == ',' || line[len] == ' ') &&
	       (line[len] == ',' || line[len + 1] == '(' || line[len + 1] == ' ' ||
		g_ascii_isdigit(line[len + 1]));
}

static bool is_same_hand(const struct kept_message *kept, GPtrArray *names)
{
	bool same = kept->hand_len == names->len;

	/* A hand without cards: "* no card". */
	if (names->len == 0 && kept->hand_len == 1)
		return strpbrk(kept->hand[0], "0123456789") == NULL;
	for (size_t i = 0; same && i < kept->hand_len; i++) {
		guint at = 0;

		while (at < names->len && !is_line_of(kept->hand[i], names->pdata[at]))
			at++;
		same = at < names->len;
		if (same)
			g_ptr_array_remove_index_fast(names, at);
	}
	return same;
}

/* Returns whether the seat held these cards after that entry; -1 if that can't be read. */
static int check_hand_held(struct prove *prove, const struct kept_message *kept, unsigned entry,
			   struct reason *reason)
{
	struct gamefile *then = gamefile_load_entry(&prove->bytes, prove->library, entry, reason);
	GPtrArray *names;
	int same;

	if (then == NULL)
		return -1;
	names = g_ptr_array_new_with_free_func(g_free);
	then->game.variant->kind->held(&then->game, kept->token.seat, note_name, names);
	same = is_same_hand(kept, names);
	g_ptr_array_free(names, TRUE);
	gamefile_free(then);
	return same;
}

/* Checks that the hand is that after one of these entries. */
static int compare_hand(struct prove *prove, const struct kept_message *kept, unsigned first,
			unsigned last, struct prove_result *result, struct reason *reason)
{
	for (unsigned entry = first; entry <= last; entry++) {
		int same = check_hand_held(prove, kept, entry, reason);

		if (same < 0)
			return -1;
		if (same > 0) {
			note_agreement(result, &result->hands, entry);
			return 0;
		}
	}
	note_contradiction(
		result, "the letter shows a hand that the record doesn't have %s entry %u: %s, ...",
		first == last ? "after" : "anywhere after", first, kept->hand[0]);
	return 0;
}

static bool is_of_game(const struct prove *prove, const struct kept_message *kept)
{
	return kept->keyed && kept->token.game == prove->file->header.number &&
	       kept->token.purpose <= TOKEN_QUERY &&
	       kept->token.seat < variant_seats(prove->file->game.variant);
}

int prove_letter(struct prove *prove, const struct kept_message *kept,
		 struct prove_result *result_out, struct reason *reason)
{
	unsigned told, first;
	long asked;

	*result_out = (struct prove_result){.finding = PROVE_ELSEWHERE};
	if (!is_of_game(prove, kept))
		return 0;
	result_out->finding = PROVE_NOTHING;
	for (size_t i = 0; i < kept->digest_count; i++)
		compare_digest(prove, &kept->digests[i], result_out);
	told = result_out->entry;
	asked = find_asking_entry(prove, &kept->token);
	if (asked < 0)
		note_contradiction(result_out,
				   "the letter was sent for entry %u, and the record has another "
				   "entry with this number; either somebody changed the record "
				   "later, or a backup was restored",
				   kept->token.question);
	if (asked > 0)
		note_agreement(result_out, &result_out->keys, (unsigned)asked);
	if (kept->hand_len == 0 || !prove->shows_hands || result_out->finding == PROVE_CONTRADICTS)
		return 0;
	/* A message shows the fingerprint of the entry after which it was written. A message
	 * without one was written some time after the seat was asked. */
	first = told > 0 ? told : asked > 0 ? (unsigned)asked : 1;
	return compare_hand(prove, kept, first, told > 0 ? told : (unsigned)prove->count - 1,
			    result_out, reason);
}
