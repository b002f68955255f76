#!/usr/bin/env python3
# list-operators.py: lists the supported operators of ONNX, for doc/import.md.
# SPDX-License-Identifier: MIT
"""Usage: list-operators.py [--check] SOURCE_ROOT

Writes the table of doc/import.md from the tables in src/engine/importers/onnx, or checks that it is
up to date.
"""

import pathlib
import re
import sys

BEGIN, END = '<!-- operators -->\n', '<!-- end of operators -->\n'


def list_operators(path):
    """Returns the operators of one file, in order."""
    text = path.read_text(encoding='utf-8')
    tables = re.findall(r'^const RensaOnnxOperator \w+\[\] = \{\n(.*?)^\};', text, re.M | re.S)
    return sorted(re.findall(r'\{ "(\w+)", \w+,', ''.join(tables)))


def make_table(folder):
    rows = ['| family | operators |\n', '| --- | --- |\n']
    for path in sorted(folder.glob('rensa-onnx-*.c')):
        names = list_operators(path)
        if names:
            rows.append(f'| {path.stem.removeprefix("rensa-onnx-")} | {", ".join(names)} |\n')
    return ''.join(rows)


def main():
    root = pathlib.Path(sys.argv[-1])
    page = root / 'doc' / 'import.md'
    text = page.read_text(encoding='utf-8')
    head, rest = text.split(BEGIN)
    made = head + BEGIN + make_table(root / 'src/engine/importers/onnx') + END + rest.split(END)[1]
    if '--check' not in sys.argv:
        page.write_text(made, encoding='utf-8')
        return 0
    print('1..1')
    print(('' if made == text else 'not ') + 'ok 1 /checks/operators/table')
    return 0 if made == text else 1


if __name__ == '__main__':
    sys.exit(main())
