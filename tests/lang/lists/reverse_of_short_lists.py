class Own(list):
    pass


for make in (list, Own):
    for n in range(4):
        x = make(range(n))
        print(x.reverse(), x, list(reversed(x)))
