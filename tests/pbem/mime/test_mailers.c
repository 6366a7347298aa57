/* SPDX-License-Identifier: MIT */
/* Words of mail programs: files of the program's and of the site's, and what is wrong with them. */
#include <sys/stat.h>

#include "tests/lib/reply.h"
#include "tests/lib/scratch.h"

#include "core/util/deffile.h"
#include "core/util/strbuf.h"
#include "pbem/mime/message_internal.h"
#include "pbem/mime/quoting/mail_clients.h"
#include "pbem/mime/quoting/strip_quotes.h"

struct mailer_folders {
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
	struct mailer_folders *workspace = base_zalloc(1, sizeof *workspace);
	const char *source = getenv("srcdir");
	char *command;

	assert_true(scratch_make(workspace->folder));
	workspace->own = base_printf("%s/own", workspace->folder);
	workspace->site = base_printf("%s/site", workspace->folder);
	command = base_printf("cp -r %s/mailers %s", source != NULL ? source : ".", workspace->own);
	assert_int_equal(system(command), 0);
	free(command);
	mail_clients_set_folders(workspace->own, workspace->site);
	*state = workspace;
	return 0;
}

static int tear_down(void **state)
{
	struct mailer_folders *workspace = *state;
	int result = scratch_remove(workspace->folder);

	free(workspace->own);
	free(workspace->site);
	free(workspace);
	return result;
}

static void assert_new(const char *body, const char *text)
{
	struct reason reason;
	char *why, *found;

	if (mail_clients_need(&reason) != 0)
		fail_msg("%s", reason.text);
	found = strip_quotes_new_text(body, strlen(body), &why);
	assert_string_equal(found, text);
	free(found);
	free(why);
}

static void assert_fault(const char *fault)
{
	struct deffile_faults faults;

	deffile_faults_init(&faults);
	assert_int_equal(mail_clients_load(&faults), -1);
	if (strstr(faults.lines.bytes, fault) == NULL)
		fail_msg("\"%s\" isn't in: %s", fault, faults.lines.bytes);
	deffile_faults_done(&faults);
}

static void a_site_adds_what_its_players_programs_write(void **state)
{
	static const char letter[] = "MOVE e2-e4\n\n4.5.2026 10:05, Herald skrobil:\nRESIGN\n";
	struct mailer_folders *workspace = *state;

	assert_new(letter, "MOVE e2-e4\n\n4.5.2026 10:05, Herald skrobil:\nRESIGN");
	assert_int_equal(mkdir(workspace->site, 0700), 0);
	write_words(workspace->site, "zemblan", "# Zemblan.\nwrote skrobil\n");
	mail_clients_set_folders(workspace->own, workspace->site);
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
	assert_int_equal(mail_clients_need(&reason), 0);
	phrases = mail_clients_phrases(MAIL_CLIENTS_SENT, &count);
	assert_true(count > 100);
	assert_string_equal(phrases[0].at, "Sent from ");
	assert_int_equal(phrases[0].len, strlen("Sent from "));
	assert_true(message_from_machine("do_not_reply@example.net"));
	phrases = mail_clients_phrases(MAIL_CLIENTS_AWAY, &count);
	for (size_t i = 0; i < count; i++)
		found = found || strcmp(phrases[i].at, "Nicht im Büro") == 0;
	assert_true(found);
}

static void faults_name_file_and_line(void **state)
{
	struct mailer_folders *workspace = *state;
	struct reason reason;
	size_t count;

	write_words(workspace->own, "zemblan", "wrote skrobil\nworte skrobil\n");
	assert_fault("own/zemblan.words:2: unknown keyword 'worte'; did you mean 'wrote'?");
	write_words(workspace->own, "zemblan", "wrote\n");
	assert_fault("own/zemblan.words:1: expected: wrote PHRASE ...");
	assert_int_equal(mail_clients_need(&reason), -1);
	assert_false(reason_is_temporary(&reason));
	(void)mail_clients_phrases(MAIL_CLIENTS_WROTE, &count);
	assert_int_equal(count, 0);
}

static void no_list_may_be_empty(void **state)
{
	struct mailer_folders *workspace = *state;
	char *path = base_printf("%s/automatic.words", workspace->own);

	assert_int_equal(remove(path), 0);
	free(path);
	assert_fault("own: no file of mailers' words has a line 'away'");
}

static void without_the_programs_folder_it_is_installed_in_part(void **state)
{
	struct mailer_folders *workspace = *state;

	mail_clients_set_folders("/nonexistent", workspace->site);
	assert_fault("/nonexistent: can't be read: No such file or directory. Install pbem again");
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
