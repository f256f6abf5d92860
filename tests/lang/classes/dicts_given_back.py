# An instance whose __dict__ was looked at, changed and given back, and what is seen of it before and after.
import copy
import gc
import pickle


class Plain:
    shared = 'class'

    def __init__(self, **given):
        vars(self).update(given, first=1, second=[2])

    def total(self):
        return self.first, self.second, self.shared


class Mixed(Plain):
    def __init__(self):
        self.early = 0
        super().__init__(name='mixed')
        self.late = 9


for made in (Plain(), Plain(shared='own', zero=0), Mixed()):
    print(made.total(), list(vars(made)))
    made.first = 10
    made.third = 3
    del made.second
    print(made.__dict__, hasattr(made, 'second'))
    vars(made)['second'] = 'again'
    print(made.second, made.first, made.third, list(made.__dict__.items()))

kept = Plain()
names = vars(kept)
print(kept.first)
names['first'] = 'by dict'
print(kept.first, vars(kept) is names)
kept.added = 1
print(names)
view = names.keys()
del names
print(kept.added, list(view))
kept.more = 2
print(list(view))
del view
print(kept.more, kept.total())
kept.last = 3
print(vars(kept))

odd = Plain()
vars(odd)[3] = 'number'
vars(odd)['not a name'] = 'text'
print(odd.first, vars(odd), getattr(odd, 'not a name'))
many = Plain(**{f'name{i}': i for i in range(300)})
print(many.name299, len(vars(many)))
for text in [''.join(('na', 'me', str(i))) for i in range(3)]:
    vars(odd)[text] = text
print(odd.name1, odd.name2)

one, other = Plain(), Plain()
other.__dict__ = vars(one)
one.first = 'both'
print(other.first, vars(other) is vars(one))
del one
print(other.first, other.second)
other.first = 'alone'
print(vars(other))

for turn in range(3):
    kept.__dict__['turn'] = turn
    print(kept.turn, kept.first, len(kept.__dict__))
print(copy.copy(kept).total(), copy.deepcopy(kept).second is kept.second, pickle.loads(pickle.dumps(kept)).turn)


class Cycle:
    def __init__(self):
        vars(self).update(me=self)

    def __del__(self):
        print('released')


Cycle().me.me
gc.collect()


class Deleted:
    def __del__(self):
        print('value released')


holder = Plain()
vars(holder).update(value=Deleted())
print(type(holder.value).__name__)
del holder
print(len({id(Plain().first) for _ in range(5)}))
