#!/usr/bin/env python3
# make-fault-table.py: lists the studio's messages about mistakes, in every language.
# SPDX-License-Identifier: MIT
"""Usage: make-fault-table.py [--check] FAULT_TABLE SOURCE_ROOT

Writes doc/faults.md from the output of the program FAULT_TABLE in English and with each catalog of
po/. With --check nothing is written; a table that is out of date is reported as a TAP test.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

NAMES = {'de': 'German', 'ja': 'Japanese'}
HEAD = '''# Mistakes, and edits that are refused

What is wrong with a document is a value first, a `RensaFault` (`src/engine/base/rensa-fault.h`), whose kind and
template stand in a table of its layer (`rensa-network-faults.h`, for example), and becomes a sentence in one file, `rensa-fault-words.c`. Here is what is said of mistakes in a model and in a training step, with the repair that is offered, and of some edits. `./dev docs` writes this table.
'''


def compile_catalogs(root, folder):
    for language in (root / 'po' / 'LINGUAS').read_text(encoding='utf-8').split():
        target = folder / language / 'LC_MESSAGES'
        target.mkdir(parents=True)
        subprocess.run(['msgfmt', '-o', str(target / 'rensa.mo'), str(root / 'po' / f'{language}.po')], check=True)
        yield language


def read_table(program, folder, language):
    env = {**os.environ, 'LC_ALL': 'C.UTF-8', 'LANGUAGE': language}
    text = subprocess.run([program, str(folder)], env=env, check=True, capture_output=True, text=True).stdout
    return [line.split('\t') for line in text.splitlines()]


def make_page(program, root):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        tables = {'English': read_table(program, folder, 'en')}
        for language in compile_catalogs(root, folder):
            tables[NAMES.get(language, language)] = read_table(program, folder, language)
    lines = [HEAD]
    for rows in zip(*tables.values()):
        lines += [f'## {rows[0][0].capitalize()}', '', '| | sentence | repair |', '|---|---|---|']
        lines += [f'| {language} | {sentence} | {repair} |' for language, (_, sentence, repair) in zip(tables, rows)]
        lines.append('')
    return '\n'.join(lines)


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != '--check']
    program, root = arguments[0], pathlib.Path(arguments[1])
    page, file = make_page(program, root), root / 'doc' / 'faults.md'
    if '--check' not in sys.argv:
        file.write_text(page, encoding='utf-8')
        return 0
    is_right = file.exists() and file.read_text(encoding='utf-8') == page
    print('1..1')
    if not is_right:
        print('# ./dev docs makes it')
    print(f'{"" if is_right else "not "}ok 1 /docs/faults')
    return 0 if is_right else 1


if __name__ == '__main__':
    sys.exit(main())
