/* SPDX-License-Identifier: MIT */
#include "tests/lib/spoil.h"

char *spoil_story;

static void spoil_tell(const char *format, const char *one, const char *other)
{
	size_t len = spoil_story == NULL ? SPOIL_STORY_MAX : strlen(spoil_story);

	if (len + strlen(format) + strlen(one) + strlen(other) < SPOIL_STORY_MAX)
		sprintf(spoil_story + len, format, one, other);
}

static void spoil_page_read(const struct strbuf *text, struct spoil_page *page)
{
	const char *cursor = text->bytes, *line;
	size_t len, size = 16;

	for (size_t i = 0; i < text->len; i++)
		size += text->bytes[i] == '\n';
	page->lines = base_alloc(size * sizeof *page->lines);
	page->count = 0;
	while (text->len > 0 && strbuf_next_line(&cursor, text->bytes + text->len, &line, &len))
		page->lines[page->count++] = base_strndup(line, len);
}

static void spoil_page_write(struct spoil_page *page, struct strbuf *out)
{
	strbuf_clear(out);
	for (size_t i = 0; i < page->count; i++) {
		strbuf_addf(out, "%s\n", page->lines[i]);
		free(page->lines[i]);
	}
	free(page->lines);
}

static bool spoil_is_event(const char *line)
{
	return strbuf_starts(line, "  ") && !strbuf_starts(line, "  |") &&
	       !strbuf_starts(line, "  sealed ");
}

/* Returns whether a line may be damaged: any event, and rarely a line of a header. */
static bool spoil_can_be_spoilt(const char *line, bool header)
{
	if (strbuf_starts(line, "  "))
		return spoil_is_event(line);
	return header && !strbuf_starts(line, "end ") && !strbuf_starts(line, "entry ") &&
	       !strbuf_starts(line, "definition ") && !strbuf_starts(line, "pbem-") &&
	       !strbuf_starts(line, "commit ");
}

/* Returns the place of such a line, or SIZE_MAX. */
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

/* Returns a word of another line, preferably of one with the same beginning. */
static char *spoil_some_word(struct match *match, const struct spoil_page *page, const char *like)
{
	const char *line = page->lines[seed_below(&match->seed, (unsigned)page->count)];
	char *copy, *words[SPOIL_WORDS], *word;
	size_t count;

	for (unsigned i = 0; i < 50 && strncmp(line, like, 5) != 0; i++)
		line = page->lines[seed_below(&match->seed, (unsigned)page->count)];
	copy = base_strdup(line);
	count = strbuf_split(copy, words, SPOIL_WORDS);
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

/* Replaces one word of the line. */
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

void spoil_some(struct match *match, struct strbuf *text, bool header)
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

void spoil_state(struct match *match, struct strbuf *snapshot)
{
	static const unsigned char bytes[] = {0, 1, 2, 15, 16, 63, 64, 127, 128, 144, 254, 255};
	const size_t start = snapshots_state(snapshot), end = snapshot->len - SHA256_HEX;
	const unsigned times = 1 + seed_below(&match->seed, SPOILS_MAX);

	for (unsigned i = 0; i < times && start < end; i++) {
		const unsigned high = seed_below(&match->seed, 65536);
		const size_t at =
			start + (high << 8 ^ seed_below(&match->seed, 65536)) % (end - start);
		char *byte = snapshot->bytes + at, *story;

		*byte = (char)(seed_below(&match->seed, 2)
				       ? bytes[seed_below(&match->seed, ARRAY_LEN(bytes))]
				       : (unsigned char)*byte + seed_below(&match->seed, 2) * 2 -
						 1);
		story = base_printf("%zu is now %u", at - start, (unsigned char)*byte);
		spoil_tell("byte %s%s\n", story, "");
		free(story);
	}
	snapshots_fit_sum(snapshot);
}

void spoil_chain(struct strbuf *text)
{
	struct sha256 hash = {""};
	char *start = text->bytes, *line;

	while (start < text->bytes + text->len) {
		line = strbuf_starts(start, "end ") ? start : strstr(start, "\nend ");
		if (line == NULL || (line = strchr(line + 5, ' ')) == NULL ||
		    strlen(++line) < SHA256_HEX)
			return;
		sha256_pair(hash.hex, strlen(hash.hex), start, (size_t)(line - start), &hash);
		memcpy(line, hash.hex, SHA256_HEX);
		start = line + SHA256_HEX + 1;
	}
}

/* Calculates the commitment of a public entry to its sealed lines: SHA-256 of SALT|LINES. */
static void commit_lines(unsigned number, const char *lines, size_t len, struct sha256 *out)
{
	char *word = base_printf("%u", number), *salt;
	struct sha256 keyed;

	sha256_keyed(match_secret, strlen(match_secret), word, strlen(word), &keyed);
	salt = base_printf("%s|", keyed.hex);
	sha256_pair(salt, strlen(salt), lines, len, out);
	free(word);
	free(salt);
}

void spoil_commit(struct strbuf *public, const struct strbuf *sealed)
{
	static const char mark[] = "\n  sealed sha256:";
	const char *entry = sealed->bytes;

	while (sealed->len > 0 && (entry = strstr(entry, "\nentry ")) != NULL) {
		unsigned number = (unsigned)strtoul(entry + 7, NULL, 10);
		const char *lines = strchr(entry + 1, '\n');
		const char *end = lines != NULL ? strstr(lines, "\nend ") : NULL;
		char *wanted = base_printf("\nentry %u ", number),
		     *place = strstr(public->bytes, wanted);
		struct sha256 commitment;

		free(wanted);
		if (end == NULL)
			return;
		commit_lines(number, lines + 1, (size_t)(end - lines), &commitment);
		place = place == NULL ? NULL : strstr(place, mark);
		if (place != NULL && strlen(place) > sizeof mark + SHA256_HEX)
			memcpy(place + sizeof mark - 1, commitment.hex, SHA256_HEX);
		entry = end;
	}
}
