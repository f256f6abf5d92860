# format() of a subclass of str gives the object itself where nothing is to be added or cut


class Text(str):
    def __repr__(self):
        return 'Text(%s)' % str.__repr__(self)


class Loud(Text):
    def __str__(self):
        return self.upper()


for cls in (Text, Loud, str):
    value = cls('hello')
    for spec in ('', 's', '5', '4', '6', '.5', '.4', '.9', 'x>5', 'x>6', '<5', '>', '1.5', '=5', '05', '+', 'd'):
        for make in (lambda: format(value, spec), lambda: f'{value:{spec}}', lambda: f'a{value:{spec}}', lambda: value.__format__(spec),
                     lambda: str.__format__(value, spec), lambda: ('a{:%s}' % spec).format(value)):
            try:
                result = make()
                print(cls.__name__, spec, type(result).__name__, repr(result))
            except ValueError as error:
                print(cls.__name__, spec, error)
