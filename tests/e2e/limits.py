# SPDX-License-Identifier: MIT
"""usage: limits.py FOLDER [CASE...]: the cases of limits.sh, a function each; its name says what is true."""
import os
import re
import shutil
import sqlite3
import subprocess
import sys

import servers
import smtp_faulty
from table import Table, case, run_cases

DAY = 86400
folder = sys.argv[1]

# Replies of mail providers when the account has sent enough, or may not send any more.
OURS = ("550 5.4.5 Daily user sending limit exceeded. For more information see https://support.example.com - gsmtp",
        "550-5.4.5 Daily user sending limit exceeded. For more information on|550-5.4.5 limits, go to|"
        "550 5.4.5  https://support.example.com/a/answer/1 d9443c01-20020 - gsmtp",
        "550 5.1.90 Your message can't be sent because you've reached your limit",
        "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed to process message",
        "550 5.7.30 Basic authentication is not supported for Client Submission.",
        "550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP",
        "554 5.7.1 You have exceeded your hourly sending quota",
        "550 Sending quota exceeded",
        "554 Message rejected: daily message quota exceeded",
        "550 5.7.0 Mail sending has been disabled for your account",
        "451 4.7.1 Sending rate limit exceeded",
        "450 4.3.2 Too many messages today, outgoing limit",
        "552 Your account has sent too many e-mails in 24 hours")
# Refusals of every message, in unknown words.
STRANGE = ("554 5.7.1 <%s>: no, thank you (id 4F2a98bc01)", "550 go away", "554 5.0.0 rejected by policy 17")


# The sites that were made, by their settings.
made = {}


class Post:
    """A table whose letters go by SMTP, in runs with a server that says what it is told."""

    def __init__(self, games=3, *settings):
        self.table = made.get((games, *settings)) or self.make(games, settings)
        shutil.rmtree(self.table.folder)
        shutil.copytree(f"{self.table.folder}.kept", self.table.folder)
        self.told = ""
        self.now = int(self.ask("SELECT MAX(since) FROM outbox")[0][0]) + 60

    @staticmethod
    def make(games, settings):
        table = Table(f"{folder}/site{len(made)}", "timeout-seconds = 5", "outgoing = smtp://127.0.0.1:1", *settings)
        for number in range(games):
            # It is made, and nobody takes its letters.
            table.pbem("new", "chess", f"white=Anna <anna{number}@example.net>", f"black=Bob <bob{number}@example.org>")
        shutil.copytree(table.folder, f"{table.folder}.kept")
        made[(games, *settings)] = table
        return table

    def ask(self, sql):
        with sqlite3.connect(f"{self.table.folder}/ledger") as ledger:
            return ledger.execute(sql).fetchall()

    @property
    def waiting(self):
        return self.ask("SELECT COUNT(*) FROM outbox")[0][0]

    @property
    def aside(self):
        path = f"{self.table.folder}/quarantine"
        return [name for name in os.listdir(path) if name.startswith("unsent")] if os.path.isdir(path) else []

    def run(self, script, after=600, log_in=False):
        """A run with such a server; returns its exit code, what it said, and who got letters."""
        server = servers.Started(smtp_faulty, script, f"{folder}/letters")
        self.now += after
        path = f"{self.table.folder}/pbem.conf"
        with open(path, encoding="utf-8") as config:
            lines = [line for line in config if not line.startswith("outgoing")]
        lines.append(f"outgoing = smtp://127.0.0.1:{server.port}\n")
        if log_in:
            lines += ["outgoing-user = game\n", "outgoing-password-command = echo secret\n"]
        with open(path, "w", encoding="utf-8") as config:
            config.writelines(lines)
        done = subprocess.run([self.program, "--site", self.table.folder, "run"], capture_output=True, text=True,
                              check=False, env=dict(os.environ, PBEM_TIME=str(self.now)))
        told = server.end()
        assert "WRONG" not in told, told
        return done.returncode, done.stdout + done.stderr, re.findall(r"^letter \d+ (\S+) 250", told, re.MULTILINE)

    program = os.environ["PBEM"]


def word(said):
    return said.replace(" ", "_")


def keeps_all(post, script, before, **how):
    code, said, got = post.run(script, **how)
    assert code == 75, (script, code, said)
    assert not post.aside, (script, said, post.aside)
    # A continuing failure is reported when it begins, and then once a day.
    assert "wait" in said or post.told, (script, said)
    post.told = post.told or said
    assert post.waiting == before - len(got), (script, before, post.waiting, got)
    return post.told, got


def then_all_go(post, before, **how):
    code, said, got = post.run("none", **how)
    assert code == 0 and not post.waiting and not post.aside, (code, said, post.waiting, post.aside)
    assert len(got) == before, (before, got)


@case
def a_limit_of_ours_keeps_all_letters_at_every_step():
    for number, said in enumerate(OURS):
        for place in ("greet", "mail", "rcpt", "data", "dot") + (("auth",) if said[0] == "5" else ()):
            # All of them at two of the steps, and some at all.
            if number % 3 and place not in ("rcpt", "dot"):
                continue
            offer = ("", "pipelining ", "chunking ", "pipelining chunking ")[number % 4]
            post = Post()
            before = post.waiting
            told, got = keeps_all(post, f"{offer}{place}!{word(said)}", before, log_in=place == "auth")
            assert not got and said.split("|")[0][4:20] in told, (said, told)
            then_all_go(post, before)


@case
def a_limit_that_is_reached_on_the_way_keeps_the_rest():
    for said in OURS[:4]:
        for place in ("rcpt", "data", "dot"):
            post = Post(games=4)
            before = post.waiting
            got = keeps_all(post, f"{place}!{word(said)}+2", before)[1]
            assert len(got) == 2, got
            then_all_go(post, before - 2)


@case
def days_without_a_chance_do_not_count():
    for script in (f"dot!{word(OURS[0])}", f"rcpt!{word(OURS[2])}", f"dot!{word(STRANGE[1])}", "greet-421"):
        post = Post(2, "retry-days = 2")
        before = post.waiting
        for _ in range(6):
            keeps_all(post, script, before, after=DAY)
        # A letter that is now refused for now has its days still before it.
        keeps_all(post, "dot-451", before, after=DAY)
        then_all_go(post, before)


@case
def days_with_a_chance_count():
    post = Post(2, "retry-days = 2")
    for _ in range(3):
        keeps_all(post, "bob0@*:rcpt-451", post.waiting, after=DAY // 2)
    code, said, _ = post.run("bob0@*:rcpt-451", after=DAY + 3600)
    assert len(post.aside) == 1, (code, said, post.aside)


@case
def a_refusal_of_everybody_is_no_letters_fault():
    for said in STRANGE:
        for place in ("rcpt", "data", "dot"):
            post = Post()
            before = post.waiting
            for _ in range(3):
                told = keeps_all(post, f"{place}!{word(said.replace('%s', 'x@y.example'))}", before, after=3600)[0]
            assert "every letter for the same reason" in told, told
            then_all_go(post, before)


@case
def a_command_that_passes_a_limit_on_keeps_all_letters():
    for said in OURS[:3] + (STRANGE[1],):
        for code in (65, 69, 75):
            post = Post()
            before = post.waiting
            command = f"echo 'msmtp: server message: {said}' >&2; exit {code}; :"
            post.table.set(f"outgoing = sendmail:{command}")
            post.table.pbem("run")
            assert post.table.code == 75 and post.waiting == before and not post.aside, (said, code, post.table.err)
            then_all_go(post, before)


@case
def a_refusal_of_one_is_its_own():
    for said in ("550 5.1.1 no such user", "554 5.7.1 no, thank you", "552 5.2.2 Mailbox quota exceeded",
                 "550 5.2.1 The account that you tried to reach is disabled", "552 5.3.4 message size exceeds limit"):
        for place in ("rcpt", "dot"):
            post = Post()
            before = post.waiting
            code, told, got = post.run(f"bob1@*:{place}!{word(said)}")
            assert code == 0 and len(got) >= before - 1, (said, code, told, got)
            assert len(post.aside) == 1 and "bob" not in " ".join(each for each in got if "bob1" in each), (said, post.aside)


@case
def several_unknown_recipients_are_given_up_beside_others():
    post = Post(4)
    code, said, got = post.run("bob*:rcpt!550_5.1.1_user_unknown")
    assert code == 0 and len(post.aside) == len(got), (code, said, got, post.aside)


run_cases(sys.argv[2:])
