#!/usr/bin/env python3
"""Usage: test-random.py STUDIO [SEED]

A random hand on the studio. RENSA_RANDOM_SECONDS: for how long, one seed after the other (40 where it is not set);
the first seed is SEED or 1. A finding is reported with its seed, which reproduces it.

SPDX-License-Identifier: MIT
"""

import os
import pathlib
import sys
import tempfile
import time

import driver
import random_hand

SECONDS = float(os.environ.get('RENSA_RANDOM_SECONDS', '40'))
FIRST = 1
N_ACTIONS = 120


def play_one(program, number, seed):
    """Whether it went well."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        one, trouble = random_hand.play(program, pathlib.Path(folder) / 'home', seed, N_ACTIONS)
        if trouble and (pictures := os.environ.get('RENSA_TEST_PICTURES')):
            one.studio.screen.shot(pathlib.Path(pictures) / f'random-{seed}.png')
        one.studio.process.kill()
        one.studio.process.wait()
    if trouble:
        print('# ' + trouble.replace('\n', '\n# '))
    history = 'undone and redone' if one.is_checked else 'closed by the hand'
    print(f'# {len(one.hand.actions)} actions, {history}, slowest answer {one.slowest:.2f} s, '
          f'{time.monotonic() - start:.0f} s')
    print(f'{"not ok" if trouble else "ok"} {number} /ui/studio/random/{seed}', flush=True)
    return not trouble


def main():
    program = sys.argv[1]
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else FIRST
    end = time.monotonic() + SECONDS
    n = n_failed = 0
    while n == 0 or time.monotonic() < end:
        n_failed += not play_one(program, n + 1, seed + n)
        n += 1
    print(f'1..{n}')
    sys.exit(n_failed > 0)


if __name__ == '__main__':
    driver.require_bus()
    main()
