/* SPDX-License-Identifier: MIT */
/* Reads files of words into lists for look-ups. Each keyword has its function. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/notation/vocabulary_internal.h"
#include "core/util/context.h"
#include "core/util/deffile.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/util/utf8.h"

/*
 * Languages: their words in addition to those of all languages, their names, and their formats of
 * times.
 */

bool vocabulary_is_language(const char *name)
{
	size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyz");

	return name[len] == '\0' && len >= VOCABULARY_LANGUAGE_MIN &&
	       len <= VOCABULARY_LANGUAGE_MAX;
}

/* ---- lines ---- */

static int vocabulary_read_language(void *target, const struct deffile_line *line,
				    struct reason *reason)
{
	struct vocabulary *words = target;

	if (!vocabulary_is_language(line->words[1]))
		return reason_fail(reason,
				   "'%s': expected a language as two or three small letters, de",
				   line->words[1]);
	for (size_t i = 2; i < line->count; i++)
		*(struct language *)vocabulary_list_add(&words->languages,
							sizeof(struct language)) =
			(struct language){line->words[1], line->words[i]};
	return 0;
}

static void vocabulary_check_languages(const struct vocabulary *words, const char *path,
				       struct deffile_faults *faults)
{
	static const struct {
		enum vocabulary_list list;
		const char *keyword;
	} needed[] = {{VOCABULARY_MONTHS, "months"},
		      {VOCABULARY_MOMENT, "moment"},
		      {VOCABULARY_DAY, "day"}};

	for (size_t i = 0; i < ARRAY_LEN(needed); i++)
		if (words->lists[needed[i].list].count == 0)
			deffile_faults_add(
				faults, path, 0,
				"no file of words has a line '%s': pbem's own orders.words does",
				needed[i].keyword);
}

/* Sorts the letters of the current language before others. */
static void vocabulary_sort_letters(struct vocabulary *words)
{
	struct piece_letter *letters = words->letters.items;
	size_t own = 0;

	for (size_t i = 0; i < words->letters.count; i++) {
		const struct piece_letter letter = letters[i];

		if (strcmp(letter.language, words->language) != 0)
			continue;
		memmove(letters + own + 1, letters + own, (i - own) * sizeof *letters);
		letters[own++] = letter;
	}
}

/* ---- the current language ---- */

static struct vocabulary *find_language(const char *language)
{
	struct vocabulary *words = context_in_force()->words;

	while (words != NULL && strcmp(words->language, language) != 0)
		words = words->next;
	return words;
}

/* Reads the phrases in the language of `words`. */
static void vocabulary_read_phrases(const char *folder, struct vocabulary *words,
				    struct deffile_faults *faults)
{
	char *path = base_printf("%s/%s.po", folder, words->language),
	     *cards = base_printf("%s/%s-cards.po", folder, words->language);
	struct reason reason;

	words->phrases = translate_load(path, &reason);
	if (words->phrases == NULL || translate_load_more(words->phrases, cards, &reason) != 0) {
		faults->passing = faults->passing || reason_is_temporary(&reason);
		deffile_faults_add(faults, folder, 0, "%s", reason.text);
	}
	free(cards);
	free(path);
}

static struct vocabulary *vocabulary_read(const char *games, const char *language,
					  struct deffile_faults *faults);

/* Reads the words of a language and keeps them. Returns NULL with the first fault. */
static struct vocabulary *load_language(const char *language, struct reason *reason)
{
	struct context *context = context_in_force();
	struct deffile_faults faults;
	struct vocabulary *words;

	deffile_faults_init(&faults);
	words = vocabulary_read(context->games, language, &faults);
	if (words == NULL) {
		deffile_faults_first(&faults, reason);
	} else {
		words->next = context->words->next;
		context->words->next = words;
	}
	deffile_faults_done(&faults);
	return words;
}

int vocabulary_push(const char *language, const struct vocabulary **before_out,
		    struct reason *reason)
{
	struct context *context = context_in_force();
	struct vocabulary *words;

	*before_out = context->spoken;
	if (context->games == NULL)
		return 0; /* the words were given without a folder and have no language */
	if (vocabulary_ensure_loaded(reason) < 0)
		return -1;
	if (!vocabulary_is_language(language) || strcmp(language, VOCABULARY_ENGLISH) == 0)
		language = "";
	words = find_language(language);
	if (words == NULL)
		words = load_language(language, reason);
	if (words == NULL)
		return -1;
	vocabulary_pop(words);
	return 0;
}

void vocabulary_pop(const struct vocabulary *before)
{
	struct context *context = context_in_force();

	context->spoken = before != NULL ? before : context->words;
	(void)translate_speak(before != NULL ? before->phrases : NULL);
}

const char *vocabulary_spoken(void)
{
	const struct vocabulary *words = vocabulary_in_force();

	return words != NULL ? words->language : "";
}

static struct deffile_kind vocabulary_files(const char *folder);

char **vocabulary_languages(const char *games)
{
	char *folder = base_printf("%s/words", games);
	const struct deffile_kind kind = vocabulary_files(folder);
	char **names = deffile_names(&kind), **last = names;

	for (char **name = names; *name != NULL; name++) {
		if (vocabulary_is_language(*name))
			*last++ = *name;
		else
			free(*name);
	}
	*last = NULL;
	free(folder);
	return names;
}

int vocabulary_try_languages(const char *games, struct deffile_faults *faults)
{
	char **names = vocabulary_languages(games);
	size_t before = faults->count;

	for (char **name = names; *name != NULL; name++) {
		vocabulary_free(vocabulary_read(games, *name, faults));
		free(*name);
	}
	free(names);
	return faults->count > before ? -1 : 0;
}

/* ---- names of languages, formats of times ---- */

const char *vocabulary_language(const char *name)
{
	const struct vocabulary *words = vocabulary_in_force();
	const struct language *languages = words != NULL ? words->languages.items : NULL;

	for (size_t i = 0; words != NULL && i < words->languages.count; i++)
		if (strcasecmp(languages[i].name, name) == 0 ||
		    strcasecmp(languages[i].language, name) == 0)
			return languages[i].language;
	return NULL;
}

const char *vocabulary_language_name(const char *language)
{
	const struct vocabulary *words = vocabulary_in_force();
	const struct language *languages = words != NULL ? words->languages.items : NULL;

	for (size_t i = 0; words != NULL && i < words->languages.count; i++)
		if (strcmp(languages[i].language, language) == 0)
			return languages[i].name;
	return language;
}

/* Returns an item of a list, counted from its end (1 is the last), or "" if the list is shorter. */
static const char *last_of(enum vocabulary_list list, size_t back)
{
	const struct vocabulary *words = vocabulary_in_force();
	char *const *items = words != NULL ? words->lists[list].items : NULL;

	return items != NULL && words->lists[list].count >= back
		       ? items[words->lists[list].count - back]
		       : "";
}

const char *vocabulary_month(unsigned month)
{
	return last_of(VOCABULARY_MONTHS, VOCABULARY_A_YEAR - month % VOCABULARY_A_YEAR);
}

const char *vocabulary_moment(void)
{
	return last_of(VOCABULARY_MOMENT, 1);
}

const char *vocabulary_day(void)
{
	return last_of(VOCABULARY_DAY, 1);
}

enum { FOLDED_MAX = 64 };

/* The names of orders, as they follow `order` in the files. */
static const struct {
	const char *name;
	enum word_use use;
	enum order_kind kind;
	bool elsewhere; /* some games refuse it, so it needs `why` */
} actions[] = {
	{"move", WORD_MOVE, ORDER_MOVE, false},
	{"resign", WORD_RESIGN, ORDER_RESIGN, false},
	{"quit", WORD_ALONE, QUERY_QUIT, false},
	{"draw", WORD_DRAW, ORDER_DRAW, false},
	{"claim", WORD_CLAIM, ORDER_CLAIM_DRAW, false},
	{"pass", WORD_ALONE, ORDER_PASS, false},
	{"undo", WORD_UNDO, ORDER_UNDO, false},
	{"say", WORD_SAY, ORDER_SAY, false},
	{"status", WORD_ALONE, QUERY_STATUS, false},
	{"board", WORD_BOARD, QUERY_BOARD, false},
	{"history", WORD_ALONE, QUERY_HISTORY, false},
	{"games", WORD_ALONE, QUERY_GAMES, false},
	{"help", WORD_HELP, QUERY_HELP, false},
	{"view", WORD_VIEW, SETTING_VIEW, false},
	{"short", WORD_SWITCH, SETTING_SHORT, false},
	{"calendar", WORD_SWITCH, SETTING_CALENDAR, false},
	{"html", WORD_SWITCH, SETTING_HTML, false},
	{"textlinks", WORD_SWITCH, SETTING_LINKS, false},
	{"zone", WORD_NAMED, SETTING_ZONE, false},
	{"language", WORD_NAMED, SETTING_LANGUAGE, false},
	{"name", WORD_NAMED, SETTING_NAME, false},
	{"address", WORD_NAMED, SETTING_ADDRESS, false},
	{"leave", WORD_ALONE, SETTING_LEAVE, false},
	{"watch", WORD_ALONE, SETTING_WATCH, false},
	{"unwatch", WORD_ALONE, SETTING_LEAVE, false},
	{"rematch", WORD_REMATCH, SETTING_REMATCH, false},
	{"vacation", WORD_VACATION, SETTING_VACATION, false},
	{"try", WORD_TRY, ORDER_TRY, false},
	{"hand", WORD_CARDS, QUERY_HAND, true},
	{"card", WORD_CARDS, QUERY_CARD, true},
	{"plays", WORD_CARDS, QUERY_PLAYS, true},
	{"play", WORD_PLAY, ORDER_PLAY, true},
	{"discard", WORD_DISCARD, ORDER_DISCARD, true},
	{"deck", WORD_DECK, ORDER_DECK, true},
	{"answer", WORD_ANSWER, ORDER_ANSWER, true},
	{"remove", WORD_REMOVE, ORDER_REMOVE, true},
	{"trade", WORD_TRADE, ORDER_TRADE, true},
	{"if", WORD_IF, ORDER_CONDITIONAL, false},
	{"autopass", WORD_AUTOPASS, ORDER_AUTOPASS, true},
	{"join", WORD_JOIN, ORDER_JOIN, true},
	{"elsewhere", WORD_ELSEWHERE, ORDER_KINDS, true}, /* an order that exists in no game here */
};

void *vocabulary_list_add(struct list *list, size_t item)
{
	list->items = base_grow(list->items, list->count, &list->size, item);
	return (char *)list->items + item * list->count++;
}

/* Keeps a string until the words are freed. */
static char *store_text(struct vocabulary *words, char *text)
{
	*(char **)vocabulary_list_add(&words->texts, sizeof text) = text;
	return text;
}

/* Returns the words of the line from `first` on, separated by single spaces. */
static char *join_words(struct vocabulary *words, const struct deffile_line *line, size_t first)
{
	struct strbuf text;

	strbuf_init(&text, 0);
	for (size_t i = first; i < line->count; i++)
		strbuf_addf(&text, "%s%s", i > first ? " " : "", line->words[i]);
	return store_text(words, strbuf_take(&text));
}

/* ---- orders ---- */

/* Completes the orders of one `order` line. They are the last in the list, and have no form yet. */
static int read_end(void *target, const struct deffile_line *line, struct reason *reason)
{
	const bool why = strcmp(line->words[0], "why") == 0;
	struct vocabulary *words = target;
	struct order_word *orders = words->orders.items;
	char *text = join_words(words, line, 1);
	const char *name = line->head->words[1];

	for (size_t i = words->orders.count; i > 0; i--) {
		struct order_word *order = &orders[i - 1];

		for (size_t k = 2; k < line->head->count; k++) {
			const char **place = why ? &order->why : &order->form;

			if (strcmp(order->word, line->head->words[k]) != 0)
				continue;
			if (*place != NULL)
				return reason_fail(reason, "'%s' was said above of '%s'",
						   line->words[0], name);
			*place = text;
		}
	}
	return 0;
}

static int fail_unknown_order(const char *name, struct reason *reason)
{
	const char *names[ARRAY_LEN(actions) + 1] = {NULL}, *nearest;

	for (size_t i = 0; i < ARRAY_LEN(actions); i++)
		names[i] = actions[i].name;
	nearest = deffile_nearest(name, names);
	return reason_fail(reason, "no order does '%s'%s%s%s", name,
			   nearest ? "; did you mean '" : "", nearest ? nearest : "",
			   nearest ? "'?" : "");
}

static int read_order(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct vocabulary *words = target;
	size_t action = 0;

	while (action < ARRAY_LEN(actions) && strcmp(actions[action].name, line->words[1]) != 0)
		action++;
	if (action == ARRAY_LEN(actions))
		return fail_unknown_order(line->words[1], reason);
	for (size_t i = 2; i < line->count; i++) {
		const char *word = line->words[i];

		if (word[strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")] != '\0')
			return reason_fail(
				reason, "'%s': an order word has the capitals A to Z only", word);
		for (size_t k = 0; k < words->orders.count; k++) {
			if (strcmp(((struct order_word *)words->orders.items)[k].word, word) == 0)
				return reason_fail(reason, "'%s' is an order word already", word);
		}
		*(struct order_word *)vocabulary_list_add(
			&words->orders, sizeof(struct order_word)) = (struct order_word){
			.word = word, .use = actions[action].use, .kind = actions[action].kind};
	}
	return 0;
}

/* Checks that the files together define every order. */
static void check_orders(const struct vocabulary *words, const char *path,
			 struct deffile_faults *faults)
{
	const struct order_word *orders = words->orders.items;

	for (size_t action = 0; action < ARRAY_LEN(actions); action++) {
		bool there = false;

		for (size_t i = 0; i < words->orders.count; i++) {
			const struct order_word *order = &orders[i];

			if (order->use != actions[action].use ||
			    order->kind != actions[action].kind)
				continue;
			there = true;
			if (order->form == NULL ||
			    (order->why != NULL) != actions[action].elsewhere)
				deffile_faults_add(
					faults, path, 0, "the order '%s' needs %s", order->word,
					order->form == NULL ? "a line 'form' indented under it"
					: order->why == NULL
						? "a line 'why' indented under it: there are games "
						  "it isn't for"
						: "no line 'why': it is for every game");
		}
		if (!there && actions[action].use != WORD_ELSEWHERE)
			deffile_faults_add(
				faults, path, 0,
				"no order word does '%s': a line 'order %s WORD' is missing",
				actions[action].name, actions[action].name);
	}
}

/* ---- words of moves ---- */

static int add_talk(struct vocabulary *words, const struct deffile_line *line, size_t first,
		    enum talk talk, char kind, struct reason *reason)
{
	for (size_t i = first; i < line->count; i++) {
		char folded[FOLDED_MAX];

		utf8_fold(line->words[i], strlen(line->words[i]), folded, sizeof folded);
		if (strlen(folded) + 1 >= sizeof folded)
			return reason_fail(reason, "'%s' is too long", line->words[i]);
		/* Folded text is never longer. */
		strcpy(line->words[i], folded);
		*(struct talk_entry *)vocabulary_list_add(&words->talk, sizeof(struct talk_entry)) =
			(struct talk_entry){line->words[i], talk, kind};
	}
	return 0;
}

static int read_piece(void *target, const struct deffile_line *line, struct reason *reason)
{
	const char *kind = line->words[1];

	if (kind[1] != '\0' || (!isupper((unsigned char)*kind) && *kind != '-'))
		return reason_fail(reason,
				   "'%s': expected the capital letter of a kind of piece, or - for "
				   "no one kind",
				   kind);
	return add_talk(target, line, 2, TALK_PIECE, *kind == '-' ? '\0' : *kind, reason);
}

static int read_talk(void *target, const struct deffile_line *line, struct reason *reason)
{
	static const struct {
		const char *keyword;
		enum talk talk;
	} talks[] = {{"to", TALK_TO},	    {"takes", TALK_TAKES}, {"self", TALK_SELF},
		     {"moves", TALK_MOVES}, {"aside", TALK_ASIDE}, {"polite", TALK_POLITE}};
	size_t i = 0;

	while (strcmp(talks[i].keyword, line->words[0]) != 0)
		i++;
	return add_talk(target, line, 1, talks[i].talk, '\0', reason);
}

/*
 * Checks that each kind of word occurs. Otherwise a file is missing: without the names of the
 * pieces, for example, lines with moves would be ignored as talk.
 */
static void check_talk(const struct vocabulary *words, const char *path,
		       struct deffile_faults *faults)
{
	static const struct {
		const char *keyword;
		enum talk talk;
	} needed[] = {{"piece", TALK_PIECE}, {"to", TALK_TO},	    {"takes", TALK_TAKES},
		      {"self", TALK_SELF},   {"moves", TALK_MOVES}, {"aside", TALK_ASIDE}};
	const struct talk_entry *talk = words->talk.items;

	for (size_t i = 0; i < ARRAY_LEN(needed); i++) {
		size_t row = 0;

		while (row < words->talk.count && talk[row].talk != needed[i].talk)
			row++;
		if (row == words->talk.count)
			deffile_faults_add(
				faults, path, 0,
				"no file of words has a line '%s': pbem's own moves.words "
				"does",
				needed[i].keyword);
	}
}

static int compare_talk(const void *a, const void *b)
{
	const struct talk_entry *one = a, *other = b;
	int order = strcmp(one->word, other->word);

	return order != 0 ? order : (int)one->talk - (int)other->talk;
}

/* Keeps each word once, with the first of its kinds. A word for two kinds of piece has no piece. */
static void sort_talk(struct vocabulary *words)
{
	struct talk_entry *talk = words->talk.items;
	size_t count = 0;

	if (words->talk.count == 0)
		return;
	qsort(talk, words->talk.count, sizeof *talk, compare_talk);
	for (size_t i = 0; i < words->talk.count; i++) {
		if (count > 0 && strcmp(talk[count - 1].word, talk[i].word) == 0) {
			if (talk[i].talk == TALK_PIECE && talk[i].kind != talk[count - 1].kind)
				talk[count - 1].kind = '\0';
			continue;
		}
		talk[count++] = talk[i];
	}
	words->talk.count = count;
}

/* ---- lists ---- */

static const char *const list_keywords[VOCABULARY_LISTS] = {
	[VOCABULARY_BESIDE] = "beside",
	[VOCABULARY_FILLER] = "filler",
	[VOCABULARY_GREETING] = "greeting",
	[VOCABULARY_IDLE] = "idle",
	[VOCABULARY_NO] = "no",
	[VOCABULARY_YES] = "yes",
	[VOCABULARY_THANKS] = "thanks",
	[VOCABULARY_PICTURE] = "picture",
	[VOCABULARY_MONTHS] = "months",
	[VOCABULARY_MOMENT] = "moment",
	[VOCABULARY_DAY] = "day",
};

/* Reports whether a whole line is one item of the list. */
static bool is_phrase(size_t list)
{
	return list == VOCABULARY_IDLE || list == VOCABULARY_MOMENT || list == VOCABULARY_DAY;
}

static int read_list(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct vocabulary *words = target;
	size_t list = 0;

	(void)reason;
	while (strcmp(list_keywords[list], line->words[0]) != 0)
		list++;
	for (size_t i = 1; i < line->count; i++) {
		char folded[FOLDED_MAX], *word = line->words[i];

		if (list == VOCABULARY_NO || list == VOCABULARY_YES || list == VOCABULARY_THANKS) {
			utf8_fold(word, strlen(word), folded, sizeof folded);
			strcpy(word, folded);
		} else if (is_phrase(list)) {
			word = join_words(words, line, 1);
		}
		*(char **)vocabulary_list_add(&words->lists[list], sizeof word) = word;
		if (is_phrase(list))
			break;
	}
	return 0;
}

/* ---- answers ---- */

static int read_phrase(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct vocabulary *words = target;

	(void)reason;
	*(struct answer *)vocabulary_list_add(&words->answers, sizeof(struct answer)) =
		(struct answer){join_words(words, line, 1), join_words(words, line->head, 1)};
	return 0;
}

/* ---- topics ---- */

static int read_topic(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct vocabulary *words = target;
	const char *name = line->words[1];
	const char *file = line->path;
	bool page = strcmp(line->words[0], "page") == 0;

	(void)reason;
	for (size_t i = 2; i < line->count; i++) {
		char *word = line->words[i];

		for (char *c = word; *c != '\0'; c++)
			*c = *c == '_' ? ' ' : *c;
		*(struct vocabulary_topic *)vocabulary_list_add(&words->topics,
								sizeof(struct vocabulary_topic)) =
			(struct vocabulary_topic){.word = word,
						  .letter = page ? NULL : name,
						  .page = page ? name : NULL,
						  .shouted = strcmp(line->words[0], "shouted") == 0,
						  .file = file,
						  .line = line->number};
	}
	return 0;
}

/* ---- files ---- */

static const struct deffile_keyword order_block[] = {
	{"form", "form WORDS", 1, DEF_MANY, .read = read_end},
	{"why", "why WORDS", 1, DEF_MANY, .read = read_end},
	{NULL, NULL, 0, 0, .read = NULL},
};

static const struct deffile_keyword answer_block[] = {
	{"phrase", "phrase WORDS", 1, DEF_MANY, .read = read_phrase},
	{NULL, NULL, 0, 0, .read = NULL},
};

static const struct deffile_keyword keywords[] = {
	{"order", "order NAME WORD ...", 2, DEF_MANY, .block = order_block, .read = read_order},
	{"behind", "behind MEANING WORD ...", 2, DEF_MANY, .read = vocabulary_read_argument},
	{"topic", "topic LETTER WORD ...", 2, DEF_MANY, .read = read_topic},
	{"shouted", "shouted LETTER WORD ...", 2, DEF_MANY, .read = read_topic},
	{"page", "page NAME WORD ...", 2, DEF_MANY, .read = read_topic},
	{"answer", "answer WORDS", 1, DEF_MANY, .block = answer_block, .read = NULL},
	{"beside", "beside WORD ...", 1, DEF_MANY, .read = read_list},
	{"filler", "filler WORD ...", 1, DEF_MANY, .read = read_list},
	{"greeting", "greeting WORD ...", 1, DEF_MANY, .read = read_list},
	{"idle", "idle WORDS", 1, DEF_MANY, .read = read_list},
	{"letter", "letter LANGUAGE KIND LETTER ...", 3, DEF_MANY, .read = vocabulary_read_letter},
	{"own", "own LANGUAGE KIND LETTER ...", 3, DEF_MANY, .read = vocabulary_read_letter},
	{"seldom", "seldom LANGUAGE KIND LETTER ...", 3, DEF_MANY, .read = vocabulary_read_letter},
	{"piece", "piece LETTER WORD ...", 2, DEF_MANY, .read = read_piece},
	{"to", "to WORD ...", 1, DEF_MANY, .read = read_talk},
	{"takes", "takes WORD ...", 1, DEF_MANY, .read = read_talk},
	{"self", "self WORD ...", 1, DEF_MANY, .read = read_talk},
	{"moves", "moves WORD ...", 1, DEF_MANY, .read = read_talk},
	{"aside", "aside WORD ...", 1, DEF_MANY, .read = read_talk},
	{"polite", "polite WORD ...", 1, DEF_MANY, .read = read_talk},
	{"no", "no WORD ...", 1, DEF_MANY, .read = read_list},
	{"thanks", "thanks WORD ...", 1, DEF_MANY, .read = read_list},
	{"yes", "yes WORD ...", 1, DEF_MANY, .read = read_list},
	{"picture", "picture SIGNS ...", 1, DEF_MANY, .read = read_list},
	{"language", "language LANGUAGE NAME ...", 2, DEF_MANY, .read = vocabulary_read_language},
	{"months", "months NAME ...", VOCABULARY_A_YEAR, VOCABULARY_A_YEAR, .read = read_list},
	{"moment", "moment WORDS", 1, DEF_MANY, .read = read_list},
	{"day", "day WORDS", 1, DEF_MANY, .read = read_list},
	{NULL, NULL, 0, 0, .read = NULL},
};

static struct deffile_kind vocabulary_files(const char *folder)
{
	return (struct deffile_kind){folder, ".words", "file of words", keywords, NULL};
}

static void load_file(const struct deffile_kind *kind, const char *name, struct vocabulary *words,
		      struct deffile_faults *faults)
{
	struct deffile *file = deffile_load(kind, name, faults);

	if (file == NULL)
		return;
	deffile_read(file, words, faults);
	*(struct deffile **)vocabulary_list_add(&words->files, sizeof file) = file;
}

/* Loads the files for all languages, then that of the set's language. */
static void load_files(const struct deffile_kind *kind, struct vocabulary *words,
		       struct deffile_faults *faults)
{
	char **names = deffile_names(kind);
	bool speaks = false;

	if (errno != 0 && errno != ENOENT) {
		faults->passing = true;
		deffile_faults_add(faults, kind->folder, 0, "can't be read: %s", strerror(errno));
	} else if (errno != 0) {
		deffile_faults_add(faults, kind->folder, 0,
				   "%s. Install pbem again, or set PBEM_DATA to the folder that "
				   "has games and templates",
				   strerror(errno));
	}
	for (char **name = names; *name != NULL; name++) {
		speaks |= strcmp(*name, words->language) == 0;
		if (!vocabulary_is_language(*name))
			load_file(kind, *name, words, faults);
		free(*name);
	}
	if (speaks)
		load_file(kind, words->language, words, faults);
	free(names);
}

/*
 * Reads the files of words in `games`/words with the words of one language ("": none). Returns NULL
 * with faults. The caller frees the result with vocabulary_free.
 */
static struct vocabulary *vocabulary_read(const char *games, const char *language,
					  struct deffile_faults *faults)
{
	char *folder = base_printf("%s/words", games);
	const struct deffile_kind kind = vocabulary_files(folder);
	struct vocabulary *words = base_zalloc(1, sizeof *words);
	size_t before = faults->count;

	strcpy(words->language, language);
	load_files(&kind, words, faults);
	if (*language != '\0')
		vocabulary_read_phrases(folder, words, faults);
	if (faults->count == before) {
		check_orders(words, folder, faults);
		vocabulary_check_arguments(words, folder, faults);
		check_talk(words, folder, faults);
		vocabulary_check_languages(words, folder, faults);
	}
	sort_talk(words);
	vocabulary_sort_letters(words);
	free(folder);
	if (faults->count > before) {
		vocabulary_free(words);
		return NULL;
	}
	return words;
}

int vocabulary_load(const char *games, struct deffile_faults *faults)
{
	struct context *context = context_in_force();
	struct vocabulary *words = vocabulary_read(games, "", faults);

	if (words == NULL)
		return -1;
	vocabulary_free(context->words);
	context->words = words;
	context->spoken = words;
	return 0;
}
