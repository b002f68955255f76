#!/usr/bin/env python3
# find-tests.py: finds the tests for a folder, and the targets to build for them or for a suite.
# SPDX-License-Identifier: MIT
"""Usage: find-tests.py BUILD_ROOT PATH
       find-tests.py BUILD_ROOT --setup NAME [OPTION...]

PATH is a file or folder below src/, kernels/ or tests/. Tests mirror src/, so src/engine/data is
tested by tests/data, and src/engine/functions/math by the nearest existing folder, tests/functions;
folders of components are also tested by tests/conformance. Prints a line for each suite: its name,
the names of the tests, "--", and the targets that ninja builds for them. With --setup, prints the
targets that ninja builds for the tests that meson test runs with these options.
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMPONENTS = ('functions', 'links', 'optimizers')
# Folders whose tests have another name.
ELSEWHERE = {'doc': 'docs', 'kernels': 'backends', 'mock-gpu': 'gpu', 'ui': 'ui/window'}


def introspect(build, what):
    command = ['meson', 'introspect', f'--{what}', str(build)]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def get_key(path):
    """"src/engine/data/formats/rensa-idx.c" as "data"."""
    parts = list(path.relative_to(ROOT).parts)
    if path.is_file():
        parts.pop()
    for leading in ('src', 'tests', 'engine'):
        if parts and parts[0] == leading:
            parts.pop(0)
    return '/'.join(parts)


def find_folders(key):
    """Returns the folders of tests/ for @key, or the nearest ones if there are none."""
    nearest = ELSEWHERE.get(key, key)
    while nearest and not (ROOT / 'tests' / nearest / 'meson.build').exists():
        nearest = ELSEWHERE.get(nearest) or nearest.rpartition('/')[0]
    if not nearest:
        sys.exit(f'No folder of tests/ looks at {key}.')
    return [nearest, 'conformance'] if key.split('/')[0] in COMPONENTS else [nearest]


def is_below(word, build, folders):
    """Returns whether a word of a command names a program, which may not exist yet, or a script in
    one of @folders.
    """
    path = (build / word).resolve()
    return not path.is_dir() and any(path.is_relative_to((top / 'tests' / folder).resolve())
                                     for top in (build, ROOT) for folder in folders)


def find_targets(build, tests):
    """Returns the targets that ninja builds for @tests, and the programs that the engine starts."""
    targets = introspect(build, 'targets')
    outputs = {target['id']: pathlib.Path(target['filename'][0]).relative_to(build) for target in targets}
    started = {target['id'] for target in targets if target['type'] == 'executable'
               and outputs[target['id']].is_relative_to('src/engine')}
    return sorted({str(outputs[target]) for target in started.union(*(test['depends'] for test in tests))})


def get_suites(test):
    return [suite.partition(':')[2] for suite in test['suite']]


def list_tests(build, options):
    """Returns the tests that meson test runs with @options, by their names there:
    "rensa:store+threads / runs".
    """
    command = ['meson', 'test', '-C', str(build), '--no-rebuild', '--list', *options]
    listed = set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split('\n'))
    return [test for test in introspect(build, 'tests')
            if f"{test['suite'][0]}{''.join('+' + suite for suite in get_suites(test)[1:])} / {test['name']}" in listed]


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    if sys.argv[2] == '--setup':
        print(*find_targets(build, list_tests(build, sys.argv[2:])))
        return

    path = pathlib.Path(sys.argv[2]).resolve()
    if not path.exists():
        sys.exit(f'{sys.argv[2]} does not exist.')
    if not path.is_relative_to(ROOT) or path == ROOT:
        sys.exit(f'{sys.argv[2]} is no file or folder of this project; for all of it there is ./dev test.')

    folders = find_folders(get_key(path))
    suites = {}
    for test in introspect(build, 'tests'):
        if any(is_below(word, build, folders) for word in test['cmd'] if '/' in word):
            suites.setdefault(get_suites(test)[0], []).append(test)
    for suite, tests in sorted(suites.items()):
        print(suite, *[test['name'] for test in tests], '--', *find_targets(build, tests))


if __name__ == '__main__':
    main()
