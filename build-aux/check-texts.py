#!/usr/bin/env python3
# check-texts.py: compiles the Python of exported programs that lies beside the sources.
# SPDX-License-Identifier: MIT
"""Usage: check-texts.py SOURCE_ROOT

Prints TAP. Each src/**/NAME.py is valid Python, and NAME.c beside it, or in the folder above texts, includes NAME.py.inc.
"""

import pathlib
import sys


def find_faults(root):
    for path in sorted((root / 'src').rglob('*.py')):
        name = path.relative_to(root)
        try:
            compile(path.read_text(encoding='utf-8'), str(name), 'exec')
        except SyntaxError as error:
            yield f'{name}:{error.lineno}: {error.msg}'
        folder = path.parent.parent if path.parent.name == 'texts' else path.parent
        source = folder / f'{path.stem}.c'
        if not source.exists() or f'#include "{path.name}.inc"' not in source.read_text(encoding='utf-8'):
            yield f'{name} is not included by {source.relative_to(root)}'


def main():
    faults = list(find_faults(pathlib.Path(sys.argv[1]).resolve()))
    print('1..1')
    for fault in faults:
        print('#', fault)
    print('not ok' if faults else 'ok', '1 /checks/texts')
    return bool(faults)


if __name__ == '__main__':
    sys.exit(main())
