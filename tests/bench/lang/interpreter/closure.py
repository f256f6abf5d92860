# A closure that keeps its own state.
def make():
    count = 0

    def step():
        nonlocal count
        count += 1
        return count
    return step


def work():
    step = make()
    for _ in range(200000):
        step()
    return step()
