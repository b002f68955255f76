#!/usr/bin/env python3
# list-limits.py: lists the numbers at which code switches to another algorithm.
# SPDX-License-Identifier: MIT
"""Writes LIMITS, the value of each "#define NAME NUMBER" of the given C sources, for tests of values
around each limit.
"""

import re
import sys

DEFINE = re.compile(r'^#define (\w+) \(?([0-9][0-9.eEu]*)(?: << ([0-9]+))?\)?$', re.M)


def main():
    values = set()
    for path in sys.argv[2:]:
        with open(path, encoding='utf-8') as file:
            for _, number, shift in DEFINE.findall(file.read()):
                values.add(int(float(number.rstrip('u'))) << int(shift or 0))
    with open(sys.argv[1], 'w', encoding='utf-8') as out:
        out.write('#define LIMITS %s\n' % ', '.join(str(value) for value in sorted(values)))


if __name__ == '__main__':
    main()
