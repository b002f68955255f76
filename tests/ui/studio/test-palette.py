#!/usr/bin/env python3
"""Usage: test-palette.py STUDIO

What the palette knows of the person and of the model.

SPDX-License-Identifier: MIT
"""

import json

import driver
from driver import Studio, check, starting, wait_for
from steps import open_file, select_node, wait_for_description, write_example

# Settings in the test's own folder, whatever the machine has.
KEPT = {'GSETTINGS_BACKEND': 'keyfile'}


def list_section(studio, heading):
    """The names of the rows below a heading that the palette has at its top."""
    names = [row.name for row in studio.find_all('list item', None, studio.find('list', 'Palette'))]
    starts = [i for i, name in enumerate(names) if name.startswith(heading)]
    return names[starts[0] + 1:starts[0] + 8] if starts else []


def test_kept(program, folder):
    """Favourites and what was used last are there again after a restart."""
    file = write_example(folder, 'strokes-mlp')
    studio = Studio(program, folder, [file], KEPT)
    open_file(studio)
    canvas = studio.find('group', 'Model canvas')
    select_node(studio, canvas, 'relu2')
    search = studio.find('search box', 'Search palette')
    studio.fill(search, 'tanh')
    studio.key('Return')
    wait_for_description(canvas, '7 nodes, 1 selected')
    studio.fill(search, 'Maxout')
    row = studio.find('list item', 'Maxout', studio.find('list', 'Palette'))
    studio.press(studio.find('button', 'Favorite', row))
    studio.fill(search, '')
    wait_for('the favourite', lambda: 'Maxout' in list_section(studio, 'Favorites'))
    wait_for('what was used', lambda: list_section(studio, 'Recently Used')[:1] == ['tanh'])
    studio.close()

    studio = Studio(program, folder, [file], KEPT)
    open_file(studio)
    wait_for('the favourite', lambda: 'Maxout' in list_section(studio, 'Favorites'))
    wait_for('what was used', lambda: list_section(studio, 'Recently Used')[:1] == ['tanh'])
    studio.close()


def select_wire(studio, canvas, above, below):
    """With the pointer, half way between two nodes."""
    (x, top), (_, bottom) = (studio.get_centre(studio.find('list item', starting(of + ':'),
                                                           canvas)) for of in (above, below))
    studio.screen.click(x, (top + bottom) / 2)


def test_into_wire(program, folder):
    """What fits into the selected wire is shown, and what is chosen stands in it."""
    file = write_example(folder, 'strokes-mlp')
    studio = Studio(program, folder, [file])
    open_file(studio)
    canvas = studio.find('group', 'Model canvas')
    select_node(studio, canvas, 'l3')
    studio.click(studio.find('checkbox', 'Suitable Only'))
    select_wire(studio, canvas, 'l1', 'relu1')
    wait_for('the place', lambda: studio.exists('label', 'After l1: float32 100'))
    search = studio.find('search box', 'Search palette')
    studio.fill(search, 'Convolution2D')
    studio.find('label', 'Nothing found')
    studio.fill(search, 'dropout')
    studio.find('list item', 'dropout')
    studio.key('Return')
    wait_for_description(canvas, '7 nodes, 1 selected, no problems')
    studio.key('Ctrl+s')

    def read_wires():
        edges = json.loads(file.read_text(encoding='utf-8'))['model']['edges']
        return {(edge['from'], edge['to']) for edge in edges}
    wait_for('the file', lambda: len(read_wires()) == 6)
    check(read_wires(), {('l1', 'dropout1'), ('dropout1', 'relu1')} <= read_wires()
          and ('l1', 'relu1') not in read_wires())
    studio.close()


TESTS = [test_kept, test_into_wire]

if __name__ == '__main__':
    driver.main(TESTS)
