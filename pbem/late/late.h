/* SPDX-License-Identifier: MIT */
/*
 * Libraries that are loaded when one of their functions is called first, not when the program
 * starts: libcurl and libxml2 bring forty others along, which takes longer than a run that finds
 * nothing to do, and few runs come to need them. Who calls them doesn't see that: curl_late.c and
 * xml_late.c stand in for the libraries when pbem is linked, function by function, and pass on what
 * they are given. A function that isn't there yet is missing at linking: it wants a row there.
 * iconv_late.c is there for charsets, which the C library loads by itself.
 */
#ifndef PBEM_LATE_LATE_H
#define PBEM_LATE_LATE_H

struct late {
	const char *name; /* as the system looks for it */
	void *handle;	  /* NULL: not loaded yet */
};

/* A function of the library, to be called through a pointer of its own type. One that can't be had
 * ends the process, as memory that has run out does: nothing is lost, but nothing goes on. */
void *late_function(struct late *library, const char *name);

/* Standard error goes nowhere until it is put back: short of memory some libraries write a line of
 * their own there, about what the run says in a sentence. -1, which may be put back: it can't. */
int late_stderr_away(void);
void late_stderr_back(int kept);

/* From now on nothing can be loaded in this process: who comes to need what isn't there yet calls
 * `lacking`, which doesn't return. */
void late_is_over(void (*lacking)(void));

/* Something that isn't there yet is needed; returns where it may still be loaded. */
void late_need(void);

/* The body of a function that stands in for another: ROW(TYPE, NAME, PARAMETERS, ARGUMENTS). */
#define LATE_PASS(library, type, name, parameters, arguments)                                      \
	type(name) parameters                                                                      \
	{                                                                                          \
		static type(*real) parameters;                                                     \
                                                                                                   \
		if (real == NULL)                                                                  \
			real = (type(*) parameters)late_function(library, #name);                  \
		return real arguments;                                                             \
	}

#endif
