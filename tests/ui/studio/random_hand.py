"""A hand that presses, types, clicks and drags at random on the studio, the same for the same seed, and what must hold
whatever it does.

SPDX-License-Identifier: MIT
"""

import json
import os
import random
import re
import subprocess
import time

from Xlib import X
from Xlib.error import BadDrawable, BadWindow

from driver import Failure, Studio, wait_for
from steps import PAGES, write_example

EXAMPLES = ('moons', 'strokes-mlp', 'strokes-convnet', 'waves', 'mushrooms')
CHORDS = ('Alt+1 ' * 6 + 'Alt+2 Alt+3 Alt+3 Alt+4 Alt+5 Alt+6 ' + 'Tab ' * 6 + 'Shift+Tab Shift+Tab ' + 'Return ' * 3
          + 'space Escape Escape ' + 'Up Down Left Right ' * 2 + 'Home End Page_Up Page_Down Delete BackSpace Menu '
          'Shift+Down Shift+Up Shift+F10 Ctrl+z Ctrl+z Ctrl+Shift+z Ctrl+a Ctrl+c Ctrl+v Ctrl+v Ctrl+x Ctrl+d Ctrl+g '
          'Ctrl+Shift+g Ctrl+l Ctrl+k Ctrl+t Ctrl+f Ctrl+r Ctrl+plus Ctrl+minus Ctrl+0 Ctrl+s Ctrl+n '
          'F1 F2 F2 F5 F5 F6 F7 F8 F9 F10 slash c').split()
TEXTS = ('relu', 'lin', '10', '3', '-1', 'x', 'chain', 'concat', '1e9', '', 'conv', '0.5', '0,05', 'None', 'dropout',
         'abc', '(1, 2)', '1:2', 'l1', 'adam', "'", '1e-', '99999999999')
SIZES = ((1280, 800), (900, 600), (640, 560), (1100, 700))
ANSWER_S = 2
# An answer is waited for so long before the studio counts as frozen.
FROZEN_S = 90
SETTLE_S = 30
# What is GTK's own, told by no newer words than these; doc/reliability.md says of each why.
EXCEPTED = re.compile('|'.join((
    r'Gtk-WARNING \*\*: [0-9:.]+: Broken accounting of active state for widget 0x[0-9a-f]+\(\w+\)$',
    r"Gtk-CRITICAL \*\*: [0-9:.]+: gtk_widget_is_ancestor: assertion 'GTK_IS_WIDGET \(widget\)' failed$",
    r"Gdk-CRITICAL \*\*: [0-9:.]+: gdk_monitor_get_geometry: assertion 'GDK_IS_MONITOR \(monitor\)' failed$",
    r'Gtk-CRITICAL \*\*: [0-9:.]+: gtk_css_node_insert_after: '
    r"assertion 'previous_sibling == NULL \|\| previous_sibling->parent == parent' failed$")))


def read_waiting(process_id):
    """The seconds for which the main thread was kept from running by others."""
    with open(f'/proc/{process_id}/task/{process_id}/schedstat', encoding='ascii') as file:
        return int(file.read().split()[1]) / 1e9


class NoWindow(Exception):
    """The studio has ended, as the hand wanted."""


class Watched(Studio):
    """One that may complain of what is GTK's own."""

    def complaints(self):
        return [line for line in super().complaints() if not EXCEPTED.search(line)]


class Hand:
    """One hand on one studio. What it did stands in actions."""

    def __init__(self, studio, seed):
        self.studio = studio
        self.random = random.Random(seed)
        self.actions = []

    def note(self, *action):
        self.actions.append(' '.join(str(part) for part in action))

    def is_over(self):
        return self.studio.process.poll() is not None

    def act(self):
        """One thing that a person could do, and a pause as short as a quick person's, or shorter."""
        try:
            self.choose_action()
        except (BadDrawable, BadWindow, NoWindow):
            self.note('a window closed meanwhile')
        time.sleep(self.random.choice((0.0, 0.02, 0.05, 0.1, 0.3)))

    def choose_action(self):
        kind = self.random.random()
        if kind < 0.52:
            self.press(self.random.choice(CHORDS))
        elif kind < 0.62:
            self.type(self.random.choice(TEXTS))
        elif kind < 0.85:
            self.click(self.random.choice((1, 1, 1, 1, 1, 3)), self.random.choice((1, 1, 1, 2)))
        elif kind < 0.97:
            self.drag()
        elif kind < 0.985:
            self.scroll()
        else:
            self.resize()

    def press(self, chord):
        self.note('press', chord)
        self.studio.key(chord)

    def type(self, text):
        self.note('type', text)
        self.studio.type(text)
        if self.random.random() < 0.6:
            self.press(self.random.choice(('Return', 'Tab', 'Escape')))

    def choose_point(self):
        """On one of the studio's windows. What lies beside them is the window manager's, with menus and desktops of its
        own."""
        shown = wait_for('a window of the studio', lambda: self.is_over() or self.list_shown() or self.bring_back())
        if self.is_over():
            raise NoWindow
        window = self.random.choice(shown)
        size = window.get_geometry()
        left, top = self.studio.screen.get_origin(window)
        return left + self.random.randrange(size.width), top + self.random.randrange(size.height)

    def click(self, button, count):
        x, y = self.choose_point()
        self.note('click', x, y, button, count)
        self.studio.screen.fake(X.MotionNotify, 0, x, y)
        for _ in range(count):
            self.studio.screen.fake(X.ButtonPress, button)
            self.studio.screen.fake(X.ButtonRelease, button)

    def drag(self):
        start, end = self.choose_point(), self.choose_point()
        self.note('drag', *start, *end)
        self.studio.screen.drag(start, end)
        self.put_back()

    def scroll(self):
        x, y = self.choose_point()
        button = self.random.choice((4, 5))
        self.note('scroll', x, y, button)
        self.studio.screen.fake(X.MotionNotify, 0, x, y)
        for _ in range(self.random.randrange(1, 12)):
            self.studio.screen.fake(X.ButtonPress, button)
            self.studio.screen.fake(X.ButtonRelease, button)

    def resize(self):
        size = self.random.choice(SIZES)
        self.note('resize', *size)
        for window in self.list_windows():
            window.configure(width=size[0], height=size[1])
        self.studio.screen.display.sync()

    # Windows, as X knows them

    def list_windows(self):
        """Those of the studio that are no dialogs."""
        return [window for window in map(self.find_window, self.studio.windows())
                if window is not None and window.get_wm_transient_for() is None]

    def find_window(self, frame):
        return self.studio.screen.find_window(frame.name, is_hidden=True)

    def list_shown(self):
        """All that can be seen, dialogs as well."""
        return [window for window in (self.studio.screen.find_window(frame.name) for frame in self.studio.windows())
                if window is not None]

    def bring_back(self):
        """Windows that the hand has put aside."""
        for window in self.list_windows():
            window.map()
        self.studio.screen.display.sync()

    def put_back(self):
        """Windows that were dragged away. GTK 4.8 complains of popovers that belong to a place on no monitor."""
        for window in self.list_shown():
            if window.get_wm_transient_for() is None or not self.is_on_screen(window):
                window.configure(x=0, y=0)
        self.studio.screen.display.sync()

    def is_on_screen(self, window):
        left, top = self.studio.screen.get_origin(window)
        size, screen = window.get_geometry(), self.studio.screen.display.screen()
        return (left >= 0 and top >= 0 and left + size.width <= screen.width_in_pixels
                and top + size.height <= screen.height_in_pixels)


class Round:
    """A studio with a document of its own under a hand, from the start to the end."""

    def __init__(self, program, folder, seed, n_actions):
        self.seed = seed
        self.n_actions = n_actions
        self.folder = folder
        name = random.Random(seed).choice(EXAMPLES)
        folder.mkdir(parents=True)
        self.file = write_example(folder, name)
        self.studio = Watched(program, folder, [self.file])
        self.hand = Hand(self.studio, seed)
        self.slowest = 0
        self.frame = self.studio.windows()[0]
        self.is_checked = False

    def play(self):
        """Whether all that must hold was looked at; not so where the hand has closed the window."""
        first = self.save()
        for i in range(self.n_actions):
            if self.hand.is_over():
                break
            self.hand.act()
            self.studio.check_complaints()
            if i % 10 == 9:
                self.check_answer()
            if i % 40 == 39:
                self.hand.bring_back()
        if self.hand.is_over():
            self.studio.wait_until_ended()
            return False
        is_checked = self.calm() and self.check_history(first)
        self.studio.check_complaints()
        self.studio.kill()
        return is_checked

    # What must hold

    def check_answer(self):
        """The main loop answers within two seconds, besides those in which the machine let others run."""
        if self.hand.is_over():
            return
        start, waited = time.monotonic(), read_waiting(self.studio.process.pid)
        answer = self.studio.root.ask(*self.studio.root.property_call('Accessible', 'Name'), patience=FROZEN_S)
        seconds = time.monotonic() - start
        if self.hand.is_over():
            return
        own = seconds - (read_waiting(self.studio.process.pid) - waited)
        self.slowest = max(self.slowest, own)
        if own > ANSWER_S * max(1, os.getloadavg()[0] / os.cpu_count()):
            state = 'no answer' if answer is None else 'an answer'
            raise Failure(f"{state} after {seconds:.1f} s, {own:.1f} of them the studio's own\n{self.get_stack()}")

    def get_stack(self):
        """Where the studio is, if a debugger can tell."""
        command = ['gdb', '-p', str(self.studio.process.pid), '-batch', '-ex', 'bt 40']
        try:
            return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout[-6000:]
        except (OSError, subprocess.SubprocessError):
            return ''

    def list_dialogs(self):
        own = self.hand.list_windows()
        return [frame for frame in self.studio.windows() if self.hand.find_window(frame) not in own]

    def focus(self, frame):
        """As a click on its title does."""
        window = self.hand.find_window(frame)
        if window is not None and window.get_attributes().map_state == X.IsViewable:
            window.set_input_focus(X.RevertToParent, X.CurrentTime)
            self.studio.screen.display.sync()

    def calm(self):
        """Escape leads out of whatever is open, back to the project; whether that is still there."""
        end = time.monotonic() + SETTLE_S
        while (dialogs := self.list_dialogs()) and not self.hand.is_over():
            if time.monotonic() > end:
                raise Failure(f'Escape does not close {", ".join(frame.name for frame in dialogs)}')
            self.focus(dialogs[-1])
            self.studio.key('Escape')
            time.sleep(0.2)
        return not self.hand.is_over() and self.show_project()

    def show_project(self):
        """In front of the others that the hand has opened."""
        self.hand.bring_back()
        shown = next((frame for frame in self.studio.windows() if frame == self.frame), None)
        if shown is None:
            return False
        window = self.hand.find_window(shown)
        wait_for('the window to be seen', lambda: window.get_attributes().map_state == X.IsViewable)
        window.configure(stack_mode=X.Above)
        self.focus(shown)
        self.studio.key('Escape')
        return True

    def save(self):
        """What the studio writes now. A list that the hand has opened in another window keeps the keys until Escape."""
        before = os.stat(self.file).st_mtime_ns

        def is_written():
            self.focus(self.frame)
            self.studio.key('Escape', 'Ctrl+s')
            time.sleep(0.3)
            return os.stat(self.file).st_mtime_ns != before

        wait_for('the project to be saved', is_written)
        return json.loads(self.file.read_text(encoding='utf-8'))

    def show_model(self):
        """Other pages may have something of their own to take back."""
        def is_shown():
            self.focus(self.frame)
            self.studio.key(PAGES['model'])
            time.sleep(0.3)
            return self.studio.exists('widget', 'StudioModelPage', self.frame)

        wait_for('the Model page', is_shown)

    def press_to_the_end(self, name):
        """Undo or Redo. A button that is pressed anew within a quarter of a second takes no notice, so the presses are not
        counted."""
        button = self.studio.find('button', name, self.frame)
        while button.has_state('sensitive'):
            self.studio.press(button)

    def check_history(self, first):
        """As far forth as it goes lies a document to which redo comes back, and all the way back the one that was
        opened."""
        self.show_model()
        self.press_to_the_end('Redo')
        last = self.save()
        for name, expected in (('Undo', first), ('Redo', last)):
            self.press_to_the_end(name)
            found = self.save()
            if found != expected:
                raise Failure(f'{name} to the end gives\n{json.dumps(found)}\ninstead of\n{json.dumps(expected)}')
        return True


def play(program, folder, seed, n_actions):
    """One round. Returns it, and what went wrong, with the way there, or None."""
    one = Round(program, folder, seed, n_actions)
    try:
        one.is_checked = one.play()
        return one, None
    except Exception as raised:  # whatever it is, the way to it is what counts
        way = ['...', *one.hand.actions[-40:], *one.studio.complaints()[:20]]
        if status := one.studio.process.poll():
            way.append(f'the studio ended with status {status}')
        return one, f'seed {seed}, {one.file.name}, action {len(one.hand.actions)}: {raised}\n' + '\n'.join(way)
