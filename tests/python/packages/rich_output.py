# needs: rich
"""Tables, trees, panels and consoles of rich."""
import io
from rich.console import Console, Group
from rich.markdown import Markdown
from rich.panel import Panel
from rich.pretty import Pretty, pretty_repr
from rich.progress import track
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text
from rich.tree import Tree
from rich.highlighter import Highlighter

out = io.StringIO()
console = Console(file=out, width=60, color_system=None, force_terminal=False)
table = Table(title='Results')
table.add_column('Model', style='cyan')
table.add_column('Loss', justify='right')
for name, loss in (('a', .5), ('b', .25)):
    table.add_row(name, f'{loss:.2f}')
console.print(table)
console.print('[bold red]text[/] and', {'a': [1, 2], 'b': None}, (1, 2))
console.print(Panel('inside', title='Panel', expand=False))
tree = Tree('root')
branch = tree.add('one')
branch.add('two')
console.print(tree)
console.print(Markdown('# Title\n\n* item\n* other'))


class Thing:
    def __init__(self, n):
        self.n = n

    def __rich__(self):
        return f'<<{self.n}>>'


class Lines:
    def __rich_console__(self, console, options):
        yield 'first line'
        yield Text('second', style='bold')
        yield Thing(3)


class Fields:
    def __rich_repr__(self):
        yield 'x', 1
        yield 'y', 2, 2


console.print(Thing(1), Lines())
console.print(Fields(), Group('g1', 'g2'))


class Vowels(Highlighter):
    def highlight(self, text):
        for i, c in enumerate(str(text)):
            if c in 'aeiou':
                text.stylize('red', i, i + 1)


console.print(Vowels()('banana'))
console.rule('rule')
console.log('logged') if 0 else None
print(out.getvalue())
print(pretty_repr({'a': list(range(30)), 'b': {'c': 'x' * 20}}, max_width=40))
colour = Console(file=io.StringIO(), width=30, force_terminal=True, color_system='standard')
colour.print('[green]ok[/green]', Vowels()('aei'))
print(repr(colour.file.getvalue()))
with console.capture() as capture:
    console.print('captured', 3)
print(repr(capture.get()))
print([x for x in track([1, 2, 3], console=console, disable=True)])
print(Text.assemble('a', ('b', 'bold')).plain, len(Text('abc')), Text('x') + Text('y'))
recorded = Console(record=True, width=20, file=io.StringIO())
recorded.print('hello')
print(recorded.export_text())
