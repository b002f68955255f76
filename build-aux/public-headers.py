#!/usr/bin/env python3
# public-headers.py: determines the engine's interface to other programs from src/engine/rensa.h.
# SPDX-License-Identifier: MIT
"""Usage: public-headers.py exports VERSION FILE SOURCE_ROOT BUILD_ROOT
       public-headers.py install FOLDER SOURCE_ROOT BUILD_ROOT

Public are rensa.h and every header of the engine that it includes, directly or indirectly.
"exports" writes the linker's list of their declarations; "install" copies them to FOLDER, relative
to the prefix of the installation.
"""

import os
import pathlib
import re
import shutil
import sys

COMMENT = re.compile(r'/\*.*?\*/', re.S)
INCLUDE = re.compile(r'^#include "([\w-]+\.h)"', re.M)
NAME = re.compile(r'\brensa_\w+')


def find_headers(*roots):
    """Returns the path of each header of the engine, including generated ones, by its name."""
    return {path.name: path for root in roots for folder in ('src/engine', 'kernels')
            for path in sorted(pathlib.Path(root, folder).rglob('*.h'))}


def find_public(headers, first='rensa.h'):
    """Returns the paths of @first and of the headers that it includes, each once."""
    found = {}

    def visit(name):
        if name in found:
            return
        found[name] = None
        for included in INCLUDE.findall(headers[name].read_text(encoding='utf-8')):
            if included not in headers:
                sys.exit(f'{headers[name]}: includes "{included}", which is no header of the engine')
            visit(included)
        found[name] = headers[name]

    visit(first)
    return list(found.values())


def write_exports(version, file, public):
    names = set()
    for path in public:
        names.update(NAME.findall(COMMENT.sub('', path.read_text(encoding='utf-8'))))
    lines = [f'RENSA_{version} {{', '  global:', *(f'    {name};' for name in sorted(names)), '  local:', '    *;', '};']
    pathlib.Path(file).write_text('\n'.join(lines) + '\n', encoding='utf-8')


def install(folder, public):
    target = pathlib.Path(os.environ['MESON_INSTALL_DESTDIR_PREFIX'], folder)
    target.mkdir(parents=True, exist_ok=True)
    for path in public:
        if path.stem.endswith('-private'):
            sys.exit(f'{path}: a private header would be installed; who includes it?')
        shutil.copyfile(path, target / path.name)


def main():
    command, *words = sys.argv[1:]
    public = find_public(find_headers(*words[-2:]))
    if command == 'exports':
        write_exports(words[0], words[1], public)
    else:
        install(words[0], public)


if __name__ == '__main__':
    main()
