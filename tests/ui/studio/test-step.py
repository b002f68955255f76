#!/usr/bin/env python3
"""Usage: test-step.py STUDIO

The training step of a simple project, written out: a second model, wired and learned from, trained, and all undone. And what the models of a
step make, tried.

SPDX-License-Identifier: MIT
"""

import re

import driver
from driver import Studio, check, wait_for
from steps import (connect, list_nodes, open_file, open_step, quick_add, select_node, show_level, show_page,
                   start_training, stop_after, unselect_all, wait_for_description, wait_for_end, wait_until_possible,
                   write_example)


def open_example(program, folder):
    file = write_example(folder, 'moons', stop=stop_after(2), extensions=[{'type': 'Evaluator'}, {'type': 'LogReport'}])
    studio = Studio(program, folder, [str(file)])
    canvas = studio.find('group', 'Model canvas', open_file(studio))
    wait_for_description(canvas, '6 nodes, 0 selected, no problems')
    return studio, canvas


def list_tabs(studio):
    """What is beside them has longer names."""
    return [tab.name for tab in studio.find_all('button', lambda name: re.match(r'[a-z0-9]+$|Step$', name),
                                                studio.find('widget', 'StudioModelTabs'))]


def edit_step(studio, canvas):
    open_step(studio, canvas, 5)
    wait_for_description(canvas, '0 selected, no problems')
    wait_for('the tabs', lambda: list_tabs(studio)[:2] == ['Step', 'predictor'])
    names = [name for name, _ in list_nodes(studio, canvas)]
    check(names, names == ['x: Field', 't: Field', 'y: Model', 'loss: softmax_cross_entropy', 'accuracy: accuracy'])
    wait_for_description(studio.find('list item', 'loss: softmax_cross_entropy', canvas), 'loss; ')
    wait_for_description(studio.find('list item', 'accuracy: accuracy', canvas), 'report; ')


def test_walk_through_levels(program, folder):
    """Into the model that a node calls and back, by keys, a double click and tabs."""
    studio, canvas = open_example(program, folder)
    edit_step(studio, canvas)
    select_node(studio, canvas, 'y')
    studio.key('Return')
    wait_for('the model', lambda: any(name == 'l1: Linear' for name, _ in list_nodes(studio, canvas)))
    check('the tab of the model is not down', studio.find('button', 'predictor').has_state('pressed'))
    studio.key('Escape')
    wait_for_description(canvas, '5 nodes, 1 selected')
    studio.click(studio.find('list item', 'y: Model', canvas), count=2)
    wait_for_description(canvas, '6 nodes')
    show_level(studio, 'Step')
    wait_for_description(canvas, '5 nodes')
    studio.close()


def add_model(studio, canvas):
    studio.press(studio.find('button', 'Add Model'))
    wait_for('the tab', lambda: 'model1' in list_tabs(studio))
    wait_for_description(canvas, '1 node')
    select_node(studio, canvas, 'x')
    quick_add(studio, canvas, 'Linear')
    show_level(studio, 'Step')
    wait_for_description(canvas, '5 nodes')


def add_loss(studio, canvas):
    """The square of what the model makes of the points, and its mean. With nothing selected a node of a step stands for itself; it is
    wired by keys."""
    unselect_all(studio, canvas)
    quick_add(studio, canvas, 'Model')
    connect(studio, canvas, 'x', 'y1')
    select_node(studio, canvas, 'y1')
    for name in ('square', 'average'):
        quick_add(studio, canvas, name)
    studio.press(studio.find('button', 'Use as Loss'))
    wait_for_description(studio.find('list item', 'average1: average', canvas), 'loss; ')


def check_learners(studio, canvas):
    """Each loss has its own model from the beginning, so that there is no problem."""
    unselect_all(studio, canvas)
    panel = studio.find('widget', 'StudioStepPanel')

    def list_boxes():
        return [(box.name, box.has_state('checked'))
                for box in studio.find_all('checkbox', lambda name: name in ('predictor', 'model1'), panel)]
    wait_for('four boxes', lambda: len(list_boxes()) == 4)
    boxes = list_boxes()
    check(boxes, boxes == [('predictor', True), ('model1', False), ('predictor', False), ('model1', True)])
    wait_for_description(canvas, 'no problems')


def test_second_model(program, folder):
    studio, canvas = open_example(program, folder)
    before = list_nodes(studio, canvas)
    edit_step(studio, canvas)
    add_model(studio, canvas)
    add_loss(studio, canvas)
    check_learners(studio, canvas)
    studio.picture('step')

    page = start_training(studio)
    wait_for_end(studio, page)
    plot = studio.find('group', 'Plot of loss', page)
    wait_for_description(plot, 'predictor')
    wait_for_description(plot, 'model1')
    for title in ('Optimizer (predictor)', 'Optimizer (model1)', 'Hooks (model1)'):
        studio.find('label', title, page)

    studio.picture('step-trained')
    show_page(studio, 'model')
    undo = studio.find('button', 'Undo')
    wait_for('all to be undone', lambda: not undo.has_state('sensitive') or studio.key('Ctrl+z'))
    wait_for('the simple model', lambda: list_nodes(studio, canvas) == before)
    check('there are tabs', not studio.exists('widget', 'StudioModelTabs'))
    studio.close()


def test_try_previews(program, folder):
    """What a generator draws is tried by keys alone: another preview, another setting."""
    studio = Studio(program, folder, [str(write_example(folder, 'strokes-vae', stop=stop_after(1)))])
    page = start_training(studio)
    wait_for_end(studio, page)
    wait_until_possible(studio, page, 'Try It')
    studio.key('Ctrl+t')
    dialog = studio.window('Try It')
    studio.find('combo box', 'Input', dialog)
    studio.find('image', 'Reconstructions', dialog)
    for key in ('space', 'Down', 'Return'):
        studio.key(key)
    studio.find('image', 'Generated Images', dialog)
    wait_until_possible(studio, dialog, 'Save As…')
    studio.picture('try-previews')
    studio.key('Escape')
    studio.wait_until_closed('Try It')
    studio.close()


TESTS = [test_walk_through_levels, test_second_model, test_try_previews]

if __name__ == '__main__':
    driver.main(TESTS)
