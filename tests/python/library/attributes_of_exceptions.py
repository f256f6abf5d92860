# needs: json subprocess
"""vars() and __dict__ of exceptions of Python's classes, and of classes of the program that derive from them."""
import json
import re
import subprocess

try:
    json.loads('{')
except json.JSONDecodeError as error:
    print(sorted(vars(error).items()), error.__dict__ == vars(error), 'pos' in error.__dict__)
    error.note = 'mine'
    print(vars(error)['note'])
try:
    subprocess.run(['false'], check=True)
except subprocess.CalledProcessError as error:
    print(vars(error))
try:
    re.compile('(')
except re.error as error:
    print(sorted(vars(error)))


class Wrong(json.JSONDecodeError):
    def __init__(self, where):
        super().__init__('wrong', 'text', where)
        self.where = where


wrong = Wrong(2)
wrong.more = [1]
print(sorted(vars(wrong)), vars(wrong)['where'], wrong.__dict__['more'], wrong)
del wrong.more
print(hasattr(wrong, 'more'), 'more' in vars(wrong))
