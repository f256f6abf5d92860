# Floating-point arithmetic: the points of a small Mandelbrot picture.
def work():
    inside = 0
    for row in range(40):
        for column in range(40):
            a, b, x, y, steps = column / 20 - 1.5, row / 20 - 1.0, 0.0, 0.0, 0
            while steps < 60 and x * x + y * y < 4.0:
                x, y = x * x - y * y + a, 2.0 * x * y + b
                steps += 1
            inside += steps == 60
    return inside
