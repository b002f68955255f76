#!/usr/bin/env python3
# check-titles.py: checks that the titles of components and attributes are capitalized like those of
# buttons and menus.
# SPDX-License-Identifier: MIT
"""Usage: check-titles.py [--fix] SOURCE_ROOT [BUILD_ROOT]

Header capitalization follows GNOME's guidelines: the first word, the last word, all words of four
or more letters and all verbs begin with a capital, including the parts of "Label-Smoothed". A
single letter is a name and is not changed.
"""

import pathlib
import re
import sys

TITLE = re.compile(r'((?<!\w)title = |(?:RENSA_ATTR_INITIALIZER |ROW )\((?:INITIALIZER, )?[^")]*"[^"]*",\s*)N_ \("([^"]+)"\)')
SHORT = {'a', 'an', 'the', 'and', 'but', 'for', 'nor', 'or', 'so', 'yet', 'as', 'at', 'by', 'in', 'of', 'off', 'on', 'per', 'to', 'up',
         'via'}


def capitalize(word, is_edge):
    if word in SHORT and not is_edge:
        return word
    return '-'.join(part[0].upper() + part[1:] if len(part) > 1 and part.islower() else part for part in word.split('-'))


def make_title(text):
    words = text.split(' ')
    return ' '.join(capitalize(word, i in (0, len(words) - 1)) for i, word in enumerate(words))


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != '--fix']
    root = pathlib.Path(arguments[0])
    n_titles = 0
    faults = []
    for path in sorted((root / 'src').rglob('*.[ch]')):
        text = path.read_text(encoding='utf-8')
        for match in TITLE.finditer(text):
            n_titles += 1
            if make_title(match[2]) != match[2]:
                line = text.count('\n', 0, match.start()) + 1
                faults.append(f'{path.relative_to(root)}:{line}: "{match[2]}" should be "{make_title(match[2])}"')
        if '--fix' in sys.argv:
            path.write_text(TITLE.sub(lambda match: f'{match[1]}N_ ("{make_title(match[2])}")', text), encoding='utf-8')

    print('1..1')
    for fault in faults:
        print(f'# {fault}')
    print(f'{"not ok" if faults or n_titles == 0 else "ok"} 1 {n_titles} titles')


if __name__ == '__main__':
    main()
