/* SPDX-License-Identifier: MIT */
#include "tests/lib/spoil.h"

char *spoil_story;

static void spoil_tell(const char *format, const char *one, const char *other)
{
	size_t len = spoil_story == NULL ? SPOIL_STORY_MAX : strlen(spoil_story);

	if (len + strlen(format) + strlen(one) + strlen(other) < SPOIL_STORY_MAX)
		sprintf(spoil_story + len, format, one, other);
}

static void spoil_page_read(const struct text *text, struct spoil_page *page)
{
	const char *cursor = text->bytes, *line;
	size_t len, size = 16;

	for (size_t i = 0; i < text->len; i++)
		size += text->bytes[i] == '\n';
	page->lines = base_alloc(size * sizeof *page->lines);
	page->count = 0;
	while (text->len > 0 && text_next_line(&cursor, text->bytes + text->len, &line, &len))
		page->lines[page->count++] = base_strndup(line, len);
}

static void spoil_page_write(struct spoil_page *page, struct text *out)
{
	text_clear(out);
	for (size_t i = 0; i < page->count; i++) {
		text_addf(out, "%s\n", page->lines[i]);
		free(page->lines[i]);
	}
	free(page->lines);
}

static bool spoil_is_fact(const char *line)
{
	return text_starts(line, "  ") && !text_starts(line, "  |") &&
	       !text_starts(line, "  sealed ");
}

/* Any line of a snapshot but those that bind it; any fact; seldom a line of a header. */
static bool spoil_can_be_spoilt(const char *line, bool header)
{
	if (text_starts(line, "  "))
		return spoil_is_fact(line);
	return header && !text_starts(line, "end ") && !text_starts(line, "entry ") &&
	       !text_starts(line, "sum ") && !text_starts(line, "log ") &&
	       !text_starts(line, "definition ") && !text_starts(line, "pbem-") &&
	       !text_starts(line, "commit ");
}

/* The place of such a line, or SIZE_MAX. */
static size_t spoil_some_line(struct match *match, const struct spoil_page *page, bool header)
{
	for (unsigned tries = 0; tries < 500 && page->count > 0; tries++) {
		const unsigned high = seed_below(&match->seed, 65536);
		size_t at = (high << 8 ^ seed_below(&match->seed, 65536)) % page->count;

		if (spoil_can_be_spoilt(page->lines[at], header))
			return at;
	}
	return SIZE_MAX;
}

static char *spoil_some_number(struct match *match, const char *old)
{
	static const unsigned numbers[] = {
		0,   1,	  2,   3,   5,	 6,   8,     15,    16,	   24,	      31,
		32,  63,  64,  65,  79,	 80,  127,   128,   160,   195,	      196,
		254, 255, 256, 257, 511, 512, 65534, 65535, 65536, 999999999, 4294967295,
	};
	char *end;
	unsigned long value = strtoul(old, &end, 10);

	if (end != old && seed_below(&match->seed, 2) == 0)
		return base_printf("%lu%s", value + seed_below(&match->seed, 2) * 2 - 1, end);
	return base_printf("%u", numbers[seed_below(&match->seed, ARRAY_LEN(numbers))]);
}

/* A word of another line, rather of one that begins alike. */
static char *spoil_some_word(struct match *match, const struct spoil_page *page, const char *like)
{
	const char *line = page->lines[seed_below(&match->seed, (unsigned)page->count)];
	char *copy, *words[SPOIL_WORDS], *word;
	size_t count;

	for (unsigned i = 0; i < 50 && strncmp(line, like, 5) != 0; i++)
		line = page->lines[seed_below(&match->seed, (unsigned)page->count)];
	copy = base_strdup(line);
	count = text_split(copy, words, SPOIL_WORDS);
	word = base_strdup(count == 0 ? "-" : words[seed_below(&match->seed, (unsigned)count)]);
	free(copy);
	return word;
}

static char *spoil_other_word(struct match *match, const struct spoil_page *page, const char *line,
			      const char *old)
{
	unsigned at;
	char *word;

	switch (seed_below(&match->seed, 8)) {
	case 0:
	case 1:
	case 2:
		return spoil_some_number(match, old);
	case 3:
		at = seed_below(&match->seed, 16);
		return base_printf("%c%u", 'a' + (char)at, seed_below(&match->seed, 17));
	case 4:
		return base_strdup(seed_below(&match->seed, 2) ? "-" : "");
	case 5:
		word = base_strdup(old);
		if (*word != '\0') {
			at = seed_below(&match->seed, (unsigned)strlen(word));
			word[at] = (char)(' ' + seed_below(&match->seed, 95));
		}
		return word;
	default:
		return spoil_some_word(match, page, line);
	}
}

/* One word of the line becomes another. */
static void spoil_word(struct match *match, struct spoil_page *page, size_t at)
{
	char *line = page->lines[at], *new = NULL;
	size_t starts[SPOIL_WORDS], count = 0, len;

	for (size_t i = 0; line[i] != '\0' && count < SPOIL_WORDS; i++)
		if (line[i] != ' ' && (i == 0 || line[i - 1] == ' '))
			starts[count++] = i;
	if (count > 0) {
		size_t start = starts[seed_below(&match->seed, 4) == 0
					      ? 0
					      : seed_below(&match->seed, (unsigned)count)];
		char *old = base_strndup(line + start, len = strcspn(line + start, " "));
		char *word = spoil_other_word(match, page, line, old);

		new = base_printf("%.*s%s%s", (int)start, line, word, line + start + len);
		free(old);
		free(word);
		page->lines[at] = new;
		spoil_tell("'%s' became '%s'\n", line, new);
		free(line);
	}
}

static void spoil_order(struct match *match, struct spoil_page *page, size_t at, size_t other)
{
	char *line = page->lines[at];

	switch (seed_below(&match->seed, 3)) {
	case 0:
		spoil_tell("'%s' and '%s' changed places\n", line, page->lines[other]);
		page->lines[at] = page->lines[other];
		page->lines[other] = line;
		break;
	case 1:
		spoil_tell("'%s' is now another '%s'\n", line, page->lines[other]);
		page->lines[at] = base_strdup(page->lines[other]);
		free(line);
		break;
	default:
		spoil_tell("'%s' is gone%s\n", line, "");
		memmove(page->lines + at, page->lines + at + 1,
			(page->count - at - 1) * sizeof *page->lines);
		page->count--;
		free(line);
	}
}

void spoil_some(struct match *match, struct text *text, bool header)
{
	struct spoil_page page;
	unsigned times = 1 + seed_below(&match->seed, SPOILS_MAX);

	spoil_page_read(text, &page);
	for (unsigned i = 0; i < times; i++) {
		size_t at = spoil_some_line(match, &page, header),
		       other = spoil_some_line(match, &page, header);

		if (at == SIZE_MAX || other == SIZE_MAX)
			break;
		if (seed_below(&match->seed, 4) == 0)
			spoil_order(match, &page, at, other);
		else
			spoil_word(match, &page, at);
	}
	spoil_page_write(&page, text);
}

void spoil_chain(struct text *text)
{
	struct digest hash = {""};
	char *start = text->bytes, *line;

	while (start < text->bytes + text->len) {
		line = text_starts(start, "end ") ? start : strstr(start, "\nend ");
		if (line == NULL || (line = strchr(line + 5, ' ')) == NULL ||
		    strlen(++line) < DIGEST_HEX)
			return;
		digest_pair(hash.hex, strlen(hash.hex), start, (size_t)(line - start), &hash);
		memcpy(line, hash.hex, DIGEST_HEX);
		start = line + DIGEST_HEX + 1;
	}
}

/* What a public entry says of its sealed lines: SHA-256 of SALT|LINES. */
static void commit_lines(unsigned number, const char *lines, size_t len, struct digest *out)
{
	char *word = base_printf("%u", number), *salt;
	struct digest keyed;

	digest_keyed(match_secret, strlen(match_secret), word, strlen(word), &keyed);
	salt = base_printf("%s|", keyed.hex);
	digest_pair(salt, strlen(salt), lines, len, out);
	free(word);
	free(salt);
}

void spoil_commit(struct text *public, const struct text *sealed)
{
	static const char mark[] = "\n  sealed sha256:";
	const char *entry = sealed->bytes;

	while (sealed->len > 0 && (entry = strstr(entry, "\nentry ")) != NULL) {
		unsigned number = (unsigned)strtoul(entry + 7, NULL, 10);
		const char *lines = strchr(entry + 1, '\n');
		const char *end = lines != NULL ? strstr(lines, "\nend ") : NULL;
		char *wanted = base_printf("\nentry %u ", number),
		     *place = strstr(public->bytes, wanted);
		struct digest commitment;

		free(wanted);
		if (end == NULL)
			return;
		commit_lines(number, lines + 1, (size_t)(end - lines), &commitment);
		place = place == NULL ? NULL : strstr(place, mark);
		if (place != NULL && strlen(place) > sizeof mark + DIGEST_HEX)
			memcpy(place + sizeof mark - 1, commitment.hex, DIGEST_HEX);
		entry = end;
	}
}

void spoil_fit_sum(struct text *snapshot)
{
	char *line = strstr(snapshot->bytes, "\nsum ");
	struct digest sum;

	if (line == NULL || strlen(line) < 5 + DIGEST_HEX)
		return;
	digest_bytes(snapshot->bytes, (size_t)(line + 1 - snapshot->bytes), &sum);
	memcpy(line + 5, sum.hex, DIGEST_HEX);
}
