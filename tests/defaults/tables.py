# tables.py: tables with a known truth, as pupils and firms have them.
# SPDX-License-Identifier: MIT
"""Each function takes a numpy.random.Generator and gives names of columns, rows and how the file is written."""

import numpy as np

POINT = {'delimiter': ',', 'decimal': '.', 'encoding': 'utf-8'}
GERMAN = {'delimiter': ';', 'decimal': ',', 'encoding': 'cp1252'}


def table(x, label, names=None, form=POINT):
    x = np.asarray(x)
    names = list(names or [f'x{i + 1}' for i in range(x.shape[1])]) + ['label']
    return names, [list(row) + [value] for row, value in zip(x.tolist(), label)], form


def words(classes, names):
    return [names[int(c)] for c in classes]


def blobs(rng, n, d, k, spread, scale=1.0, weights=None):
    centres = rng.normal(size=(k, d))
    classes = rng.choice(k, n, p=weights)
    return (centres[classes] + spread * rng.normal(size=(n, d))) * scale, classes


# Classes

def linear(rng, n=400, d=4, noise=0.3):
    x = rng.normal(size=(n, d))
    return table(x, words(x @ rng.normal(size=d) + noise * rng.normal(size=n) > 0, ['no', 'yes']))


def xor(rng, n=400):
    x = rng.uniform(-1, 1, (n, 2))
    return table(x.round(3), words((x[:, 0] > 0) ^ (x[:, 1] > 0), ['red', 'blue']))


def rings(rng, n=500, k=2):
    classes = rng.integers(k, size=n)
    radius = 1 + classes + 0.2 * rng.normal(size=n)
    angle = rng.uniform(0, 2 * np.pi, n)
    return table(np.stack([radius * np.cos(angle), radius * np.sin(angle)], 1), words(classes, ['in', 'mid', 'out']))


def moons(rng, n=300, noise=0.2):
    classes = rng.integers(2, size=n)
    angle = rng.uniform(0, np.pi, n)
    x = np.stack([np.cos(angle) + classes * (1 - 2 * np.cos(angle)), np.sin(angle) * (1 - 2 * classes) + 0.5 * classes], 1)
    return table(x + noise * rng.normal(size=x.shape), words(classes, ['up', 'down']))


def spirals(rng, n=1000, k=2, turns=1.0):
    classes = rng.integers(k, size=n)
    t = np.sqrt(rng.uniform(0.02, 1, n))
    angle = 2 * np.pi * (turns * t + classes / k)
    x = np.stack([t * np.cos(angle), t * np.sin(angle)], 1) * 3
    return table(x + 0.06 * rng.normal(size=x.shape), words(classes, ['a', 'b', 'c']))


def flowers(rng, n=150):
    x, classes = blobs(rng, n, 4, 3, 0.35)
    return table((x + 5).round(1), words(classes, ['setosa', 'versicolor', 'virginica']),
                 ['sepal_length', 'sepal_width', 'petal_length', 'petal_width'])


def noisy(rng, n=600, wrong=0.2):
    x, classes = blobs(rng, n, 5, 2, 0.8)
    flips = rng.random(n) < wrong
    return table(x, words(classes ^ flips, ['good', 'bad']))


def unbalanced(rng, n=800, share=0.1):
    x, classes = blobs(rng, n, 4, 2, 0.6, weights=[1 - share, share])
    return table(x, words(classes, ['healthy', 'ill']))


def wide(rng, n=200, d=60, informative=5):
    x = rng.normal(size=(n, d))
    return table(x, words(x[:, :informative].sum(1) > 0, ['no', 'yes']))


def many_classes(rng, n=1000, k=10):
    x, classes = blobs(rng, n, 8, k, 0.5)
    return table(x, words(classes, list('abcdefghij')))


def large_scales(rng, n=400):
    x = np.stack([rng.normal(40000, 12000, n), rng.integers(18, 90, n), rng.uniform(0, 0.02, n)], 1)
    score = (x[:, 0] - 40000) / 12000 - (x[:, 1] - 54) / 20 + (x[:, 2] - 0.01) * 200
    return table(x, words(score + 0.3 * rng.normal(size=n) > 0, ['refused', 'granted']), ['income', 'age', 'rate'])


def categorical(rng, n=500):
    colours, sizes, shapes = ['red', 'green', 'blue', 'black'], ['S', 'M', 'L'], ['round', 'flat']
    a, b, c = rng.integers(4, size=n), rng.integers(3, size=n), rng.integers(2, size=n)
    label = ((a == 0) & (c == 1)) | ((b == 2) & (a != 3))
    return table(np.stack([words(a, colours), words(b, sizes), words(c, shapes)], 1), words(label, ['keep', 'sell']),
                 ['colour', 'size', 'shape'])


def mushrooms(rng, n=900, d=8, k=5):
    x = rng.integers(k, size=(n, d))
    label = (x[:, 0] < 2) | ((x[:, 1] == 3) & (x[:, 2] > 1))
    return table([[f'v{v}' for v in row] for row in x], words(label, ['edible', 'poisonous']))


def mixed(rng, n=600):
    job = rng.integers(4, size=n)
    age = rng.integers(18, 70, n)
    chance = 1 / (1 + np.exp(-((age - 44) / 8 + np.array([-2, 0, 1, 2])[job])))
    rows = [[int(a), ['nurse', 'cook', 'driver', 'clerk'][j]] for a, j in zip(age, job)]
    return ['age', 'job', 'label'], [r + [w] for r, w in zip(rows, words(rng.random(n) < chance, ['no', 'yes']))], POINT


def few(rng, n=60):
    x, classes = blobs(rng, n, 3, 2, 0.5)
    return table(x.round(2), words(classes, ['left', 'right']))


def numbered(rng, n=300):
    x, classes = blobs(rng, n, 4, 4, 0.4)
    return table(np.concatenate([np.arange(1, n + 1)[:, None], x.round(2)], 1), classes, ['id', 'a', 'b', 'c', 'd'])


def named(rng, n=120):
    x, classes = blobs(rng, n, 3, 2, 0.5)
    rows = [[f'Person {i}'] + list(r.round(1)) for i, r in enumerate(x + 4)]
    return (['Name', 'Test', 'Heft', 'Mitarbeit', 'Ergebnis'],
            [r + [w] for r, w in zip(rows, words(classes, ['bestanden', 'durchgefallen']))], GERMAN)


def missing(rng, n=400):
    x, classes = blobs(rng, n, 5, 3, 0.4)
    rows = [['' if rng.random() < 0.05 else round(v, 2) for v in row] for row in x]
    return [f'x{i}' for i in range(5)] + ['label'], [r + [w] for r, w in zip(rows, words(classes, ['a', 'b', 'c']))], POINT


def checkers(rng, n=1500, k=3):
    x = rng.uniform(0, k, (n, 2))
    return table(x, words(np.floor(x).sum(1) % 2, ['black', 'white']))


def big(rng, n=2000):
    x = rng.normal(size=(n, 10))
    return table(x, words(x[:, 0] * x[:, 1] + x[:, 2] > 0, ['minus', 'plus']))


# Values

def line(rng, n=100, noise=0.2):
    x = rng.uniform(0, 10, (n, 1))
    return table(x.round(2), (3 * x[:, 0] - 5 + noise * rng.normal(size=n)).round(3))


def plane(rng, n=400, d=5, noise=0.3):
    x = rng.normal(size=(n, d))
    return table(x, x @ rng.normal(size=d) + noise * rng.normal(size=n))


def houses(rng, n=400):
    size, rooms, year = rng.uniform(40, 200, n), rng.integers(1, 8, n), rng.integers(1900, 2024, n)
    price = 3000 * size + 8000 * rooms + 500 * (year - 1900) + 20000 * rng.normal(size=n)
    return table(np.stack([size.round(1), rooms, year], 1), price.round(), ['size', 'rooms', 'year'])


def grades(rng, n=120):
    spoken, written = rng.uniform(1, 6, n).round(1), rng.uniform(1, 6, n).round(1)
    days = rng.integers(0, 20, n)
    mark = np.clip(0.4 * spoken + 0.6 * written + 0.02 * days + 0.1 * rng.normal(size=n), 1, 6).round(1)
    rows = [[f'Kind {i}', f'9{"ab"[i % 2]}', *map(float, row)] for i, row in enumerate(zip(spoken, written, days))]
    return (['Name', 'Klasse', 'Mündlich', 'Schriftlich', 'Fehltage', 'Endnote'],
            [r + [float(m)] for r, m in zip(rows, mark)], GERMAN)


def waves(rng, n=300):
    x = rng.uniform(-3, 3, (n, 1))
    return table(x, np.sin(2 * x[:, 0]) + 0.1 * rng.normal(size=n))


def hills(rng, n=800):
    x = rng.uniform(-2, 2, (n, 2))
    return table(x, np.exp(-(x ** 2).sum(1)) * 100 + 2 * rng.normal(size=n))


def friedman(rng, n=500, noise=1.0):
    x = rng.uniform(size=(n, 10))
    y = 10 * np.sin(np.pi * x[:, 0] * x[:, 1]) + 20 * (x[:, 2] - 0.5) ** 2 + 10 * x[:, 3] + 5 * x[:, 4]
    return table(x, y + noise * rng.normal(size=n))


def product(rng, n=600):
    x = rng.uniform(1, 20, (n, 3))
    return table(x.round(2), (x[:, 0] * x[:, 1] - 5 * x[:, 2]).round(2))


def tiny_values(rng, n=300):
    x = rng.normal(size=(n, 3))
    return table(x, 1e-4 * (x[:, 0] - x[:, 1] ** 2 + 0.1 * rng.normal(size=n)))


def huge_values(rng, n=300):
    x = rng.normal(size=(n, 3)) * 1e6
    return table(x.round(), (7 * x[:, 0] - 3 * x[:, 1] + 1e9 + 1e6 * rng.normal(size=n)).round())


def wages(rng, n=500):
    job = rng.integers(5, size=n)
    years = rng.integers(0, 40, n)
    pay = np.array([22, 28, 35, 48, 70])[job] * 1000 * (1 + 0.015 * years) + 2000 * rng.normal(size=n)
    names = ['cook', 'nurse', 'smith', 'teacher', 'doctor']
    return ['job', 'years', 'pay'], [[names[j], int(y), round(float(p))] for j, y, p in zip(job, years, pay)], POINT


def wide_values(rng, n=150, d=30):
    x = rng.normal(size=(n, d))
    return table(x, x[:, :4].sum(1) + 0.3 * rng.normal(size=n))


def few_values(rng, n=60):
    x = rng.uniform(0, 5, (n, 2))
    return table(x.round(2), (2 * x[:, 0] - x[:, 1] + 0.3 * rng.normal(size=n)).round(2))


def missing_values(rng, n=400):
    x = rng.normal(size=(n, 4))
    y = x.sum(1) + 0.3 * rng.normal(size=n)
    rows = [['NA' if rng.random() < 0.05 else float(v) for v in row] for row in x]
    return ['a', 'b', 'c', 'd', 'y'], [r + [float(v)] for r, v in zip(rows, y)], POINT


def steps(rng, n=1000):
    x = rng.uniform(0, 10, (n, 2))
    return table(x, np.floor(x[:, 0]) * 3.3 + np.where(x[:, 1] > 5, 10, 0) + 0.2 * rng.normal(size=n))


CLASSES = {
    'linear': linear, 'linear, noisy': lambda r: linear(r, 500, 6, 1.5), 'xor': xor, 'rings': rings,
    'three rings': lambda r: rings(r, 900, 3), 'moons': moons, 'moons, noisy': lambda r: moons(r, 400, 0.4),
    'spirals': spirals, 'three spirals': lambda r: spirals(r, 1500, 3), 'flowers': flowers, 'noisy labels': noisy,
    'unbalanced': unbalanced, 'wide': wide, 'ten classes': many_classes, 'large scales': large_scales,
    'categories': categorical, 'mushrooms': mushrooms, 'mixed': mixed, 'sixty rows': few, 'row numbers': numbered,
    'names, German': named, 'missing cells': missing, 'checkers': checkers, 'two thousand rows': big,
}
VALUES = {
    'line': line, 'plane': plane, 'plane, noisy': lambda r: plane(r, 300, 4, 1.5), 'houses': houses,
    'grades, German': grades, 'wave': waves, 'hill': hills, 'friedman': friedman, 'product': product,
    'tiny values': tiny_values, 'huge values': huge_values, 'wages': wages, 'wide, values': wide_values,
    'sixty rows, values': few_values, 'missing cells, values': missing_values, 'steps': steps,
}


def text_of(value, decimal):
    return repr(float(value)).replace('.', decimal) if isinstance(value, float) else str(value)


def write(path, made):
    names, rows, form = made
    lines = [form['delimiter'].join(names)]
    lines += [form['delimiter'].join(text_of(v, form['decimal']) for v in row) for row in rows]
    path.write_text('\n'.join(lines) + '\n', encoding=form['encoding'])
