# An exception nobody catches: what was printed stays, the status is 1.
def inner(x):
    return 10 / x


print('before')
inner(0)
print('never')
