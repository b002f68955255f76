#!/usr/bin/env python3
"""Usage: test-build.py STUDIO

A model made from nothing by keyboard and palette, put right, trained, undone and done again.

SPDX-License-Identifier: MIT
"""

import driver
from driver import Studio, check, wait_for
from steps import (list_nodes, new_project, quick_add, select_node, set_attribute, show_page, start_training,
                   wait_for_description, wait_for_iteration, wait_until_over)


def test_eight_layers_by_keyboard(program, folder):
    studio = Studio(program, folder)
    canvas = new_project(studio)
    for _ in range(7):
        quick_add(studio, canvas, 'Linear')
        quick_add(studio, canvas, 'relu')
    quick_add(studio, canvas, 'Linear')
    wait_for_description(canvas, '16 nodes, 1 selected, no problems')
    # Nodes are told one by one, after the line that counts them.
    wait_for('the last layer', lambda: list_nodes(studio, canvas)[-1][0] == 'l8: Linear')
    names = [name for name, _ in list_nodes(studio, canvas)]
    check(names, len(names) == 16 and names[:3] == ['x: Input', 'l1: Linear', 'relu1: relu'])
    studio.close()


def add_by_search(studio, canvas):
    """By another name of what is sought, below the selected node."""
    studio.fill(studio.find('search box', 'Search palette'), 'dense')
    studio.key('Return')
    wait_for_description(canvas, '2 nodes, 1 selected, no problems')
    studio.fill(studio.find('search box', 'Search palette'), '')


def add_by_double_click(studio, canvas):
    palette = studio.find('list', 'Palette')
    studio.fill(studio.find('search box', 'Search palette'), 'relu')
    # Favourites, which are not shown while something is sought, have rows of their own before it.
    studio.find('list item', 'relu', palette)
    *_, row = studio.find_all('list item', 'relu', palette)
    studio.click(row, count=2)
    wait_for_description(canvas, '3 nodes, 1 selected, no problems')
    studio.fill(studio.find('search box', 'Search palette'), '')


def make_and_repair_shape_error(studio, canvas):
    set_attribute(studio, studio.find('widget', 'StudioInspector'), 'in_size', '123')
    wait_for_description(canvas, '1 problem')
    node = studio.find('list item', 'l2: Linear', canvas)
    check(node.get_description(), 'l2 expects 123 values per example, but 100 were given' in node.get_description())
    check('the status line does not tell', studio.exists('button', '1 problem'))

    studio.press(studio.find('button', 'Set in_size to 100'))
    wait_for_description(canvas, 'no problems')
    wait_for_description(node, '100 → 10')


def press_until_insensitive(studio, button, chord):
    wait_for(f'{chord} to come to an end', lambda: not button.has_state('sensitive') or studio.key(chord))


def train_a_little(studio):
    """The data that a new project has are the drawn digits."""
    page = start_training(studio)
    wait_for_iteration(studio.find('group', 'Plot of loss', page), 2)
    studio.key('F8')
    wait_until_over(studio)
    show_page(studio, 'model')


def test_from_nothing_and_back(program, folder):
    studio = Studio(program, folder)
    canvas = new_project(studio)
    empty = [('x: Input', 'output 784')]
    wait_for('the input', lambda: list_nodes(studio, canvas) == empty)
    add_by_search(studio, canvas)
    set_attribute(studio, studio.find('widget', 'StudioInspector'), 'out_size', '100')
    add_by_double_click(studio, canvas)
    select_node(studio, canvas, 'relu1')
    quick_add(studio, canvas, 'Linear')
    make_and_repair_shape_error(studio, canvas)
    full = list_nodes(studio, canvas)
    check(full, [name for name, _ in full] == ['x: Input', 'l1: Linear', 'relu1: relu', 'l2: Linear'])

    train_a_little(studio)
    press_until_insensitive(studio, studio.find('button', 'Undo'), 'Ctrl+z')
    wait_for('the empty model', lambda: list_nodes(studio, canvas) == empty)
    check('it counts as changed', studio.windows()[0].name == 'Untitled')
    press_until_insensitive(studio, studio.find('button', 'Redo'), 'Ctrl+Shift+z')
    wait_for('the whole model', lambda: list_nodes(studio, canvas) == full)
    studio.close()


def follow_suggestion(studio, canvas, label):
    """The one problem that there is has the repair, which leaves another one or none."""
    wait_for_description(canvas, '1 problem')
    if not studio.exists('button', label):
        studio.press(studio.find('button', '1 problem'))
    studio.press(studio.find('button', label))
    wait_for(f'{label} to be done', lambda: not studio.exists('button', label))


def test_lenet_by_suggestions(program, folder):
    """LeNet-5 from an empty canvas, where each suggestion that is made is followed, and leads on."""
    studio = Studio(program, folder)
    canvas = new_project(studio)
    wait_for_description(canvas, 'not ready yet')
    quick_add(studio, canvas, 'Convolution2D')
    follow_suggestion(studio, canvas, 'Set ndim of the data to 3')
    follow_suggestion(studio, canvas, 'Add Linear')
    wait_for_description(canvas, 'no problems')

    inspector = studio.find('widget', 'StudioInspector')
    select_node(studio, canvas, 'conv1')
    set_attribute(studio, inspector, 'ksize', '5')
    select_node(studio, canvas, 'conv1')
    for name in ('relu', 'max_pooling_2d', 'Convolution2D', 'relu', 'max_pooling_2d'):
        quick_add(studio, canvas, name)
        wait_for_description(canvas, 'no problems')
    for name, units in (('l2', '120'), ('l3', '84')):
        quick_add(studio, canvas, 'Linear')
        set_attribute(studio, inspector, 'out_size', units)
        select_node(studio, canvas, name)
        quick_add(studio, canvas, 'relu')
        wait_for_description(canvas, 'no problems')
    # Nodes are told one by one, after the line that counts them.
    wait_for('twelve nodes', lambda: len(list_nodes(studio, canvas)) == 12)
    wait_for_description(studio.find('list item', 'l1: Linear', canvas), 'output 10; 850 parameters')
    train_a_little(studio)
    studio.close()


def test_escape_from_quick_add(program, folder):
    """What a menu opened is left by the keyboard, too, and shortcuts are heard again."""
    studio = Studio(program, folder)
    canvas = new_project(studio)
    studio.screen.click(*studio.get_centre(select_node(studio, canvas, 'x')), button=3)
    wait_for('the menu', lambda: studio.exists('menu item', 'Quick Add…', canvas))
    studio.key('Return')
    entry = studio.find('search box', 'Quick add', canvas)
    studio.wait_for_focus(entry)
    studio.type('re')
    studio.key('Escape', 'Escape')
    wait_for('what is open to be closed', lambda: not entry.has_state('focused'))
    # A key that comes while the popover is on its way out is nobody's.
    wait_for('the Data page', lambda: studio.exists('widget', 'StudioDataPage') or studio.key('Alt+2'))
    studio.close()


TESTS = [test_eight_layers_by_keyboard, test_from_nothing_and_back, test_lenet_by_suggestions, test_escape_from_quick_add]

if __name__ == '__main__':
    driver.main(TESTS)
