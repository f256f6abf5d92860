# Keys of a class and of a state that run code while a name is looked for


class Key:
    def __init__(self, name, action):
        self.name, self.action = name, action

    def __hash__(self):
        return hash(self.name)

    def __eq__(self, other):
        if self.action:
            self.action()
        return False


def build(turn):
    class First:
        text = 'first'
        more = 'first'

    class Second:
        text = 'second'
        more = 'second'

    def change():
        made.__bases__ = (Second,)
    made = type('Made', (First,), {Key('text', change if turn % 2 else None): 5})
    del First
    return made


for turn in range(6):
    made = build(turn)
    print(made.text, made.more, [b.__name__ for b in made.__mro__])


class Clearing(str):
    def __hash__(self):
        state.clear()
        return super().__hash__()


class Value(str):
    pass


for turn in range(3):
    state = {}
    state[Clearing(f'name{turn}')] = Value('v')
    error = Exception()
    error.__setstate__(state)
    print(sorted(vars(error)) in (['name0'], ['name1'], ['name2']))
