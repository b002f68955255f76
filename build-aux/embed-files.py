#!/usr/bin/env python3
# embed-files.py: files as data of a program.
# SPDX-License-Identifier: MIT
"""Usage: embed-files.py images OUTPUT.c VERSION FILE...
       embed-files.py headers OUTPUT.c NAME=FILE...

Writes C code that gives the images of GPU code in the FILEs, made for VERSION of CUDA, to the engine while a program is loaded; or that is
the table of the headers, by NAME, that typed formulas are compiled with.
"""

import hashlib
import pathlib
import sys


def embed(label, path, end=''):
    """@end: a directive of the assembler behind the file."""
    # A changed file must change this one, so that it is compiled anew.
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    escaped = str(path.resolve()).replace('\\', '\\\\\\\\').replace('"', '\\\\\\"')
    return [f'/* {digest} */', '__asm__ (".section .rodata\\n"', '         ".balign 64\\n"',
            f'         "{label}:\\n"', f'         ".incbin \\"{escaped}\\"\\n{end}"', '         ".previous\\n");',
            f'extern const char {label}[] __attribute__ ((visibility ("hidden")));', '']


def write_images(version, *files):
    labels = [f'rensa_gpu_image_{number}' for number in range(len(files))]
    lines = ['#include "rensa-cuda-images.h"', '']
    for label, path in zip(labels, files):
        lines += embed(label, pathlib.Path(path))
    return lines + [f'static const gconstpointer images[] = {{ {", ".join(labels + ["NULL"])} }};', '',
                    'static __attribute__ ((constructor)) void', 'set_images (void)', '{',
                    f'  rensa_cuda_set_images (images, {version});', '}', '']


def write_headers(*files):
    labels = [f'rensa_formula_header_{number}' for number in range(len(files))]
    names = [f'"{file.partition("=")[0]}"' for file in files]
    lines = ['#include "cuda-formula.h"', '']
    for label, file in zip(labels, files):
        lines += embed(label, pathlib.Path(file.partition('=')[2]), '.byte 0\\n')
    return lines + [f'const char *const rensa_formula_header_names[] = {{ {", ".join(names + ["NULL"])} }};',
                    f'const char *const rensa_formula_headers[] = {{ {", ".join(labels)} }};', '']


def main():
    kind, output, *rest = sys.argv[1:]
    lines = write_images(*rest) if kind == 'images' else write_headers(*rest)
    pathlib.Path(output).write_text('\n'.join(['/* Made by embed-files.py. */'] + lines), encoding='utf-8')


if __name__ == '__main__':
    main()
