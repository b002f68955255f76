#!/usr/bin/env python3
# install-headers.py: puts the public headers of the engine where other programs find them.
# SPDX-License-Identifier: MIT
"""Usage: install-headers.py SOURCE_ROOT BUILD_ROOT FOLDER

FOLDER is relative to the prefix of the installation.  Public are all headers of src/engine, those that the build makes
included, except the private ones and those of kernels.
"""

import os
import pathlib
import shutil
import sys


def is_public(path):
    return path.name.startswith('rensa-') and not path.stem.endswith(('-private', '-kernels'))


def main():
    target = pathlib.Path(os.environ['MESON_INSTALL_DESTDIR_PREFIX'], sys.argv[3])
    target.mkdir(parents=True, exist_ok=True)
    for root in sys.argv[1:3]:
        for path in sorted(pathlib.Path(root, 'src', 'engine').rglob('*.h')):
            if is_public(path):
                shutil.copyfile(path, target / path.name)


if __name__ == '__main__':
    main()
