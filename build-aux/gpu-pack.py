#!/usr/bin/env python3
# gpu-pack.py: packs the files that gpu-check.py needs, for a machine on which nothing can be built.
# SPDX-License-Identifier: MIT
"""Usage: gpu-pack.py BUILD_ROOT ARCHIVE.tar.xz

Packs the programs of the build, every library that they are linked with except those of the C
library, the reference cases and gpu-check.py. On a machine with a GPU and a C library at least as
new as this machine's, run `tar xf ARCHIVE.tar.xz && rensa-gpu/gpu-check.py`.
"""

import pathlib
import re
import subprocess
import sys
import tarfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The C library, which the target machine provides.
SYSTEM = re.compile(r'^(ld-linux|libc|libm|libmvec|libdl|libpthread|librt|libresolv|libutil)[-.]')
LINKED = re.compile(r'^\s*(\S+) => (/\S+)', re.M)


def find_programs(build):
    return [build / 'tests/mock-gpu/rensa-gpu-test', build / 'bench/rensa-bench', build / 'tests/conformance/conformance',
            *(path for path in sorted((build / 'tests/gpu').glob('test-*')) if path.is_file())]


def find_libraries(programs):
    """{name: file}"""
    output = subprocess.run(['ldd', *programs], capture_output=True, text=True, check=True).stdout
    return {name: path for name, path in LINKED.findall(output) if not SYSTEM.match(name)}


def make_executable(info):
    info.mode = 0o755
    return info


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1]).resolve()
    programs = find_programs(build)
    missing = [str(path) for path in programs if not path.is_file()]
    if missing:
        sys.exit(f'{missing[0]} has not been built.')
    with tarfile.open(sys.argv[2], 'w:xz', dereference=True) as archive:
        for path in programs:
            archive.add(path, f'rensa-gpu/{path.relative_to(build)}')
        for name, path in sorted(find_libraries(programs).items()):
            archive.add(path, f'rensa-gpu/lib/{name}')
        archive.add(ROOT / 'tests/reference', 'rensa-gpu/tests/reference')
        archive.add(ROOT / 'build-aux/gpu-check.py', 'rensa-gpu/gpu-check.py', filter=make_executable)
    print(f'{sys.argv[2]}: {pathlib.Path(sys.argv[2]).stat().st_size / 2**20:.1f} MiB')


if __name__ == '__main__':
    main()
