#!/usr/bin/env python3
# measure.py: how good are the models that rensa chooses by itself?
# SPDX-License-Identifier: MIT
"""Usage: measure.py RENSA FOLDER [--draws N] [--first N] [--only NAME]

Makes tables, folders of pictures and texts with a known truth in FOLDER, trains each by "rensa new" and "rensa train" alone, and
compares what it gives for the examples kept for validation with scikit-learn, which learns from the same examples as "rensa export"
writes them.  Needs numpy, Pillow and scikit-learn.
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import time
import warnings
import zlib

import numpy as np
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.linear_model import LogisticRegression, RidgeCV
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

import pictures
import tables
import texts

warnings.simplefilter('ignore')
POINTS = 3


def rensa(program, folder, *args):
    done = subprocess.run([program, *map(str, args)], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f'rensa {" ".join(map(str, args))}: {done.stderr.strip()}')
    return done.stdout


def train(program, folder, data):
    """The last line of the log, seconds, and the examples."""
    rensa(program, folder, 'new', '--force', '--out', 'it.rensa', data)
    begin = time.monotonic()
    rensa(program, folder, 'train', '--quiet', '--out', 'result', 'it.rensa')
    seconds = time.monotonic() - begin
    log = json.loads((folder / 'result/log').read_text())
    # PyTorch has all functions that are chosen; Chainer has no adaptive pooling.
    rensa(program, folder, 'export', '--force', '--to', 'torch', '--out', 'it.py', 'it.rensa')
    with np.load(folder / 'it_data.npz') as examples:
        return log[-1], seconds, {name: examples[name] for name in examples}


def one_hot(examples):
    """Both parts of the inputs, words as a column each."""
    parts = [examples['x_train'].astype(float), examples['x_test'].astype(float)]
    counts = examples.get('preprocessing/0/counts', np.zeros(0))
    made = [[], []]
    for column in range(parts[0].shape[1]):
        is_word = column < len(counts) and counts[column] > 0
        values = np.unique(parts[0][:, column]) if is_word else [None]
        for value in values:
            for part, out in zip(parts, made):
                out.append(part[:, column] == value if is_word else part[:, column])
    return [np.stack(out, 1).astype(float) for out in made]


def best_of(models, x, t):
    """By cross validation on the examples for training, so that validation decides nothing."""
    n_folds = int(max(2, min(5, np.unique(t, return_counts=True)[1].min()))) if t.dtype.kind in 'iu' else 5
    scores = {name: np.nanmean(cross_val_score(model, x, t, cv=n_folds)) for name, model in models.items()}
    name = max(scores, key=scores.get)
    return name, models[name].fit(x, t)


def compare_classes(log, x, t, x_test, t_test, models):
    name, model = best_of(models, x, t)
    guess = np.mean(t_test == np.bincount(t).argmax())
    return 100 * log['validation/main/accuracy'], 100 * model.score(x_test, t_test), 100 * guess, name


def classifiers():
    return {'logistic regression': make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000)),
            'SVC': make_pipeline(StandardScaler(), SVC()),
            'random forest': RandomForestClassifier(random_state=0)}


def table_classes(log, examples):
    x, x_test = one_hot(examples)
    return compare_classes(log, x, examples['y_train'], x_test, examples['y_test'], classifiers())


def table_values(log, examples):
    x, x_test = one_hot(examples)
    t, t_test = (examples[f'y_{part}'].ravel().astype(float) for part in ('train', 'test'))
    name, model = best_of({'ridge': make_pipeline(StandardScaler(), RidgeCV(np.logspace(-3, 3, 13))),
                           'random forest': RandomForestRegressor(random_state=0)}, x, t)
    return (100 * (1 - log['validation/main/loss'] / np.var(t_test)), 100 * model.score(x_test, t_test),
            100 * (1 - np.mean((t_test - t.mean()) ** 2) / np.var(t_test)), name)


def folder_of_pictures(log, examples):
    x, x_test = (examples[f'x_{part}'].reshape(len(examples[f'x_{part}']), -1).astype(float) for part in ('train', 'test'))
    return compare_classes(log, x, examples['y_train'], x_test, examples['y_test'], classifiers())


def folder_of_texts(log, examples):
    n = int(max(examples['x_train'].max(), examples['x_test'].max())) + 1
    x, x_test = (np.stack([np.bincount(row, minlength=n)[1:] for row in examples[f'x_{part}']]) for part in ('train', 'test'))
    models = {'TF-IDF, logistic regression': make_pipeline(TfidfTransformer(), LogisticRegression(max_iter=2000, C=10)),
              'random forest': RandomForestClassifier(random_state=0)}
    return compare_classes(log, x, examples['y_train'], x_test, examples['y_test'], models)


def text(log, examples, n_back=3):
    """From the three tokens before, each a column of classes."""
    n = int(max(examples['x_train'].max(), examples['x_test'].max())) + 1

    def windows(part):
        ids = examples[f'x_{part}'].ravel().astype(int)
        rows = np.stack([ids[i:len(ids) - n_back + i + 1] for i in range(n_back)], 1)
        return np.eye(n)[rows].reshape(len(rows), -1), examples[f'y_{part}'].ravel().astype(int)[n_back - 1:]

    x, t = windows('train')
    x_test, t_test = windows('test')
    return compare_classes(log, x, t, x_test, t_test,
                           {'logistic regression': LogisticRegression(max_iter=500)})


def cases():
    for name, make in tables.CLASSES.items():
        yield name, 'classes', table_classes, 'it.csv', lambda f, r, m=make: tables.write(f / 'it.csv', m(r))
    for name, make in tables.VALUES.items():
        yield name, 'values', table_values, 'it.csv', lambda f, r, m=make: tables.write(f / 'it.csv', m(r))
    for name, made in pictures.FOLDERS.items():
        yield name, 'pictures', folder_of_pictures, 'data', lambda f, r, m=made: pictures.write(f / 'data', m, r)
    for name, make in texts.FOLDERS.items():
        yield name, 'texts', folder_of_texts, 'data', lambda f, r, m=make: m(r, f / 'data')
    for name, make in texts.FILES.items():
        yield name, 'next tokens', text, 'it.txt', lambda f, r, m=make: m(r, f / 'it.txt')


def measure(program, root, case, draws):
    name, kind, judge, data, make = case
    rows = []
    for draw in draws:
        folder = root / f'{kind} {name} {draw}'
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        make(folder, np.random.default_rng([zlib.crc32(name.encode()), draw]))
        log, seconds, examples = train(program, folder, data)
        rows.append((*judge(log, examples), len(examples['x_train']), seconds))
    ours, theirs, guess = (float(np.mean([row[i] for row in rows])) for i in range(3))
    return {'name': name, 'kind': kind, 'n': rows[0][4], 'ours': ours, 'theirs': theirs, 'guess': guess,
            'baseline': max(set(r[3] for r in rows), key=[r[3] for r in rows].count), 'seconds': max(r[5] for r in rows)}


def line_of(row):
    is_near = row['ours'] >= row['theirs'] - POINTS
    return (f"| {row['name']} | {row['kind']} | {row['n']} | {row['ours']:.1f} | {row['theirs']:.1f} | {row['baseline']} | "
            f"{max(row['guess'], 0):.1f} | {'yes' if is_near else 'no'} | {row['seconds']:.1f} |")


def sum_up(rows):
    near = sum(r['ours'] >= r['theirs'] - POINTS for r in rows)
    worse = [r['name'] for r in rows if r['ours'] < max(r['guess'], 0) - 1e-9]
    return f"{near} of {len(rows)} within {POINTS} points of the baseline ({100 * near / max(len(rows), 1):.0f} %); " \
           f"worse than guessing: {', '.join(worse) or 'none'}."


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('rensa', type=pathlib.Path)
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('--draws', type=int, default=1)
    parser.add_argument('--first', type=int, default=0, help='the number of the first draw')
    parser.add_argument('--only', default='')
    options = parser.parse_args()
    draws = range(options.first, options.first + options.draws)
    rows = []
    for case in cases():
        if options.only in f'{case[1]} {case[0]}':
            rows.append(measure(options.rensa.resolve(), options.folder.resolve(), case, draws))
            print(line_of(rows[-1]), flush=True)
    print('\n' + sum_up(rows))


if __name__ == '__main__':
    main()
