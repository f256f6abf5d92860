# print writes item by item: what an item's text prints or raises comes behind what stands before it.
class Loud:
    def __init__(self, name):
        self.name = name

    def __str__(self):
        print('asked for', self.name)
        return self.name


print('first', 1, Loud('middle'), 2.5, Loud('last'), None, sep='|', end='!\n')
print(Loud('alone'))


class Broken:
    def __repr__(self):
        return 'B<%s>' % self.missing


try:
    print('before', [1], Broken(), 'behind')
except AttributeError as error:
    print()
    print(error)
print([Loud('in a list').name, (1, 'x')], {1: 2})
