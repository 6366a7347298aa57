/* SPDX-License-Identifier: MIT */
/*
 * Whole runs of a site with four games, with messages after lines "--". A message's first byte
 * selects pbem's letter that it answers, counted from the last; the second selects the manner (enum
 * manner); the text follows.
 *
 * Every run ends well and leaves no message in the mailbox. A player with a good token gets an
 * answer. A repeated message is answered only by saying that it has come before. Each game
 * verifies, and another run sends nothing.
 */
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <sys/stat.h>

#include "pbem/cli/cli.h"
#include "pbem/gametype/mail_gametypes.h"
#include "pbem/mime/charset.h"
#include "pbem/sys/paths.h"
#include "tests/fuzz/site_files.h"
#include "tests/lib/source.h"
#include "tests/lib/verify.h"

enum { LETTERS = 8, KNOWN = 400, START = 1795413600 };

enum manner { PLAIN, HELD, AGAIN, SPOILT, STRANGER, LATER, AUTOMATIC, MANNERS };

/* The letters that pbem has written, the newest last. */
static struct site_letter known[KNOWN];
static size_t known_count;
static int64_t now;
static char *made, *site;

static int command(const char *const *words)
{
	const struct args_command *row = args_find(cli_rows(), words[0]);
	char *argv[12], *clock = base_printf("%lld", (long long)now);
	struct args given;
	struct reason reason = {.text = ""};
	int argc = 0, code;

	setenv("PBEM_TIME", clock, 1);
	free(clock);
	for (; words[argc] != NULL; argc++)
		argv[argc] = (char *)(uintptr_t)words[argc];
	argv[argc] = NULL;
	if (row == NULL || args_read(row, args_common, argc, argv, &given, &reason) != 0)
		fuzz_fail("%s: %s", words[0], reason.text);
	code = row->run(&given);
	args_done(&given);
	return code;
}

static void site_start(void)
{
	static const char *const commands[][12] = {
		{"init", "--address", "games@example.org", "--moderator", "mod@example.org"},
		{"new", "chess", "white=a@x.org", "black=b@x.org"},
		{"new", "knightmare", "white=c@x.org", "black=d@x.org"},
		{"new", "three-player", "white=e@x.org", "red=f@x.org", "black=g@x.org", "--option",
		 "cards=on"},
		{"new", "ring", "a=h@x.org", "b=i@x.org", "c=j@x.org", "d=k@x.org"},
	};

	static const char *const folders[] = {"", "/new", "/cur", "/tmp"};

	/* Mail libraries stay loaded from run to run. */
	message_library_start();
	gametype_mail_use(mail_gametypes);
	made = base_printf("%s/made", fuzz_folder());
	site = base_printf("%s/site", fuzz_folder());
	setenv("PBEM_DATA", source_folder(), 0);
	setenv("PBEM_TEST_SEED", "fuzz", 1);
	setenv("PBEM_TEST_DRAWS", "/dev/null", 1);
	now = START;
	paths_set_site(made);
	for (size_t i = 0; i < ARRAY_LEN(commands); i++)
		if (command(commands[i]) != 0)
			fuzz_fail("%s %s", commands[i][0], commands[i][1]);
	for (size_t i = 0; i < ARRAY_LEN(folders); i++) {
		char *folder = base_printf("%s/mail/in%s", made, folders[i]);

		mkdir(folder, 0700);
		free(folder);
	}
	paths_set_site(site);
}

/* Takes the letters written since the last call; returns how many went to that address. */
static size_t take(const char *address)
{
	char *folder = base_printf("%s/mail/out/new", site);
	size_t count = site_files_take(folder, known + known_count, KNOWN - known_count), to = 0;

	for (size_t i = known_count; i < known_count + count; i++)
		to += strcmp(known[i].to, address) == 0;
	known_count += count;
	free(folder);
	return to;
}

static size_t run(const char *address)
{
	static const char *const words[] = {"run", NULL};
	char *folder = base_printf("%s/mail/in/new", site);
	int code;

	now += 60;
	code = command(words);
	if (code != 0)
		fuzz_fail("a run ended with %d", code);
	if (site_files_count(folder) != 0)
		fuzz_fail("a letter is left in the mailbox");
	free(folder);
	return take(address);
}

/* Puts a message into the mailbox; `number` makes it another one. */
static void put(const struct site_letter *to, enum manner how, unsigned number, const char *text)
{
	char *name = base_printf("site/mail/in/new/%lld.%u.x", (long long)now, number);
	char *id = base_strdup(to->id);
	struct strbuf letter;

	if (how == SPOILT)
		id[5] = id[5] == 'a' ? 'b' : 'a';
	strbuf_init(&letter, 0);
	strbuf_addf(&letter, "From: %s\nTo: games@example.org\nSubject: Re: your move\n",
		    how == STRANGER ? "mallory@z.org" : to->to);
	strbuf_addf(&letter, "Message-ID: <%u.%s>\n", number, to->to);
	if (how != STRANGER)
		strbuf_addf(&letter, "In-Reply-To: <%s>\n", id);
	if (how == AUTOMATIC)
		strbuf_add(&letter, "Auto-Submitted: auto-replied\n");
	strbuf_addf(&letter, "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n%s\n",
		    text);
	fuzz_write(name, letter.bytes, letter.len);
	strbuf_done(&letter);
	free(id);
	free(name);
}

static void deal(const char *part, size_t len, unsigned number)
{
	size_t back = fuzz_pick(&part, &len, 26) % known_count;
	enum manner how = (enum manner)fuzz_pick(&part, &len, MANNERS);
	struct site_letter to = known[known_count - 1 - back];
	char *text = charset_text(part, len, NULL);

	if (how == LATER)
		now += 40 * 3600;
	put(&to, how, number, text);
	if (how != HELD) {
		size_t answers = run(to.to);

		if (how == AGAIN) {
			put(&to, how, number, text);
			answers = run(to.to);
			if (answers > 1 ||
			    (answers == 1 && strstr(known[known_count - 1].id, ".repeat.") == NULL))
				fuzz_fail("a letter that came again was answered by %s: %s",
					  known[known_count - 1].id, text);
		} else if (how == PLAIN && answers == 0 && strcspn(to.id, ".") == TOKEN_TEXT) {
			fuzz_fail("no answer to %s, who wrote '%s'", to.to, text);
		}
	}
	free(text);
}

static void fail_with(void *context, const char *line)
{
	(void)context;
	fuzz_fail("%s", line);
}

static void verify(void)
{
	for (unsigned i = 1; i <= 4; i++) {
		char *path = base_printf("%s/games/g%u/game.txt", site, i);

		(void)verify_game(path, fuzz_library(), fail_with, NULL);
		free(path);
	}
}

static void site_once(const char *bytes, size_t len)
{
	const char *part;
	size_t part_len, sent;

	site_files_copy(made, site);
	now = START;
	known_count = 0;
	(void)take("");
	for (unsigned i = 0; i < LETTERS && fuzz_part(&bytes, &len, "--", &part, &part_len); i++)
		deal(part, part_len, i);
	(void)run("");
	sent = known_count;
	(void)run("");
	if (known_count != sent)
		fuzz_fail("a run without letters has sent %zu", known_count - sent);
	verify();
}

const struct fuzz fuzz_site = {"site", site_start, site_once};
