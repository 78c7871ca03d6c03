"""How large the layers of the deployed functions are, unzipped."""

from functions.registry import all_functions
from infra.stack.bundling import LAYERS, MOST_UNZIPPED_MB, layers_of
from tests.benchmarks.report import Aim, Section
from tests.package.machine import Machine


def layers() -> Section:
    """Sizes of what `make package-test` tries, built now where it is not there yet."""
    machine = Machine()
    machine.build()
    sizes = machine.bundle.sizes_mb()
    totals = {
        name: sum(sizes[part] for part in ("code", *layers_of(one.module, one.uses)))
        for name, one in all_functions().items()
    }
    largest = max(totals, key=lambda name: totals[name])
    return Section(
        title="Layers",
        notes=(
            f"Unzipped, in MB, for Python {machine.bundle.python}. Lambda allows {MOST_UNZIPPED_MB} MB for a function "
            f"with its layers. {machine.not_tried}",
        ),
        header=("layer", "MB"),
        rows=[(name, f"{sizes[name]:.1f}") for name in (*(layer.name for layer in LAYERS), "code")],
        aims=(Aim(f"The largest function, {largest}, MB", totals[largest], MOST_UNZIPPED_MB),),
    )
