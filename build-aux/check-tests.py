#!/usr/bin/env python3
# check-tests.py: checks that the name of each test begins with the path of its folder.
# SPDX-License-Identifier: MIT
"""Usage: check-tests.py SOURCE_ROOT BUILD_ROOT

The tests in tests/DIR are called /DIR/…, so that the name of a failed test shows where it is.
"""

import pathlib
import re
import sys

ADDED = re.compile(r'\b(?:g_test_add\w*|ADD\w*) \("(/[^"]*)"')


def main():
    tests = pathlib.Path(sys.argv[1]) / 'tests'
    faults = [f'{path.relative_to(tests.parent)} has the test {name}' for path in sorted(tests.rglob('*.c'))
              for name in ADDED.findall(path.read_text(encoding='utf-8'))
              if not name.startswith(f'/{path.parent.relative_to(tests).as_posix()}/')]
    print('1..1')
    for fault in faults:
        print(f'# {fault}')
    print(('not ' if faults else '') + 'ok 1 /checks/tests/paths-are-folders')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
