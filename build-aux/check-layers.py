#!/usr/bin/env python3
# check-layers.py: checks that upward #includes do not compile, and that layers use no private
# headers of other layers.
# SPDX-License-Identifier: MIT
"""Usage: check-layers.py SOURCE_ROOT BUILD_ROOT

The layers are the subfolders listed in src/engine/meson.build and in meson.build, lowest first. A
header of a higher layer is out of reach if the include path, taken from the actual compile commands
of the files of a layer, contains only folders of that layer and of lower ones, and if no file
leaves its folder with "../". A header named -private.h is included only by its own layer.
"""

import json
import pathlib
import re
import shlex
import sys

SUBDIR = re.compile(r"^subdir\('([^']+)'\)", re.M)
CLIMBING = re.compile(r'^\s*#\s*include\s+"[^"]*\.\./', re.M)
PRIVATE = re.compile(r'^\s*#\s*include\s+"([^"]*-private\.h)"', re.M)
# Kernels for a GPU: generated in the folder that defines them, compiled by the mock.
GPU_KERNELS = re.compile(r'gpu-.*\.cc|.*-kernels-gpu\.cc')
# The struct of an array, for the backends; composed functions, for the distributions.
SHARED = {'rensa-array-private.h', 'rensa-composed-private.h'}


def layers_of(root, folder='.'):
    """Returns the folders that the meson.build of this one visits, in order; src/engine, which
    lists layers, comes after them.
    """
    for name in SUBDIR.findall((root / folder / 'meson.build').read_text(encoding='utf-8')):
        path = pathlib.PurePath(folder, name)
        if name == 'src/engine':
            yield from layers_of(root, path)
        if name != 'tests':
            yield path


def include_paths(root, build):
    """Yields every compiled file, and the folders of the project in its include path, from either root."""
    for command in json.loads((build / 'compile_commands.json').read_text(encoding='utf-8')):
        here = pathlib.Path(command['directory'])
        folders = [(here / flag[2:]).resolve() for flag in shlex.split(command['command']) if flag.startswith('-I')]
        file = (here / command['file']).resolve()
        yield relative(file, root, build), {relative(path, root, build) for path in folders}


def relative(path, root, build):
    for top in (build, root):
        if path.is_relative_to(top):
            return path.relative_to(top)
    return path


def find_faults(root, layers, at, commands):
    """Yields the includes of this layer that refer to a higher one."""
    allowed = layers[:at + 1]
    for file, folders in commands:
        if file.is_relative_to(layers[at]) and not GPU_KERNELS.fullmatch(file.name):
            for folder in folders:
                if not folder.is_absolute() and not any(folder.is_relative_to(layer) for layer in allowed):
                    yield f'{file} is compiled with {folder} in its include path'
    paths = sorted((root / layers[at]).rglob('*.[ch]'))
    own = {path.name for path in paths} | SHARED
    for path in paths:
        text = path.read_text(encoding='utf-8')
        if CLIMBING.search(text):
            yield f'{path.relative_to(root)} includes a file by "../"'
        for name in PRIVATE.findall(text):
            if name not in own:
                yield f'{path.relative_to(root)} includes {name}, which is private to another layer'


def main():
    root, build = (pathlib.Path(path).resolve() for path in sys.argv[1:])
    layers = list(layers_of(root))
    commands = list(include_paths(root, build))
    failed = False

    print(f'1..{len(layers)}')
    for n, layer in enumerate(layers):
        faults = list(find_faults(root, layers, n, commands))
        for fault in faults:
            print(f'# {fault}')
        print(('not ' if faults else '') + f'ok {n + 1} /checks/layers/{layer}')
        failed = failed or bool(faults)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
