/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/util/strbuf.h"
#include "pbem/site/address_index.h"

static struct sitter sitter_of(const struct gamefile *file, const struct seats *seats,
			       unsigned seat)
{
	const struct game *game = &file->game;
	struct sitter sitter = {.game = file->header.number, .seat = seat};

	if (game->outcome.status != STATUS_PLAYING || seats->seats[seat].left)
		sitter.since = SITTER_DONE;
	else if (game->questions[seat].entry != 0)
		sitter.since = game->questions[seat].when > 0 ? game->questions[seat].when : 1;
	return sitter;
}

static void add_sitters(const struct gamefile *file, const struct seats *seats,
			struct strbuf *lines)
{
	for (unsigned i = 0; i < seats->count; i++) {
		const struct seat *seat = &seats->seats[i];
		const struct sitter sitter = sitter_of(file, seats, i);

		for (unsigned number = 0; number < seat->address_count; number++) {
			char *address = g_ascii_strdown(seat->addresses[number], -1);

			ledger_put(lines, CHANGE_SITTER, sitter.game, sitter.seat, number, address,
				   sitter.since);
			g_free(address);
		}
	}
}

void address_index_index(const struct gamefile *file, const struct seats *seats,
			 struct strbuf *lines)
{
	ledger_put(lines, CHANGE_NO_SITTERS, file->header.number);
	add_sitters(file, seats, lines);
}

void address_index_note(struct workspace *workspace)
{
	struct strbuf known, now;

	strbuf_init(&known, 0);
	strbuf_init(&now, 0);
	for (struct workspace_game *game = workspace->first; game != NULL; game = game->next) {
		if (game->file == NULL)
			continue;
		strbuf_clear(&known);
		strbuf_clear(&now);
		ledger_sitters_of(workspace->site->ledger, game->number, &known);
		add_sitters(game->file, &game->seats, &now);
		if (strcmp(known.bytes, now.bytes) != 0)
			address_index_index(game->file, &game->seats, &workspace->batch.ledger);
	}
	strbuf_done(&now);
	strbuf_done(&known);
}

/* ---- the seats of an address ---- */

struct finding {
	GHashTable *open; /* numbers of the games in the workspace */
	GArray *found;
};

static void add_known(void *context, const struct sitter *sitter)
{
	struct finding *finding = context;

	if (!g_hash_table_contains(finding->open, GUINT_TO_POINTER(sitter->game)))
		g_array_append_vals(finding->found, sitter, 1);
}

/* Adds the addresses of a game in the workspace. A damaged game has none. */
static void add_open(const struct workspace_game *game, const char *address, GArray *found)
{
	for (unsigned i = 0; game->file != NULL && i < game->seats.count; i++) {
		const struct sitter sitter = sitter_of(game->file, &game->seats, i);

		if (seats_has_address(&game->seats.seats[i], address))
			g_array_append_vals(found, &sitter, 1);
	}
}

static int waiting_rank(const struct sitter *sitter)
{
	return sitter->since > 0 ? 0 : sitter->since == 0 ? 1 : 2;
}

static int compare_waiting(const void *a, const void *b)
{
	const struct sitter *left = a, *right = b;

	if (waiting_rank(left) != waiting_rank(right))
		return waiting_rank(left) - waiting_rank(right);
	if (waiting_rank(left) == 0 && left->since != right->since)
		return left->since < right->since ? -1 : 1;
	/* Among questions of the same age, the older game comes first. */
	if (left->game != right->game)
		return (left->game < right->game) == (waiting_rank(left) == 0) ? -1 : 1;
	return (left->seat > right->seat) - (left->seat < right->seat);
}

GArray *address_index_find(struct workspace *workspace, const char *address)
{
	struct finding finding = {
		.open = g_hash_table_new(NULL, NULL),
		.found = g_array_new(FALSE, FALSE, sizeof(struct sitter)),
	};
	char *small = g_ascii_strdown(address, -1);

	for (const struct workspace_game *game = workspace->first; game != NULL;
	     game = game->next) {
		if (game->file == NULL && reason_is_temporary(&game->why))
			continue;
		g_hash_table_add(finding.open, GUINT_TO_POINTER(game->number));
		add_open(game, small, finding.found);
	}
	ledger_sitters(workspace->site->ledger, small, add_known, &finding);
	g_array_sort(finding.found, compare_waiting);
	g_free(small);
	g_hash_table_destroy(finding.open);
	return finding.found;
}

bool address_index_is_open(const struct workspace *workspace, uint32_t number)
{
	for (const struct workspace_game *game = workspace->first; game != NULL; game = game->next)
		if (game->number == number)
			return true;
	return false;
}
