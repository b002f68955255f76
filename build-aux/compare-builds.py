#!/usr/bin/env python3
# compare-builds.py: compares the training speed of two builds.
# SPDX-License-Identifier: MIT
"""Usage: compare-builds.py OLD NEW [ROUNDS [SECONDS [WORKLOAD...]]]

OLD and NEW are commands: the program rensa-bench of a build, or "RENSA bench" for a build that
predates that program. Measures each workload with both alternately, changing the order from round
to round, and prints the rate of the new build as a multiple of that of the old one in the same
round: the median of all rounds (5), the minimum and the maximum. One measurement takes SECONDS (1).
"""

import json
import shlex
import statistics
import subprocess
import sys

WORKLOADS = ('mlp-mushrooms', 'mlp-mnist-100', 'mlp-mnist-1000', 'lenet5', 'vgg-small', 'resnet-small', 'lstm-lm', 'word2vec-ns', 'dcgan',
             'seq2seq')


def measure(program, workload, seconds):
    command = [*shlex.split(program), '--json', '--seconds', seconds, workload]
    line = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1]
    return json.loads(line)['rate']


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    programs = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    seconds = sys.argv[4] if len(sys.argv) > 4 else '1'
    workloads = sys.argv[5:] or WORKLOADS
    ratios = {workload: [] for workload in workloads}
    for i in range(rounds):
        for workload in workloads:
            rates = {j: measure(programs[j], workload, seconds) for j in ((0, 1) if i % 2 == 0 else (1, 0))}
            ratios[workload].append(rates[1] / rates[0])
    for workload, values in ratios.items():
        print(f'{workload:16} {statistics.median(values):.3f} ({min(values):.3f} … {max(values):.3f})')


if __name__ == '__main__':
    main()
