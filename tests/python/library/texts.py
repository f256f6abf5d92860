# needs: textwrap string
"""textwrap, string, difflib, pprint, unicode, templates of the notebook."""
import base64
import binascii
import difflib
import hashlib
import hmac
import html
import pprint
import reprlib
import secrets
import string
import struct
import textwrap
import uuid

print(textwrap.fill('The quick brown fox jumps over the lazy dog', width=20, initial_indent='* ', subsequent_indent='  '))
print(textwrap.dedent('''
    one
      two
    three'''), textwrap.shorten('Hello wide world', 12, placeholder='...'), textwrap.indent('a\nb\n', '> ', lambda line: 'a' in line))


class Percent(string.Template):
    delimiter = '%'
    idpattern = '[a-z]+'


print(Percent('%name has %n items, %% and $').substitute(name='Ann', n=3), Percent('%a').safe_substitute())
try:
    Percent('%missing').substitute(a=1)
except KeyError as error:
    print(repr(error))


class Loud(string.Formatter):
    def get_value(self, key, args, kwargs):
        return kwargs.get(key, f'<{key}>') if isinstance(key, str) else args[key]

    def format_field(self, value, spec):
        return str(value).upper() if spec == 'loud' else super().format_field(value, spec)

    def convert_field(self, value, conversion):
        return value[::-1] if conversion == 'b' else super().convert_field(value, conversion)


print(Loud().format('{0:loud} {name} {1:>5} {word!b}', 'hi', 3, word='abc'))
print(list(string.Formatter().parse('a{b:c}d')), string.capwords('hello world'), string.punctuation[:5], string.hexdigits)
print('\n'.join(difflib.unified_diff('a b c'.split(), 'a x c'.split(), 'old', 'new', lineterm='')))
print(difflib.get_close_matches('appel', ['ape', 'apple', 'peach']), round(difflib.SequenceMatcher(None, 'abcd', 'bcde').ratio(), 3))
matcher = difflib.SequenceMatcher(lambda c: c == ' ', 'private Thread', 'private volatile Thread')
print([(op, a, b) for op, a, b, *_ in matcher.get_opcodes()], matcher.find_longest_match(0, 5, 0, 5))
pprint.pprint({'b': [1, 2, {'c': (3, 4)}], 'a': 'x' * 30, 'long': list(range(30))}, width=50)


class Node:
    def __init__(self, name, *children):
        self.name, self.children = name, children

    def __repr__(self):
        return f'Node({self.name!r}, {len(self.children)})'


pprint.pprint([Node('a'), Node('b', Node('c'))], depth=1)
print(pprint.pformat({'x': {'y': {'z': {}}}}, depth=2), pprint.saferepr(Node('q')), pprint.isreadable([1]))


class Short(reprlib.Repr):
    def repr_Node(self, node, level):
        return f'<{node.name}>'


short = Short()
short.maxstring = 10
print(short.repr(Node('n')), short.repr('a' * 50), short.repr([Node('m')] * 9))


class Recursive(list):
    @reprlib.recursive_repr('...')
    def __repr__(self):
        return '<' + '|'.join(map(repr, self)) + '>'


r = Recursive('ab')
r.append(r)
print(r)
print(hashlib.sha256(b'abc').hexdigest()[:16], hashlib.md5('text'.encode()).hexdigest(), hashlib.new('sha1', b'x').digest_size, hmac.new(b'k', b'm', 'sha256').hexdigest()[:8])
digest = hashlib.blake2b(digest_size=4)
for part in (b'a', bytearray(b'b'), memoryview(b'c')):
    digest.update(part)
print(digest.hexdigest(), digest.name, hmac.compare_digest('a', 'a'))
print(base64.b64encode(b'hello\xff'), base64.b64decode('aGVsbG8='), base64.urlsafe_b64encode(b'\xfb\xff'), base64.b32encode(b'a'), base64.b85encode(b'abcd'))
try:
    base64.b64decode('abc')
except binascii.Error as error:
    print(type(error).__name__, error, isinstance(error, ValueError))
print(struct.pack('<IhB', 1, -2, 3), struct.unpack('>Hf', b'\x00\x01?\x80\x00\x00'), struct.calcsize('10sQ'), list(struct.iter_unpack('B', b'ab')))
header = struct.Struct('!4sI')
buffer = bytearray(8)
header.pack_into(buffer, 0, b'DATA', 7)
print(buffer, header.unpack_from(buffer), header.size)
try:
    struct.pack('B', 300)
except struct.error as error:
    print(error)
print(html.escape('<a href="x">&</a>'), html.unescape('&lt;&eacute;&#65;'))
name = uuid.uuid5(uuid.NAMESPACE_DNS, 'example.org')
print(name, name.version, uuid.UUID(str(name)) == name, repr(name), {name: 1}[name], sorted([name, uuid.UUID(int=1)])[0].int)
print(len(secrets.token_hex(8)), secrets.choice([1]), len(uuid.uuid4().bytes), secrets.compare_digest(b'a', b'b'))
