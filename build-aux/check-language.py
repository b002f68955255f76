#!/usr/bin/env python3
# check-language.py: checks comments and texts for words that doc/glossary.md replaces.
# SPDX-License-Identifier: MIT
"""Usage: check-language.py SOURCE_ROOT

Comments and translated texts are imperative or declarative and use the field's terms. Each row of MARKS is a phrase that has a plainer
form, given beside it; a comment or a text that has the phrase fails.
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
]
# A comment begins with a verb or a noun, not with a clause in its place.
CLAUSE = re.compile(r'/\*+\s*(?:What|Those|Of|Whether|Whose|Who|Whoever|Whatever) ')
PATTERN = re.compile('|'.join(f'(?P<m{i}>{mark})' for i, (mark, _) in enumerate(MARKS)), re.I)
LITERAL = r'"(?:[^"\\\n]|\\.)*"'
TEXT = re.compile(r'(?<![A-Za-z0-9])(?:_|N_|C_|NC_|ngettext)\s*\(\s*((?:' + LITERAL + r'[\s,]*)+)')
COMMENT = re.compile(r'/\*.*?\*/|' + LITERAL, re.S)


def find_texts(source):
    """Yields the position and the text of every comment and of every translated text."""
    for match in COMMENT.finditer(source):
        if match[0].startswith('/*'):
            yield match.start(), re.sub(r'\s*\n\s*\*?\s*', ' ', match[0])
    for match in TEXT.finditer(source):
        yield match.start(), re.sub(r'"\s*"', '', match[1])


def find_faults(root):
    for folder in ('src', 'kernels', 'bench'):
        for path in sorted((root / folder).rglob('*.[ch]')):
            source = path.read_text(encoding='utf-8')
            for position, text in find_texts(source):
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
