# SPDX-License-Identifier: MIT
"""Texts that nobody should have to be afraid of: line ends, controls, marks that turn a line's direction, words of the
record's own format, very long and empty ones."""

PIECES = (
    "hello", "good luck", "e2-e4 was good", "entry 7 2026-01-01T00:00:00Z moderator", "end 7 " + "0" * 64, "say white hi",
    "  order white MOVE e2-e4", "result draw agreement", "sha256:" + "ab" * 32, "pbem-game 2", "secret " + "0" * 64, "\\",
    "a\\", "  |", "    four blanks", " ", "   ", "\t", "\x01", "\x08", "\x0b", "\x0c", "\x1b[2J", "\x7f", "\u0080",
    "\u0085", "\u2028", "\u2029", "\u202e", "\u2066", "\u2069", "\u200b", "\u200f", "\ufeff", "\u00a0", "\u00ad",
    "caf\u00e9", "\u265e", "\U0001f600", "\u05e9\u05dc\u05d5\u05dd", "<b>bold</b>", "]]>", "&amp;", "\"quoted\"", "'",
    "%s%n", "{name}", "${x}", "--", "-- ", "===", "x" * 199, "y " * 90, "\u00fc" * 120, "=?utf-8?q?x?=", "\r", ";", "#",
    "{[()]}", "*/", "$1", "<script>alert(1)</script>", "From here", ".", "..", "> quoted", "TO black", "all",
)
# Line ends of all kinds.
ENDS = ("\n", "\r\n", "\r", "\n\n", "\u2028", "\u0085", "\x0b", "\x0c", "\x00")


def line(rng, most=6):
    return "".join(rng.choice(PIECES) + rng.choice(("", " ", " ", "  ")) for _ in range(rng.randrange(1, most)))


def lines(rng):
    return "".join(line(rng) + rng.choice(ENDS) for _ in range(rng.randrange(1, 6)))


def word_of_command(rng):
    """For a command's line, which has no NUL."""
    return (line(rng) + rng.choice(("", *ENDS[:-1])) + rng.choice(("", line(rng)))).replace("\x00", "")
