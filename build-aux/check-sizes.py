#!/usr/bin/env python3
# check-sizes.py: checks that folders, files and functions keep to their limits.
# SPDX-License-Identifier: MIT
"""Usage: check-sizes.py SOURCE_ROOT

A source folder has at most 40 files, a source file at most 600 lines, a C function at most 60
lines. Reference cases, which programs read and no one edits, are exempt.
"""

import collections
import pathlib
import re
import sys

FOLDERS = ('src', 'kernels', 'tests', 'bench')
SOURCES = ('.c', '.h', '.cc', '.cu', '.py', '.ui', '.css')
EXEMPT = ('tests/reference/',)
MAX_FILES, MAX_LINES, MAX_FUNCTION = 40, 600, 60
BODY = re.compile(r'(?<=\)\n)\{\n(.*?)^\}$', re.M | re.S)


def find_faults(root):
    counts = collections.Counter()
    for top in FOLDERS:
        for path in sorted((root / top).rglob('*')):
            name = path.relative_to(root).as_posix()
            if not path.is_file() or '__pycache__' in name or name.startswith(EXEMPT):
                continue
            counts[path.parent.relative_to(root).as_posix()] += 1
            if path.suffix in SOURCES:
                yield from find_long(name, path.read_text(encoding='utf-8'))
    for folder, count in counts.items():
        if count > MAX_FILES:
            yield f'{folder} holds {count} files, expected at most {MAX_FILES}'


def find_long(name, text):
    lines = text.count('\n')
    if lines > MAX_LINES:
        yield f'{name} has {lines} lines, expected at most {MAX_LINES}'
    if name.endswith(('.c', '.cc')):
        for body in BODY.finditer(text):
            length = body[1].count('\n')
            if length > MAX_FUNCTION:
                line = text.count('\n', 0, body.start()) + 1
                yield f'{name}:{line} is a function of {length} lines, expected at most {MAX_FUNCTION}'


def main():
    faults = list(find_faults(pathlib.Path(sys.argv[1]).resolve()))
    print('1..1')
    for fault in faults:
        print('#', fault)
    print('not ok' if faults else 'ok', '1 /checks/sizes')
    return bool(faults)


if __name__ == '__main__':
    sys.exit(main())
