"""A line search for points where the loss has fallen enough and is flat enough along a direction: the strong Wolfe
conditions (Nocedal and Wright, Numerical Optimization, algorithms 3.5 and 3.6). Knows no optimizer."""

import collections

_ARMIJO, _CURVATURE = 1e-4, 0.9
MOST_TURNS = 25

# a point of the line: how far it is, the loss and gradient there, and the slope along the direction
_Point = collections.namedtuple('_Point', 'at loss grad slope')


def _cubic_minimum(a, b, bounds=None):
    """Where the cubic through two points with their slopes is least, within bounds (else between the points)."""
    low, high = bounds or (min(a.at, b.at), max(a.at, b.at))
    bend = a.slope + b.slope - 3 * (a.loss - b.loss) / (a.at - b.at)
    square = bend ** 2 - a.slope * b.slope
    if square < 0:
        return (low + high) / 2.0
    root = square.sqrt()
    left, right = (a, b) if a.at <= b.at else (b, a)
    found = right.at - (right.at - left.at) * ((right.slope + root - bend) / (right.slope - left.slope + 2 * root))
    return min(max(found, low), high)


class _Search:
    """The loss along a direction from a start, and what its points are measured by."""

    def __init__(self, evaluate, direction, start, tolerance, most_turns):
        self._evaluate, self._direction = evaluate, direction
        self._start, self._tolerance, self._most_turns = start, tolerance, most_turns
        self.evaluations = self.turns = 0

    def point(self, at):
        loss, grad = self._evaluate(at)
        self.evaluations += 1
        return _Point(at, loss, grad, grad.dot(self._direction))

    def too_high(self, point):
        return point.loss > self._start.loss + _ARMIJO * point.at * self._start.slope

    def is_flat(self, point):
        return abs(point.slope) <= -_CURVATURE * self._start.slope

    def bracket(self, at):
        """One point that satisfies both conditions, or two that have such a point between them."""
        before, point = self._start, self.point(at)
        while self.turns < self._most_turns:
            if self.too_high(point) or (self.turns > 1 and point.loss >= before.loss):
                return [before, point]
            if self.is_flat(point):
                return [point]
            if point.slope >= 0:
                return [before, point]
            least, most = point.at + 0.01 * (point.at - before.at), point.at * 10
            at = _cubic_minimum(before, point, (least, most))
            before, point = point, self.point(at)
            self.turns += 1
        return [self._start, point]

    def zoom(self, low, high):
        """Closes in between two points, of which `low` has the smaller loss."""
        span, slow = self._direction.abs().max(), False
        while self.turns < self._most_turns and abs(high.at - low.at) * span >= self._tolerance:
            at = _cubic_minimum(low, high)
            ends = min(low.at, high.at), max(low.at, high.at)
            margin = 0.1 * (ends[1] - ends[0])
            if min(ends[1] - at, at - ends[0]) >= margin:
                slow = False
            elif slow or at >= ends[1] or at <= ends[0]:  # the second time at an end: away from it
                at = ends[1] - margin if abs(at - ends[1]) < abs(at - ends[0]) else ends[0] + margin
                slow = False
            else:
                slow = True
            point = self.point(at)
            self.turns += 1
            if self.too_high(point) or point.loss >= low.loss:
                high = point
                if high.loss < low.loss:
                    low, high = high, low
            else:
                if self.is_flat(point):
                    return point
                if point.slope * (high.at - low.at) >= 0:
                    high = low
                low = point
        return low


def strong_wolfe(evaluate, step, direction, loss, grad, slope, tolerance=1e-9, most_turns=MOST_TURNS):
    """(loss, gradient, step, number of evaluations) of the point found.

    evaluate(step) gives loss and flat gradient at that step along the direction; loss, grad and slope are those at 0. After
    most_turns the best end of what is between is taken."""
    search = _Search(evaluate, direction, _Point(0, loss, grad.clone(), slope), tolerance, min(most_turns, MOST_TURNS))
    ends = search.bracket(step)
    if len(ends) == 2:
        first, last = ends
        found = search.zoom(*((first, last) if first.loss <= last.loss else (last, first)))
    else:
        found = ends[0]
    return found.loss, found.grad, found.at, search.evaluations
