#!/usr/bin/env python3
# gpu-registers.py: counts the registers that each kernel needs on a GPU.
# SPDX-License-Identifier: MIT
"""Usage: gpu-registers.py [--check] [--arch sm_75,…] BUILD_ROOT TABLE

Compiles the PTX of all kernels in the build for each architecture, as the driver of a device does,
and writes TABLE: the compiler, then the registers of each kernel, in the order of the
architectures. A kernel that spills registers to memory is an error. With --check the table is
compared instead, as a TAP test: a kernel that needs more registers than listed, or that is not
listed, is also an error; one that needs fewer is not. Another compiler may need other numbers of
registers, so the test is skipped if the compiler differs from that of the table.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

ARCHITECTURES = ('sm_75', 'sm_80', 'sm_90', 'sm_100', 'sm_120')
KERNEL = re.compile(r"Compiling entry function '(\w+)' for '(\w+)'")
SPILLS = re.compile(r'(\d+) bytes spill stores, (\d+) bytes spill loads')
REGISTERS = re.compile(r'Used (\d+) registers')


def assemble(ptx, arch):
    """Compiles it as the driver of a device does: {kernel: (registers, bytes of spills)}"""
    done = subprocess.run(['ptxas', '-v', f'-arch={arch}', '-o', os.devnull, str(ptx)], stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f'{ptx.name} for {arch}:\n{done.stderr}')
    kernels = {}
    name = None
    spills = 0
    for line in done.stderr.split('\n'):
        if match := KERNEL.search(line):
            name = match[1]
        elif match := SPILLS.search(line):
            spills = int(match[1]) + int(match[2])
        elif (match := REGISTERS.search(line)) and name:
            kernels[name] = int(match[1]), spills
            name = None
    return kernels


def measure(build, architectures):
    """{kernel: {architecture: (registers, spills)}}"""
    result = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        work = [(ptx, arch) for ptx in sorted(build.rglob('*.ptx')) for arch in architectures]
        for (_, arch), kernels in zip(work, pool.map(lambda item: assemble(*item), work)):
            for name, taken in kernels.items():
                result.setdefault(name, {})[arch] = taken
    return result


def find_compiler():
    text = subprocess.run(['nvcc', '--version'], capture_output=True, text=True, check=True).stdout
    return 'nvcc ' + re.search(r'V([\d.]+)', text)[1]


def read_table(path):
    """The compiler, and {kernel: {architecture: registers}}"""
    compiler, head, *lines = path.read_text(encoding='utf-8').rstrip('\n').split('\n')
    rows = [line.split() for line in lines]
    return compiler, {row[0]: dict(zip(head.split()[1:], map(int, row[1:]))) for row in rows}


def list_spills(found):
    return [f'{name} spills {spills} bytes on {arch}' for name, figures in sorted(found.items())
            for arch, (_, spills) in sorted(figures.items()) if spills > 0]


def check(options, architectures):
    compiler, known = read_table(options.table)
    print('1..1')
    if compiler != find_compiler():
        print(f'ok 1 /gpu/registers # SKIP the table is that of {compiler}, and here is {find_compiler()}')
        return 0
    found = measure(options.build, architectures)
    faults = list_spills(found)
    for name, figures in sorted(found.items()):
        for arch, (registers, _) in sorted(figures.items()):
            before = known.get(name, {}).get(arch)
            if before is None or registers > before:
                faults.append(f'{name} takes {registers} registers on {arch}, {"not" if before is None else before} in the table')
    print(*[f'# {fault}\n' for fault in faults], sep='', end='')
    print('not ok 1 /gpu/registers' if faults else 'ok 1 /gpu/registers')
    return 1 if faults else 0


def write(options, architectures):
    found = measure(options.build, architectures)
    rows = [' '.join([name] + [str(found[name][arch][0]) for arch in architectures]) for name in sorted(found)]
    lines = [find_compiler(), ' '.join(['kernel', *architectures]), *rows]
    options.table.write_text('\n'.join(lines) + '\n', encoding='utf-8')
    faults = list_spills(found)
    print(*faults, f'{len(found)} kernels, {len(faults)} spill', sep='\n')
    return 1 if faults else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--check', action='store_true')
    parser.add_argument('--arch', default=','.join(ARCHITECTURES))
    parser.add_argument('build', type=pathlib.Path)
    parser.add_argument('table', type=pathlib.Path)
    options = parser.parse_args()
    sys.exit((check if options.check else write)(options, options.arch.split(',')))


if __name__ == '__main__':
    main()
