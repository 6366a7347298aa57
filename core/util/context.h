/* SPDX-License-Identifier: MIT */
/*
 * The context in which a thread calls core: the host's handler for faults that nothing can repair,
 * the words that players write, and the language of texts. The host owns it. core has no other
 * state beside its arguments.
 *
 * The context isn't an argument, because nearly every function can set a reason or allocate memory.
 * Instead each thread has a context in force, which context_enter sets.
 * Several threads may call core at the same time, each in a context of its own.
 */
#ifndef PBEM_CORE_UTIL_CONTEXT_H
#define PBEM_CORE_UTIL_CONTEXT_H

struct deffile_kept;
struct phrases;
struct sha256_engine;
struct vocabulary;

struct context {
	/*
	 * Called if memory or a library is missing (base_give_up), with a sentence's beginning,
	 * such as "out of memory". It must not return. NULL: abort().
	 */
	void (*give_up)(void *host, const char *what);
	void *host; /* its first argument */

	/*
	 * For translate.c: the translations in use (NULL: English), and translate(), for reason.c,
	 * which can't include translate.h. NULL: nothing was translated yet.
	 */
	const struct phrases *phrases;
	const char *(*translate)(const char *english);
	/* For core/notation/vocabulary.c: the folder of the words, the words that were read, and
	 * those in use. */
	char *games;
	struct vocabulary *words;
	const struct vocabulary *spoken;
	struct deffile_kept *files; /* for deffile.c: files in memory */
	/* For sha256.c. */
	struct sha256_engine *sha256;
};

/*
 * Puts a context in force for the calling thread, and returns the one that was in force before, or
 * NULL. The caller enters that one again when it is done.
 */
struct context *context_enter(struct context *context);

/*
 * Returns the thread's context in force, or NULL. Without a context texts are English, no word is
 * known, and faults abort the process.
 */
struct context *context_in_force(void);

#endif
