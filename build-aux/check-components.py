#!/usr/bin/env python3
# check-components.py: checks that every source is listed in the meson.build of its folder.
# SPDX-License-Identifier: MIT
"""Usage: check-components.py SOURCE_ROOT BUILD_ROOT

A .c file that no meson.build lists is never compiled, so a component in it would be missing
silently. Compiled files are listed in compile_commands.json; files that are left out because a
library is missing are listed only in a meson.build. The reverse, a listed file that does not exist,
is rejected by Meson.
"""

import json
import pathlib
import sys


def is_named(path):
    """Returns whether a meson.build names it, as 'folder/test-x.c' or 'folder/x'."""
    for folder in path.parents[:2]:
        build = folder / 'meson.build'
        short = path.relative_to(folder).with_name(path.stem.removeprefix('test-'))
        text = build.read_text(encoding='utf-8') if build.exists() else ''
        if f"'{path.relative_to(folder)}'" in text or f"'{short}'" in text:
            return True
    return False


def main():
    root, build = (pathlib.Path(path).resolve() for path in sys.argv[1:])
    commands = json.loads((build / 'compile_commands.json').read_text(encoding='utf-8'))
    compiled = {(pathlib.Path(command['directory']) / command['file']).resolve() for command in commands}
    sources = sorted(path for folder in ('src', 'tests') for path in (root / folder).rglob('*.c'))
    missing = [path.relative_to(root) for path in sources if path not in compiled and not is_named(path)]

    print('1..1')
    for path in missing:
        print(f'# {path} is listed in no meson.build; its place is {path.parent / "meson.build"}')
    print(('not ' if missing else '') + 'ok 1 /checks/components/every-source-is-listed')
    return 1 if missing else 0


if __name__ == '__main__':
    sys.exit(main())
