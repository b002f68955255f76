#!/usr/bin/env python3
"""Usage: test-training.py STUDIO

Training under the person's hands, the runs it leaves, and what is taken away from them.

SPDX-License-Identifier: MIT
"""

import ast
import re
import zipfile

import driver
from driver import Studio, check, wait_for
from steps import (ENDLESS, change_optimizer, choose_file, export_code, find_run, get_iteration, is_inside, open_file,
                   select_run, show_page, start_training, stop_after, wait_for_description, wait_for_end, wait_for_iteration,
                   wait_until_over, wait_until_possible, write_example)

try:
    import numpy
except ImportError:
    numpy = None


def pause(studio, page, plot):
    """Returns the iteration at which it stands."""
    studio.key('F6')
    wait_until_possible(studio, page, 'Resume')
    seen = []

    def stands():
        seen.append(get_iteration(plot))
        return len(seen) > 20 and len(set(seen[-20:])) == 1
    wait_for('the progress to stand still', stands)
    return seen[-1]


def test_hands_on(program, folder):
    """Pause, step, resume, another learning rate, a snapshot and a stop."""
    file = write_example(folder, 'strokes-mlp', stop=stop_after(ENDLESS))
    studio = Studio(program, folder, [file])
    open_file(studio)
    page = start_training(studio)
    plot = studio.find('group', 'Plot of loss', page)
    wait_for_iteration(plot, 10)

    standing = pause(studio, page, plot)
    studio.press(studio.find('button', 'Step', page))
    wait_for_iteration(plot, standing + 1)
    check('one step is more than one iteration', get_iteration(plot) == standing + 1)
    studio.key('F6')
    wait_for_iteration(plot, standing + 10)

    change_optimizer(studio, page, 'alpha', '0.0005')
    wait_for_description(plot, '; Learning Rate = 0.0005 at iteration')
    studio.press(studio.find('button', 'Take Snapshot', page))
    studio.press(studio.find('button', 'Stop', page))
    wait_until_over(studio)
    check('no snapshot', any((folder / 'runs').glob('runs/*/snapshot_iter_*')))
    find_run(studio, show_page(studio, 'runs'), 'Strokes, MLP, Stopped')
    studio.close()


def test_runs(program, folder):
    """A stopped run goes on to its end; a second one is compared with it."""
    file = write_example(folder, 'moons')
    studio = Studio(program, folder, [file])
    open_file(studio)
    studio.key('F7')
    page = studio.find('widget', 'StudioTrainingPage')
    wait_until_possible(studio, page, 'Resume')
    studio.key('F8')
    wait_until_over(studio)

    runs = show_page(studio, 'runs')
    select_run(studio, runs, 'Moons, Stopped')
    studio.press(studio.find('button', 'Resume', runs))
    wait_for_end(studio, page)
    change_optimizer(studio, page, 'alpha', '0.02')
    start_training(studio)
    show_page(studio, 'runs')
    wait_for('two runs', lambda: len(list(studio.find_all('row', 'Moons, Finished', runs))) == 2)
    compare(studio, runs)
    studio.close()


def compare(studio, runs):
    select_run(studio, runs, 'Moons, Finished')
    studio.key('Shift+Down')
    studio.press(wait_until_possible(studio, runs, 'Compare'))
    comparison = studio.find('widget', 'StudioRunsCompare', runs)
    studio.find('label', '1 setting differs', comparison)
    wait_for('the curves of both', lambda: re.search('#. validation .* #. validation', studio.find(
        'group', 'Plot of loss', comparison).get_description()))
    for text in ('alpha', '0.01', '0.02'):
        studio.find('label', text, comparison)


def check_newest_entry(studio, page):
    """The log has more entries than fit; the last one is seen."""
    log = studio.find('tree grid', 'Log', page)
    wait_for('the newest entry to be seen', lambda: is_inside(
        studio.find('label', '2,000', log).get_extents(), log.get_extents()))


def check_npz(file):
    sizes = {'predictor/l1': (784, 100), 'predictor/l2': (100, 100), 'predictor/l3': (100, 10)}
    shapes = {f'{name}/W': (n_out, n_in) for name, (n_in, n_out) in sizes.items()}
    shapes |= {f'{name}/b': (n_out,) for name, (_, n_out) in sizes.items()}
    if numpy is None:
        check('an array is missing', {name + '.npy' for name in shapes} <= set(zipfile.ZipFile(file).namelist()))
        return
    with numpy.load(file) as arrays:
        check(arrays.files, {name: arrays[name].shape for name in arrays.files} == shapes)


def test_exports(program, folder):
    file = write_example(folder, 'strokes-mlp')
    studio = Studio(program, folder, [file])
    open_file(studio)
    page = start_training(studio)
    wait_for_end(studio, page)
    check_newest_entry(studio, page)
    runs = show_page(studio, 'runs')
    select_run(studio, runs, 'Strokes, MLP, Finished')
    studio.press(studio.find('button', 'Export NPZ', runs))
    choose_file(studio, 'Export NPZ', folder / 'exported.npz')
    wait_for('the NPZ file', (folder / 'exported.npz').exists)
    check_npz(folder / 'exported.npz')

    ast.parse(export_code(studio, folder / 'exported'))
    names = sorted(path.name for path in (folder / 'exported').iterdir())
    check(names, names == ['README.md', 'model.npz', 'train_strokes_mlp.py', 'train_strokes_mlp_data.npz'])
    studio.close()


TESTS = [test_hands_on, test_runs, test_exports]

if __name__ == '__main__':
    driver.main(TESTS)
