"""How large the layers of the deployed functions are, unzipped."""

from pathlib import Path

from functions.registry import all_functions
from infra.stack.bundling import BUILD, LAYERS, MOST_UNZIPPED_MB, layers_of
from tests.benchmarks.report import Aim, Section

TITLE = "Layers"


def layers() -> Section:
    """Sizes as last built; nothing is built here."""
    names = [*(layer.name for layer in LAYERS), "code"]
    built = {name: folder for name in names if (folder := _newest(name))}
    if len(built) < len(names):
        return Section(TITLE, notes=("Not measured: no layers were built on this machine (`make synth` builds them).",))
    sizes = {name: _megabytes(folder) for name, folder in built.items()}
    totals = {
        name: sum(sizes[part] for part in ("code", *layers_of(one.module, one.uses)))
        for name, one in all_functions().items()
    }
    largest = max(totals, key=lambda name: totals[name])
    return Section(
        title=TITLE,
        notes=(f"Unzipped, in MB, as last built. Lambda allows {MOST_UNZIPPED_MB} MB for a function with its layers.",),
        header=("layer", "MB"),
        rows=[(name, f"{size:.1f}") for name, size in sizes.items()],
        aims=(Aim(f"The largest function, {largest}, MB", totals[largest], MOST_UNZIPPED_MB),),
    )


def _newest(name: str) -> Path | None:
    found = [folder for folder in BUILD.glob(f"{name}-*") if not folder.name.endswith(("-empty", ".draft"))]
    return max(found, key=lambda folder: folder.stat().st_mtime, default=None)


def _megabytes(folder: Path) -> float:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6
