# needs: pytest hypothesis faker
"""pytest as a library, hypothesis, faker."""
import contextlib
import io
import os
import unittest

import faker
import hypothesis
import pytest
from hypothesis import given, settings, strategies as st

with pytest.raises(ZeroDivisionError) as caught:
    1 / 0
print(caught.type.__name__, caught.value, caught.match('division'))
with pytest.raises(ValueError, match=r'bad \d+'):
    raise ValueError('bad 12')
try:
    with pytest.raises(KeyError):
        pass
except pytest.fail.Exception as error:
    print(error)
print(0.1 + 0.2 == pytest.approx(0.3), [1.0, 2.0] == pytest.approx([1, 2.0000001]), pytest.approx(3))


@pytest.fixture
def numbers():
    return [1, 2]


seen = []


@settings(max_examples=20, database=None, deadline=None)
@given(st.integers(), st.lists(st.integers(), max_size=3))
def check(x, items):
    seen.append(type(x))
    assert sorted(items) == sorted(items[::-1])
    assert x + 0 == x


check()
print(len(seen) > 5, set(seen))


@settings(max_examples=200, database=None, deadline=None, derandomize=True)
@given(x=st.integers(min_value=0, max_value=1000))
def wrong(x):
    assert x < 100


with contextlib.redirect_stdout(io.StringIO()):
    try:
        wrong()
    except AssertionError as error:
        failed = error
print(type(failed).__name__)


@st.composite
def pairs(draw):
    a = draw(st.integers(0, 9))
    return a, draw(st.integers(a, 10))


@settings(max_examples=10, database=None, deadline=None)
@given(pairs(), st.text(max_size=3), st.builds(dict, a=st.booleans()))
def ordered(pair, text, d):
    hypothesis.assume(len(text) != 1)
    assert pair[0] <= pair[1] and set(d) == {'a'}


ordered()
print(hypothesis.find(st.integers(), lambda x: x > 41, settings=settings(database=None)))
fake = faker.Faker('en_US')
faker.Faker.seed(3)
print(isinstance(fake.name(), str), '@' in fake.email(), fake.random_int(5, 5))


class Words(faker.providers.BaseProvider):
    def colour(self):
        return self.random_element(['red'])


fake.add_provider(Words)
print(fake.colour(), fake.unique.colour())
with open('test_made.py', 'w') as file:
    file.write('def test_one():\n    assert 1 + 1 == 2\n\ndef test_two():\n    assert [1] == [2]\n')


class Plugin:
    def __init__(self):
        self.results = []

    def pytest_runtest_logreport(self, report):
        if report.when == 'call':
            self.results.append((report.nodeid, report.outcome))


plugin = Plugin()
out = io.StringIO()
with contextlib.redirect_stdout(out):
    code = pytest.main(['-q', '-p', 'no:cacheprovider', 'test_made.py'], plugins=[plugin])
print(code, plugin.results)
