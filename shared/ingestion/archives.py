"""What may be wrong with a zip archive, as newer workbooks are."""

import zipfile
import zlib
from typing import Final

BROKEN: Final = (zipfile.BadZipFile, NotImplementedError, zlib.error, EOFError, RuntimeError, OSError)
"""What an archive raises that is damaged, cut off, encrypted or packed in an unknown way, or a member of it."""
