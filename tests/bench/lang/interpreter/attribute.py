# Attributes of instances, read and written.
class Point:
    def __init__(self):
        self.x = 0
        self.y = 1


def work():
    point = Point()
    for i in range(200000):
        point.x = point.x + point.y
        point.y = i
    return point.x
