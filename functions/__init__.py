"""Lambda handlers: each parses, calls one thing and returns. `functions.registry` finds them by their files."""

import gc

# A start makes hundreds of thousands of objects and throws next to none away: even the rare searches for cycles among
# them (shared/__init__.py) are a twentieth of it. A function that is ready has them searched again (`LambdaFunction`).
gc.disable()
