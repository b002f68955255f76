#!/usr/bin/env python3
# check-product.py: checks that the installed programs contain nothing of the tests.
# SPDX-License-Identifier: MIT
"""Usage: check-product.py BUILD_ROOT RENSA FILE...

RENSA and every FILE, an installed program or library, must define no symbol of the mock GPU or of
the benchmarks; RENSA must not list a mock GPU as a device, whatever the environment; and nothing
built in tests/ or bench/ may be installed.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

TEST_SYMBOL = re.compile(r'mock|bench', re.I)
TEST_FOLDERS = ('tests', 'bench')


def find_symbols(file):
    output = subprocess.run(['nm', '--defined-only', '--format=posix', file], capture_output=True, text=True, check=True).stdout
    names = [line.split(' ')[0] for line in output.splitlines()]
    if not names:
        yield f'{file} has no symbols to check'
    for name in names:
        if TEST_SYMBOL.search(name):
            yield f'{file} defines {name}'


def find_devices(rensa):
    for value in (None, '', 'foo'):
        env = {name: text for name, text in os.environ.items() if name != 'RENSA_MOCK'} | ({} if value is None else {'RENSA_MOCK': value})
        done = subprocess.run([rensa, 'devices'], env=env, capture_output=True, text=True, check=False)
        if done.returncode != 0 or TEST_SYMBOL.search(done.stdout):
            yield f'RENSA_MOCK={value} {rensa} devices: exit status {done.returncode}, {done.stdout}'


def find_installed(build):
    for path in json.loads((build / 'meson-info/intro-installed.json').read_text(encoding='utf-8')):
        if any(pathlib.Path(path).is_relative_to(build / folder) for folder in TEST_FOLDERS):
            yield f'{path} is installed'


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    checks = {'symbols': [fault for file in sys.argv[2:] for fault in find_symbols(file)],
              'devices': list(find_devices(sys.argv[2])),
              'installed-files': list(find_installed(build))}
    print(f'1..{len(checks)}')
    for n, (name, faults) in enumerate(checks.items(), 1):
        for fault in faults:
            print('# ' + fault.replace('\n', '\n# '))
        print(('not ' if faults else '') + f'ok {n} /checks/product/{name}')
    return 1 if any(checks.values()) else 0


if __name__ == '__main__':
    sys.exit(main())
