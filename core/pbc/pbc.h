/* SPDX-License-Identifier: MIT */
/*
 * libpbc: chess variants and chess with cards. It knows the rules, reads orders as people write
 * them, shows each seat what the seat may see, and keeps a game as a file that anybody can verify.
 * It has no clock, no random numbers and no mail, and prints nothing. See examples/library.c.
 *
 * Ownership: the caller frees texts of type `char *` with pbc_free. Other pointers belong to the
 * library, and are valid as long as the object that they came from.
 * Errors: functions that may fail return NULL, or not PBC_OK. They then fill in `error`, which may
 * be NULL.
 * Threads: one thread at a time may use a context and its games. Contexts share nothing.
 * Compatibility: the number in the name libpbc.so.0 changes if a function or a member of a struct
 * is removed or changes its meaning. Otherwise functions and kinds of errors may be added, and
 * texts may change. Every version reads the game files of all earlier ones.
 */
#ifndef PBEM_CORE_PBC_PBC_H
#define PBEM_CORE_PBC_PBC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

enum pbc_kind {
	PBC_OK,
	PBC_REFUSED,   /* the rules don't allow the order; the text is for the player */
	PBC_USAGE,     /* the call is wrong, or something that it names doesn't exist */
	PBC_DAMAGED,   /* a definition or a game's bytes are impossible */
	PBC_NEWER,     /* only a newer version of the library can read it */
	PBC_TEMPORARY, /* a file can't be read now; the same call may succeed later */
};

struct pbc_error {
	enum pbc_kind kind;
	char text[1024]; /* sentences in the language in use */
};

/* ---- contexts ---- */

struct pbc_context;
struct pbc_game;

/*
 * Returns a context with the definitions, cards and words in the folder `data`/games. NULL: in the
 * folder that was installed. Reads nothing yet. pbc_context_free is called after all its games are
 * freed, and accepts NULL.
 *
 * `give_up` is called if memory runs out, and must not return. It ends the process or the thread,
 * or calls longjmp. After that, the context and its games can't be used or freed. NULL: abort().
 */
struct pbc_context *pbc_context_new(const char *data, void (*give_up)(void *host, const char *what),
				    void *host);
void pbc_context_free(struct pbc_context *context);

/*
 * Changes the language in which the context reads orders and writes texts: "de"; "" for English.
 * pbc_pop_language restores the one before. If a language can't be read, nothing is pushed.
 */
enum pbc_kind pbc_push_language(struct pbc_context *context, const char *language,
				struct pbc_error *error);
void pbc_pop_language(struct pbc_context *context);

/* Adds the definition of a game, with the text of a *.variant file (pbem-variant(5)). */
enum pbc_kind pbc_define(struct pbc_context *context, const char *name, const char *definition,
			 struct pbc_error *error);
/* Returns the names of all variants, one per line. */
char *pbc_variants(struct pbc_context *context);

/* ---- games ---- */

/*
 * Starts a game. `options` are "KEY=VALUE" as in `pbem new`, NULL after the last; or NULL. `seed`
 * determines everything that is drawn at random. It may be NULL if nothing is, and must be secret
 * until the game is over. `when` is the time in seconds since 1970.
 */
struct pbc_game *pbc_game_new(struct pbc_context *context, const char *variant,
			      const char *const *options, const char *seed, int64_t when,
			      struct pbc_error *error);
void pbc_game_free(struct pbc_game *game); /* accepts NULL */

/*
 * Loads a game from its record and its sealed part, which is NULL if there is none. An entry at the
 * end that wasn't written whole isn't part of the game. Before a host adds to its files, it cuts
 * them to the lengths that pbc_game_record and pbc_game_sealed return.
 */
struct pbc_game *pbc_game_load(struct pbc_context *context, const char *record, size_t len,
			       const char *sealed, size_t sealed_len, struct pbc_error *error);

/*
 * Return the game file (pbem-game(5)), which everybody may read, and its sealed part, which nobody
 * may read before the end; *len_out is 0 if there is none. They are valid until the next change.
 * Both only grow. A host writes the new bytes to the end of its files, the sealed part first.
 */
const char *pbc_game_record(struct pbc_game *game, size_t *len_out);
const char *pbc_game_sealed(struct pbc_game *game, size_t *len_out);

/* Return the number of seats, a seat's name ("white"), and the seat of a name, or -1. */
unsigned pbc_game_seats(const struct pbc_game *game);
const char *pbc_game_seat_name(const struct pbc_game *game, unsigned seat);
int pbc_game_seat_named(const struct pbc_game *game, const char *name);

/* Return the seats that the game waits for, and those that have won: bit 0 is the first seat. */
uint32_t pbc_game_waits_for(const struct pbc_game *game);
uint32_t pbc_game_winners(const struct pbc_game *game);
bool pbc_game_is_over(const struct pbc_game *game);

/*
 * Return texts with what the seat may see; "" if there is nothing. The status has whose turn it is,
 * checks and offers, and "since" what has happened since the seat's last turn. The hand has one
 * card per line. The choices are legal orders in English, one per line ("MOVE e2-e4"). An order
 * that ends in "..." needs targets.
 */
char *pbc_game_board(struct pbc_game *game, unsigned seat);
char *pbc_game_status(struct pbc_game *game, unsigned seat);
char *pbc_game_since(struct pbc_game *game, unsigned seat);
char *pbc_game_hand(struct pbc_game *game, unsigned seat);
char *pbc_game_choices(struct pbc_game *game, unsigned seat);
char *pbc_game_result(struct pbc_game *game); /* "White wins by checkmate." */

/* ---- playing ---- */

/*
 * Judge or carry out a seat's orders as people write them, one per line: "MOVE e2-e4", "Nf3",
 * "RESIGN" (pbem-orders(7)). All apply, or none. A refusal says what would be legal, and reveals
 * nothing that the seat can't see. pbc_game_check changes nothing, and accepts orders that only
 * hidden things make impossible. Queries, settings, TRY, conditional moves and messages that the
 * record doesn't keep are refused.
 */
enum pbc_kind pbc_game_check(struct pbc_game *game, unsigned seat, const char *orders,
			     struct pbc_error *error);
enum pbc_kind pbc_game_play(struct pbc_game *game, unsigned seat, const char *orders, int64_t when,
			    struct pbc_error *error);

/*
 * In a ring, carries out the mates and resignations that wait for other orders of the same time.
 * Hosts call it after these orders. Does nothing in other games.
 */
enum pbc_kind pbc_game_end_round(struct pbc_game *game, int64_t when, struct pbc_error *error);

/* Puts a seat out of the game, as if it resigned. */
enum pbc_kind pbc_game_forfeit(struct pbc_game *game, unsigned seat, int64_t when,
			       struct pbc_error *error);

void pbc_free(char *text);     /* accepts NULL */
const char *pbc_version(void); /* of the library: "0.1.0" */

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
