# SPDX-License-Identifier: MIT
"""What can be told otherwise in a source file of C: its mutants, a place and a change each.

A mutant is one of these: a condition flipped, a line taken away, one more for one less, another constant returned.
Nothing is parsed but into tokens; what doesn't compile any more is found by the compiler, and isn't counted. Left alone
are assertions, what only gives memory back (valgrind and LeakSanitizer look for that), and what the preprocessor reads.
"""

import re
from collections import namedtuple

Token = namedtuple("Token", "kind text start")
Mutant = namedtuple("Mutant", "file line column before after source start end")

TOKENS = re.compile(r"""
    (?P<skip>   \s+ | /\*.*?\*/ | ^\#(?:\\\n|[^\n])* )
  | (?P<string> "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' )
  | (?P<number> \.?[0-9](?:[eEpP][+-]|[0-9A-Za-z_.])* )
  | (?P<word>   [A-Za-z_]\w* )
  | (?P<mark>   \.\.\. | <<= | >>= | -> | \+\+ | -- | << | >> | <= | >= | == | != | && | \|\| | [-+*/%&|^]= | . )
""", re.VERBOSE | re.DOTALL | re.MULTILINE)

SWAPPED = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "&&": "||", "||": "&&",
           "++": "--", "--": "++", "+=": "-=", "-=": "+=", "true": "false", "false": "true", "!": ""}
TURNED = {"+": "-", "-": "+"}  # with a value on both sides
HEADS = ("if", "for", "while", "switch")
NOT_REMOVED = HEADS + ("return", "goto", "assert", "do", "else", "case", "default", "const", "static", "struct", "enum",
                       "union", "sizeof", "va_end")
GIVES_BACK = re.compile(r"(g_)?free$|.*_(free|unref|forget)$|(text|event_list|play_list|order_list|move_list)_done$")


def tokens_of(text):
    return [Token(m.lastgroup, m.group(), m.start()) for m in TOKENS.finditer(text) if m.lastgroup != "skip"]


def pairs_of(tokens):
    """The index of what closes each bracket, by that of what opens it."""
    closing, open_ones = {}, []
    for i, token in enumerate(tokens):
        if token.kind != "mark":
            continue
        if token.text in "([{":
            open_ones.append(i)
        elif token.text in ")]}" and open_ones:
            closing[open_ones.pop()] = i
    return closing


def asserted(tokens, closing):
    """The tokens in assertions, by index."""
    inside = set()
    for i, token in enumerate(tokens):
        if token.text in ("assert", "static_assert", "_Static_assert") and i + 1 in closing:
            inside.update(range(i, closing[i + 1]))
    return inside


def ends_value(token):
    return token.kind in ("number", "word", "string") and token.text != "return" or token.text in (")", "]")


def words(tokens, left_alone):
    """Operators and constants: (first token, last token, what stands there instead)."""
    for i, token in enumerate(tokens):
        if i in left_alone:
            continue
        before = tokens[i - 1] if i else None
        if token.kind != "string" and token.text in SWAPPED:
            yield i, i, SWAPPED[token.text]
        elif token.text in TURNED and before and ends_value(before):
            yield i, i, TURNED[token.text]
        elif token.text == "return":
            yield from constant(tokens, i + 1)


def constant(tokens, i):
    """Another one is returned."""
    text = [token.text for token in tokens[i:i + 3]]
    if text[:1] == ["0"] and text[1] == ";":
        yield i, i, "-1"
    elif text[0] == "-" and text[1] == "1" and text[2] == ";":
        yield i, i + 1, "0"
    elif text[1] == ";" and (tokens[i].kind == "number" or re.fullmatch(r"[A-Z][A-Z0-9_]+", text[0])):
        if text[0] != "NULL":
            yield i, i, "0"


def bodies(tokens, closing):
    """The tokens of each function's body, as (first, last)."""
    i = 0
    while i < len(tokens):
        if tokens[i].text == "{" and i in closing:
            if i and tokens[i - 1].text == ")":
                yield i, closing[i]
            i = closing[i]
        i += 1


def begins_statement(tokens, opening, i):
    """Reports whether a statement may begin at token i; `opening` has the opening token of each closing one before
    it."""
    before = tokens[i - 1].text
    if before == ")":
        return i - 1 in opening and tokens[opening[i - 1] - 1].text in HEADS
    if before == ":":
        return tokens[i - 2].text == "default" or any(token.text == "case" for token in tokens[max(0, i - 4):i])
    return before in (";", "{", "}", "else", "do")


def is_removable(statement):
    first, second = statement[0], statement[1] if len(statement) > 1 else None
    if first.text in NOT_REMOVED or first.text == ";" or second is None:
        return False
    if first.kind == "word" and second.kind == "word":
        return False  # a declaration
    if first.kind == "word" and second.text == "*":
        return False
    if first.text == "(" and second.text == "void" and statement[3].kind == "word" and statement[4].text == ";":
        return False
    return not GIVES_BACK.match(first.text)


def statements(tokens, closing):
    """Simple statements in functions, with their semicolon: (first token, last token, nothing)."""
    opening = {shut: opened for opened, shut in closing.items()}
    for first, last in bodies(tokens, closing):
        i = first + 1
        while i < last:
            if not begins_statement(tokens, opening, i) or tokens[i].text in "{}":
                i = closing[i] + 1 if tokens[i].text == "(" else i + 1
                continue
            end = i
            while end < last and tokens[end].text != ";" and tokens[end].text not in ("{", "}"):
                end = closing.get(end, end) + 1 if tokens[end].text in ("(", "[") else end + 1
            if end < last and tokens[end].text == ";" and tokens[i].text not in HEADS:
                if is_removable(tokens[i:end + 1]):
                    yield i, end, ";"
                i = end + 1
            else:
                i += 1


def mutants_of(file, text):
    """All mutants of a file, in the order of their places."""
    tokens = tokens_of(text)
    closing = pairs_of(tokens)
    left_alone = asserted(tokens, closing)
    lines = text.split("\n")
    found = []
    for first, last, after in list(words(tokens, left_alone)) + list(statements(tokens, closing)):
        start = tokens[first].start
        end = tokens[last].start + len(tokens[last].text)
        line = text.count("\n", 0, start) + 1
        before = " ".join(text[start:end].split())
        found.append(Mutant(file, line, start - text.rfind("\n", 0, start), before, after, lines[line - 1].strip(),
                            start, end))
    return sorted(found, key=lambda mutant: (mutant.start, mutant.end))


def mutated(text, mutant):
    """The file's text with the change; lines keep their numbers."""
    kept = "\n" * text.count("\n", mutant.start, mutant.end)
    return text[:mutant.start] + mutant.after + kept + text[mutant.end:]
