"""`python -m candor` is `candor`."""

from candor.command import main

if __name__ == "__main__":
    main()
