#!/usr/bin/env python3
# embed-files.py: files as data of a program.
# SPDX-License-Identifier: MIT
"""Usage: embed-files.py VERSION OUTPUT.c FILE...

Writes C code that gives the images of GPU code in the FILEs, made for VERSION of CUDA, to the engine while a program is loaded.
"""

import hashlib
import pathlib
import sys


def main():
    version, output, *files = sys.argv[1:]
    lines = ['/* Made by embed-files.py. */', '#include "rensa-cuda-images.h"', '']
    labels = []
    for number, path in enumerate(map(pathlib.Path, files)):
        label = f'rensa_gpu_image_{number}'
        # A changed file must change this one, so that it is compiled anew.
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        escaped = str(path.resolve()).replace('\\', '\\\\\\\\').replace('"', '\\\\\\"')
        lines += [f'/* {digest} */', '__asm__ (".section .rodata\\n"', '         ".balign 64\\n"',
                  f'         "{label}:\\n"', f'         ".incbin \\"{escaped}\\"\\n"', '         ".previous\\n");',
                  f'extern const char {label}[] __attribute__ ((visibility ("hidden")));', '']
        labels.append(label)
    lines += [f'static const gconstpointer images[] = {{ {", ".join(labels + ["NULL"])} }};', '',
              'static __attribute__ ((constructor)) void', 'set_images (void)', '{',
              f'  rensa_cuda_set_images (images, {version});', '}', '']
    pathlib.Path(output).write_text('\n'.join(lines), encoding='utf-8')


if __name__ == '__main__':
    main()
