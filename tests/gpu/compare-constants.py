#!/usr/bin/env python3
# compare-constants.py: each constant of CUDA that the project declares, beside that of CUDA's headers.
# SPDX-License-Identifier: MIT
"""Usage: compare-constants.py OUTPUT CUDA_INCLUDE HEADER...

Writes a static_assert for each enumerator RENSA_CUDA_…, RENSA_CUBLAS_…, RENSA_CUDNN_… and RENSA_NCCL_… of HEADERs. One that CUDA's headers do not know
by any name ends with an error.
"""

import pathlib
import re
import sys

THEIRS = ('cuda.h', 'library_types.h', 'cublas_api.h', 'cublasLt.h', 'cudnn_graph_v9.h', 'cudnn_graph.h', 'cudnn_adv_v9.h', 'cudnn_adv.h', 'nccl.h')
# Where ours says more than theirs.
NAMES = {
    'CUDA_ATTRIBUTE_N_MULTIPROCESSORS': 'CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT',
    'CUDA_ATTRIBUTE_MAJOR': 'CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR',
    'CUDA_ATTRIBUTE_MINOR': 'CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR',
}


def list_candidates(name):
    """What @name, without RENSA_, may be called in CUDA's headers."""
    yield NAMES.get(name, name)
    library, rest = name.split('_', 1)
    # Kinds of descriptors; CUDNN_CONVOLUTION is a mode, too.
    if library == 'CUDNN':
        yield f'CUDNN_BACKEND_{rest}_DESCRIPTOR'
    if library == 'CUDA':
        yield f'CU_{rest}'
    # ncclInvalidUsage
    if library == 'NCCL':
        yield 'nccl' + ''.join(word.capitalize() for word in rest.split('_'))


def main():
    output, include, *headers = sys.argv[1:]
    theirs = '\n'.join(path.read_text(encoding='utf-8', errors='replace')
                       for path in (pathlib.Path(include) / name for name in THEIRS) if path.exists())
    known = set(re.findall(r'\w+', theirs))
    lines = []
    for header in headers:
        text = pathlib.Path(header).read_text(encoding='utf-8')
        for name in re.findall(r'^  RENSA_(\w+) = ', text, re.M):
            found = [candidate for candidate in list_candidates(name) if candidate in known]
            if not found:
                sys.exit(f'{header}: CUDA has no RENSA_{name}')
            lines.append(f'static_assert ((int) RENSA_{name} == (int) {found[-1]}, "RENSA_{name}");')
    pathlib.Path(output).write_text('\n'.join(lines) + '\n', encoding='utf-8')


if __name__ == '__main__':
    main()
