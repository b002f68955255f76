#!/usr/bin/env python3
# check-language.py: checks comments, texts and documents for words that doc/glossary.md replaces.
# SPDX-License-Identifier: MIT
"""Usage: check-language.py SOURCE_ROOT

Comments, translated texts and documents are imperative or declarative and use the field's terms. Each row of MARKS is a
phrase that has a plainer form, given beside it; a comment, a text or a document that has the phrase fails.
"""

import pathlib
import re
import sys

MARKS = [
    (r'\b(?:is|are|was|were) told\b', 'is reported'),
    (r'\bcomes? in\b', 'is passed, is the input'),
    (r'\bwhere there (?:is|are) (?:none|no one)\b', 'if there is none'),
    (r'\bsomebod(?:y|ies)\b', 'the user, another program'),
    (r'\bwhoever\b', 'the caller, the user'),
    (r'\b(?:is|are) asked of\b', 'is required from'),
    (r'\bas it stands\b', 'unchanged'),
    (r'\bis to be had\b', 'is available'),
    (r'\bnobody\b', 'no one, nothing'),
    (r'\banew\b', 'again'),
    (r'\blikewise\b', 'also'),
    (r'\b(?:is|are) found out\b', 'is detected'),
    (r'\btakes? it away\b', 'removes it'),
    (r'\bof one\'s own\b', 'your own'),
    (r'\bby so (?:much|many)\b', 'by this amount'),
    (r'\b(?:NULL|TRUE|FALSE|RENSA_ERROR_\w+) where\b', 'if'),
    (r'\bwhere (?:there is no|it is (?:not|NULL))\b', 'if there is no, unless it is'),
    (r'\bwork(?:s|ed)? out\b', 'computed, determined'),
    (r'\bnot with this code\b', 'independently of this code'),
    (r'\bone (?:behind|on) the other\b', 'consecutive, concatenated, stacked'),
    (r'\btakes? @\w+ over\b|@\w+ is taken over\b', 'takes ownership of'),
    (r'\bNULL stands for\b', 'NULL means'),
    (r'\bhand(?:s|ed)? on\b', 'passes on'),
    (r'\bstand-ins?\b', 'mock, placeholder'),
    (r'\bby itself;', 'separately'),
    (r'@\w+: how (?:much|many)\b', 'number of, fraction of'),
    (r'@\w+: whether\b', 'TRUE if'),
    (r'@\w+: gets\b', 'receives'),
    (r'\bgo(?:es)? on (?:from|with)\b', 'continues'),
]
# A comment begins with a verb or a noun, not with a clause in its place.
CLAUSE = re.compile(r'(?:/\*+|#|""")\s*(?:What|Those|Of|Whether|Whose|Who|Whoever|Whatever) ')
PATTERN = re.compile('|'.join(f'(?P<m{i}>{mark})' for i, (mark, _) in enumerate(MARKS)), re.I)
SUFFIXES = ('.c', '.h', '.cu', '.in', '.py')
LITERAL = r'"(?:[^"\\\n]|\\.)*"'
TEXT = re.compile(r'(?<![A-Za-z0-9])(?:_|N_|NN_|C_|NC_|ngettext)\s*\(\s*((?:' + LITERAL + r'[\s,]*)+)')
COMMENT = re.compile(r'/\*.*?\*/|' + LITERAL, re.S)
# Code of exported programs.
PYTHON_COMMENT = re.compile(r'""".*?"""|(?<=[ \n])# [^\n]*', re.S)


def find_texts(source, suffix):
    """Yields the position and the text of every comment and of every translated text."""
    if suffix == '.py':
        for match in PYTHON_COMMENT.finditer(source):
            yield match.start(), re.sub(r'\s+', ' ', match[0])
        return
    for match in COMMENT.finditer(source):
        if match[0].startswith('/*'):
            yield match.start(), re.sub(r'\s*\n\s*\*?\s*', ' ', match[0])
    for match in TEXT.finditer(source):
        yield match.start(), re.sub(r'"\s*"', '', match[1])


# A document breaks its lines anywhere.
WRAPPED = re.compile(PATTERN.pattern.replace(' ', r'\s+'), re.I)
# Not the language of a document: code, and quoted texts of programs.
QUOTED = re.compile(r'^```.*?^```$|`[^`]*`|[“"][^”"\n]*[”"]', re.M | re.S)
# Made from checked texts, or lists the words that are replaced.
MADE = ('coverage.md', 'faults.md', 'glossary.md')


def find_document_faults(root):
    paths = [root / 'README.md', root / 'CONTRIBUTING.md', root / 'kernels/README.md', root / 'tests/reference/README.md',
             *sorted(path for path in (root / 'doc').glob('*.md') if path.name not in MADE)]
    for path in paths:
        text = QUOTED.sub(lambda match: re.sub(r'[^\n]', ' ', match[0]), path.read_text(encoding='utf-8'))
        for found in WRAPPED.finditer(text):
            yield (f'{path.relative_to(root)}:{text.count(chr(10), 0, found.start()) + 1}: "{found[0]}", '
                   f'expected "{MARKS[int(found.lastgroup[1:])][1]}" or the like')


def find_faults(root):
    yield from find_document_faults(root)
    for folder in ('src', 'kernels', 'bench', 'tests/mock-gpu', 'tests/support'):
        for path in sorted(path for path in (root / folder).rglob('*') if path.suffix in SUFFIXES):
            source = path.read_text(encoding='utf-8')
            for position, text in find_texts(source, path.suffix):
                found = PATTERN.search(text)
                place = f'{path.relative_to(root)}:{source.count(chr(10), 0, position) + 1}'
                if found:
                    yield f'{place}: "{found[0]}", expected "{MARKS[int(found.lastgroup[1:])][1]}" or the like'
                elif CLAUSE.match(text):
                    yield f'{place}: the comment begins with a clause, expected a verb or a noun'


def main():
    faults = list(find_faults(pathlib.Path(sys.argv[1]).resolve()))
    print('1..1')
    for fault in faults:
        print('#', fault)
    print('not ok' if faults else 'ok', '1 /checks/language')
    return bool(faults)


if __name__ == '__main__':
    sys.exit(main())
