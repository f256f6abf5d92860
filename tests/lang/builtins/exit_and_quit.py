# The words with which a beginner leaves.
print(exit, repr(quit), type(exit).__name__, exit.name)
for leave in exit, quit:
    try:
        leave('text')
    except SystemExit as error:
        print(repr(error), error.code)
try:
    exit()
except SystemExit as error:
    print(error.code)
quit(5)
