#!/usr/bin/env python3
# test-extract.py: extract-components.py on good and bad sources.
# SPDX-License-Identifier: MIT

import os
import subprocess
import sys
import tempfile

EXTRACT = sys.argv[1]

GOOD = '''#include "k.h"

/* kernel: twice (x; by) -> y */
KERNEL real
twice (real x, real by)
{
  return by * x;
}
/* end kernel */

/**
 * rensa_thing:
 *
 * What it does.
 */
RENSA_API RensaThing *
rensa_thing (RensaThing *x,
             GError **error)
{
  return x;
}

const RensaThingClass rensa_thing_class = {
  .name = "thing",
};

const RensaOtherClass rensa_other_class = {
};
'''

BAD = [
    ('never closed', '\n/* kernel: f (x) -> y */\nKERNEL real\nf (real x)\n{\n}\n',
     'bad.c:2: error: this kernel is never closed by "/* end kernel */"'),
    ('wrong name', '/* kernel: f (x) -> y */\nKERNEL real\ng (real x)\n{\n}\n/* end kernel */\n',
     'bad.c:1: error: kernel f: the last function of the fence is "g"'),
    ('no head', '/* kernel: f -> y */\nKERNEL real\nf (real x)\n{\n}\n/* end kernel */\n',
     'bad.c:1: error: expected "/* kernel: NAME (inputs; parameters) -> output */", found "/* kernel: f -> y */"'),
    ('wrong return type', '/* kernel: f (x) -> (y, z) */\nKERNEL real\nf (real x)\n{\n}\n/* end kernel */\n',
     'bad.c:1: error: kernel f: with 2 output(s) it must return void, not real'),
    ('int in a map', '/* kernel: f (int x) -> y */\nKERNEL real\nf (real x)\n{\n}\n/* end kernel */\n',
     'bad.c:1: error: kernel f: only index kernels take int arguments'),
    ('end alone', 'int a;\n/* end kernel */\n', 'bad.c:2: error: "end kernel" without a "kernel:" before it'),
    ('twice', 2 * '/* kernel: f (x) -> y */\nKERNEL real\nf (real x)\n{\n}\n/* end kernel */\n',
     'bad.c:7: error: kernel f stands in bad.c as well'),
    ('empty', '/* kernel: f (x) -> y */\n/* end kernel */\n',
     'bad.c:1: error: kernel f: the fence holds no KERNEL function'),
]


class Report:
    """TAP."""

    def __init__(self):
        self.n = 0
        self.failed = False

    def check(self, name, is_true, found=''):
        self.n += 1
        self.failed |= not is_true
        print('%s %d - %s' % ('ok' if is_true else 'not ok', self.n, name))
        if not is_true:
            print('# found: ' + found.strip().replace('\n', '\n# '))


def run(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return subprocess.run([sys.executable, EXTRACT, '--prefix', 'things', '--class-type', 'RensaThingClass',
                           '--include', 'rensa-thing.h', '--source-root', folder, '--out-dir', folder, path],
                          capture_output=True, text=True, check=False)


def read(folder, name):
    with open(os.path.join(folder, name), encoding='utf-8') as file:
        return file.read()


def check_good(report, folder):
    result = run(folder, 'good.c', GOOD)
    report.check('good source', result.returncode == 0, result.stderr)
    header = read(folder, 'rensa-things.h')
    report.check('class is declared', 'extern const RensaThingClass rensa_thing_class;' in header, header)
    report.check('prototype with its comment', ' * What it does.\n */\nRensaThing *\nrensa_thing (RensaThing *x,\n'
                 '             GError **error);' in header, header)
    table = read(folder, 'rensa-things-table.c')
    report.check('table holds one type', '&rensa_thing_class,' in table and 'other' not in table, table)
    kernels = read(folder, 'rensa-things-kernels.h')
    report.check('kernel is declared', '#define RENSA_KERNEL_TWICE (&rensa_kernel_twice)' in kernels, kernels)
    loops = read(folder, 'rensa-things-kernels-loops.c')
    report.check('code leads home', loops.count('#line 4 "good.c"\nKERNEL real\ntwice (real x, real by)') == 2, loops)
    lines = loops.split('\n')
    back = [i for i, line in enumerate(lines) if line.startswith('#line') and 'loops.c' in line]
    report.check('and back', len(back) == 2 and all(lines[i].split()[1] == str(i + 2) for i in back), loops)

    written = os.stat(os.path.join(folder, 'rensa-things.h')).st_mtime_ns
    run(folder, 'good.c', GOOD)
    report.check('unchanged files stay', os.stat(os.path.join(folder, 'rensa-things.h')).st_mtime_ns == written)


def main():
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        check_good(report, folder)
        for name, text, message in BAD:
            result = run(folder, 'bad.c', text)
            report.check(name, result.returncode != 0 and result.stderr.strip() == message, result.stderr)
    print('1..%d' % report.n)
    sys.exit(report.failed)


if __name__ == '__main__':
    main()
