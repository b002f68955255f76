"""What several tests do with the studio, each as a person would.

SPDX-License-Identifier: MIT
"""

import json
import pathlib
import re
import subprocess
import zipfile

from driver import check, containing, starting, wait_for

try:
    import numpy
except ImportError:
    numpy = None

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / 'data' / 'examples'
PAGES = {'model': 'Alt+1', 'data': 'Alt+2', 'training': 'Alt+3', 'graph': 'Alt+4', 'runs': 'Alt+5', 'code': 'Alt+6'}
# More than any test waits for.
ENDLESS = 1000000


def write_example(folder, name, /, **changes):
    """The example with other values of top-level fields, as a file of one's own."""
    document = json.loads((EXAMPLES / f'{name}.rensa').read_text(encoding='utf-8')) | changes
    file = folder / f'{name}.rensa'
    file.write_text(json.dumps(document), encoding='utf-8')
    return file


def stop_after(n_epochs):
    return {'type': 'IntervalTrigger', 'attrs': {'period': n_epochs, 'unit': 'epoch'}}


def show_page(studio, name):
    studio.key(PAGES[name])
    return studio.find('widget', f'Studio{name.capitalize()}Page')


def is_inside(inner, outer):
    """Of two places in one window."""
    return (inner[0] >= outer[0] and inner[1] >= outer[1] and inner[0] + inner[2] <= outer[0] + outer[2]
            and inner[1] + inner[3] <= outer[1] + outer[3])


# The model

def choose_recipe(studio, dialog, name):
    """By arrows, in the dialog for new projects; its card."""
    card = studio.find('list item', name, dialog)
    wait_for('the dialog to take keys', lambda: studio.has_keyboard(dialog.name))
    wait_for(f'{card} to be chosen', lambda: card.has_state('selected') or studio.key('Right'))
    studio.wait_for_focus(card)
    return card


def create_project(studio, recipe):
    """Which is in a window of its own where there was a project already."""
    studio.key('Ctrl+n')
    choose_recipe(studio, studio.window('New Project'), recipe)
    studio.key('Return')
    studio.wait_until_closed('New Project')


def new_project(studio):
    """The canvas of a new project, ready for keys."""
    create_project(studio, 'Empty Project')
    canvas = studio.find('group', 'Model canvas')
    studio.wait_for_focus(canvas)
    return canvas


def wait_for_description(node, text):
    wait_for(lambda: f'"{text}" in the description of {node}, which is "{node.get_description()}"',
             lambda: text in node.get_description())


def unselect_all(studio, canvas):
    """By a click where there is nothing, if it changes anything: keys overtake a click whose end is not seen, and it then shuts what they opened."""
    def is_done():
        nodes = [canvas, *studio.find_all('list item', None, canvas)]
        return '0 selected' in canvas.get_description() and any(node.has_state('focused') for node in nodes)
    if not is_done():
        x, y = studio.get_centre(canvas)
        studio.screen.click(x - 300, y - 290)
        wait_for('nothing to be selected', is_done)


def connect(studio, canvas, source, target):
    """By keys: where the wire goes is typed."""
    select_node(studio, canvas, source)
    studio.key('c')
    studio.type(target)
    studio.key('Return')


def remove_node(studio, canvas, name):
    n = count_nodes(canvas)
    select_node(studio, canvas, name)
    studio.key('Delete')
    wait_for_description(canvas, f'{n - 1} node')


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
    """By a click, if it changes anything, as above."""
    node = studio.find('list item', starting(name + ':'), canvas)
    def is_done():
        return node.has_state('focused') and node.has_state('selected')
    if not is_done():
        studio.click(node)
        wait_for(f'{node} to be selected', is_done)
    return node


def set_attribute(studio, root, name, text):
    """In a form of rows, as the inspector and the dialogs have it."""
    studio.fill(studio.find('text box', name, root), text)
    studio.key('Return')


def add_sized(studio, canvas, name, attribute, value):
    """A node, one of whose settings is changed, ready for the next one behind it."""
    quick_add(studio, canvas, name)
    node = studio.find('text box', 'Name', studio.find('widget', 'StudioInspector')).get_text()
    set_attribute(studio, studio.find('widget', 'StudioInspector'), attribute, value)
    select_node(studio, canvas, node)


def rename_node(studio, canvas, name, to):
    select_node(studio, canvas, name)
    entry = studio.find('text box', 'Name', studio.find('widget', 'StudioInspector'))
    studio.fill(entry, to)
    studio.key('Return')
    select_node(studio, canvas, to)


# The training step

def open_step(studio, canvas, n_nodes):
    choose_menu_item(studio, 'Edit Step')
    wait_for_description(canvas, f'{n_nodes} nodes')


def show_level(studio, name):
    """The step or one of its models, by its tab."""
    tab = studio.find('button', name, studio.find('widget', 'StudioModelTabs'))
    studio.press(tab)
    wait_for(f'{tab} to be down', lambda: tab.has_state('pressed'))


def rename_model(studio, name, to):
    show_level(studio, name)
    studio.click(studio.find('button', 'Model Menu', studio.find('widget', 'StudioModelTabs')))
    studio.press(studio.find('menu item', 'Rename…'))
    dialog = studio.window('Rename Model')
    studio.fill(studio.find('text box', 'Name', dialog), to)
    studio.key('Return')
    studio.wait_until_closed('Rename Model')
    studio.find('button', to, studio.find('widget', 'StudioModelTabs'))


def follow_repair(studio, canvas, label):
    """It is offered, and leaves one problem less."""
    def count():
        return canvas.get_description().rpartition(', ')[2]
    button = studio.find('button', label)
    before = count()
    studio.press(button)
    wait_for(f'“{label}” to mend something', lambda: count() != before)


# Data

# Rows may lie above or below what is seen of the list, in a window of whatever size a test has it.
HIGHEST, LOWEST = 90, 560
WHEEL_UP, WHEEL_DOWN = 4, 5
# The first and the last rows come no nearer: seen so often at one place, a row stays there.
STILL = 8


def scroll_to(studio, node, root):
    """With the wheel above the middle of root, until the node is where it can be clicked. It may still find its place."""
    x, _ = studio.get_centre(root)
    seen = []

    def is_in_view():
        _, y = studio.get_centre(node)
        seen.append(y)
        if HIGHEST <= y <= LOWEST or (len(seen) > STILL and len(set(seen[-STILL:])) == 1):
            return True
        studio.screen.click(x, (HIGHEST + LOWEST) // 2, button=WHEEL_UP if y < HIGHEST else WHEEL_DOWN)
        return False

    wait_for(f'{node} to be in view', is_in_view)


def choose_source(studio, page, name):
    """In the list of sources; the heading then says what it is."""
    row = studio.find('list item', starting(name), page)
    scroll_to(studio, row, row)
    wait_for(f'{row} to be chosen', lambda: row.get_description() == 'chosen' or studio.click(row))


# Training

def open_file(studio):
    """Of a studio that was started with a file, the page that is seen first."""
    wait_for('the project', lambda: studio.windows()[0].name != 'Rensa')
    return studio.find('widget', 'StudioModelPage')


def start_training(studio):
    studio.key('F5')
    return studio.find('widget', 'StudioTrainingPage')


def get_progress(studio, page):
    return studio.find('progress bar', 'Progress', page).get_value()


def wait_until_possible(studio, page, name):
    """The button is there, and does something."""
    button = studio.find('button', name, page)
    wait_for(f'{button} to be possible', lambda: button.has_state('sensitive'))
    return button


def wait_until_over(studio):
    """No run is training: another one may begin."""
    wait_until_possible(studio, studio.root, 'Train')


def wait_for_end(studio, page):
    """Of the first training; GTK does not tell of the last thousandth of the progress."""
    wait_for('the end of training', lambda: get_progress(studio, page) > 0.99, 180)
    wait_until_over(studio)


def get_iteration(plot):
    """The last iteration of which the plot tells."""
    numbers = re.findall(r'at iteration (\d+)', plot.get_description())
    return int(numbers[0]) if numbers else 0


def wait_for_iteration(plot, n):
    return wait_for(f'iteration {n}', lambda: get_iteration(plot) >= n and get_iteration(plot))


def change_component(studio, page, title, name, text):
    """In the dialog that its row opens."""
    studio.click(studio.find('list item', None, studio.find('list', title, page)))
    dialog = studio.window(title)
    set_attribute(studio, dialog, name, text)
    studio.key('Escape')
    studio.wait_until_closed(title)


def change_optimizer(studio, page, name, text, of=None):
    change_component(studio, page, f'Optimizer ({of})' if of else 'Optimizer', name, text)


def choose_component(studio, title, name, **attributes):
    """Another one of that kind, in the dialog that has been asked for, and its settings."""
    dialog = studio.window(title)
    studio.wait_for_focus(studio.find('search box', None, dialog))
    studio.type(name)
    studio.key('Return')
    for attribute, text in attributes.items():
        set_attribute(studio, dialog, attribute, text)
    studio.key('Escape')
    studio.wait_until_closed(title)


def add_extension(studio, page, name):
    studio.press(studio.find('button', 'Add Extension', page))
    dialog = studio.window('Add Extension')
    search = studio.find('search box', None, dialog)
    studio.wait_for_focus(search)
    studio.type(name)
    studio.key('Return')
    studio.wait_until_closed('Add Extension')
    return studio.find('list item', name, studio.find('list', 'Extensions', page))


def set_stop(studio, page, n_epochs):
    change_component(studio, page, 'Stop After', 'period', str(n_epochs))


def scrub(studio, page, key):
    """The slider below what previews have made goes to its end in that direction; the iteration that is seen then."""
    slider = studio.find('slider', 'Iteration', page)
    studio.click(slider)
    studio.wait_for_focus(slider)

    def is_there():
        # A picture that comes meanwhile moves the end on, and the slider with it.
        if slider.get_value() == slider.get_limit(key):
            return True
        studio.key(key)
        return False
    wait_for(f'{slider} to be at its {key}', is_there)
    return int(re.search(r'\d+', studio.find('label', re.compile('Iteration ').match, page).name)[0])


def get_loss(plot):
    """The last of training that the plot tells."""
    numbers = re.findall(r'^training ([\d.e+-]+)', plot.get_description())
    return float(numbers[0]) if numbers else 0


# Runs

def find_run(studio, page, name):
    """The row of the run, by its name and its state."""
    return studio.find('row', name, studio.find('tree grid', 'Runs', page))


def select_run(studio, page, name):
    studio.click(find_run(studio, page, name))
    wait_until_possible(studio, page, 'Export NPZ')


def stop_in_the_middle(studio, n):
    """A run goes on for n iterations or some more, and ends with the studio."""
    studio.key('F7')
    page = studio.find('widget', 'StudioTrainingPage')
    wait_until_possible(studio, page, 'Resume')
    studio.key('F6')
    wait_for_iteration(studio.find('group', 'Plot of loss', page), n)
    studio.key('F6')
    wait_until_possible(studio, page, 'Resume')
    check('it is over already', get_progress(studio, page) < 0.9)
    studio.key('Ctrl+q')
    studio.press(studio.find('button', containing('Stop and Close'), studio.window('Stop Training?')))
    studio.wait_until_ended()


def resume_run(studio):
    """The only one that there is goes on to its end."""
    runs = show_page(studio, 'runs')
    select_run(studio, runs, re.compile('.*, Stopped').match)
    studio.press(studio.find('button', 'Resume', runs))
    page = studio.find('widget', 'StudioTrainingPage')
    wait_for_end(studio, page)
    return page


def train_by_program(program, file, folder):
    """The same without a window and without a stop; the folder of its results."""
    rensa = pathlib.Path(program).resolve().parents[1] / 'cli' / 'rensa'
    subprocess.run([rensa, 'train', file, '--out', folder, '--quiet'], check=True)
    return folder


def read_log(file):
    entries = json.loads(file.read_text(encoding='utf-8'))
    return [{name: value for name, value in entry.items() if name != 'elapsed_time'} for entry in entries]


def check_log(folder, alone, n_epochs):
    """The numbers of the only run of the studio are those of the program."""
    found = read_log(next(folder.glob('runs/runs/*/log')))
    check(f'{len(found)} entries', len(found) == n_epochs)
    check('other numbers than those of a run that was never interrupted', found == read_log(alone / 'log'))
    return found


# Files

def export_npz(studio, path, shapes, expected):
    """What the only run has learned: arrays of these shapes, equal to those in the file of a run of its own."""
    runs = show_page(studio, 'runs')
    select_run(studio, runs, re.compile('.*, Finished').match)
    studio.press(studio.find('button', 'Export NPZ', runs))
    choose_file(studio, 'Export NPZ', path)
    wait_for('the NPZ file', path.exists)
    names = set(zipfile.ZipFile(path).namelist())
    check(names, names == {name + '.npy' for name in shapes})
    if numpy is not None:
        with numpy.load(path) as arrays, numpy.load(expected) as others:
            check(arrays.files, {name: arrays[name].shape for name in arrays.files} == shapes)
            for name in shapes:
                check(f'{name} differs', numpy.array_equal(arrays[name], others[name]))


def export_code(studio, path):
    """The text of the program in the folder that is written."""
    code = show_page(studio, 'code')
    studio.press(studio.find('button', 'Export…', code))
    choose_file(studio, 'Export to a Folder', path)
    wait_for('the folder', path.exists)
    return next(path.glob('*.py')).read_text(encoding='utf-8')


def save_as(studio, path):
    studio.key('Ctrl+Shift+s')
    choose_file(studio, 'Save Project', path)
    wait_for(f'“{path}” to be written', path.exists)


def choose_file(studio, title, path):
    """By its whole path, in the dialog of that title."""
    dialog = studio.window(title)
    entry = studio.find('text box', 'Name:', dialog)
    studio.fill(entry, str(path))
    studio.key('Return')
    studio.wait_until_closed(title)


def open_listed_file(studio, title, path):
    """By its whole path, in the dialog of that title that lists what there is."""
    dialog = studio.window(title)
    studio.find('button', containing('Cancel'), dialog)
    wait_for('the dialog to take keys', studio.has_keyboard)

    def find_entry():
        """Keys that come before the list is there are lost."""
        entry = next(studio.find_all('text box', 'GtkFileChooserEntry', dialog), None)
        if entry is None:
            studio.key('Ctrl+l')
        return entry
    entry = wait_for('the entry', find_entry)
    studio.wait_for_focus(entry)
    studio.type(str(path))
    wait_for(f'"{path}" in {entry}', lambda: entry.get_text() == str(path))
    # It does nothing while GTK reads the folder.
    button = studio.find('button', containing('Open'), dialog)
    wait_for(f'{dialog} to be answered', lambda: dialog not in studio.windows() or button.do_first_action())


# The menu of the window

def choose_menu_item(studio, name):
    studio.key('F10')
    studio.press(studio.find('menu item', name))
