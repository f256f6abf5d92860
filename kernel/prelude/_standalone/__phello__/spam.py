"""Says hello: a module of a package."""

initialized = True


def main():
    """The program."""
    print('Hello world!')


if __name__ == '__main__':
    main()
