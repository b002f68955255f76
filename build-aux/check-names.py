#!/usr/bin/env python3
# check-names.py: checks that components are not referred to by name outside of their own files.
# SPDX-License-Identifier: MIT
"""Usage: check-names.py SOURCE_ROOT BUILD_ROOT

A component's name in a string elsewhere in src is a fact about the component outside of its file,
and would be forgotten when the next component is added. Components may name one another, as a
default or as a choice. Ordinary words ("sum", "accuracy") have other meanings as well; only names
that are specific to a component are checked.
"""

import pathlib
import re
import sys

CLASS = re.compile(r'^(?:static )?const Rensa\w+ \w+ = \{\n((?:  .*\n|\n)*?)\};', re.M)
NAME = re.compile(r'^  \.name = "(\w+)"', re.M)
COMMENT = re.compile(r'/\*.*?\*/', re.S)
PECULIAR = re.compile(r'\w*[a-z]\w*[A-Z_0-9]\w*|[A-Z]\w+|relu|concat|dropout|reshape')
# A string that is such a name, or a component with attributes: "Normal(scale=1.0)"; but not a text for users.
STRING = re.compile(r'(?<!_ \()"(\w+)(?:\([^"]*\))?"')

# Files that combine components chosen by hand, and files in which a name has another meaning.
ALLOWED = {
    'src/cli/cli-train.c': 'what a terminal shows besides',
    'src/engine/backends/': 'operations of kernels',
    'src/engine/exporters/chainer/chainer.c': 'what a program prints without extensions',
    'src/engine/exporters/torch/rensa-torch-extensions.c': 'what a program prints without extensions',
    'src/engine/exporters/onnx/': 'operators of ONNX',
    'src/engine/functions/': 'functions, in messages of what they share',
    'src/engine/importers/onnx/': 'what the operators of ONNX are here',
    'src/engine/importers/sketch/': 'the document that an imported model becomes',
    'src/engine/links/caffe/': 'what the layers of Caffe are here',
    'src/engine/links/connection/rensa-convolution-link-private.h': 'rows that several links have',
    'src/engine/links/connection/rensa-dense-link-private.h': 'rows that several links have',
    'src/engine/links/recurrent/rensa-recurrent-link.c': 'rows that several links have',
    'src/engine/links/recurrent/rensa-n-step-link': 'rows that several links have',
    'src/engine/links/networks/rensa-vgg-private.h': 'networks that others put together',
    'src/engine/project/advice/': 'what repairs offer',
    'src/engine/project/build/rensa-extract.c': 'the project that a model becomes',
    'src/engine/project/document/rensa-document-fields.c': 'the document that is new',
    'src/engine/project/network/rensa-comparison.c': 'the usual losses',
    'src/engine/training/core/rensa-trigger.': 'the trigger of a period',
    'src/ui/project/studio-school.c': 'what a school book calls components',
    'src/ui/graph/studio-graph.c': 'the extension whose files it shows',
}
WORDS = {'NaN', 'One', 'Zero'}


def find_faults(root):
    sources = {path.relative_to(root).as_posix(): path.read_text(encoding='utf-8')
               for path in sorted((root / 'src').rglob('*.[ch]'))}
    owners = {}
    for path, text in sources.items():
        for block in CLASS.findall(text):
            for name in NAME.findall(block):
                owners.setdefault(name, set()).add(path)
    files = set().union(*owners.values())
    for path, text in sources.items():
        if path in files or path.startswith(tuple(ALLOWED)):
            continue
        for name in STRING.findall(COMMENT.sub('', text)):
            if name in owners and PECULIAR.fullmatch(name) and name not in WORDS:
                yield f'{path} knows {name}, which is described by {", ".join(sorted(owners[name]))}'


def main():
    faults = sorted(set(find_faults(pathlib.Path(sys.argv[1]).resolve())))
    print('1..1')
    for fault in faults:
        print(f'# {fault}')
    print(('not ' if faults else '') + 'ok 1 /checks/names/components-are-known-in-their-files-alone')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
