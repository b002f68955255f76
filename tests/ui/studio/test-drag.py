#!/usr/bin/env python3
"""Usage: test-drag.py STUDIO

What is dragged: rows of the palette, texts, and what GTK 4.8 leaves undone there.

SPDX-License-Identifier: MIT
"""

import time

from Xlib import X

import driver
from driver import Studio, check, wait_for
from steps import count_nodes, list_nodes, new_project, open_file, write_example

# The first of the palette, which is in sight.
ROW = 'BatchNormalization'
TIMES = 12
# Within the first letters of an entry.
TEXT = 14


def get_middle(studio, role, name, root=None):
    return studio.get_centre(studio.find(role, name, root))


def drag_in_haste(studio, *points):
    """The last step at once, with the button let go before an answer to it can be there."""
    screen = studio.screen
    screen.move_pointer(*points[0])
    screen.fake(X.ButtonPress, 1)
    for (left, top), (right, bottom) in zip(points, points[1:-1]):
        for step in range(1, 11):
            screen.fake(X.MotionNotify, 0, left + (right - left) * step / 10, top + (bottom - top) * step / 10)
            time.sleep(0.01)
    for step in range(1, 6):
        screen.queue(X.MotionNotify, 0, *(a + (b - a) * step / 5 for a, b in zip(points[-2], points[-1])))
    screen.queue(X.ButtonRelease, 1)
    screen.display.sync()


def drag_from_start(studio, entry, end):
    """What is selected from the first letter on."""
    x, y = studio.get_centre(entry)
    studio.screen.drag((x - studio.get_extents(entry)[2] / 2 + TEXT, y), end)


def test_palette_row(program, folder):
    """A row of the palette becomes a node on the canvas, and no text in an entry."""
    studio = Studio(program, folder)
    canvas = new_project(studio)
    row = get_middle(studio, 'list item', ROW)
    entry = studio.find('text box', 'Name of the project')
    before = entry.get_text()
    studio.screen.drag(row, studio.get_centre(canvas), studio.get_centre(entry))
    studio.screen.drag(row, get_middle(studio, 'search box', 'Search palette'))
    studio.screen.drag(row, studio.get_centre(canvas))
    wait_for('a node', lambda: any(ROW in name for name, _ in list_nodes(studio, canvas)))
    check(f'"{entry.get_text()}" instead of "{before}"', entry.get_text() == before)
    check('a text in the search', studio.find('search box', 'Search palette').get_text() == '')
    studio.close()


def drop_row(studio, row, end):
    """Where others have the machine, the drag before may not be over yet when this one begins."""
    studio.screen.drag(row, end)
    time.sleep(0.5)


def test_haste(program, folder):
    """Rows that are let go elsewhere before the canvas, over which they went, was left, are over too: another is taken."""
    studio = Studio(program, folder)
    canvas = new_project(studio)
    row = get_middle(studio, 'list item', ROW)
    middle = studio.get_centre(canvas)
    for _ in range(TIMES):
        drag_in_haste(studio, row, middle, (middle[0] - 80, middle[1]), get_middle(studio, 'search box', 'Search palette'))
    n = count_nodes(canvas)
    wait_for('a node', lambda: count_nodes(canvas) > n or drop_row(studio, row, middle))
    studio.close()


def drop_name(studio, name, search):
    """Where others have the machine, the search may not have said yet that it takes a text when it is let go."""
    studio.fill(name, 'abc')
    studio.key('Ctrl+a')
    drag_from_start(studio, name, studio.get_centre(search))
    time.sleep(0.5)


def test_dropped_text(program, folder):
    """A text that was dropped into another one, which is made shorter then, leaves no mark there."""
    studio = Studio(program, folder, [write_example(folder, 'moons')])
    open_file(studio)
    name = studio.find('text box', 'Name of the project')
    search = studio.find('search box', 'Search palette')
    studio.fill(search, 'lin')
    wait_for('the dropped text', lambda: 'abc' in search.get_text() or drop_name(studio, name, search))
    studio.fill(search, 'l')
    studio.close()


def test_blanks(program, folder):
    """A press on selected blanks begins a selection: there is nothing to be seen of them to drag."""
    studio = Studio(program, folder, [write_example(folder, 'moons')])
    open_file(studio)
    name = studio.find('text box', 'Name of the project')
    studio.fill(name, '    ')
    studio.key('Ctrl+a')
    drag_from_start(studio, name, studio.get_centre(studio.find('group', 'Model canvas')))
    studio.close()


TESTS = [test_palette_row, test_haste, test_dropped_text, test_blanks]

if __name__ == '__main__':
    driver.main(TESTS)
