#!/usr/bin/env python3
"""Usage: test-weights.py STUDIO

What one run has learnt is where a model with another last layer begins.

SPDX-License-Identifier: MIT
"""

import zipfile

import driver
from driver import Studio, check, wait_for
from steps import (choose_file, choose_menu_item, find_run, open_file, open_listed_file, select_node, select_run,
                   set_attribute, show_page, start_training, stop_after, wait_for_end, wait_until_possible,
                   write_example)

# It learns nothing, so that what it ends with is what it began with.
STANDING = {'type': 'SGD', 'attrs': {'lr': 0}}


def export(studio, name, state, file):
    runs = show_page(studio, 'runs')
    select_run(studio, runs, f'{name}, {state}')
    studio.press(studio.find('button', 'Export NPZ', runs))
    choose_file(studio, 'Export NPZ', file)
    wait_for(f'{file}', file.exists)


def learn(program, folder, file):
    studio = Studio(program, folder, [write_example(folder, 'strokes-mlp', stop=stop_after(1))])
    open_file(studio)
    wait_for_end(studio, start_training(studio))
    export(studio, 'Strokes, MLP', 'Finished', file)
    studio.close()


def load(studio, file):
    """Returns the names in the dialog, by the heading of their list."""
    choose_menu_item(studio, 'Load Weights…')
    open_listed_file(studio, 'Load Weights', file)
    button = studio.find('button', 'Load')
    dialog = studio.get_frame(button)
    wait_for('the comparison', lambda: button.has_state('sensitive'))
    studio.find('label', '4 of 6 values match; the others are initialized randomly.', dialog)
    studio.find('label', 'The file has float32 of shape (10,), the model has float32 of shape (12,)', dialog)
    studio.picture('weights')
    lists = {group.name: [row.name for row in studio.find_all('list item', None, group)]
             for group in studio.find_all('list', None, dialog)}
    studio.wait_for_focus(button)
    studio.press(button)
    studio.wait_until_closed('Load Weights')
    return lists


def read_arrays(file):
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_another_last_layer(program, folder):
    learn(program, folder, folder / 'learnt.npz')
    studio = Studio(program, folder, [write_example(folder, 'strokes-mlp', stop=stop_after(1), optimizer=STANDING,
                                                    name='Twelve')])
    open_file(studio)
    select_node(studio, studio.find('group', 'Model canvas'), 'l3')
    set_attribute(studio, studio.find('widget', 'StudioInspector'), 'out_size', '12')
    lists = load(studio, folder / 'learnt.npz')
    fitting = [f'predictor/{name}' for name in ('l1/W', 'l1/b', 'l2/W', 'l2/b')]
    check(lists, lists == {'Matching': fitting, 'Different Shape': ['predictor/l3/W', 'predictor/l3/b']})

    page = start_training(studio)
    wait_for_end(studio, page)
    wait_until_possible(studio, page, 'Try It')
    find_run(studio, show_page(studio, 'runs'), 'Twelve, Finished')
    export(studio, 'Twelve', 'Finished', folder / 'begun.npz')
    learnt, begun = (read_arrays(folder / name) for name in ('learnt.npz', 'begun.npz'))
    same = {name for name in begun if begun[name] == learnt[name]}
    check(f'only {same} are those of the file', same == {f'{name}.npy' for name in fitting})
    studio.close()


TESTS = [test_another_last_layer]

if __name__ == '__main__':
    driver.main(TESTS)
