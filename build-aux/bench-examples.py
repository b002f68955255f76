#!/usr/bin/env python3
# bench-examples.py: measures how long the examples take to train, and how good they are afterwards.
# SPDX-License-Identifier: MIT
"""Usage: bench-examples.py RENSA FOLDER [--dataset-root DIR] [--keep DIR] [NAME ...]

Trains the examples in FOLDER, or only the named ones, unchanged, with `rensa train`, and prints the
rows of the table in doc/examples.md. Examples whose data are missing are reported and skipped.
--keep keeps the results. DIR contains the folders mnist, mushrooms, text, and cifar-10 with an
archive in the binary form, of any name and size.
"""

import argparse
import json
import pathlib
import resource
import shutil
import subprocess
import tempfile
import time

# Quality measures of an example: the first one that its log contains is used.
MEASURES = ('validation/main/accuracy', 'validation/main/loss', 'validation/distance', 'validation/gen/loss')


def get_options(path, root):
    """The options that specify where the data are."""
    if not root:
        return []
    archives = sorted(pathlib.Path(root, 'cifar-10').absolute().glob('*.tar.gz')) if path.stem.startswith('cifar10') else []
    return ['--dataset-root', root, *(f'--set=data.dataset.folder={archive}' for archive in archives[:1])]


def get_processor_time():
    """Resource usage of all child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def train(rensa, path, out, root):
    """Elapsed seconds, seconds of all processors together, and the exit status."""
    command = [rensa, 'train', str(path), '--out', str(out), '--quiet', *get_options(path, root)]
    begin, used = time.monotonic(), get_processor_time()
    result = subprocess.run(command, capture_output=True, text=True)
    return time.monotonic() - begin, get_processor_time() - used, result


def describe(out):
    last = json.loads((out / 'log').read_text())[-1]
    measure = next((name for name in MEASURES if name in last), None)
    return last['epoch'], f'{measure} {last[measure]:.3g}' if measure else ''


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('rensa')
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('names', nargs='*')
    parser.add_argument('--dataset-root')
    parser.add_argument('--keep', type=pathlib.Path)
    args = parser.parse_intermixed_args()
    print('| example | epochs | seconds | of processors | at the end |\n| --- | --- | --- | --- | --- |')
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.keep or pathlib.Path(temporary)
        for path in sorted(args.folder.glob('*.rensa')):
            if args.names and path.stem not in args.names:
                continue
            out = folder / path.stem
            shutil.rmtree(out, ignore_errors=True)
            seconds, used, result = train(args.rensa, path, out, args.dataset_root)
            if result.returncode != 0:
                print(f'| `{path.stem}` | | | | not run: {result.stderr.strip()} |', flush=True)
                continue
            epochs, quality = describe(out)
            print(f'| `{path.stem}` | {epochs} | {seconds:.1f} | {used:.1f} | {quality} |', flush=True)


if __name__ == '__main__':
    main()
