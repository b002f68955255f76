"""Drives the studio as a person does who uses a keyboard, a pointer and a screen reader.

What is on the screen is found through the accessibility interface by role and name; keys and the pointer are those of
the X server (XTEST). Nothing waits for a fixed time: wait_for () looks again until something is so, or fails.

SPDX-License-Identifier: MIT
"""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

try:
    from gi.repository import GLib
    from Xlib import X, XK, display
    from Xlib.error import BadWindow
    from Xlib.ext import xtest

    from accessible import Bus
except ImportError as missing:
    print(f'1..0 # SKIP {missing}')
    sys.exit()

PATIENCE = float(os.environ.get('RENSA_TEST_PATIENCE', '60'))
# GTK's own words for what it does not like.
COMPLAINTS = ('-WARNING **', '-CRITICAL **', 'Gtk-Message', 'ERROR: AddressSanitizer')

# How many names a message of failure lists.
MOST_TOLD = 20

MODIFIERS = {'Ctrl': 'Control_L', 'Shift': 'Shift_L', 'Alt': 'Alt_L'}
KEY_NAMES = {' ': 'space', '/': 'slash', '_': 'underscore', '.': 'period', ',': 'comma', '-': 'minus'}


class Failure(Exception):
    """Something on the screen is not as it should be."""


class Skip(Exception):
    """What a test needs is not on this machine."""


def wait_for(what, condition, patience=PATIENCE):
    """The first true value of condition (); what it is, or what () says it is, stands in the message of failure."""
    end = time.monotonic() + patience
    while True:
        if value := condition():
            return value
        if time.monotonic() > end:
            raise Failure(f'{what() if callable(what) else what}: not within {patience:g} s')
        time.sleep(0.05)


class Fits:
    """A condition on a name, and the words for it in the message of failure."""

    def __init__(self, words, condition):
        self.words = words
        self.condition = condition

    def __call__(self, name):
        return self.condition(name)

    def __str__(self):
        return self.words


def containing(*parts):
    return Fits('containing ' + ' and '.join(f'"{part}"' for part in parts), lambda name: all(part in name for part in parts))


def starting(start):
    return Fits(f'starting with "{start}"', lambda name: name.startswith(start))


def ending(end):
    return Fits(f'ending with "{end}"', lambda name: name.endswith(end))


def matching(pattern):
    return Fits(f'matching "{pattern}"', re.compile(pattern).match)


def check(what, condition):
    if not condition:
        raise Failure(what)


class Screen:
    """The keyboard and the pointer of the X server, and the windows on it."""

    def __init__(self):
        self.display = display.Display()

    def queue(self, kind, detail=0, x=0, y=0):
        xtest.fake_input(self.display, kind, detail, x=int(x), y=int(y))

    def fake(self, kind, detail=0, x=0, y=0):
        self.queue(kind, detail, x, y)
        self.display.sync()

    def move_pointer(self, x, y):
        """In small steps, without which GTK may lose the press that follows."""
        for step in (24, 8, 2, 0):
            self.fake(X.MotionNotify, 0, x - step, y - step)
            time.sleep(0.01)

    def click(self, x, y, count=1, button=1):
        """All at once: two clicks between which others have the machine for long are not a double click."""
        self.move_pointer(x, y)
        for _ in range(count):
            self.queue(X.ButtonPress, button)
            self.queue(X.ButtonRelease, button)
        self.display.sync()

    def drag(self, *points):
        """Through all points, with the button held."""
        self.move_pointer(*points[0])
        self.fake(X.ButtonPress, 1)
        for start, end in zip(points, points[1:]):
            for step in range(1, 11):
                self.fake(X.MotionNotify, 0, *(a + (b - a) * step / 10 for a, b in zip(start, end)))
                time.sleep(0.01)
        self.fake(X.ButtonRelease, 1)

    def key(self, *chords):
        """Keys by their X names, with modifiers before them: "Ctrl+s", "Return", "Down"."""
        for chord in chords:
            *modifiers, name = chord.split('+') if len(chord) > 1 else [chord]
            codes = [self.display.keysym_to_keycode(XK.string_to_keysym(MODIFIERS[m])) for m in modifiers]
            codes += self.get_codes(name)
            for code in codes:
                self.fake(X.KeyPress, code)
            for code in reversed(codes):
                self.fake(X.KeyRelease, code)
            time.sleep(0.01)

    def get_codes(self, name):
        keysym = XK.string_to_keysym(name) or ord(name)
        code = self.display.keysym_to_keycode(keysym)
        if self.display.keycode_to_keysym(code, 0) != keysym and self.display.keycode_to_keysym(code, 1) == keysym:
            return [self.display.keysym_to_keycode(XK.string_to_keysym('Shift_L')), code]
        return [code]

    def find_window(self, title, is_hidden=False):
        """The window whose title it is, where it can be seen, or also where it cannot."""
        pending = [self.display.screen().root]
        while pending:
            window = pending.pop()
            try:
                name = window.get_full_text_property(self.display.intern_atom('_NET_WM_NAME'))
                if name == title and (is_hidden or window.get_attributes().map_state == X.IsViewable):
                    return window
                pending.extend(window.query_tree().children)
            except BadWindow:
                continue  # it vanished while it was looked at
        return None

    def resize(self, title, width, height):
        self.find_window(title).configure(width=width, height=height)
        self.display.sync()

    def get_origin(self, window):
        origin = window.translate_coords(self.display.screen().root, 0, 0)
        return -origin.x, -origin.y

    def shot(self, file):
        subprocess.run(['import', '-window', 'root', str(file)], check=False)


class Studio:
    """One studio that runs, in a home folder of its own."""

    # The processes of the present test, to be ended with it.
    started = []

    def __init__(self, program, folder, arguments=(), environment=None):
        self.folder = pathlib.Path(folder)
        self.log = self.folder / f'stderr-{time.monotonic_ns()}'
        self.screen = Screen()
        self.bus = Bus()
        self.write_settings()
        with open(self.log, 'w', encoding='utf-8') as log:
            self.process = subprocess.Popen([os.path.abspath(program), *map(str, arguments)], cwd=self.folder,
                                            env=self.make_environment(environment),
                                            stderr=log)
        Studio.started.append(self.process)
        self.root = wait_for('the studio on the accessibility bus', self.find_root)
        wait_for('a window', self.windows)

    def make_environment(self, more):
        return os.environ | {
            'HOME': str(self.folder),
            'XDG_DATA_HOME': str(self.folder / 'data'),
            'XDG_STATE_HOME': str(self.folder / 'state'),
            'XDG_CONFIG_HOME': str(self.folder / 'config'),
            'XDG_CACHE_HOME': str(self.folder / 'cache'),
            'RENSA_RUNS': str(self.folder / 'runs'),
            'LC_ALL': 'C.UTF-8',
        } | (more or {})

    def write_settings(self):
        """Animations off: what is tested stands still."""
        folder = self.folder / 'config' / 'gtk-4.0'
        folder.mkdir(parents=True, exist_ok=True)
        (folder / 'settings.ini').write_text('[Settings]\ngtk-enable-animations=0\n', encoding='utf-8')

    def find_root(self):
        if self.process.poll() is not None:
            raise Failure(f'the studio ended with status {self.process.returncode}: {self.log.read_text()}')
        return self.bus.find_program(self.process.pid)

    # Finding

    def windows(self):
        return self.root.get_children()

    def find_all(self, role, name=None, root=None):
        """Every node of that role whose name is name, or Fits; the outermost first."""
        fits = name if callable(name) else lambda text: name is None or text == name
        return (node for node in (root or self.root).walk() if node.role == role and fits(node.name))

    def find(self, role, name=None, root=None):
        return wait_for(lambda: self.tell_missing(role, name, root), lambda: next(self.find_all(role, name, root), None))

    def tell_missing(self, role, name, root):
        """What is waited for, and the names of that role that are there."""
        shown = sorted({node.name for node in self.find_all(role, None, root)} - {''})
        words = name if callable(name) else f'"{name}"'
        more = f' and {len(shown) - MOST_TOLD} more' if len(shown) > MOST_TOLD else ''
        return f'{role} {words} (there are {", ".join(map(repr, shown[:MOST_TOLD])) or "none"}{more})'

    def exists(self, role, name=None, root=None):
        return next(self.find_all(role, name, root), None) is not None

    def window(self, title):
        return wait_for(f'the window "{title}"', lambda: next((w for w in self.windows() if w.name == title), None))

    def wait_until_closed(self, title):
        """Keys go to the window behind it from then on, if the answer was not to end the studio."""
        wait_for(f'the window "{title}" to close', lambda: all(window.name != title for window in self.windows()))
        wait_for('a window that takes keys', lambda: self.process.poll() is not None or self.has_keyboard())

    def has_keyboard(self, title=None):
        """The window with that title, or any of the studio's."""
        focus = self.screen.display.get_input_focus().focus
        if isinstance(focus, int):
            return False
        try:
            known = {focus.id, focus.query_tree().parent.id}
        except BadWindow:
            return False
        titles = [window.name for window in self.windows()] if title is None else [title]
        own = map(self.screen.find_window, titles)
        return any(window is not None and window.id in known for window in own)

    def wait_for_focus(self, node):
        wait_for(f'{node} to have the focus', lambda: node.has_state('focused'))

    # Acting

    def press(self, node):
        """As a screen reader does it."""
        wait_for(f'{node} to have an action', node.count_actions)
        node.do_first_action()

    def click(self, node, count=1):
        """With the pointer, in the middle of the node."""
        self.screen.click(*self.get_centre(node), count)

    def key(self, *chords):
        self.screen.key(*chords)

    def type(self, text):
        self.key(*(KEY_NAMES.get(character, character) for character in text))

    def fill(self, entry, text):
        """Writes over what stands in the entry. The window manager may hold the click back for longer than the keys."""
        if not entry.has_state('focused'):
            self.click(entry)
            self.wait_for_focus(entry)
        self.key('Ctrl+a', 'BackSpace')
        self.type(text)
        wait_for(f'"{text}" in {entry}', lambda: entry.get_text() == text)

    # Where things are

    def get_frame(self, node):
        while node.get_parent() != self.root:
            node = node.get_parent()
        return node

    def get_extents(self, node):
        """In its window, once it has a place there and keeps it."""
        def get_settled():
            before = node.get_extents()
            time.sleep(0.05)
            return before if before and before == node.get_extents() and before[2] > 0 and before[3] > 0 else None
        return wait_for(f'{node} to have a place', get_settled)

    def get_centre(self, node):
        """On the screen: GTK does not tell where its windows lie, X does."""
        title = self.get_frame(node).get_name()
        window = wait_for('the X window', lambda: self.screen.find_window(title))
        left, top = self.screen.get_origin(window)
        x, y, width, height = self.get_extents(node)
        return left + x + width / 2, top + y + height / 2

    def picture(self, name):
        """Where pictures are asked for, once the screen rests and no tooltip is on it."""
        if folder := os.environ.get('RENSA_TEST_PICTURES'):
            self.screen.move_pointer(1279, 400)
            time.sleep(1)
            self.screen.shot(pathlib.Path(folder) / f'{name}.png')

    # Ending

    def complaints(self):
        lines = self.log.read_text(encoding='utf-8', errors='replace').splitlines()
        return [line for line in lines if any(word in line for word in COMPLAINTS)]

    def check_complaints(self):
        if complaints := self.complaints():
            raise Failure('the studio complained:\n' + '\n'.join(complaints))

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.check_complaints()

    def close(self):
        """Ends it as the person does who wants it gone, and tells what GTK has complained of."""
        self.key('Ctrl+q')
        wait_for('the studio to end or to ask', lambda: self.process.poll() is not None or self.discard())
        self.wait_until_ended()

    def discard(self):
        """Lets unsaved changes go where it asks for them."""
        question = next((window for window in self.windows() if window.name == 'Save Changes?'), None)
        if question is None:
            return False
        self.press(self.find('button', containing('Discard'), question))
        return True

    def wait_until_ended(self):
        wait_for('the studio to end', lambda: self.process.poll() is not None)
        check(f'the studio ended with status {self.process.returncode}', self.process.returncode == 0)
        self.check_complaints()


def run_test(test, program):
    """What was raised, or None."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            test(program, pathlib.Path(folder))
            return None
        except Exception as raised:  # whatever it is, the next test may still pass
            if pictures := os.environ.get('RENSA_TEST_PICTURES'):
                Screen().shot(pathlib.Path(pictures) / (test.__name__ + '.png'))
            return raised
        finally:
            for process in Studio.started:
                if process.poll() is None:
                    process.kill()
                    process.wait()
            Studio.started.clear()


def tell(n, test, raised, seconds):
    """In TAP."""
    is_failure = raised is not None and not isinstance(raised, Skip)
    name = '/ui/studio/' + test.__name__.removeprefix('test_').replace('_', '-')
    if is_failure:
        print('# ' + f'{type(raised).__name__}: {raised}'.replace('\n', '\n# '))
    print(f'# {seconds:.1f} s')
    print(f'{"not ok" if is_failure else "ok"} {n} {name}{f" # SKIP {raised}" if isinstance(raised, Skip) else ""}',
          flush=True)
    return is_failure


def require_bus():
    """Skips all tests where nothing could be found on the screen."""
    try:
        Bus()
    except GLib.Error as error:
        print(f'1..0 # SKIP no accessibility bus: {error.message}')
        sys.exit()


def main(tests):
    """Runs each test, or those that are named, with a folder of its own."""
    program, *names = sys.argv[1:]
    require_bus()
    chosen = [test for test in tests if not names or test.__name__ in names]
    n_failed = 0
    print(f'1..{len(chosen)}', flush=True)
    for n, test in enumerate(chosen):
        start = time.monotonic()
        raised = run_test(test, program)
        n_failed += tell(n + 1, test, raised, time.monotonic() - start)
    sys.exit(n_failed > 0)
