# Appending to lists and taking items off again.
def work():
    stack = []
    for i in range(150000):
        stack.append(i)
    total = 0
    while stack:
        total += stack.pop()
    return total
