#!/usr/bin/env python3
"""Usage: test-recovery.py STUDIO

What becomes of training, changes and runs when the studio ends in an unfriendly way, or finds an unfriendly disk.

SPDX-License-Identifier: MIT
"""

import driver
from driver import Studio, check, containing, wait_for
from steps import (ENDLESS, find_run, list_nodes, new_project, open_file, quick_add, select_run, show_page,
                   start_training, stop_after, wait_for_description, wait_for_end, wait_for_iteration,
                   wait_until_possible, write_example)


def answer(studio, question, button):
    """Presses that button of the message; its labels stand twice in their names."""
    studio.press(studio.find('button', containing(button), studio.window(question)))
    studio.wait_until_closed(question)


def test_close_while_training(program, folder):
    file = write_example(folder, 'strokes-mlp', stop=stop_after(ENDLESS))
    studio = Studio(program, folder, [file])
    open_file(studio)
    page = start_training(studio)
    plot = studio.find('group', 'Plot of loss', page)
    wait_for_iteration(plot, 10)

    studio.key('Ctrl+q')
    answer(studio, 'Stop Training?', 'Keep Training')
    wait_for_iteration(plot, wait_for_iteration(plot, 10) + 10)
    studio.key('Ctrl+q')
    answer(studio, 'Stop Training?', 'Stop and Close')
    studio.wait_until_ended()

    studio = Studio(program, folder, [file])
    open_file(studio)
    find_run(studio, show_page(studio, 'runs'), 'Strokes, MLP, Stopped')
    studio.close()


def test_close_while_asked(program, folder):
    """The model is asked what it says of the data, by a thread that nobody waits for."""
    file = write_example(folder, 'strokes-convnet', stop=stop_after(1))
    studio = Studio(program, folder, [file])
    open_file(studio)
    wait_for_end(studio, start_training(studio))
    studio.close()


def test_killed_while_training(program, folder):
    file = write_example(folder, 'strokes-mlp', stop=stop_after(10))
    studio = Studio(program, folder, [file])
    open_file(studio)
    studio.key('F7')
    wait_until_possible(studio, studio.find('widget', 'StudioTrainingPage'), 'Resume')
    # Far from its end when it is killed, however slow this is.
    studio.key('F6')
    studio.kill()

    studio = Studio(program, folder, [file])
    open_file(studio)
    runs = show_page(studio, 'runs')
    select_run(studio, runs, 'Strokes, MLP, Interrupted')
    studio.press(studio.find('button', 'Resume', runs))
    # Whether it was killed before its first snapshot depends on the machine.
    question = 'Resume From Iteration 0?'
    wait_for('the run, or the question', lambda: studio.exists('widget', 'StudioTrainingPage') or any(
        window.name == question for window in studio.windows()))
    if any(window.name == question for window in studio.windows()):
        answer(studio, question, 'Resume')
    wait_for_end(studio, studio.find('widget', 'StudioTrainingPage'))
    show_page(studio, 'runs')
    find_run(studio, runs, 'Strokes, MLP, Finished')
    studio.close()


def test_killed_with_changes(program, folder):
    studio = Studio(program, folder)
    canvas = new_project(studio)
    quick_add(studio, canvas, 'Linear')
    quick_add(studio, canvas, 'tanh')
    wait_for('a copy of what is not saved', lambda: any(
        'tanh' in file.read_text(encoding='utf-8') for file in folder.glob('state/rensa/unsaved/*.rensa')))
    studio.kill()

    studio = Studio(program, folder)
    studio.press(studio.find('button', 'Recover', studio.window('Untitled')))
    studio.window('● Untitled')
    canvas = studio.find('group', 'Model canvas')
    wait_for_description(canvas, '3 nodes')
    check('other nodes', [name for name, _ in list_nodes(studio, canvas)] == ['x: Input', 'l1: Linear', 'tanh1: tanh'])
    studio.close()


def train_in_spite_of_notice(studio, pattern):
    """A notice says what is wrong with the store; a training goes to its end all the same."""
    studio.find('label', containing(pattern))
    studio.press(studio.find('button', 'Close Notice'))
    wait_for_end(studio, start_training(studio))
    find_run(studio, show_page(studio, 'runs'), 'Moons, Finished')
    studio.close()


def test_corrupt_store(program, folder):
    (folder / 'runs').mkdir()
    (folder / 'runs' / 'runs.db').write_bytes(b'This is no database. ' * 1000)
    studio = Studio(program, folder, [write_example(folder, 'moons')])
    open_file(studio)
    train_in_spite_of_notice(studio, 'damaged')


def test_no_room_for_runs(program, folder):
    """The folder for the runs cannot be made."""
    (folder / 'file').write_text('not a folder', encoding='utf-8')
    studio = Studio(program, folder, [write_example(folder, 'moons')],
                    {'RENSA_RUNS': str(folder / 'file' / 'runs')})
    open_file(studio)
    train_in_spite_of_notice(studio, 'Runs will be lost')


TESTS = [test_close_while_training, test_close_while_asked, test_killed_while_training, test_killed_with_changes,
         test_corrupt_store, test_no_room_for_runs]

if __name__ == '__main__':
    driver.main(TESTS)
