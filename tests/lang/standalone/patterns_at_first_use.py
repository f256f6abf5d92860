# The library's own patterns, which are compiled when they are first used, are patterns like all others.
import configparser
import copy
import pickle
import textwrap
import difflib
import tokenize
import re

simple, end = textwrap.TextWrapper.wordsep_simple_re, textwrap.TextWrapper.sentence_end_re
print(type(simple) is re.Pattern, isinstance(end, re.Pattern))
print(end.groups, end.flags, dict(configparser.RawConfigParser.SECTCRE.groupindex), configparser.RawConfigParser.NONSPACECRE.pattern)
print(configparser.RawConfigParser.OPTCRE.match('a = b').groupdict())
print(repr(configparser.RawConfigParser.NONSPACECRE))
nonspace = configparser.RawConfigParser.NONSPACECRE
again = re.compile(nonspace.pattern)
print(nonspace == again, hash(nonspace) == hash(again), again == end)
print(copy.copy(simple) is simple, copy.deepcopy(simple) is simple, pickle.loads(pickle.dumps(simple)) == simple)
print(simple.split('a b  c'), end.search('end.'), re.sub(end, '!', 'end.'), re.compile(end) is end)
print(tokenize.detect_encoding(iter([b'# coding: latin-1\n']).__next__))
print(bool(difflib.IS_LINE_JUNK("  #\n")), bool(difflib.IS_LINE_JUNK("a")))
