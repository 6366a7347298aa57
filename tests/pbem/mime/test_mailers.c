/* SPDX-License-Identifier: MIT */
/* Words of mail programs: files of the program's and of the site's, and what is wrong with them. */
#include <sys/stat.h>

#include "tests/lib/reply.h"
#include "tests/lib/scratch.h"

#include "core/base/deffile.h"
#include "core/base/text.h"
#include "pbem/reading/letter_inner.h"
#include "pbem/reading/reply/mailers.h"
#include "pbem/reading/reply/reply.h"

struct desk {
	char folder[SCRATCH_MAX];
	char *own, *site; /* the program's folder, a copy, and the site's */
};

static void write_words(const char *folder, const char *name, const char *lines)
{
	char *path = base_printf("%s/%s.words", folder, name);
	FILE *stream = fopen(path, "w");

	assert_non_null(stream);
	fputs(lines, stream);
	fclose(stream);
	free(path);
}

static int set_up(void **state)
{
	struct desk *desk = base_zalloc(1, sizeof *desk);
	const char *source = getenv("srcdir");
	char *command;

	assert_true(scratch_make(desk->folder));
	desk->own = base_printf("%s/own", desk->folder);
	desk->site = base_printf("%s/site", desk->folder);
	command = base_printf("cp -r %s/mailers %s", source != NULL ? source : ".", desk->own);
	assert_int_equal(system(command), 0);
	free(command);
	mailers_from(desk->own, desk->site);
	*state = desk;
	return 0;
}

static int tear_down(void **state)
{
	struct desk *desk = *state;
	int result = scratch_remove(desk->folder);

	free(desk->own);
	free(desk->site);
	free(desk);
	return result;
}

static void assert_new(const char *body, const char *text)
{
	struct reason reason;
	char *why, *found;

	if (mailers_need(&reason) != 0)
		fail_msg("%s", reason.text);
	found = reply_new_text(body, strlen(body), &why);
	assert_string_equal(found, text);
	free(found);
	free(why);
}

static void assert_fault(const char *fault)
{
	struct deffile_faults faults;

	deffile_faults_init(&faults);
	assert_int_equal(mailers_load(&faults), -1);
	if (strstr(faults.lines.bytes, fault) == NULL)
		fail_msg("\"%s\" isn't in: %s", fault, faults.lines.bytes);
	deffile_faults_done(&faults);
}

static void a_site_adds_what_its_players_programs_write(void **state)
{
	static const char letter[] = "MOVE e2-e4\n\n4.5.2026 10:05, Herald skrobil:\nRESIGN\n";
	struct desk *desk = *state;

	assert_new(letter, "MOVE e2-e4\n\n4.5.2026 10:05, Herald skrobil:\nRESIGN");
	assert_int_equal(mkdir(desk->site, 0700), 0);
	write_words(desk->site, "zemblan", "# Zemblan.\nwrote skrobil\n");
	mailers_from(desk->own, desk->site);
	assert_new(letter, "MOVE e2-e4");
}

static void the_site_needs_no_folder_of_its_own(void **state)
{
	(void)state;
	assert_new("MOVE e2-e4\n\nAm 4.5.2026 um 10:05 schrieb Ann:\nRESIGN\n", "MOVE e2-e4");
}

static void a_blank_is_written_as_an_underscore_but_in_addresses(void **state)
{
	size_t count;
	const struct span *phrases;
	struct reason reason;
	bool found = false;

	(void)state;
	assert_int_equal(mailers_need(&reason), 0);
	phrases = mailers_phrases(MAILERS_SENT, &count);
	assert_true(count > 100);
	assert_string_equal(phrases[0].at, "Sent from ");
	assert_int_equal(phrases[0].len, strlen("Sent from "));
	assert_true(letter_from_machine("do_not_reply@example.net"));
	phrases = mailers_phrases(MAILERS_AWAY, &count);
	for (size_t i = 0; i < count; i++)
		found = found || strcmp(phrases[i].at, "Nicht im Büro") == 0;
	assert_true(found);
}

static void faults_name_file_and_line(void **state)
{
	struct desk *desk = *state;
	struct reason reason;
	size_t count;

	write_words(desk->own, "zemblan", "wrote skrobil\nworte skrobil\n");
	assert_fault("own/zemblan.words:2: unknown keyword 'worte'; did you mean 'wrote'?");
	write_words(desk->own, "zemblan", "wrote\n");
	assert_fault("own/zemblan.words:1: expected: wrote PHRASE ...");
	assert_int_equal(mailers_need(&reason), -1);
	assert_false(reason_is_passing(&reason));
	(void)mailers_phrases(MAILERS_WROTE, &count);
	assert_int_equal(count, 0);
}

static void no_list_may_be_empty(void **state)
{
	struct desk *desk = *state;
	char *path = base_printf("%s/automatic.words", desk->own);

	assert_int_equal(remove(path), 0);
	free(path);
	assert_fault("own: no file of mailers' words has a line 'away'");
}

static void without_the_programs_folder_it_is_installed_in_part(void **state)
{
	struct desk *desk = *state;

	mailers_from("/nonexistent", desk->site);
	assert_fault("/nonexistent: can't be read: No such file or directory. Install pbem whole");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_site_adds_what_its_players_programs_write, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(the_site_needs_no_folder_of_its_own, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(
			a_blank_is_written_as_an_underscore_but_in_addresses, set_up, tear_down),
		cmocka_unit_test_setup_teardown(faults_name_file_and_line, set_up, tear_down),
		cmocka_unit_test_setup_teardown(no_list_may_be_empty, set_up, tear_down),
		cmocka_unit_test_setup_teardown(without_the_programs_folder_it_is_installed_in_part,
						set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
