"""Library code of Candor: contracts, data, analyses, models, failure handling and storage. Imports no handler."""

import gc

GARBAGE_AFTER = (50_000, 20, 20)
"""New objects between two searches for garbage, and how often the older ones are searched too.

Nearly all that a process makes while it starts stays: classes, models of services, parsed state machines. By Python's
own measure it would look through all of that again and again, for a tenth of a function's start."""

gc.set_threshold(*GARBAGE_AFTER)
