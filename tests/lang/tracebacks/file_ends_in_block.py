# A file ends where a block should begin: the end has no column.
for x in range(3):
    if x:
