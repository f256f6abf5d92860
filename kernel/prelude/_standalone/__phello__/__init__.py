"""Says hello: a package that is frozen."""

initialized = True


def main():
    """The program."""
    print('Hello world!')


if __name__ == '__main__':
    main()
