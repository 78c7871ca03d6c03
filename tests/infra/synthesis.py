"""The stack as CloudFormation, synthesized for a test."""

import json
from typing import Any


def synthesized(folder: Any, **context: Any) -> dict[str, Any]:
    """The template for a context."""
    from infra.app import build  # the CDK is installed only where `make synth` runs
    from infra.stack.bundling import Bundle

    out = folder / "cdk.out"
    build(outdir=out, context=context, bundle=Bundle(real=False, build=folder / "build")).synth()
    found: dict[str, Any] = json.loads((out / "Candor.template.json").read_text())
    return found
