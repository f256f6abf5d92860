# Looking into an instance's dict runs a key's __eq__, which takes away the descriptor that was just found.
class Key:
    def __hash__(self):
        return hash('attr')

    def __eq__(self, other):
        if hasattr(C, 'attr'):
            del C.attr
        return False


class Descriptor:
    def __get__(self, instance, owner=None):
        return 'got', instance is not None


class C:
    attr = Descriptor()


for _ in range(3):
    C.attr = Descriptor()
    c = C()
    c.__dict__[Key()] = 0
    print(c.attr, hasattr(c, 'attr'))
    C.attr = lambda self: 'called'
    print(c.attr(), hasattr(c, 'attr'))
