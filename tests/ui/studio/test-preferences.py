#!/usr/bin/env python3
"""Usage: test-preferences.py STUDIO

What a person sets for all projects.

SPDX-License-Identifier: MIT
"""

import driver
from driver import Studio, check, wait_for
from steps import choose_menu_item, open_listed_file

# Settings in the test's own folder, whatever the machine has; no variable overrides them.
KEPT = {'GSETTINGS_BACKEND': 'keyfile', 'RENSA_RUNS': '', 'OMP_NUM_THREADS': ''}


def open_dialog(studio):
    studio.key('Ctrl+comma')
    return studio.window('Preferences')


def find_control(studio, dialog, role, title):
    """Of the row @title, which names it."""
    return studio.find(role, title, studio.find('list item', title, dialog).get_children()[0])


def close_dialog(studio):
    studio.key('Escape')
    studio.wait_until_closed('Preferences')


def test_kept(program, folder):
    """A change made with the keyboard is there after a restart, and the next start uses the chosen folder of runs."""
    runs = folder / 'my runs'
    runs.mkdir()
    studio = Studio(program, folder, [], KEPT)
    dialog = open_dialog(studio)
    studio.press(find_control(studio, dialog, 'switch', 'Autosave'))
    studio.press(find_control(studio, dialog, 'button', 'Runs Folder'))
    open_listed_file(studio, 'Runs Folder', runs)
    wait_for('the setting', lambda: 'my runs' in (folder / 'config/glib-2.0/settings/keyfile').read_text('utf-8'))
    studio.picture('preferences')
    close_dialog(studio)
    studio.close()
    check('runs too early', not list(runs.iterdir()))

    studio = Studio(program, folder, [], KEPT)
    wait_for('the store', lambda: (runs / 'runs.db').exists())
    choose_menu_item(studio, 'Preferences')
    dialog = studio.window('Preferences')
    switch = find_control(studio, dialog, 'switch', 'Autosave')
    check('autosave is on', not switch.has_state('checked'))
    close_dialog(studio)
    studio.close()


def test_broken_file(program, folder):
    """A file of settings that holds anything does not keep the studio from starting."""
    file = folder / 'config/glib-2.0/settings/keyfile'
    file.parent.mkdir(parents=True)
    file.write_bytes(b'[org/rensa/Studio]\nthreads=-5\nruns-folder=\'runs\'\nautosave="\n\xff\xfe[[\n')
    studio = Studio(program, folder, [], KEPT)
    dialog = open_dialog(studio)
    find_control(studio, dialog, 'spin button', 'Threads')
    close_dialog(studio)
    studio.close()


TESTS = [test_kept, test_broken_file]

if __name__ == '__main__':
    driver.main(TESTS)
