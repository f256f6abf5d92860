# A script that does not parse.
x = 1
print(x y)
