"""The CDK app: reads the context and builds the stack, without an account and without Docker."""

import json
import sys
from pathlib import Path
from typing import Any

from aws_cdk import App, Validations
from cdk_nag import AwsSolutionsChecks, ServerlessChecks

from functions.registry import all_functions
from infra.options import Options, WrongOption
from infra.stack.bundling import PYTHONS, Bundle, too_large
from infra.stack.imports import ROOT
from infra.stack.stack import CandorStack

OUT = ROOT / "cdk.out"
STATE_MACHINE = "AWS::StepFunctions::StateMachine"
FLAGS = {
    "@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy": True,
}
"""Ways of the CDK that are newer than its defaults."""


def build(*, outdir: Path, context: dict[str, Any] | None = None, bundle: Bundle | None = None) -> App:
    """The app with its one stack, not yet checked."""
    app = App(outdir=str(outdir), context=FLAGS | (context or {}))
    options = Options.from_context(app.node.try_get_context)
    CandorStack(app, options, bundle or Bundle(real=options.bundle))
    return app


def checked(app: App) -> App:
    """The app with the security checks, which run as it is synthesized and end it at the first finding."""
    Validations.of(app).add_plugins(AwsSolutionsChecks(app), ServerlessChecks(app))
    return app


def definitions(template: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The state machines of a synthesized template, by their names without the deployment's prefix."""
    machines = (one["Properties"] for one in template["Resources"].values() if one["Type"] == STATE_MACHINE)
    return {
        machine["StateMachineName"].rsplit("-", 1)[-1]: json.loads(machine["DefinitionString"]) for machine in machines
    }


def main() -> None:
    """Synthesizes; a finding of the security checks ends it with an error. Leaves the definitions for their linters."""
    bundle = Bundle()
    try:
        app = build(outdir=OUT, bundle=bundle)
    except WrongOption as wrong:
        sys.exit(str(wrong))
    assembly = checked(app).synth()
    template = json.loads((OUT / "Candor.template.json").read_text())
    for name, definition in definitions(template).items():
        (OUT / f"{name}.asl.json").write_text(json.dumps(definition, indent=2))
    sizes = bundle.sizes_mb()
    told = ", ".join(f"{name} {size:g}" for name, size in sizes.items())
    sys.stderr.write(f"{len(template['Resources'])} resources in {assembly.directory}; unzipped MB: {told}\n")
    sys.stderr.write(f"Python {bundle.python}, {_bytecode(bundle)}\n")
    if refused := too_large(sizes, all_functions()) + bundle.not_loaded():
        sys.exit("\n".join(refused))


def _bytecode(bundle: Bundle) -> str:
    if bundle.compiler:
        return f"bytecode by {bundle.compiler}"
    return f"without bytecode, which makes functions start more slowly: no Python {' or '.join(PYTHONS)} is at hand"


if __name__ == "__main__":
    main()
