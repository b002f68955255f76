#!/usr/bin/env python3
# gpu-check.py: checks that everything that runs on a GPU gives correct numbers on this one, and
# measures the speed.
# SPDX-License-Identifier: MIT
"""Usage: gpu-check.py [--device cuda:0] [--workloads NAME,…] [--seconds S] [--peer COMMAND] [--report FILE] [FOLDER]

FOLDER is a build, or what gpu-pack.py has unpacked; without one, the folder of this script.  In about ten minutes, on a machine that needs
nothing but the GPU's driver, cuBLAS and cuDNN (also those that Python packages bring):

- what the device is, by `rensa devices`;
- all reference cases, computed on the device;
- the tests of the host's table of functions, on the device;
- some of them under compute-sanitizer, where it is installed;
- `rensa-bench`; with --peer as multiples of another program's rates, measured in turn.  COMMAND takes the options --threads N --device cuda
  --seconds S and a workload, and prints a line of JSON with its "rate", as `rensa-bench --json` does.

Prints every step, writes a page for doc/performance.md to FILE, and last "N passed, N failed, N skipped".
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import shlex
import shutil
import site
import statistics
import subprocess
import sys

WORKLOADS = ('mlp-mushrooms', 'mlp-mnist-100', 'mlp-mnist-1000', 'lenet5', 'vgg-small', 'resnet-small', 'lstm-lm', 'word2vec-ns', 'dcgan',
             'seq2seq')
SANITIZED = (('memcheck', 'convolve'), ('memcheck', 'taps'), ('racecheck', 'reduce'), ('racecheck', 'softmax'), ('synccheck', 'normalize'))
ROUNDS = 3
TIMEOUT = 300
COUNTS = re.compile(r'^(\d+) passed, (\d+) failed, (\d+) skipped$', re.M)
TAP = re.compile(r'^(not )?ok\b.*?(# SKIP.*)?$', re.M)


class Check:
    def __init__(self, options):
        self.folder = options.folder.resolve()
        self.device = options.device
        self.counts = [0, 0, 0]
        self.page = []
        libraries = [self.folder / 'lib', *find_cuda_folders(), os.environ.get('LD_LIBRARY_PATH', '')]
        # With this variable set, the mock GPU is listed as well.
        self.env = dict({'RENSA_MOCK': ''} | os.environ, LC_ALL='C.UTF-8', RENSA_TEST_DEVICE=options.device.split(':')[0],
                        LD_LIBRARY_PATH=':'.join(str(folder) for folder in libraries if str(folder)))

    def run(self, command, name):
        """Returns the output, or None if the program ended abnormally; its own tests may still
        have failed.
        """
        print(f'\n== {name}', flush=True)
        try:
            done = subprocess.run([str(word) for word in command], env=self.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, errors='replace', timeout=TIMEOUT, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            print(error)
            return None
        if done.returncode != 0:
            print(done.stdout[-4000:], f'exit status {done.returncode}', sep='\n')
        return done.stdout if done.returncode in (0, 1) else None

    def count(self, name, passed, failed, skipped):
        for i, n in enumerate((passed, failed, skipped)):
            self.counts[i] += n
        text = f'{name}: {passed} passed, {failed} failed, {skipped} skipped'
        print(text, flush=True)
        self.page.append(f'- {text}')

    def skip(self, name, why):
        print(f'\n== {name}\nskipped: {why}')
        self.counts[2] += 1
        self.page.append(f'- {name}: skipped, {why}')

    def describe(self):
        output = self.run([self.folder / 'tests/mock-gpu/rensa-gpu-test', 'devices', '--json'], 'device')
        devices = json.loads(output) if output else []
        found = [device for device in devices if device['name'].split(':')[0] == self.device.split(':')[0]]
        if not found or 'missing' in found[0]:
            sys.exit(found[0]['missing'] if found else f'There is no device {self.device}.')
        for device in found:
            text = f"{device['model']}, {device['memory'] / 2**30:.1f} GiB, {device.get('libraries', '')}"
            print(text)
            self.page.append(f"{datetime.date.today()}, `{device['name']}`: {text}\n")

    def check_conformance(self):
        reference = next(place for place in (self.folder / 'tests/reference', self.folder.parent / 'tests/reference') if place.is_dir())
        output = self.run([self.folder / 'tests/conformance/conformance', '--device', self.device, reference], 'reference cases')
        match = COUNTS.search(output or '')
        self.count('reference cases', *(map(int, match.groups()) if match else (0, 1, 0)))

    def check_programs(self):
        for program in sorted((self.folder / 'tests/gpu').glob('test-mock-*')):
            if not program.is_file() or program.name in ('test-mock-dnn', 'test-mock-training'):
                continue
            part = program.name.removeprefix('test-mock-')
            threads = [f'/backends/{part}/{name}' for name in ('threads', 'many-threads')]
            output = self.run([program, '--tap', *(word for path in threads for word in ('-s', path))], part)
            lines = TAP.findall(output or 'not ok')
            failed = sum(bool(not_ok) for not_ok, _ in lines)
            skipped = sum(bool(skip) for _, skip in lines)
            self.count(part, len(lines) - failed - skipped, failed, skipped)

    def sanitize(self):
        if not shutil.which('compute-sanitizer'):
            self.skip('compute-sanitizer', 'it is not installed')
            return
        for tool, part in SANITIZED:
            program = self.folder / f'tests/gpu/test-mock-{part}'
            name = f'{tool} of {part}'
            output = self.run(['compute-sanitizer', '--tool', tool, '--error-exitcode', '9', program, '--tap'], name)
            self.count(name, output is not None, output is None, 0)

    def measure(self, command, workload):
        output = self.run([*command, workload], f'{workload}: {pathlib.Path(command[0]).name}')
        lines = [line for line in (output or '').split('\n') if line.startswith('{')]
        return json.loads(lines[-1]) if lines else None

    def bench(self, workloads, peer, seconds):
        options = ['--threads', str(os.cpu_count()), '--device', self.device.split(':')[0], '--seconds', str(seconds)]
        ours = [str(self.folder / 'bench/rensa-bench'), '--json', *options]
        self.page.append('\n| workload | rate | unit | multiple of the peer |\n| --- | --- | --- | --- |')
        for workload in workloads:
            pairs = [(self.measure(ours, workload), self.measure([*peer, *options], workload) if peer else None)
                     for _ in range(ROUNDS if peer else 1)]
            if any(row is None for row, _ in pairs):
                self.count(workload, 0, 1, 0)
                continue
            ratios = [row['rate'] / other['rate'] for row, other in pairs if other]
            ratio = f'{statistics.median(ratios):.2f}' if ratios else ''
            rate = statistics.median(row['rate'] for row, _ in pairs)
            self.page.append(f"| {workload} | {rate:.1f} | {pairs[0][0]['unit']} | {ratio} |")


def find_cuda_folders():
    """Python packages contain the CUDA libraries without registering them with the loader."""
    for top in [*site.getsitepackages(), *(path for path in sys.path if path.endswith('-packages'))]:
        yield from sorted(pathlib.Path(top).glob('nvidia/*/lib'))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--device', default='cuda:0')
    parser.add_argument('--workloads', type=lambda text: text.split(','), default=WORKLOADS)
    parser.add_argument('--seconds', type=float, default=0.2)
    parser.add_argument('--peer', type=shlex.split, default=[])
    parser.add_argument('--report', type=pathlib.Path)
    parser.add_argument('folder', nargs='?', type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent)
    options = parser.parse_args()

    check = Check(options)
    check.describe()
    check.check_conformance()
    check.check_programs()
    check.sanitize()
    check.bench(options.workloads, options.peer, options.seconds)
    if options.report:
        options.report.write_text('\n'.join(check.page) + '\n', encoding='utf-8')
    print('\n%d passed, %d failed, %d skipped' % tuple(check.counts))
    sys.exit(1 if check.counts[1] > 0 else 0)


if __name__ == '__main__':
    main()
