/* SPDX-License-Identifier: MIT */
/*
 * Loads libraries when one of their functions is first called, not when the program starts. libcurl
 * and libxml2 load forty other libraries. This takes longer than a run that finds nothing to do,
 * and few runs need them.
 *
 * Callers need no changes. pbem is linked with curl_dynload.c, seccomp_dynload.c and xml_dynload.c
 * instead of the libraries, and each function there passes its arguments on. A function that the
 * linker doesn't find needs a row in one of these files. iconv_dynload.c handles charsets, which
 * the C library loads by itself.
 */
#ifndef PBEM_DYNLOAD_DYNLOAD_H
#define PBEM_DYNLOAD_DYNLOAD_H

struct dynload {
	const char *name; /* its file name */
	void *handle;	  /* NULL: not loaded yet */
};

/* Returns a function of the library, to be called through a pointer of its own type. Ends the
 * process with base_give_up if the library or the function is missing. */
void *dynload_function(struct dynload *library, const char *name);

/* Redirects standard error to /dev/null until dynload_restore_stderr. When memory is short some
 * libraries write a line there, although the run reports the failure itself. Returns the descriptor
 * to restore; -1, which may also be passed there, if it failed. */
int dynload_mute_stderr(void);
void dynload_restore_stderr(int kept);

/* Forbids this process to load anything from now on. Code that needs something that isn't loaded
 * calls `lacking`, which must not return. */
void dynload_forbid(void (*lacking)(void));

/* Announces that something must be loaded. Returns only if loading isn't forbidden. */
void dynload_need(void);

/* Defines a function that passes its arguments on to the library's function of that name. The files
 * use it as ROW(TYPE, NAME, PARAMETERS, ARGUMENTS). */
#define DYNLOAD_PASS(library, type, name, parameters, arguments)                                   \
	type(name) parameters                                                                      \
	{                                                                                          \
		static type(*real) parameters;                                                     \
                                                                                                   \
		if (real == NULL)                                                                  \
			real = (type(*) parameters)dynload_function(library, #name);               \
		return real arguments;                                                             \
	}

#endif
