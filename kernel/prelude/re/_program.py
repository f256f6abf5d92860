"""Trees of regular expressions (_syntax.py) as programs for _regex: numbers of instructions as in kernel/lang/lib/regex.h."""
import _regex
from re._syntax import A, NO_LIMIT, error, parse, width

(MATCH, FAIL, CHAR, CHAR_CASE, ANY, ALL, SET, SPLIT, JUMP, SAVE, AT, REF, AHEAD, BEHIND, ATOMIC, IF, LOOP, NEXT,
 REPEAT) = range(19)
HEADER = 3
SINGLE = frozenset(('char', 'set', 'any'))


class Writer:
    """Words of a program."""

    def __init__(self, ascii_only, widths):
        self.words = [0, 0, 4 if ascii_only else 0]
        self.ascii = ascii_only
        self.counters = 0
        self.widths = widths

    def put(self, *words):
        """Adds words; where they begin."""
        at = len(self.words)
        self.words += words
        return at

    def here(self, at):
        """The address that was left open is this one."""
        self.words[at] = len(self.words)

    def node(self, node):
        """Adds the instructions of a node."""
        getattr(self, 'put_' + node[0])(*node[1:])

    def put_char(self, code, caseless):
        folded = _regex.fold(code, self.ascii) if caseless else code
        self.put(CHAR_CASE if caseless and self.has_cases(code, folded) else CHAR, folded if caseless else code)

    @staticmethod
    def has_cases(code, folded):
        return code > 127 or code != folded or chr(code).isalpha()

    def put_set(self, negated, items, flags):
        self.put(SET, 11 + 3 * len(items), flags | negated, *(0,) * 8)
        for item in items:
            self.words += item

    def put_any(self, everything):
        self.put(ALL if everything else ANY)

    def put_at(self, place):
        self.put(AT, place)

    def put_seq(self, nodes):
        for node in nodes:
            self.node(node)

    def put_alt(self, nodes):
        ends = []
        for node in nodes[:-1]:
            split = self.put(SPLIT, 0, 0)
            self.here(split + 1)
            self.node(node)
            ends.append(self.put(JUMP, 0) + 1)
            self.here(split + 2)
        self.node(nodes[-1])
        for end in ends:
            self.here(end)

    def put_group(self, number, node):
        self.put(SAVE, 2 * number)
        self.node(node)
        self.put(SAVE, 2 * number + 1)

    def put_ref(self, number, caseless):
        self.put(REF, number, 2 if caseless else 0)

    def put_look(self, negated, behind, node):
        if behind:
            low, high = width(node, self.widths)
            if low != high:
                raise error('look-behind requires fixed-width pattern')
        at = self.put(BEHIND, int(negated), 0, low) if behind else self.put(AHEAD, int(negated), 0)
        self.part(node, at + 2)

    def put_atomic(self, node):
        self.part(node, self.put(ATOMIC, 0) + 1)

    def part(self, node, end):
        self.node(node)
        self.put(MATCH)
        self.here(end)

    def put_if(self, number, yes, no):
        at = self.put(IF, number, 0)
        self.node(yes)
        end = self.put(JUMP, 0)
        self.here(at + 2)
        self.node(no)
        self.here(end + 1)

    def put_repeat(self, kind, least, most, node):
        inner = node
        while inner[0] == 'seq' and len(inner[1]) == 1:
            inner = inner[1][0]
        if inner[0] in SINGLE:
            at = self.put(REPEAT, kind, least, most, 0)
            self.node(inner)
            self.here(at + 4)
        elif kind == 2:
            self.put_atomic(('repeat', 0, least, most, node))
        elif (least, most) == (0, 1) and width(node, self.widths)[0]:
            split = self.put(SPLIT, 0, 0)
            self.here(split + 1 + kind)
            self.node(node)
            self.here(split + 2 - kind)
        else:
            counter = self.counters
            self.counters += 1
            self.put(LOOP, counter)
            jump = self.put(JUMP, 0)
            body = len(self.words)
            self.node(node)
            self.here(jump + 1)
            self.put(NEXT, counter, least, most, int(kind == 1), body)


def compile_pattern(source, flags):
    """The words of a pattern's program, its flags, and the names of its groups."""
    tree, flags, parser = parse(source, flags)
    writer = Writer(not isinstance(source, str) or bool(flags & A), parser.widths)
    writer.node(tree)
    writer.put(MATCH)
    writer.words[0], writer.words[1] = parser.groups, writer.counters
    return writer.words, flags, parser.names
