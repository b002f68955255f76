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

/* kernel helpers */
KERNEL real
half (real x)
{
  return x / 2;
}
/* end kernel */

/* index kernel: picked (x, int place; int first, scale) -> y */
KERNEL real
picked (const k_index *at, k_view x, k_int_view place, k_index first, real scale)
{
  return half (x.data[place.data[at[0]] + first]) * scale;
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

RENSA_API void
rensa_other (RensaThing *x)
{
}
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

# Parameters a and b of kernel f (x; a, b), the last statement of which this is; what is refused, None where nothing is.
CONSTANTS = [
    ('return x * (1 - a);', '1 - a'),
    ('return a * a * x;', 'a * a'),
    ('return x + 1 / a;', '1 / a'),
    ('return x * k_pow (a, b);', 'k_pow(a, b)'),
    ('return k_pow (x, -a - 1);', '- a - 1'),
    ('const real c = x > 0 ? a : 1 - a;\n  return c * x;', '1 - a'),
    ('const real c = -a;\n  return x * (c + 1);', 'c + 1'),
    ('return x * twice (1, b);', 'p + q'),
    ('return x * ((real) 0.1 + 1);', '(real) 0.1 + 1'),
    ('real y = 0;\n  for (int i = 0; i < 3; i++)\n    y += x / (a * b);\n  return y;', 'a * b'),
    ('if (x > a + b)\n    return 0;\n  return x;', 'a + b'),
    ('return x + a + b;', None),
    ('return 2 * a * x + (real) 0.5 * b + x * (a / 4);', None),
    ('return k_max (-a, k_min (x, k_abs (b)));', None),
    ('return x > a && a < b ? (a != a ? 1 : b) : -x / a;', None),
    ('const real c = x > 0 ? a : b;\n  return c * c;', 'c * c'),
    ('const real c = x * a;\n  return 1 - c * c;', None),
    ('return twice (x, 1 - x) * a;', None),
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
    places = [header.index(text) for text in ('rensa_thing_class;', 'rensa_thing (', 'rensa_other_class;', 'rensa_other (')]
    report.check('each class stands before its calls', places == sorted(places), header)
    table = read(folder, 'rensa-things-table.c')
    report.check('table holds one type', '&rensa_thing_class,' in table and 'other' not in table, table)
    kernels = read(folder, 'rensa-things-kernels.h')
    report.check('kernel is declared', '#define RENSA_KERNEL_TWICE (&rensa_kernel_twice)' in kernels, kernels)
    record = read(folder, 'rensa-things-kernels.c')
    report.check('record names integers', '.int_inputs = 2,\n  .int_params = 1,' in record, record)
    report.check('record holds text with helpers', record.count('"half (real x)\\n"') == 1
                 and record.count('"picked (const k_index *at') == 1, record)
    report.check('loops are beside it', '{ &rensa_kernel_twice, {' in record, record)
    loops = read(folder, 'rensa-things-kernels-loops.c')
    report.check('code leads home', loops.count('#line 4 "good.c"\nKERNEL real\ntwice (real x, real by)') == 2, loops)
    lines = loops.split('\n')
    back = [i for i, line in enumerate(lines) if line.startswith('#line') and 'loops.c' in line]
    report.check('and back', len(back) == 6 and all(lines[i].split()[1] == str(i + 2) for i in back), loops)

    written = os.stat(os.path.join(folder, 'rensa-things.h')).st_mtime_ns
    run(folder, 'good.c', GOOD)
    report.check('unchanged files stay', os.stat(os.path.join(folder, 'rensa-things.h')).st_mtime_ns == written)


def check_constants(report, folder):
    """What is made of parameters alone is rounded outside, once."""
    for statement, refused in CONSTANTS:
        code = ('/* kernel helpers */\nKERNEL real\ntwice (real p, real q)\n{\n  return p + q;\n}\n/* end kernel */\n'
                '/* kernel: f (x; a, b) -> y */\nKERNEL real\nf (real x, real a, real b)\n{\n  %s\n}\n/* end kernel */\n')
        result = run(folder, 'constants.c', code % statement)
        message = (f'constants.c:8: error: kernel f: "{refused}" is a constant, which would be rounded; form it in double '
                   'and pass it as a parameter') if refused else ''
        report.check(' '.join(statement.split()), result.stderr.strip() == message, result.stderr)


def main():
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        check_good(report, folder)
        check_constants(report, folder)
        for name, text, message in BAD:
            result = run(folder, 'bad.c', text)
            report.check(name, result.returncode != 0 and result.stderr.strip() == message, result.stderr)
    print('1..%d' % report.n)
    sys.exit(report.failed)


if __name__ == '__main__':
    main()
