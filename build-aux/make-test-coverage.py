#!/usr/bin/env python3
# make-test-coverage.py: which lines of each folder the tests run.
# SPDX-License-Identifier: MIT
"""Usage: make-test-coverage.py [--print] BUILD_ROOT SOURCE_ROOT

Reads what the programs of BUILD_ROOT, built with -Db_coverage=true, have counted, and writes doc/test-coverage.md; with
--print only the tables, to standard output. A line counts once however many programs have it; one that no program has run counts, too.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

BATCH = 40
N_LEAST = 30
HEAD = '''# Lines that the tests run

Lines of C in `src` that all tests together run at least once, by folder. `./dev test --coverage` measures them with gcov and writes this page. A kernel between
two comments is compiled as a copy for each instruction set, so it does not count.
'''


def run_gcov(notes):
    """The objects of gcov's JSON, one for each compiled file."""
    command = ['gcov', '--json-format', '--stdout', *map(str, notes)]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in output.splitlines() if line.startswith('{')]


def find_lines(compiled, source_root):
    """Each line of src in one compiled file, and whether it was run."""
    for file in compiled['files']:
        path = pathlib.Path(os.path.normpath(pathlib.Path(compiled['current_working_directory'], file['file'])))
        if path.is_relative_to(source_root / 'src'):
            for line in file['lines']:
                yield path.relative_to(source_root), line['line_number'], line['count'] > 0


def count_lines(build_root, source_root):
    """For each source file its lines, each with whether it was run."""
    notes = sorted(build_root.rglob('*.gcno'))
    counted = collections.defaultdict(dict)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for batch in pool.map(run_gcov, (notes[i:i + BATCH] for i in range(0, len(notes), BATCH))):
            for compiled in batch:
                for path, number, is_run in find_lines(compiled, source_root):
                    counted[path][number] = counted[path].get(number, False) or is_run
    return counted


def get_folder(path):
    """"src/engine/data" and "src/ui/canvas", but "src/store"."""
    depth = 3 if path.parts[1] in ('engine', 'ui') and len(path.parts) > 3 else 2
    return '/'.join(path.parts[:depth])


def make_row(name, flags):
    flags = list(flags)
    return f'| {name} | {len(flags):,} | {sum(flags):,} | {100 * sum(flags) / len(flags):.1f} % |'


def make_tables(counted):
    folders = collections.defaultdict(list)
    for path, lines in counted.items():
        folders[get_folder(path)].extend(lines.values())
    least = sorted(counted, key=lambda path: sum(counted[path].values()) - len(counted[path]))[:N_LEAST]
    rule = '| --- | ---: | ---: | ---: |'
    yield from ('| folder | lines | run | |', rule)
    yield from (make_row(f'`{folder}`', folders[folder]) for folder in sorted(folders))
    yield make_row('all', (is_run for flags in folders.values() for is_run in flags))
    yield from ('', f'The {N_LEAST} files with the most lines that no test runs:', '', '| file | lines | run | |', rule)
    yield from (make_row(f'`{path}`', counted[path].values()) for path in least)


def main():
    arguments = sys.argv[1:]
    is_printed = arguments[0] == '--print'
    build_root, source_root = (pathlib.Path(argument).resolve() for argument in arguments[is_printed:])
    tables = '\n'.join(make_tables(count_lines(build_root, source_root)))
    if is_printed:
        print(tables)
    else:
        (source_root / 'doc/test-coverage.md').write_text(f'{HEAD}\n{tables}\n', encoding='utf-8')


if __name__ == '__main__':
    sys.exit(main())
