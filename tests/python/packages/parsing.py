# needs: pyparsing
"""Grammars of pyparsing with actions of the notebook."""
import operator
import pyparsing as pp

pp.ParserElement.enable_packrat()
integer = pp.Word(pp.nums).set_parse_action(lambda tokens: int(tokens[0]))
operand = integer | pp.Word(pp.alphas)
names = {'x': 7}
functions = {'+': operator.add, '-': operator.sub, '*': operator.mul, '/': operator.truediv}


def fold(tokens):
    items = list(tokens[0])
    value = items.pop(0)
    while items:
        op, right = items.pop(0), items.pop(0)
        value = functions[op](value, right)
    return value


def lookup(string, location, tokens):
    if tokens[0] not in names:
        raise pp.ParseFatalException(string, location, f'unknown name {tokens[0]}')
    return names[tokens[0]]


variable = pp.Word(pp.alphas).set_parse_action(lookup)
expression = pp.infix_notation(integer | variable, [(pp.one_of('* /'), 2, pp.opAssoc.LEFT, fold), (pp.one_of('+ -'), 2, pp.opAssoc.LEFT, fold)])
for text in ('1 + 2 * 3', '(1 + 2) * 3', 'x * x - 1', '8 / 2 / 2'):
    print(text, '=', expression.parse_string(text, parse_all=True)[0])
for text in ('1 2',):
    try:
        expression.parse_string(text, parse_all=True)
    except pp.ParseBaseException as error:
        print(type(error).__name__, error.loc, error)
key = pp.Word(pp.alphas)('key')
pair = pp.Group(key + pp.Suppress('=') + integer('value'))
table = pp.Dict(pp.OneOrMore(pp.Group(pp.Word(pp.alphas) + pp.Suppress(':') + integer)))
result = pp.ZeroOrMore(pair).parse_string('a=1 b=2')
print([(r.key, r['value']) for r in result], result.as_list(), result[0].as_dict(), table.parse_string('a: 1 b: 2').as_dict())


class Call:
    def __init__(self, tokens):
        self.name, self.args = tokens[0], list(tokens[1:])

    def __repr__(self):
        return f'{self.name}({", ".join(map(repr, self.args))})'


value = pp.Forward()
call = (pp.Word(pp.alphas) + pp.Suppress('(') + pp.Optional(pp.DelimitedList(value)) + pp.Suppress(')')).set_parse_action(Call)
value <<= call | integer | pp.QuotedString('"')
print(value.parse_string('f(1, g("s"), h())')[0], [m[0][0] for m in integer.scan_string('a1b22')], integer.transform_string('x1 y2'))
seen = []
print((integer + pp.Empty().add_condition(lambda s, l, t: seen.append(l) or True)).parse_string('5'), seen)
even = integer.copy().add_condition(lambda tokens: tokens[0] % 2 == 0, message='not even')
try:
    even.parse_string('3')
except pp.ParseException as error:
    print(error.msg, error.line, error.column)
print(pp.Regex(r'(?P<y>\d{4})-(?P<m>\d\d)').parse_string('2024-05').as_dict(), pp.nested_expr().parse_string('(a (b c))').as_list())
