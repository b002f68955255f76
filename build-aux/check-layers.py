#!/usr/bin/env python3
# check-layers.py: does an upward #include fail to compile, and do layers leave the private headers of others alone?
# SPDX-License-Identifier: MIT
"""Usage: check-layers.py SOURCE_ROOT BUILD_ROOT

The layers are the subfolders named in src/engine/meson.build and in meson.build, the lowest first. A header of a
higher layer is out of reach where the include path, taken from the commands that really compile the files of a
layer, holds only folders of that layer and of lower ones, and where no file climbs out of its folder with "../". A header
called -private.h is included by the layer it lies in alone.
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
# What an array is made of, for the backends; functions composed of others, for the distributions.
SHARED = {'rensa-array-private.h', 'rensa-composed-private.h'}


def layers_of(root, folder='.'):
    """The folders that the meson.build of this one visits, in that order; src/engine, which lists layers, comes after them."""
    for name in SUBDIR.findall((root / folder / 'meson.build').read_text(encoding='utf-8')):
        path = pathlib.PurePath(folder, name)
        if name == 'src/engine':
            yield from layers_of(root, path)
        if name != 'tests':
            yield path


def include_paths(root, build):
    """Every file that is compiled, and the folders of the project in its include path, from either root."""
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
    """What lets this layer look upward."""
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
