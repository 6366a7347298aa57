/* SPDX-License-Identifier: MIT */
/* Contexts of the public library. Each public function puts its context in force meanwhile. */
#include <stdlib.h>
#include <string.h>

#include "core/gametype/gametypes.h"
#include "core/notation/vocabulary.h"
#include "core/pbc/pbc_internal.h"
#include "core/util/deffile.h"
#include "core/util/sha256.h"

const char *pbc_version(void)
{
	return PACKAGE_VERSION;
}

void pbc_free(char *text)
{
	free(text);
}

enum pbc_kind pbc_fail(struct pbc_error *error, const struct reason *reason)
{
	static const enum pbc_kind kinds[] = {
		[REASON_PLAIN] = PBC_USAGE,	[REASON_TEMPORARY] = PBC_TEMPORARY,
		[REASON_USAGE] = PBC_USAGE,	[REASON_MISSING] = PBC_USAGE,
		[REASON_DAMAGED] = PBC_DAMAGED, [REASON_EXISTS] = PBC_USAGE,
		[REASON_NEWER] = PBC_NEWER,	[REASON_RIGHTS] = PBC_TEMPORARY,
		[REASON_SITE] = PBC_TEMPORARY,
	};

	if (error != NULL) {
		error->kind = kinds[reason->kind];
		strcpy(error->text, reason->text);
	}
	return kinds[reason->kind];
}

struct pbc_context *pbc_context_new(const char *data, void (*give_up)(void *host, const char *what),
				    void *host)
{
	struct pbc_context *context = calloc(1, sizeof *context);
	struct context *before;
	char *games;

	if (context == NULL) {
		if (give_up != NULL)
			give_up(host, "out of memory");
		abort();
	}
	context->core.give_up = give_up;
	context->core.host = host;
	before = context_enter(&context->core);
	games = base_printf("%s/games", data != NULL ? data : DATA_FOLDER);
	vocabulary_set_folder(games);
	context->library = variant_library_new(games, gametypes_all);
	free(games);
	context_enter(before);
	return context;
}

void pbc_context_free(struct pbc_context *context)
{
	struct context *before;

	if (context == NULL)
		return;
	before = context_enter(&context->core);
	variant_library_free(context->library);
	vocabulary_forget();
	while (context->core.files != NULL)
		deffile_drop();
	sha256_engine_free(context->core.sha256);
	context_enter(before);
	free(context);
}

enum pbc_kind pbc_push_language(struct pbc_context *context, const char *language,
				struct pbc_error *error)
{
	struct context *before = context_enter(&context->core);
	const struct vocabulary **spoken = &context->languages[context->language_count];
	enum pbc_kind kind = PBC_OK;
	struct reason reason;
	int result = -1;

	if (context->language_count == PBC_LANGUAGES)
		reason_set(&reason, "at most %d languages can be pushed", PBC_LANGUAGES);
	else
		result = vocabulary_push(language, spoken, &reason);
	if (result == 0)
		context->language_count++;
	else
		kind = pbc_fail(error, &reason);
	context_enter(before);
	return kind;
}

void pbc_pop_language(struct pbc_context *context)
{
	struct context *before = context_enter(&context->core);

	if (context->language_count > 0)
		vocabulary_pop(context->languages[--context->language_count]);
	context_enter(before);
}

enum pbc_kind pbc_define(struct pbc_context *context, const char *name, const char *definition,
			 struct pbc_error *error)
{
	struct context *before = context_enter(&context->core);
	enum pbc_kind kind = PBC_OK;
	struct reason reason;

	if (variant_define(context->library, name, definition, &reason) != 0)
		kind = pbc_fail(error, &reason);
	context_enter(before);
	return kind;
}

char *pbc_variants(struct pbc_context *context)
{
	struct context *before = context_enter(&context->core);
	char **names = variant_names(context->library);
	struct strbuf list;

	strbuf_init(&list, 0);
	for (char **name = names; *name != NULL; name++) {
		strbuf_addf(&list, "%s\n", *name);
		free(*name);
	}
	free(names);
	context_enter(before);
	return strbuf_take(&list);
}
