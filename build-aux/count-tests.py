#!/usr/bin/env python3
# count-tests.py: summarizes all test runs in one line.
# SPDX-License-Identifier: MIT
"""Counts every subtest of several test runs.

Each argument is LABEL=FILE, where FILE is a testlog.json of Meson or a .tap file. Prints the
failures with the end of their output, the skipped tests with the reason, and finally "N passed, N
failed, N skipped". The exit status is 0 only if some test passed and none failed.
"""

import json
import re
import sys

LINE = re.compile(r'^(?P<not>not )?ok\b\s*\d*\s*(?:- )?(?P<name>[^#]*?)\s*'
                  r'(?:#\s*(?P<word>SKIP|TODO)\S*\s*(?P<why>.*))?$', re.I)
GOOD = ('OK', 'EXPECTEDFAIL')
TAIL = 40


class Count:
    def __init__(self):
        self.passed = 0
        self.failed = []
        self.skipped = []

    def add_tap(self, text, label):
        """Counts the subtests of one program; returns whether there were any, and whether one failed."""
        n_failed = len(self.failed)
        found = False
        for line in text.split('\n'):
            match = LINE.match(line)
            if not match:
                continue
            found = True
            name = f'{label} {match["name"]}'
            if match['word'] and match['word'].upper() == 'SKIP':
                self.skipped.append((name, match['why'] or 'no reason given'))
            elif match['not'] and not match['word']:
                self.failed.append((name, ''))
            else:
                self.passed += 1
        return found, len(self.failed) > n_failed

    def add_meson_test(self, test, label):
        """A program that failed counts as at least one failure: it may crash between two
        subtests, or leak at its end.
        """
        result = test['result']
        name = f'{label} {test["name"]}'
        output = test.get('stdout', '')
        found, has_failed = self.add_tap(output, label)
        if result not in GOOD and result != 'SKIP':
            tail = (output + test.get('stderr', '')).rstrip().split('\n')[-TAIL:]
            if has_failed:
                name, _ = self.failed.pop()
            self.failed.append((f'{name} ({result.lower()}, exit status {test.get("returncode")})', '\n'.join(tail)))
        elif not found and result == 'SKIP':
            self.skipped.append((name, output.strip().split('\n')[-1] or 'no reason given'))
        elif not found:
            self.passed += 1

    def report(self):
        for name, tail in self.failed:
            print(f'FAILED  {name}')
            if tail:
                print('  | ' + tail.replace('\n', '\n  | '))
        for name, why in self.skipped:
            print(f'skipped {name}: {why}')
        print(f'{self.passed} passed, {len(self.failed)} failed, {len(self.skipped)} skipped')
        return 0 if self.passed and not self.failed else 1


def main():
    count = Count()
    for argument in sys.argv[1:]:
        label, _, path = argument.partition('=')
        try:
            with open(path, encoding='utf-8', errors='replace') as file:
                if path.endswith('.tap'):
                    count.add_tap(file.read(), label)
                else:
                    for line in file:
                        count.add_meson_test(json.loads(line), label)
        except OSError as error:
            count.failed.append((f'{label}: no test results', str(error)))
    return count.report()


if __name__ == '__main__':
    sys.exit(main())
