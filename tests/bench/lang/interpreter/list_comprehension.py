# A list comprehension with a condition.
def work():
    return sum([i * i for i in range(200000) if i % 3 == 0])
