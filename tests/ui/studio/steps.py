"""What several tests do with the studio, each as a person would.

SPDX-License-Identifier: MIT
"""

import json
import pathlib
import re

from driver import check, wait_for

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / 'data' / 'examples'
PAGES = {'model': 'Alt+1', 'data': 'Alt+2', 'training': 'Alt+3', 'graph': 'Alt+4', 'runs': 'Alt+5', 'code': 'Alt+6'}
# More than any test waits for.
ENDLESS = 1000000


def write_example(folder, name, **changes):
    """The example with other values of top-level fields, as a file of one's own."""
    document = json.loads((EXAMPLES / f'{name}.rensa').read_text(encoding='utf-8')) | changes
    file = folder / f'{name}.rensa'
    file.write_text(json.dumps(document), encoding='utf-8')
    return file


def stop_after(n, unit='epoch'):
    return {'type': 'IntervalTrigger', 'attrs': {'period': n, 'unit': unit}}


def show_page(studio, name):
    studio.key(PAGES[name])
    return studio.find('widget', f'Studio{name.capitalize()}Page')


def get_label(studio, root, pattern):
    """The text of the first label in which the pattern is found."""
    return studio.find('label', lambda text: re.search(pattern, text), root).name


# The model

def new_project(studio):
    """The canvas of a new project, ready for keys."""
    studio.key('Ctrl+n')
    canvas = studio.find('group', 'Model canvas')
    wait_for('the canvas to have the focus', lambda: canvas.has_state('focused'))
    return canvas


def wait_for_description(node, text):
    return wait_for(f'"{text}" in the description of {node}, which is "{node.get_description()}"',
                    lambda: text in node.get_description() and node.get_description())


def count_nodes(canvas):
    return int(re.match(r'\d+', canvas.get_description())[0])


def quick_add(studio, canvas, name):
    n = count_nodes(canvas)
    studio.key('slash')
    studio.wait_for_focus(studio.find('search box', 'Quick add', canvas))
    studio.type(name)
    studio.key('Return')
    wait_for_description(canvas, f'{n + 1} nodes, 1 selected')


def list_nodes(studio, canvas):
    """Name and description of each node."""
    return [(node.name, node.get_description()) for node in studio.find_all('list item', None, canvas)]


def select_node(studio, canvas, name):
    node = studio.find('list item', lambda text: text.startswith(name + ':'), canvas)
    studio.click(node)
    studio.wait_for_focus(node)
    wait_for(f'{node} to be selected', lambda: node.has_state('selected'))
    return node


# Training

def start_training(studio):
    studio.key('F5')
    return studio.find('widget', 'StudioTrainingPage')


def get_progress(studio, page):
    return studio.find('progress bar', 'Progress', page).get_value()


def wait_for_end(studio, page):
    """The progress stands at its end, and another training can start."""
    wait_for('the end of training', lambda: get_progress(studio, page) >= 1, 180)
    button = studio.find('button', 'Train', page)
    wait_for('Train to be possible', lambda: button.has_state('sensitive'))


def get_iteration(plot):
    """The last iteration of which the plot tells."""
    numbers = re.findall(r'at iteration ([\d,]+)', plot.get_description())
    return int(numbers[0].replace(',', '')) if numbers else 0


def wait_for_iteration(plot, n):
    return wait_for(f'iteration {n}', lambda: get_iteration(plot) >= n and get_iteration(plot))


# Runs

def list_runs(studio, page):
    """The cells of each row of the table."""
    table = studio.find('tree grid', 'Runs', page)
    return [[label.name for label in studio.find_all('label', None, row)]
            for row in studio.find_all('row', None, table)][1:]


# Files

def choose_file(studio, title, path):
    """By its whole path, in the dialog of that title."""
    dialog = studio.window(title)
    studio.wait_for_focus(studio.find('text box', None, dialog))
    studio.key('Ctrl+a')
    studio.type(str(path))
    studio.key('Return')
    wait_for('the dialog to close', lambda: all(window.name != title for window in studio.windows()))


def check_close(what, first, second, tolerance):
    check(f'{what}: {first}, {second}', abs(first - second) <= tolerance)
