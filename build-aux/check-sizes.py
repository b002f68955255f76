#!/usr/bin/env python3
# check-sizes.py: checks that folders, files and functions keep to their limits.
# SPDX-License-Identifier: MIT
"""Usage: check-sizes.py SOURCE_ROOT

A source folder has at most 40 files, a source file at most 600 lines, a C function at most 60
lines. Reference cases, which programs read and no one edits, are exempt. A .c file in src has at
least 60 lines, is a component, or is listed in SHORT, by its path or by a pattern, under the reason
why it is a file; other short helpers belong to the file that they serve.
"""

import collections
import fnmatch
import pathlib
import re
import sys

FOLDERS = ('src', 'kernels', 'tests', 'bench')
SOURCES = ('.c', '.h', '.cc', '.cu', '.py', '.ui', '.css')
EXEMPT = ('tests/reference/',)
MAX_FILES, MAX_LINES, MAX_FUNCTION = 40, 600, 60
MIN_LINES, MIN_USERS = 60, 3
# As in extract-components.py, and what is registered without it.
COMPONENT = re.compile(r'^const (?:Rensa\w*(?:Class|Exporter|Importer) rensa_\w+_(?:class|exporter|importer)'
                       r'|RensaComponent rensa_\w+_component|CliCommand cli_\w+) = \{', re.M)
DEFINITION = re.compile(r'^(?:(?:rensa|studio)_\w+(?= \()|const \w+ rensa_\w+(?= =|\[))', re.M)
SHARED = 'used by three files or more and part of none of them'
SHORT = {
    SHARED: (
        'src/engine/autograd/rensa-function-hook.c',
        'src/engine/backends/rensa-meta-device.c',
        'src/engine/backends/rensa-program.c',
        'src/engine/base/rensa-modes.c',
        'src/engine/data/core/rensa-points.c',
        'src/engine/functions/common/rensa-attr-arrays.c',
        'src/engine/functions/common/rensa-labels.c',
        'src/engine/functions/common/rensa-lists.c',
        'src/engine/functions/common/rensa-mean.c',
        'src/engine/functions/math/rensa-operator.c',
        'src/engine/functions/math/rensa-over-axes.c',
        'src/engine/project/network/rensa-mistakes.c',
        'src/engine/rensa-init.c',
        'src/engine/training/core/rensa-python-json.c',
        'src/program/rensa-start.c',
        'src/ui/common/studio-closures.c',
        'src/ui/common/studio-file-chooser.c',
        'src/ui/common/studio-popover.c',
        'src/ui/data/studio-data-bar.c',
        'src/ui/data/studio-data-scroller.c',
    ),
    'the faults of one layer': ('src/engine/*-faults.c',),
    'compiled once for each instruction set': (
        'src/engine/backends/cpu/loops/cpu-softmax-loops.c',
        'src/engine/backends/cpu/loops/cpu-sparse-loops.c',
    ),
    'one operation that only libraries of some devices have': (
        'src/engine/backends/rensa-collectives.c',
        'src/engine/backends/rensa-fused-attention.c',
        'src/engine/backends/rensa-recurrence.c',
    ),
    'one part of an exported program, or of an imported format': (
        'src/engine/exporters/librensa/rensa-librensa-helpers.c',
        'src/engine/exporters/librensa/rensa-librensa-main.c',
        'src/engine/exporters/librensa/rensa-librensa-makefile.c',
        'src/engine/exporters/librensa/rensa-librensa-trainer.c',
        'src/engine/exporters/model/rensa-export-leaves.c',
        'src/engine/exporters/python/rensa-python-head.c',
        'src/engine/exporters/torch/rensa-torch-snapshots.c',
        'src/engine/importers/onnx/rensa-onnx-branch.c',
    ),
    'one type of widget': ('src/ui/common/forms/studio-attr-switch.c',),
    'lock-free, with a test of its own': ('src/worker/rensa-status.c',),
    'linked into the shared library alone': ('src/engine/rensa-library.c',),
    'main function of a program': ('src/ui/main.c',),
}
BODY = re.compile(r'(?<=\)\n)\{\n(.*?)^\}$', re.M | re.S)


def find_faults(root):
    counts = collections.Counter()
    for top in FOLDERS:
        for path in sorted((root / top).rglob('*')):
            name = path.relative_to(root).as_posix()
            if not path.is_file() or '__pycache__' in name or name.startswith(EXEMPT):
                continue
            counts[path.parent.relative_to(root).as_posix()] += 1
            if path.suffix in SOURCES:
                yield from find_long(name, path.read_text(encoding='utf-8'))
    for folder, count in counts.items():
        if count > MAX_FILES:
            yield f'{folder} holds {count} files, expected at most {MAX_FILES}'
    yield from find_short({path.relative_to(root).as_posix(): path.read_text(encoding='utf-8')
                           for path in sorted((root / 'src').rglob('*.c'))})


def find_long(name, text):
    lines = text.count('\n')
    if lines > MAX_LINES:
        yield f'{name} has {lines} lines, expected at most {MAX_LINES}'
    if name.endswith(('.c', '.cc')):
        for body in BODY.finditer(text):
            length = body[1].count('\n')
            if length > MAX_FUNCTION:
                line = text.count('\n', 0, body.start()) + 1
                yield f'{name}:{line} is a function of {length} lines, expected at most {MAX_FUNCTION}'


def find_short(sources):
    """Compares the short files of @sources, texts by name, with SHORT."""
    listed = {name for names in SHORT.values() for name in names}
    short = {name for name, text in sources.items() if text.count('\n') < MIN_LINES and not COMPONENT.search(text)}
    for name in sorted(short):
        if not any(fnmatch.fnmatchcase(name, pattern) for pattern in listed):
            yield (f'{name} has {sources[name].count(chr(10))} lines and is no component: join it with what it serves, or '
                   'give a reason in SHORT')
    for pattern in sorted(listed):
        if not fnmatch.filter(short, pattern):
            yield f'{pattern} is listed in SHORT, but {"is a component or long" if pattern in sources else "does not exist"}'
    words = {name: set(re.findall(r'\w+', text)) for name, text in sources.items()}
    for name in sorted(short & set(SHORT[SHARED])):
        defined = {match[0].split()[-1] for match in DEFINITION.finditer(sources[name])}
        users = sum(1 for other in sources if other != name and words[other] & defined)
        if users < MIN_USERS:
            yield f'{name} is used by {users} files, expected at least {MIN_USERS}: "{SHARED}"'


def main():
    faults = list(find_faults(pathlib.Path(sys.argv[1]).resolve()))
    print('1..1')
    for fault in faults:
        print('#', fault)
    print('not ok' if faults else 'ok', '1 /checks/sizes')
    return bool(faults)


if __name__ == '__main__':
    sys.exit(main())
