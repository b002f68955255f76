"""What a program tells of itself through the accessibility interface: its nodes, asked for over D-Bus.

Every question is answered by the program's main loop. Those of one level of the tree are sent together, so that the
whole costs little more than the answers do.

SPDX-License-Identifier: MIT
"""

from gi.repository import Gio, GLib

INTERFACE = 'org.a11y.atspi.'
PROPERTIES = 'org.freedesktop.DBus.Properties'
ROOT = '/org/a11y/atspi/accessible/root'
REGISTRY = 'org.a11y.atspi.Registry'
ANSWER_S = 20
WINDOW_COORDINATES = 1
STATES = {'checked': 4, 'focused': 12, 'pressed': 20, 'selected': 23, 'sensitive': 24}

# These have nothing inside that a test looks for, nor have tables with more rows than the palette ever will have.
LEAVES = {'label', 'image', 'scroll bar', 'meter', 'separator', 'tab'}
MOST_CHILDREN = 1000


class Bus:
    """The bus on which programs and screen readers meet."""

    def __init__(self):
        launcher = ('org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus')
        answer = Gio.bus_get_sync(Gio.BusType.SESSION).call_sync(*launcher, 'GetAddress', None, None, 0, -1, None)
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.connection = Gio.DBusConnection.new_for_address_sync(answer.unpack()[0], flags, None, None)

    def ask(self, calls, patience=ANSWER_S):
        """The answers to (owner, path, interface, method, arguments), in that order; None for what cannot be asked."""
        answers = [None] * len(calls)
        pending = set(range(len(calls)))

        def answered(connection, result, i):
            pending.discard(i)
            try:
                answers[i] = connection.call_finish(result).unpack()
            except GLib.Error:
                pass  # it vanished while it was looked at

        for i, (owner, path, interface, method, arguments) in enumerate(calls):
            self.connection.call(owner, path, interface, method, arguments, None, 0, int(patience * 1000), None, answered, i)
        while pending:
            GLib.MainContext.default().iteration(True)
        return answers

    def find_program(self, process_id):
        """The root of what the process shows; None while it shows nothing."""
        children = self.ask([(REGISTRY, ROOT, INTERFACE + 'Accessible', 'GetChildren', None)])[0] or ([],)
        for owner, path in children[0]:
            daemon = ('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus')
            answer = self.ask([(*daemon, 'GetConnectionUnixProcessID', GLib.Variant('(s)', (owner,)))])[0]
            if answer == (process_id,):
                return Node(self, owner, path)
        return None


class Node:
    """One thing on the screen. Its role and name are those it had when it was found; the rest is asked for anew."""

    role_names = {}

    def __init__(self, bus, owner, path, role='', name=''):
        self.bus = bus
        self.owner = owner
        self.path = path
        self.role = role
        self.name = name

    def __eq__(self, other):
        return isinstance(other, Node) and (self.owner, self.path) == (other.owner, other.path)

    def __str__(self):
        return f'{self.role} "{self.name}"'

    def call(self, interface, method, arguments=None):
        return (self.owner, self.path, INTERFACE + interface, method, arguments)

    def property_call(self, interface, name):
        return (self.owner, self.path, PROPERTIES, 'Get', GLib.Variant('(ss)', (INTERFACE + interface, name)))

    def ask(self, *call, patience=ANSWER_S):
        """The answer; None for a node that has vanished or does not know of such things."""
        answer = self.bus.ask([call], patience)[0]
        return answer[0] if answer else None

    # What it tells

    def get_name(self):
        return self.ask(*self.property_call('Accessible', 'Name')) or ''

    def get_description(self):
        return self.ask(*self.property_call('Accessible', 'Description')) or ''

    def get_value(self):
        return self.ask(*self.property_call('Value', 'CurrentValue'))

    def get_limit(self, key):
        """Where the key "Home" or "End" leads."""
        return self.ask(*self.property_call('Value', {'Home': 'MinimumValue', 'End': 'MaximumValue'}[key]))

    def get_text(self):
        length = self.ask(*self.property_call('Text', 'CharacterCount')) or 0
        return self.ask(*self.call('Text', 'GetText', GLib.Variant('(ii)', (0, length))))

    def extents_call(self):
        return self.call('Component', 'GetExtents', GLib.Variant('(u)', (WINDOW_COORDINATES,)))

    def get_extents(self):
        """x, y, width and height in its window."""
        return self.ask(*self.extents_call())

    def has_state(self, name):
        words = self.ask(*self.call('Accessible', 'GetState')) or (0,)
        return bool(words[0] >> STATES[name] & 1)

    def get_parent(self):
        return Node(self.bus, *self.ask(*self.property_call('Accessible', 'Parent')))

    def count_actions(self):
        return len(self.ask(*self.call('Action', 'GetActions')) or [])

    def do_first_action(self):
        self.ask(*self.call('Action', 'DoAction', GLib.Variant('(i)', (0,))))

    # What is below it

    def get_children(self):
        places = self.ask(*self.call('Accessible', 'GetChildren')) or []
        return [node for node, _ in read_level(self.bus, places)]

    def walk(self):
        """It and what is below it, the outermost first."""
        level = read_level(self.bus, [(self.owner, self.path)])
        while level:
            yield from (node for node, _ in level)
            level = read_level(self.bus, [place for node, children in level if is_open(node, children)
                                          for place in children])


def has_place(extents):
    """What is on pages that nobody has looked at yet, or in menus that are shut, has none; there is much of it."""
    return extents is None or extents[2] > 0 and extents[3] > 0


def is_open(node, children):
    """Of a node with very many children, nothing further is looked at."""
    return node.role not in LEAVES and len(children) <= MOST_CHILDREN


def read_level(bus, places):
    """Each node that is there, with the places of its children."""
    nodes = [Node(bus, *place) for place in places]
    answers = bus.ask([call for node in nodes for call in (
        node.call('Accessible', 'GetRole'), node.property_call('Accessible', 'Name'),
        node.call('Accessible', 'GetChildren'), node.extents_call())])
    level = []
    for i, node in enumerate(nodes):
        role, name, children, extents = (answer and answer[0] for answer in answers[4 * i:4 * i + 4])
        if role is not None and name is not None and children is not None and has_place(extents):
            node.role = get_role_name(node, role)
            node.name = name
            level.append((node, children))
    return level


def get_role_name(node, role):
    if role not in Node.role_names:
        Node.role_names[role] = node.ask(*node.call('Accessible', 'GetRoleName'))
    return Node.role_names[role]
