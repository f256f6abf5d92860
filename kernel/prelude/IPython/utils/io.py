"""Input and output helpers."""
from IPython.utils.capture import CapturedIO, capture_output


def ask_yes_no(prompt, default=None, interrupt=None):
    """Asks until the answer is yes or no; an empty one is the default."""
    answers = {'y': True, 'n': False, 'yes': True, 'no': False}
    while True:
        try:
            answer = input(prompt + ' ').lower() or default
        except KeyboardInterrupt:
            if interrupt is None:
                raise
            return interrupt
        except EOFError:
            if default not in answers:
                raise
            print()
            return answers[default]
        if answer in answers:
            return answers[answer]
