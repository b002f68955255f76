#!/usr/bin/env python3
# embed-files.py: files as data of a program.
# SPDX-License-Identifier: MIT
"""Usage: embed-files.py images OUTPUT.c VERSION FILE...
       embed-files.py headers OUTPUT.c NAME=FILE...
       embed-files.py texts OUTPUT.h FILE

Writes C code that gives the images of GPU code in the FILEs, made for VERSION of CUDA, to the engine while a program is loaded; or that is
the table of the headers, by NAME, that typed formulas are compiled with; or that has the texts of FILE, code in another language, as constants. A text
begins after a line "# text: NAME", or "/* text: NAME */", and ends before "# end text"; what is outside completes the code for its compiler.
Constants whose names begin with rensa_ are for other files, too.
"""

import hashlib
import pathlib
import re
import sys

FENCE = re.compile(r'\s*(?:#|/\*) (?:text: (\w+)|(end text))(?: \*/)?\n')


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


def read_texts(path):
    """Yields the name and the lines of each text."""
    name, lines = None, []
    for line in pathlib.Path(path).read_text(encoding='utf-8').splitlines(keepends=True):
        fence = FENCE.fullmatch(line)
        if fence is None:
            lines.append(line)
        elif bool(fence[2]) == (name is None):
            sys.exit(f'{path}: a text begins or ends inside another, at {line.strip()}')
        elif fence[2]:
            yield name, lines
            name = None
        else:
            name, lines = fence[1], []
    if name is not None:
        sys.exit(f'{path}: text {name} does not end')


def quote(text):
    escaped = text.replace('\\', '\\\\').replace('"', '\\"').replace('\n', '\\n')
    return f'"{escaped}"'


def write_texts(path):
    result = ['#pragma once', '']
    for name, lines in read_texts(path):
        storage = '' if name.startswith('rensa_') else 'static '
        result += [f'{storage}const char {name}[] =', *('    ' + quote(line) for line in lines)]
        result[-1] += ';'
    return result + ['']


WRITERS = {'images': write_images, 'headers': write_headers, 'texts': write_texts}


def main():
    kind, output, *rest = sys.argv[1:]
    lines = WRITERS[kind](*rest)
    pathlib.Path(output).write_text('\n'.join(['/* Made by embed-files.py. */'] + lines), encoding='utf-8')


if __name__ == '__main__':
    main()
