# A script that parses but has no meaning.
def f():
    return 1


for i in 1, 2:
    return i
