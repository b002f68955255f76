#!/usr/bin/env python3
# list-resources.py: lists the studio's resources, from the files in its folders.
# SPDX-License-Identifier: MIT
"""Usage: list-resources.py BASE [FOLDER FILE...]

Prints the XML that glib-compile-resources reads. FILE, below BASE, gets the path FOLDER/NAME, for
each FOLDER up to the next word that ends in "/".
"""

import os
import sys
from xml.sax.saxutils import escape

PREFIX = '/org/rensa/Studio/'


def main():
    base, words = sys.argv[1], sys.argv[2:]
    folder = ''

    print('<?xml version="1.0" encoding="UTF-8"?>\n<gresources>\n  <gresource prefix="' + PREFIX + '">')
    for word in words:
        if word.endswith('/'):
            folder = word.lstrip('/')
            continue
        alias = escape(folder + os.path.basename(word))
        file = escape(os.path.relpath(word, base))
        options = ' preprocess="xml-stripblanks"' if word.endswith(('.ui', '.svg')) else ''
        print(f'    <file alias="{alias}"{options}>{file}</file>')
    print('  </gresource>\n</gresources>')


if __name__ == '__main__':
    main()
