# round() with negative digits goes to even.
for n in (15, 25, 35, -15, -25, 1234567, 5, 6, 50, 150, 10**30 + 5 * 10**9):
    print(n, [round(n, -d) for d in range(5)], round(n, 3), round(n, -40))
for bad in ('a', 1.0, None):
    try:
        print(round(5, bad))
    except TypeError as e:
        print(e)
