/* SPDX-License-Identifier: MIT */
/* The faults that a command without the lock finds while a run writes to the game. */
#include "tests/lib/chess.h"

#include <string.h>
#include <sys/stat.h>

#include <glib.h>

#include "pbem/gametype/mail_gametypes.h"
#include "pbem/site/site_faults.h"
#include "pbem/site/site_init.h"
#include "pbem/site/site_open.h"
#include "tests/lib/scratch.h"
#include "tests/lib/source.h"

static char *folder, *game_file, *whole;
static struct site *site;
static unsigned faults;

static int open_site(void **state)
{
	char *path = base_printf("%s/site", scratch_folder),
	     *sample = source_path("tests/format2/site/games/chess/game.txt");
	struct reason reason;

	(void)state;
	setenv("PBEM_DATA", source_folder(), 1);
	gametype_mail_use(mail_gametypes);
	assert_int_equal(site_init(path, "games@example.org", NULL, &reason), 0);
	assert_int_equal(site_open(path, SITE_LOOK, &site, &reason), SITE_OPEN);
	folder = base_printf("%s/games/chess", path);
	game_file = base_printf("%s/game.txt", folder);
	assert_int_equal(g_mkdir_with_parents(folder, 0700), 0);
	assert_true(g_file_get_contents(sample, &whole, NULL, NULL));
	free(sample);
	free(path);
	return 0;
}

static int close_site(void **state)
{
	(void)state;
	site_close(site);
	free(folder);
	free(game_file);
	g_free(whole);
	return 0;
}

static void write_game(size_t len)
{
	assert_true(g_file_set_contents(game_file, whole, (gssize)len, NULL));
}

static void count_fault(void *context, const char *name, const struct reason *why)
{
	(void)context;
	(void)why;
	faults += strcmp(name, "games/chess/game.txt") == 0;
}

/* Returns how many faults are found in the game file, which has `then` bytes when it is loaded, and
 * `now` bytes when it is checked. */
static unsigned faults_of(size_t then, size_t now)
{
	struct gamefile *file;
	struct reason reason;

	write_game(then);
	file = gamefile_load(folder, site->library, &reason);
	assert_non_null(file);
	write_game(now);
	faults = 0;
	site_faults_of_game(site, file, count_fault, NULL);
	gamefile_free(file);
	return faults;
}

static void an_entry_that_a_run_adds_is_no_damage(void **state)
{
	const size_t len = strlen(whole),
		     before = (size_t)(g_strrstr(whole, "\nentry ") + 1 - whole);

	(void)state;
	assert_int_equal(faults_of(len, len), 0);
	assert_int_equal(faults_of(before, len), 0);
	assert_int_equal(faults_of(len - 1, len - 1), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(an_entry_that_a_run_adds_is_no_damage, open_site,
						close_site),
	};

	return cmocka_run_group_tests(tests, scratch_open, scratch_close);
}
