# kernel_constants.py: finds arithmetic on parameters alone in fenced kernels.
# SPDX-License-Identifier: MIT
"""A parameter is rounded to the kernel's real once. A value computed only from parameters and literals
would be rounded again, in float with an error that cancellation can amplify: 1 - beta2 of 0.999f
has an error of 13 millionths. Such constants are computed in double, outside the kernel, and passed
as parameters. Exact operations (signs, powers of two, comparisons, k_max () …) are allowed.

find_inexact () follows constants through locals, casts and helpers; values that it cannot follow
count as data.
"""

import re
import struct
from fractions import Fraction

TOKEN = re.compile(r'\s+|/\*.*?\*/|#[^\n]*|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?[fF]?)|(?P<name>[A-Za-z_]\w*)|'
                   r'(?P<op>->|\+\+|--|<<|>>|[-+*/%<>=!&|^]=|&&|\|\||.)', re.S)
FUNCTION = re.compile(r'^KERNEL\s+[\w \t*]+?\s*\n?(\w+) \((.*?)\)\s*\{(.*?)^\}', re.M | re.S)
TYPES = {'real', 'k_index', 'int', 'void', 'k_view', 'k_int_view', 'const', 'static'}
WORDS = {'return', 'if', 'else', 'for', 'while', 'do', 'break', 'continue'}
EXACT_CALLS = {'k_min', 'k_max', 'k_abs', 'k_floor', 'k_ceil', 'k_rint', 'k_trunc', 'k_sign', 'k_isnan', 'k_isfinite'}
LEVELS = [{'='} | {op + '=' for op in '+-*/%&|^'}, {'?'}, {'||'}, {'&&'}, {'|'}, {'^'}, {'&'}, {'==', '!='},
          {'<', '>', '<=', '>='}, {'<<', '>>'}, {'+', '-'}, {'*', '/', '%'}]

# Kind of an expression: DATA, PARAM (computed from parameters), or the Fraction of a literal.
DATA = 'data'
PARAM = 'param'


class Inexact(Exception):
    """Text of an expression that should be a parameter."""


def tokenize(code):
    return [(match.lastgroup, match.group()) for match in TOKEN.finditer(code) if match.lastgroup]


def is_float32(value):
    try:
        return Fraction(struct.unpack('f', struct.pack('f', float(value)))[0]) == value
    except OverflowError:
        return False


def is_power_of_two(value):
    return value not in (DATA, PARAM) and value != 0 and is_float32(value) \
        and (abs(value.numerator) & (abs(value.numerator) - 1)) == 0 \
        and (value.denominator & (value.denominator - 1)) == 0


def combine(op, left, right):
    """Returns the kind of LEFT OP RIGHT; None if it is a constant that must be rounded."""
    if DATA in (left, right):
        return DATA
    if op not in '+-*/':
        return PARAM
    if PARAM not in (left, right):
        try:
            value = {'+': lambda: left + right, '-': lambda: left - right, '*': lambda: left * right,
                     '/': lambda: left / right}[op]()
        except ZeroDivisionError:
            return None
        return value if is_float32(value) or all(is_power_of_two(side) for side in (left, right)) else None
    if op == '*' and (is_power_of_two(left) or is_power_of_two(right)) or op == '/' and is_power_of_two(right):
        return PARAM
    return None


class Body:
    """One function for one kind of arguments: an expression parser that processes its statements."""

    def __init__(self, functions, name, kinds):
        arguments, code = functions[name]
        self.functions = functions
        self.known = dict(zip(arguments, kinds))
        self.tokens = tokenize(code)
        self.at = 0

    def peek(self):
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ''

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def text(self, start):
        return re.sub(r'(?<=[(]) | (?=[(),])', '', ' '.join(token for _, token in self.tokens[start:self.at]))

    def check(self):
        while self.at < len(self.tokens):
            kind, token = self.tokens[self.at]
            if token in TYPES:
                self.declaration()
            elif token == 'for':
                self.at += 2
            elif token in WORDS or kind == 'op' and token not in '(-+*!':
                self.at += 1
            else:
                self.expression(0)

    def declaration(self):
        words = []
        while self.peek() in TYPES:
            words.append(self.take()[1])
        is_plain = self.peek() != '*'
        while self.peek() == '*':
            self.at += 1
        name = self.take()[1]
        if self.peek() != '=':
            return
        self.at += 1
        if self.peek() == '{':
            return
        kind = self.expression(1)
        self.known[name] = kind if 'const' in words and 'real' in words and is_plain else DATA

    def expression(self, level):
        if level == len(LEVELS):
            return self.unary()
        start = self.at
        left = self.expression(level + 1)
        while self.peek() in LEVELS[level]:
            op = self.take()[1]
            if op == '?':
                left = self.choice()
                continue
            right = self.expression(level if level == 0 else level + 1)
            if level == 0:
                return DATA
            left = combine(op, left, right)
            if left is None:
                raise Inexact(self.text(start))
        return left

    def choice(self):
        """A choice between two constants is a constant; literals are few and exact."""
        first = self.expression(0)
        self.at += 1
        second = self.expression(1)
        return PARAM if PARAM in (first, second) and DATA not in (first, second) else DATA

    def unary(self):
        token = self.peek()
        if token == '-':
            self.at += 1
            kind = self.unary()
            return kind if kind in (DATA, PARAM) else -kind
        if token in ('+', '!', '*', '&', '++', '--'):
            self.at += 1
            return self.unary() if token == '+' else self.unary() and DATA
        if token == '(' and self.at + 1 < len(self.tokens) and self.tokens[self.at + 1][1] in TYPES:
            while self.take()[1] != ')':
                pass
            return self.unary()
        return self.postfix()

    def postfix(self):
        start = self.at
        group, token = self.take()
        kind = DATA
        if group == 'number':
            kind = Fraction(token.rstrip('fF'))
        elif token == '(':
            kind = self.expression(0)
            self.at += 1
        elif self.peek() == '(':
            kind = self.call(token, start)
        else:
            kind = self.known.get(token, DATA)
        while self.peek() in ('[', '.', '->', '++', '--'):
            if self.take()[1] == '[':
                self.expression(0)
            if self.peek() == ']' or self.tokens[self.at - 1][1] in ('.', '->'):
                self.at += 1
            kind = DATA
        return kind

    def call(self, name, start):
        kinds = []
        self.at += 1
        while self.peek() != ')':
            kinds.append(self.expression(0))
            if self.peek() == ',':
                self.at += 1
        self.at += 1
        if name in self.functions:
            Body(self.functions, name, kinds).check()
        if DATA in kinds or not kinds:
            return DATA
        if name not in EXACT_CALLS:
            raise Inexact(self.text(start))
        return PARAM


def find_inexact(code, name, n_leading, params):
    """Returns the first constant that kernel NAME of CODE computes, or None; PARAMS, which follow
    N_LEADING other arguments, has a true value for each parameter that is an integer.
    """
    functions = {found: ([argument.split()[-1].lstrip('*') for argument in arguments.split(',') if argument.strip()], body)
                 for found, arguments, body in FUNCTION.findall(code)}
    kinds = [DATA] * n_leading + [DATA if is_int else PARAM for is_int in params]
    try:
        Body(functions, name, kinds).check()
    except Inexact as inexact:
        return str(inexact)
    return None
