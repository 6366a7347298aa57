/* SPDX-License-Identifier: MIT */

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/deffile.h"
#include "core/util/strbuf.h"
#include "core/variant/variant.h"
#include "core/variant/variant_data.h"
#include "core/variant/variant_internal.h"

/* Checks that the variant has the requested options. */

static int refuse_value(const struct variant_option *option, const char *value,
			struct reason *reason)
{
	struct strbuf list;

	strbuf_init(&list, 512);
	variant_values(option, &list);
	if (strcmp(option->values[option->value_count - 1], SET_NAMES) == 0)
		strbuf_add(&list, ". The name of a set is its folder's, " SET_LETTERS);
	reason_set(reason, "option '%s' can't be '%s'; it can be: %s", option->key, value,
		   list.bytes);
	strbuf_done(&list);
	return -1;
}

/* Returns why a game can't have an option of Peterson's additions [peterson-where]; NULL if the
 * option isn't one of these. */
static const char *peterson_barred(const struct variant *variant, const char *key)
{
	static const char *const keys[] = {"peterson.defense", "peterson.exchange",
					   "peterson.capture"};

	for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
		if (strcmp(keys[i], key) != 0)
			continue;
		if (variant->side_count <= 2)
			return "Peterson's rules are for one board with more than two sides";
		if (variant_has_teams(variant))
			return "in Peterson's rules every side plays for itself, and here sides "
			       "are teams";
		if (variant_option_is(variant, "cards", "on"))
			return "Peterson's rules and cards don't go together";
		return "its definition doesn't offer Peterson's rules";
	}
	return NULL;
}

static int check_option(const struct variant *variant, const struct option *option,
			struct reason *reason)
{
	const char *keys[MAX_VARIANT_OPTIONS + 1] = {NULL}, *nearest;
	struct strbuf list;

	for (unsigned i = 0; i < variant->option_count; i++) {
		const struct variant_option *known = &variant->options[i];

		keys[i] = known->key;
		if (strcmp(known->key, option->key) != 0)
			continue;
		if (strcmp(known->value, option->value) == 0)
			return 0;
		return refuse_value(known, option->value, reason);
	}
	if (peterson_barred(variant, option->key) != NULL)
		return reason_fail(reason, "%s can't have option '%s': %s", variant->name,
				   option->key, peterson_barred(variant, option->key));
	nearest = deffile_nearest(option->key, keys);
	strbuf_init(&list, 512);
	for (unsigned i = 0; i < variant->option_count; i++)
		strbuf_addf(&list, "%s%s", i ? ", " : "", keys[i]);
	if (nearest != NULL)
		reason_set(reason, "%s has no option '%s'; did you mean '%s'?", variant->name,
			   option->key, nearest);
	else
		reason_set(reason,
			   "%s has no option '%s'; it has: %s, and those that every game has",
			   variant->name, option->key, list.len ? list.bytes : "none");
	strbuf_done(&list);
	return -1;
}

static bool offers_cards(const char *folder, const char *name)
{
	struct deffile_faults faults;
	struct variant *variant;
	bool offers;

	deffile_faults_init(&faults);
	variant = variant_load(folder, name, NULL, 0, &faults);
	offers = variant != NULL && variant_option(variant, "cards") != NULL;
	variant_free(variant);
	deffile_faults_done(&faults);
	return offers;
}

static int refuse_cards(const struct variant *variant, struct reason *reason)
{
	const struct deffile_kind kind = {.folder = variant->folder, .suffix = ".variant"};
	char **names = deffile_names(&kind);
	struct strbuf list;

	strbuf_init(&list, 512);
	for (char **name = names; *name != NULL; name++) {
		if (offers_cards(variant->folder, *name))
			strbuf_addf(&list, "%s%s", list.len > 0 ? ", " : "", *name);
		free(*name);
	}
	free(names);
	reason_set(reason, "%s isn't played with cards; these are: %s", variant->name, list.bytes);
	strbuf_done(&list);
	return -1;
}

/*
 * Checks that the variant can be played with cards, and doesn't combine them with Peterson's
 * additions [where-cards-are-played].
 */
static int check_cards_allowed(const struct variant *variant, const struct option *option,
			       struct reason *reason)
{
	if (strcmp(option->key, "cards") == 0 && strcmp(option->value, "on") == 0 &&
	    variant_option(variant, "cards") == NULL)
		return refuse_cards(variant, reason);
	if (variant->cards && strncmp(option->key, "peterson.", 9) == 0 &&
	    strcmp(option->value, "on") == 0)
		return reason_fail(reason, "%s=on: Peterson's rules and cards don't go together",
				   option->key);
	return 0;
}

/*
 * Checks that the variant has each of these options and used it. Returns -1 with the reason if it
 * has no such option or value.
 */
static int variant_options_taken(const struct variant *variant, const struct option *options,
				 size_t option_count, struct reason *reason)
{
	for (size_t i = 0; i < option_count; i++)
		if (check_cards_allowed(variant, &options[i], reason) < 0)
			return -1;
	for (size_t i = 0; i < option_count; i++)
		if (check_option(variant, &options[i], reason) < 0)
			return -1;
	return 0;
}

/* A variant loaded with certain options. */
struct loaded {
	char *key;
	struct variant *variant;
};

struct variant_library {
	char *folder;
	const struct gametype *const *kinds;
	struct loaded *loaded;
	size_t count;
};

struct variant_library *variant_library_new(const char *folder, const struct gametype *const *kinds)
{
	struct variant_library *library = base_zalloc(1, sizeof *library);

	library->folder = base_strdup(folder);
	library->kinds = kinds;
	return library;
}

void variant_library_free(struct variant_library *library)
{
	if (library == NULL)
		return;
	for (size_t i = 0; i < library->count; i++) {
		free(library->loaded[i].key);
		variant_free(library->loaded[i].variant);
	}
	free(library->loaded);
	free(library->folder);
	free(library);
}

const char *variant_folder(const struct variant_library *library)
{
	return library->folder;
}

char **variant_names(struct variant_library *library)
{
	struct deffile_kind kind = {library->folder, ".variant", "variant", NULL, NULL};

	return deffile_names(&kind);
}

static void free_names(char **names)
{
	for (size_t i = 0; names[i] != NULL; i++)
		free(names[i]);
	free(names);
}

/* Reports whether there is a variant of that name. If not, the reason lists the variants. */
static int check_exists(struct variant_library *library, const char *name, struct reason *reason)
{
	char **names = variant_names(library);
	const char *nearest;
	struct strbuf list;
	int found = -1;

	if (errno != 0) {
		reason_set_errno(reason, "can't list the variants in %s", library->folder);
		free_names(names);
		return -1;
	}
	nearest = deffile_nearest(name, (const char *const *)names);
	strbuf_init(&list, 512);
	for (size_t i = 0; names[i] != NULL; i++) {
		if (strcmp(names[i], name) == 0)
			found = 0;
		strbuf_addf(&list, "%s%s", i ? ", " : "", names[i]);
	}
	if (found < 0 && nearest != NULL)
		reason_set(reason, "there is no variant '%s'; did you mean '%s'?", name, nearest);
	else if (found < 0 && names[0] != NULL)
		reason_set(reason, "there is no variant '%s'; there are: %s", name, list.bytes);
	else if (found < 0)
		reason_set(reason, "there are no variants in %s", library->folder);
	free_names(names);
	strbuf_done(&list);
	return found;
}

static char *library_key(unsigned rules, const char *name, const struct option *options,
			 size_t option_count)
{
	struct strbuf key;

	strbuf_init(&key, 0);
	strbuf_addf(&key, "%u %s", rules, name);
	for (size_t i = 0; i < option_count; i++)
		strbuf_addf(&key, " %s=%s", options[i].key, options[i].value);
	return key.bytes;
}

static const struct gametype *find_gametype(const struct variant_library *library,
					    const struct variant *variant)
{
	size_t at = 0;

	while (library->kinds[at] != NULL && !library->kinds[at]->claims(variant))
		at++;
	assert(library->kinds[at] != NULL);
	return library->kinds[at];
}

struct variant *variant_library_load(const struct variant_library *library, const char *name,
				     const struct option *options, size_t option_count,
				     struct deffile_faults *faults)
{
	struct variant *variant =
		variant_load(library->folder, name, options, option_count, faults);

	if (variant != NULL) {
		variant->kind = find_gametype(library, variant);
		variant->rules = RULES_TODAY;
	}
	return variant;
}

static struct variant *load_variant(struct variant_library *library, const char *name,
				    const struct option *options, size_t option_count,
				    struct reason *reason)
{
	struct variant *variant;
	struct deffile_faults faults;

	deffile_faults_init(&faults);
	variant = variant_library_load(library, name, options, option_count, &faults);
	if (variant == NULL)
		deffile_faults_first(&faults, reason);
	deffile_faults_done(&faults);
	if (variant == NULL || variant_options_taken(variant, options, option_count, reason) == 0)
		return variant;
	variant_free(variant);
	return NULL;
}

const struct variant *variant_get_by(struct variant_library *library, unsigned rules,
				     const char *name, const struct option *options,
				     size_t option_count, struct reason *reason)
{
	const unsigned number = rules < RULES_TODAY ? rules : RULES_TODAY;
	char *key = library_key(number, name, options, option_count);
	struct variant *variant = NULL;

	for (size_t i = 0; i < library->count; i++)
		if (strcmp(library->loaded[i].key, key) == 0)
			variant = library->loaded[i].variant;
	if (variant != NULL || check_exists(library, name, reason) < 0 ||
	    (variant = load_variant(library, name, options, option_count, reason)) == NULL) {
		free(key);
		return variant;
	}
	variant->rules = number;
	library->loaded =
		base_realloc(library->loaded, (library->count + 1) * sizeof *library->loaded);
	library->loaded[library->count].key = key;
	library->loaded[library->count++].variant = variant;
	return variant;
}

const struct variant *variant_get(struct variant_library *library, const char *name,
				  const struct option *options, size_t option_count,
				  struct reason *reason)
{
	return variant_get_by(library, RULES_TODAY, name, options, option_count, reason);
}

int variant_define(struct variant_library *library, const char *name, const char *definition,
		   struct reason *reason)
{
	const struct deffile_kind kind = {.folder = library->folder, .suffix = ".variant"};

	deffile_keep(&kind, name, definition);
	if (variant_get(library, name, NULL, 0, reason) != NULL)
		return 0;
	deffile_drop();
	return -1;
}

const char *variant_name(const struct variant *variant)
{
	return variant->name;
}

const struct board *variant_board(const struct variant *variant)
{
	return &variant->board;
}

unsigned variant_seats(const struct variant *variant)
{
	return variant->ring_seat_count ? variant->ring_seat_count : variant->side_count;
}

bool variant_has_boards(const struct variant *variant)
{
	return variant->kind->boards;
}

const char *variant_seat_name(const struct variant *variant, unsigned seat)
{
	return variant->ring_seat_count ? variant->ring_seats[seat].name
					: variant->sides[seat].name;
}

uint16_t variant_team(const struct variant *variant, unsigned seat)
{
	uint16_t team = 0;

	if (variant->ring_seat_count)
		return (uint16_t)(1u << seat);
	for (unsigned other = 0; other < variant->side_count; other++)
		if (variant->sides[other].team == variant->sides[seat].team)
			team |= (uint16_t)(1u << other);
	return team;
}

unsigned variant_turn_moves(const struct variant *variant)
{
	return variant->peterson.defense ? variant->side_count - 1 : 1;
}

bool variant_has_cards(const struct variant *variant)
{
	return variant->kind->cards;
}

bool variant_has_exchange(const struct variant *variant)
{
	return variant->peterson.exchange;
}

const char *variant_seat_title(const struct variant *variant, unsigned seat)
{
	return variant->ring_seat_count ? variant->ring_seats[seat].title
					: variant->sides[seat].title;
}

int variant_seat_named(const struct variant *variant, const char *name)
{
	for (unsigned i = 0; i < variant_seats(variant); i++)
		if (strbuf_same(variant_seat_name(variant, i), name))
			return (int)i;
	return -1;
}

int variant_seat_wanted(const struct variant *variant, const char *whose, const char *name,
			struct reason *reason)
{
	const char *names[MAX_SEATS + 1] = {NULL}, *nearest;
	int seat = variant_seat_named(variant, name);
	struct strbuf all;

	if (seat >= 0)
		return seat;
	strbuf_init(&all, 0);
	for (unsigned i = 0; i < variant_seats(variant); i++) {
		names[i] = variant_seat_name(variant, i);
		strbuf_addf(&all, "%s%s", i > 0 ? ", " : "", names[i]);
	}
	nearest = deffile_nearest(name, names);
	if (nearest != NULL)
		reason_set(reason, "%s has no seat '%s'; did you mean '%s'?", whose, name, nearest);
	else
		reason_set(reason, "%s has no seat '%s'; it has: %s", whose, name, all.bytes);
	strbuf_done(&all);
	return -1;
}

const char *variant_side_name(const struct variant *variant, unsigned side)
{
	return variant->sides[side].name;
}

const char *variant_side_title(const struct variant *variant, unsigned side)
{
	return variant->sides[side].title;
}

int variant_side_named(const struct variant *variant, const char *name)
{
	for (unsigned i = 0; i < variant->side_count; i++)
		if (strbuf_same(variant->sides[i].name, name))
			return (int)i;
	return -1;
}

int variant_read_seats(const struct variant *variant, const char *names, size_t len,
		       uint16_t *set_out)
{
	uint16_t set = 0;

	while (len > 0) {
		char name[NAME_MAX_LEN + 1];
		size_t name_len = 0;
		int seat;

		while (name_len < len && names[name_len] != '+')
			name_len++;
		if (name_len > NAME_MAX_LEN)
			return -1;
		memcpy(name, names, name_len);
		name[name_len] = '\0';
		seat = variant_seat_named(variant, name);
		if (seat < 0)
			return -1;
		set |= (uint16_t)(1u << seat);
		names += name_len < len ? name_len + 1 : name_len;
		len -= name_len < len ? name_len + 1 : name_len;
	}
	*set_out = set;
	return set ? 0 : -1;
}

void variant_print_seats(const struct variant *variant, uint16_t set, struct strbuf *out)
{
	const char *plus = "";

	for (unsigned seat = 0; seat < variant_seats(variant); seat++) {
		if (!(set >> seat & 1))
			continue;
		strbuf_addf(out, "%s%s", plus, variant_seat_name(variant, seat));
		plus = "+";
	}
}

char variant_type_letter(const struct variant *variant, unsigned type)
{
	return variant->types[type].letter;
}

const char *variant_type_name(const struct variant *variant, unsigned type)
{
	return variant->types[type].name;
}

int variant_type_of_letter(const struct variant *variant, char letter)
{
	for (unsigned i = 0; i < variant->type_count; i++)
		if (variant->types[i].letter == letter)
			return (int)i;
	return -1;
}

const struct sha256 *variant_digest(const struct variant *variant)
{
	return &variant->digest;
}

/* Describes a variant and its options, for people. */

/* The meanings of options. A name that ends with a dot stands for all names that begin with it. */
static const struct {
	const char *key, *meaning;
} meanings[] = {
	{"beaten", "what becomes of the men of who is beaten"},
	{"stalemate", "what happens to who has no legal move"},
	{"king", "on which side of the queen the king begins"},
	{"castling", "how far the king goes to either side"},
	{"absent", "the army that stays away"},
	{"first", "the seat that has the first turn"},
	{"seats", "how many sit in the ring"},
	{"position", "the number of the array"},
	{"sets", "whether a man may be placed on the board of his own set"},
	{"cards", "played with cards or without"},
	{"deck", "who builds the decks, and whether all draw from one"},
	{"points", "the most a deck may cost"},
	{"points.", "the most this seat's deck may cost"},
	{"copies", "sets of cards to build decks from"},
	{"extra-discards", "cards that go to nobody"},
	{"order", "whether decks are shuffled or lie as they are sent"},
	{"discards", "whether a card may be discarded for another"},
	{"hand", "five cards at once, or one, and one more each turn"},
	{"hand.", "how many cards this seat's hand has"},
	{"bishops", "where nobody has any: what of the cards that need one"},
	{"abduction", "whether Abduction is played"},
	{"panic", "hours for a turn under Panic"},
	{"window", "hours in which a turn may be answered"},
	{"public-words", "words known to all, mixed into the shuffles"},
	{"words", "whether players are asked for words to be mixed in"},
	{"peterson.defense", "Peterson: several moves for who is attacked by several"},
	{"peterson.exchange", "Peterson: a fair exchange of what is captured"},
	{"peterson.capture", "Peterson: kings are captured"},
};

static const char *meaning_of(const struct variant_option *option)
{
	const char *key = option->key;

	if (strcmp(option->values[option->value_count - 1], SET_NAMES) == 0)
		return "the sets of cards that are played with";
	for (size_t i = 0; i < ARRAY_LEN(meanings); i++) {
		const char *known = meanings[i].key;
		size_t len = strlen(known);

		if (known[len - 1] == '.' ? strncmp(known, key, len) == 0 : strcmp(known, key) == 0)
			return meanings[i].meaning;
	}
	return "";
}

/* Returns the pattern of a ring's option "seats", "3-16", without its default. */
static const char *seats_pattern(const struct variant *variant)
{
	for (unsigned i = 0; i < variant->option_count; i++)
		if (strcmp(variant->options[i].key, "seats") == 0 &&
		    variant->options[i].value_count > 1)
			return variant->options[i].values[1];
	return NULL;
}

void variant_describe(const struct variant *variant, struct strbuf *out)
{
	const char *pattern = seats_pattern(variant);

	if (pattern != NULL)
		strbuf_addf(out, "%-18s %-5s seats  %s\n", variant->name, pattern, variant->title);
	else
		strbuf_addf(out, "%-18s %-5u seats  %s\n", variant->name, variant_seats(variant),
			    variant->title);
}

/*
 * Reports whether the option has an effect. Between two sides the game ends as soon as one is
 * beaten or can't move.
 */
static bool has_effect(const struct variant *variant, const char *key)
{
	return variant->side_count > 2 ||
	       (strcmp(key, "beaten") != 0 && strcmp(key, "stalemate") != 0);
}

/* Lists the options that every game allows and that have no effect in this one. */
static void describe_ineffective(const struct variant *variant, struct strbuf *out)
{
	unsigned told = 0;

	for (unsigned i = 0; i < variant->option_count; i++)
		if (!has_effect(variant, variant->options[i].key))
			strbuf_addf(out, "%s%s", told++ > 0 ? " and " : "      (",
				    variant->options[i].key);
	if (told > 0)
		strbuf_addf(
			out,
			" %s allowed, as in every game, and without effect between two sides)\n",
			told == 1 ? "is" : "are");
}

void variant_describe_options(const struct variant *variant, struct strbuf *out)
{
	const size_t head = out->len;

	for (unsigned i = 0; i < variant->option_count; i++) {
		const struct variant_option *option = &variant->options[i];
		const char *meaning = meaning_of(option);

		if (!has_effect(variant, option->key))
			continue;
		strbuf_addf(out, "  %-18s ", option->key);
		variant_values(option, out);
		strbuf_addf(out, "%s%s\n", *meaning != '\0' ? "\n      " : "", meaning);
	}
	if (out->len == head)
		strbuf_add(out, "  none\n");
	describe_ineffective(variant, out);
}
