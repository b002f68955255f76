#!/usr/bin/env python3
# extract-components.py: collects the declarations of a folder of components from its sources.
# SPDX-License-Identifier: MIT
"""Reads the C sources of one component folder and writes, for --prefix functions:

  rensa-functions.h               the class descriptors, and the prototype and doc comment of every RENSA_API definition
  rensa-functions-prototypes.h    the parameters of every RENSA_API definition that gives one variable (with --prototypes-only)
  rensa-functions-table.c         all descriptors in the order of their files (with --class-type)
  rensa-functions-kernels.h       RENSA_KERNEL_NAME for every fenced kernel
  rensa-functions-kernels.c       the RensaKernel of each, and the rows of the CPU's table
  rensa-functions-kernels-loops.c the loops, compiled once for each instruction set
  rensa-functions-kernels-gpu.cc  the same kernels for a GPU

kernels/README.md says what a fence looks like and how a meson.build uses this script.
"""

import argparse
import os
import pathlib
import re
import sys

from kernel_constants import find_inexact

CLASS = re.compile(r'^const (Rensa\w*(?:Class|Exporter|Importer)|CliCommand) '
                   r'(rensa_\w+_(?:class|exporter|importer)|cli_\w+) = \{', re.M)
API = re.compile(r'^(?P<doc>/\*\*\n(?: \*.*\n)*? \*/\n)?RENSA_API (?P<declaration>[^{;]*?)\n\{', re.M)
PROTOTYPE = re.compile(r'RensaVariable \* ?(?P<name>\w+) \((?P<parameters>[^()]*), GError \*\*error\)')
FENCE_START = re.compile(r'^/\* ((index )?kernel:|kernel helpers \*/)')
HELPERS_START = '/* kernel helpers */'
FENCE_HEAD = re.compile(r'^/\* (?P<index>index )?kernel:\s*(?P<name>\w+)\s*\((?P<args>[^()]*)\)\s*->\s*'
                        r'(?P<outputs>\w+|\([^()]*\))\s*\*/\s*$', re.S)
FENCE_END = '/* end kernel */'
KERNEL_FUNCTION = re.compile(r'^KERNEL\s+([\w \t*]+?)\s*\n?(\w+) \(', re.M)
LIMITS = pathlib.Path(__file__).parent.parent / 'kernels' / 'k-limits.h'
MAX_ARGS, MAX_PARAMS = (int(re.search(rf'^#define {name} (\d+)$', LIMITS.read_text(encoding='utf-8'), re.M)[1])
                        for name in ('K_MAX_ARGS', 'K_MAX_PARAMS'))
ISAS = ('base', 'v3', 'v4')

# The unit of costs is one vectorized addition with data in the first-level cache.
DEAR_CALLS = re.compile(r'\bk_(exp|exp2|expm1|log|log2|log10|log1p|pow|tanh|sinh|cosh|sin|cos|tan|asin|acos|atan|atan2|'
                        r'asinh|acosh|atanh|erf|erfc|cbrt|hypot)\b')
VERY_DEAR_CALLS = re.compile(r'\bk_(lgamma|tgamma|fmod|erfcx|erf_inverse|digamma|zeta)\b|\b(for|while)\b')
CHEAP_CALLS = re.compile(r'\bk_(sqrt)\b|/')
OPERATORS = re.compile(r'[-+*<>?]')


class BadSource(Exception):
    """A source that the build must reject, with the message "file:line: error: reason"."""

    def __init__(self, path, line, what):
        super().__init__(f'{path}:{line}: error: {what}')


class Kernel:
    """One fence: its parsed head and its unchanged code."""

    def __init__(self, path, line, head, code, helpers):
        match = FENCE_HEAD.match(re.sub(r'\n \*(?!/)', '\n', head))
        if not match:
            raise BadSource(path, line, 'expected "/* kernel: NAME (inputs; parameters) -> output */", found "%s"'
                            % ' '.join(head.split()))
        self.path = path
        self.line = line + head.count('\n') + 1
        self.code = code
        self.helpers = helpers
        self.name = match['name']
        self.is_index = match['index'] is not None
        inputs, _, params = match['args'].partition(';')
        self.inputs = self.split(inputs, path, line)
        self.params = self.split(params, path, line)
        self.outputs = self.split(match['outputs'].strip('()'), path, line)
        self.check(path, line)

    def split(self, text, path, line):
        """Parses "x, int index" as [(False, 'x'), (True, 'index')]."""
        result = []
        for item in (part.split() for part in text.split(',') if part.strip()):
            is_int = item[0] == 'int' and len(item) == 2
            if not (is_int or len(item) == 1) or not item[-1].isidentifier():
                raise BadSource(path, line, f'kernel {self.name}: "{" ".join(item)}" is not the name of an argument')
            if is_int and not self.is_index:
                raise BadSource(path, line, f'kernel {self.name}: only index kernels take int arguments')
            result.append((is_int, item[-1]))
        return result

    def check(self, path, line):
        functions = KERNEL_FUNCTION.findall(self.code)
        if not functions:
            raise BadSource(path, line, f'kernel {self.name}: the fence holds no KERNEL function')
        kind, last = functions[-1]
        if last != self.name:
            raise BadSource(path, line, f'kernel {self.name}: the last function of the fence is "{last}"')
        expected = 'real' if len(self.outputs) == 1 else 'void'
        if kind.strip() != expected:
            raise BadSource(path, line, f'kernel {self.name}: with {len(self.outputs)} output(s) it must return '
                            f'{expected}, not {kind.strip()}')
        if not self.outputs or any(is_int for is_int, _ in self.outputs):
            raise BadSource(path, line, f'kernel {self.name}: it needs at least one output, all of them real')
        if len(self.inputs) + len(self.outputs) > MAX_ARGS:
            raise BadSource(path, line, f'kernel {self.name}: more than {MAX_ARGS} inputs and outputs')
        if len(self.params) > MAX_PARAMS:
            raise BadSource(path, line, f'kernel {self.name}: more than {MAX_PARAMS} parameters')
        inexact = find_inexact(self.whole_code(), self.name, len(self.inputs) + self.is_index,
                               [is_int for is_int, _ in self.params])
        if inexact:
            raise BadSource(path, line, f'kernel {self.name}: "{inexact}" is a constant, which would be rounded; form it in '
                            'double and pass it as a parameter')

    def whole_code(self):
        return '\n'.join([code for _, code in self.helpers] + [self.code])

    def shape(self):
        return 'index' if self.is_index else 'map'

    def loops(self, isa):
        return [f'rensa_{self.shape()}_{self.name}_{real}_{isa}' for real in ('float', 'double')]

    def functions(self):
        return [name for _, name in KERNEL_FUNCTION.findall(self.whole_code())]

    def cost(self):
        code = re.sub(r'/\*.*?\*/', '', self.whole_code(), flags=re.S)
        cost = (1 + 0.2 * len(OPERATORS.findall(code)) + len(CHEAP_CALLS.findall(code))
                + 3 * len(DEAR_CALLS.findall(code)) + 20 * len(VERY_DEAR_CALLS.findall(code)))
        return round(cost)


class Writer:
    """Lines of one output file; tracks the line number so that #line can refer back to it."""

    def __init__(self, name, what):
        self.name = name
        self.lines = [f'/* {name}: {what}', ' * Made by extract-components.py; edit the sources instead. */', '']

    def put(self, *lines):
        for line in lines:
            self.lines.extend(line.split('\n'))

    def put_source(self, path, line, code):
        code = code.rstrip('\n')
        self.put(f'#line {line} "{path}"', code, f'#line {len(self.lines) + code.count(chr(10)) + 4} "{self.name}"')

    def write(self, folder):
        text = '\n'.join(self.lines).rstrip('\n') + '\n'
        path = os.path.join(folder, self.name)
        try:
            with open(path, encoding='utf-8') as old:
                if old.read() == text:
                    return
        except FileNotFoundError:
            pass
        with open(path, 'w', encoding='utf-8') as new:
            new.write(text)


def read_kernels(path, text):
    kernels = []
    helpers = []
    lines = text.split('\n')
    at = 0
    while at < len(lines):
        if not FENCE_START.match(lines[at]):
            if lines[at].strip() == FENCE_END:
                raise BadSource(path, at + 1, '"end kernel" without a "kernel:" before it')
            at += 1
            continue
        start = at
        while '*/' not in lines[at] and at + 1 < len(lines):
            at += 1
        head = '\n'.join(lines[start:at + 1])
        end = at + 1
        while end < len(lines) and lines[end].strip() != FENCE_END:
            if FENCE_START.match(lines[end]):
                raise BadSource(path, end + 1, f'a kernel begins before the one of line {start + 1} has ended')
            end += 1
        if end == len(lines):
            raise BadSource(path, start + 1, 'this kernel is never closed by "/* end kernel */"')
        code = '\n'.join(lines[at + 1:end])
        if head == HELPERS_START:
            helpers.append((at + 2, code))
        else:
            kernels.append(Kernel(path, start + 1, head, code, tuple(helpers)))
        at = end + 1
    return kernels


def c_string(code):
    escape = {'\\': '\\\\', '"': '\\"', '\t': '\\t'}
    return '\n'.join('    "%s\\n"' % ''.join(escape.get(c, c) for c in line) for line in code.split('\n'))


def make_header(prefix, includes, class_type, texts):
    out = Writer(f'rensa-{prefix}.h', f'what the folder {prefix} offers.')
    out.put('#pragma once', '', '#include <glib.h>', *(f'#include "{name}"' for name in includes), '',
            '#ifndef RENSA_API', '/* Marks a definition whose prototype belongs into this header. */',
            '#define RENSA_API', '#endif', '', 'G_BEGIN_DECLS', '')
    for path, text in texts:
        classes = list(CLASS.finditer(text))
        # A descriptor precedes the calls that follow it; the first one precedes all calls.
        first = classes[0].start() if classes else 0
        for match in sorted([*classes, *API.finditer(text)], key=lambda match: max(match.start(), first)):
            if match.re is CLASS:
                out.put(f'extern const {match[1]} {match[2]};')
            else:
                out.put('', (match['doc'] or '') + match['declaration'].strip() + ';')
    if class_type:
        name = prefix.replace('-', '_')
        out.put('', f'/* All of them, in the order of their files; there are rensa_n_{name}_classes. */',
                f'extern const {class_type} *const rensa_{name}_classes[];',
                f'extern const guint rensa_n_{name}_classes;')
    out.put('', 'G_END_DECLS')
    return out


def make_prototypes(prefix, texts):
    """Returns the parameters of a call before its error: "RensaVariable *x, double ratio"."""
    out = Writer(f'rensa-{prefix}-prototypes.h', f'how what the folder {prefix} offers is called.')
    out.put('#pragma once', '', 'static const struct', '{', '  const char *name;', '  const char *parameters;',
            f'}} rensa_{prefix.replace("-", "_")}_prototypes[] = {{')
    for _, text in texts:
        for match in API.finditer(text):
            call = PROTOTYPE.fullmatch(' '.join(match['declaration'].split()))
            if call:
                out.put(f'  {{ "{call["name"]}", "{call["parameters"]}" }},')
    out.put('};')
    return out


def make_table(prefix, class_type, texts):
    out = Writer(f'rensa-{prefix}-table.c', f'every component of the folder {prefix}.')
    name = prefix.replace('-', '_')
    classes = [found for _, text in texts for kind, found in CLASS.findall(text) if kind == class_type]
    out.put(f'#include "rensa-{prefix}.h"', '', f'const {class_type} *const rensa_{name}_classes[] = {{')
    out.put(*(f'  &{found},' for found in classes), '  NULL,', '};', '',
            f'const guint rensa_n_{name}_classes = {len(classes)};')
    return out


def make_kernel_header(prefix, kernels):
    out = Writer(f'rensa-{prefix}-kernels.h', f'the fenced kernels of the folder {prefix}.')
    out.put('#pragma once', '', '#include "rensa-kernel.h"', '')
    for kernel in kernels:
        out.put(f'extern const RensaKernel rensa_kernel_{kernel.name};',
                f'#define RENSA_KERNEL_{kernel.name.upper()} (&rensa_kernel_{kernel.name})')
    rows = [f'#define RENSA_{prefix.upper().replace("-", "_")}_KERNELS(K)'] + [f'K (rensa_kernel_{kernel.name})'
                                                                              for kernel in kernels]
    out.put('', '/* Each of them. */', ' \\\n  '.join(rows))
    return out


def loop_arguments(is_index):
    if is_index:
        return ('gint64 first, gint64 n, int ndim, const gint64 *shape, const RensaKernelView *inputs, '
                'void *const *outputs, const double *params')
    return 'gint64 n, char *const *args, const gint64 *strides, const double *params'


def make_kernel_tables(prefix, kernels, lists):
    out = Writer(f'rensa-{prefix}-kernels.c', f'the tables of the kernels of the folder {prefix}.')
    out.put(f'#include "rensa-{prefix}-kernels.h"', '', '#include "rensa-cpu-loops.h"', '')
    for kernel in kernels:
        out.put(f'const RensaKernel rensa_kernel_{kernel.name} = {{', f'  .name = "{kernel.name}",',
                f'  .shape = RENSA_KERNEL_{kernel.shape().upper()},', f'  .n_inputs = {len(kernel.inputs)},',
                f'  .n_outputs = {len(kernel.outputs)},', f'  .n_params = {len(kernel.params)},',
                f'  .int_inputs = {int_bits(kernel.inputs)},', f'  .int_params = {int_bits(kernel.params)},',
                f'  .has_list = {int(lists and not kernel.is_index)},', f'  .cost = {kernel.cost()},', '  .source =', c_string(kernel.whole_code()) + ',', '};', '')
    if kernels:
        put_cpu_table(out, kernels)
    return out


def int_bits(arguments):
    return sum(1 << i for i, (is_int, _) in enumerate(arguments) if is_int)


def put_cpu_table(out, kernels):
    """Writes the loops of all kernels, which the program registers with the CPU backend while it
    is loaded.
    """
    for isa in ISAS:
        if isa == ISAS[1]:
            out.put('', '#ifdef __x86_64__')
        out.put(*(f'void {name} ({loop_arguments(kernel.is_index)});' for kernel in kernels
                  for name in kernel.loops(isa)))
    out.put('#endif', '', 'static const RensaCpuKernel rows[] = {')
    for kernel in kernels:
        out.put(f'  {{ &rensa_kernel_{kernel.name}, {{')
        for isa in ISAS:
            if isa == ISAS[1]:
                out.put('#ifdef __x86_64__')
            as_float, as_double = kernel.loops(isa)
            out.put(f'    {{ .{kernel.shape()}_float = {as_float}, .{kernel.shape()}_double = {as_double} }},')
        out.put('#endif', '  } },')
    out.put('};', '', 'static __attribute__ ((constructor)) void', 'add_rows (void)', '{',
            '  rensa_cpu_add_kernels (rows, G_N_ELEMENTS (rows));', '}')


def put_call(out, kernel, arguments, index):
    """Writes the kernel's call for element i, and stores its results."""
    n_outputs = len(kernel.outputs)
    if n_outputs == 1:
        out.put(f'      out0[{index}] = {kernel.name} ({", ".join(arguments)});')
        return
    results = [f'y{k}' for k in range(n_outputs)]
    out.put(f'      real {", ".join(results)};', '',
            f'      {kernel.name} ({", ".join(arguments + ["&" + name for name in results])});')
    out.put(*(f'      out{k}[{index}] = y{k};' for k in range(n_outputs)))


def put_map_loop(out, kernel, real):
    n_inputs = len(kernel.inputs)
    out.put('static K_LOOP void',
            f'K_REAL ({kernel.name}_run) (k_index n, real *const *args, const double *params)', '{')
    out.put(*(f'  const real *const in{k} = args[{k}];' for k in range(n_inputs)))
    out.put(*(f'  real *const out{k} = args[{n_inputs + k}];' for k in range(len(kernel.outputs))))
    out.put(*(f'  const real p{k} = (real) params[{k}];' for k in range(len(kernel.params))))
    # Masking tells the compiler that no elements are left over, so that it generates only vector code.
    out.put('', '  n &= -K_LANES;', '  K_SIMD', '  for (k_index i = 0; i < n; i++)', '    {')
    put_call(out, kernel, [f'in{k}[i]' for k in range(n_inputs)] + [f'p{k}' for k in range(len(kernel.params))], 'i')
    out.put('    }', '}', '')
    arguments = loop_arguments(False)
    out.put(f'void K_EXPORT (map_{kernel.name}_{real}) ({arguments});',
            f'void K_EXPORT (map_{kernel.name}_{real}) ({arguments})', '{',
            f'  k_map (K_REAL ({kernel.name}_run), {n_inputs}, {len(kernel.outputs)}, n, args, strides, params);',
            '}', '')


def put_index_loop(out, kernel, real):
    arguments = loop_arguments(True)
    out.put(f'void K_EXPORT (index_{kernel.name}_{real}) ({arguments});',
            f'void K_EXPORT (index_{kernel.name}_{real}) ({arguments})', '{', '  k_index at[K_MAX_NDIM];')
    for k, (is_int, _) in enumerate(kernel.inputs):
        kind = 'k_int_view' if is_int else 'k_view'
        members = ', '.join(f'inputs[{k}].{member}' for member in ('data', 'ndim', 'shape', 'strides'))
        out.put(f'  const {kind} in{k} = {{ {members} }};')
    for k, (is_int, _) in enumerate(kernel.params):
        kind = 'k_index' if is_int else 'real'
        out.put(f'  const {kind} p{k} = ({kind}) params[{k}];')
    out.put(*(f'  real *const out{k} = outputs[{k}];' for k in range(len(kernel.outputs))))
    out.put('', '  k_first_index (at, first, ndim, shape);', '  for (k_index i = first; i < first + n; i++)', '    {')
    put_call(out, kernel, ['at'] + [f'in{k}' for k in range(len(kernel.inputs))]
             + [f'p{k}' for k in range(len(kernel.params))], 'i')
    out.put('      k_next_index (at, ndim, shape);', '    }', '}', '')


def make_loops(prefix, kernels):
    out = Writer(f'rensa-{prefix}-kernels-loops.c', f'the loops of the kernels of the folder {prefix}.')
    out.put('#include "rensa-cpu-loops.h"', '', '#define RENSA_KERNEL_INSTANCE')
    for real in ('float', 'double'):
        out.put('', f'#define real {real}', '#include "loops.h"', '')
        for kernel in kernels:
            renamed = sorted(set(kernel.functions()))
            # The helpers of a file are copied into each of its kernels, so their names include the
            # kernel's name.
            out.put(*(f'#define {name} K_REAL ({kernel.name if name == kernel.name else kernel.name + "_" + name})'
                      for name in renamed))
            for line, code in kernel.helpers:
                out.put_source(kernel.path, line, code)
            out.put_source(kernel.path, kernel.line, kernel.code)
            (put_index_loop if kernel.is_index else put_map_loop)(out, kernel, real)
            out.put(*(f'#undef {name}' for name in renamed), '')
        out.put('#undef real')
    return out


def put_gpu_call(out, kernel, real):
    """Writes the call of the kernel in a GPU loop: with the inputs of one element, or with its index."""
    n_outputs = len(kernel.outputs)
    if kernel.is_index:
        out.put('GPU_FUNCTION void', 'call (const k_index *at, const gpu_index_args *args, real *y)', '{')
        arguments = ['at'] + [f'gpu_as_view<{"k_int_view" if is_int else "k_view"}> (&args->inputs[{k}])'
                              for k, (is_int, _) in enumerate(kernel.inputs)]
        params = 'args->params'
    else:
        out.put('GPU_FUNCTION void', 'call (const real *x, const double *params, real *y)', '{')
        arguments = [f'x[{k}]' for k in range(len(kernel.inputs))]
        params = 'params'
    arguments += [f'({"k_index" if is_int else "real"}) {params}[{k}]' for k, (is_int, _) in enumerate(kernel.params)]
    if n_outputs == 1:
        out.put(f'  y[0] = {kernel.name} ({", ".join(arguments)});')
    else:
        out.put(f'  {kernel.name} ({", ".join(arguments + [f"&y[{k}]" for k in range(n_outputs)])});')
    out.put('}')


def make_gpu_kernels(prefix, kernels, lists):
    out = Writer(f'rensa-{prefix}-kernels-gpu.cc', f'the kernels of the folder {prefix} for a GPU.')
    out.put('#include "gpu/map.h"')
    for real in ('float', 'double'):
        out.put('', f'#define real {real}', '#include "special.h"', '')
        for kernel in kernels:
            shape = kernel.shape()
            out.put('namespace', '{', f'namespace {kernel.name}_{real}', '{')
            for line, code in kernel.helpers:
                out.put_source(kernel.path, line, code)
            out.put_source(kernel.path, kernel.line, kernel.code)
            put_gpu_call(out, kernel, real)
            out.put('}', '}', '')
            template = f'{real}, {len(kernel.outputs)}' if kernel.is_index else \
                f'{real}, {len(kernel.inputs)}, {len(kernel.outputs)}'
            loop = 'gpu_index_map' if kernel.is_index else 'gpu_map'
            out.put(f'GPU_KERNEL ({shape}_{kernel.name}_{real}, gpu_{shape}_args, args)', '{',
                    f'  {loop}<{template}, {kernel.name}_{real}::call> (&args);', '}', '')
            if lists and not kernel.is_index:
                out.put(f'GPU_KERNEL (list_{kernel.name}_{real}, gpu_list_args, args)', '{',
                        f'  gpu_list_map<{template}, {kernel.name}_{real}::call> (&args);', '}', '')
        out.put('#undef real')
    return out


def check_unique(kernels):
    seen = {}
    for kernel in kernels:
        if kernel.name in seen:
            raise BadSource(kernel.path, kernel.line - 1,
                            f'kernel {kernel.name} stands in {seen[kernel.name].path} as well')
        seen[kernel.name] = kernel


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--prefix', required=True, help='name of the folder, used in file and table names')
    parser.add_argument('--class-type', help='type of the descriptors that the table holds')
    parser.add_argument('--include', action='append', default=[], help='header that the generated header includes')
    parser.add_argument('--source-root', default='.', help='paths in messages are relative to this folder')
    parser.add_argument('--out-dir', required=True)
    parser.add_argument('--kernels-only', action='store_true', help='write neither rensa-PREFIX.h nor the table')
    parser.add_argument('--prototypes-only', action='store_true', help='write rensa-PREFIX-prototypes.h alone')
    parser.add_argument('--lists', action='store_true',
                        help='the maps are called for one array after the other, with the same parameters')
    parser.add_argument('--without-loops', action='store_true',
                        help='of the kernels, write the header alone; their folders have the loops')
    parser.add_argument('--keep-order', action='store_true',
                        help='list the descriptors in the order of SOURCES, not of the names of their files')
    parser.add_argument('sources', nargs='+')
    return parser.parse_args()


def list_outputs(options, texts, kernels):
    outputs = [make_kernel_header(options.prefix, kernels)]
    if not options.without_loops:
        outputs += [make_kernel_tables(options.prefix, kernels, options.lists), make_loops(options.prefix, kernels),
                    make_gpu_kernels(options.prefix, kernels, options.lists)]
    if not options.kernels_only:
        outputs.append(make_header(options.prefix, options.include, options.class_type, texts))
        if options.class_type:
            outputs.append(make_table(options.prefix, options.class_type, texts))
    return outputs


def main():
    options = parse_arguments()
    texts = []
    kernels = []
    for source in options.sources:
        path = os.path.relpath(source, options.source_root)
        with open(source, encoding='utf-8') as file:
            texts.append((path, file.read()))
    if not options.keep_order:
        # Sorted by file name, regardless of the subfolder, so that moving a file does not change the order.
        texts.sort(key=lambda text: (os.path.basename(text[0]), text))
    for path, text in texts:
        kernels += read_kernels(path, text)
    check_unique(kernels)

    outputs = [make_prototypes(options.prefix, texts)] if options.prototypes_only else list_outputs(options, texts, kernels)
    os.makedirs(options.out_dir, exist_ok=True)
    for output in outputs:
        output.write(options.out_dir)


if __name__ == '__main__':
    try:
        main()
    except (BadSource, OSError, UnicodeDecodeError) as error:
        sys.exit(str(error))
