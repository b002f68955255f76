#!/usr/bin/env python3
"""Usage: repeat.py STUDIO [N [SCENARIO...]]

STUDIO is rensa-studio-gpu-test: a scenario trains on the mock GPU.

Plays each scenario, or those that are named ("from_nothing_and_back"), N times in a row (20 where it is not said) while
every core is kept busy by something else, and prints how many times it passed and failed, how long it took, and why
it failed. A scenario that holds here does not hang on the speed of the machine.

SPDX-License-Identifier: MIT
"""

import importlib
import multiprocessing
import os
import pathlib
import sys
import time

import driver

MODULES = sorted(file.stem for file in pathlib.Path(__file__).parent.glob('test-*.py') if file.stem != 'test-random')
TIMES = 20


def keep_busy():
    while True:
        pass


def list_scenarios(names):
    tests = [test for module in MODULES for test in importlib.import_module(module).TESTS]
    return [test for test in tests if not names or test.__name__.removeprefix('test_') in names]


def repeat(test, program, n):
    """How many times it failed."""
    failures = []
    longest = 0
    for _ in range(n):
        start = time.monotonic()
        raised = driver.run_test(test, program)
        longest = max(longest, time.monotonic() - start)
        if isinstance(raised, driver.Skip):
            print(f'{test.__name__.removeprefix("test_")}: skipped, {raised}', flush=True)
            return 0
        if raised is not None:
            failures.append(f'{type(raised).__name__}: {raised}')
    print(f'{test.__name__.removeprefix("test_")}: {n - len(failures)} passed, {len(failures)} failed, '
          f'{longest:.0f} s at most', *failures, sep='\n    ', flush=True)
    return len(failures)


def main():
    program, n, *names = sys.argv[1], *(sys.argv[2:] or [TIMES])
    driver.require_bus()
    others = [multiprocessing.Process(target=keep_busy, daemon=True) for _ in range(os.cpu_count())]
    for process in others:
        process.start()
    n_failed = sum(repeat(test, program, int(n)) for test in list_scenarios(names))
    for process in others:
        process.terminate()
    sys.exit(n_failed > 0)


if __name__ == '__main__':
    main()
