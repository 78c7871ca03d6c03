"""The CDK app: reads the context and builds the stack, without an account and without Docker."""

import sys
from pathlib import Path
from typing import Any

from aws_cdk import App, Validations
from cdk_nag import AwsSolutionsChecks, ServerlessChecks

from infra.bundling import MOST_UNZIPPED_MB, Bundle
from infra.options import Options
from infra.stack import CandorStack

FLAGS = {
    "@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy": True,
}
"""Ways of the CDK that are newer than its defaults."""


def build(*, outdir: Path | None = None, context: dict[str, Any] | None = None) -> App:
    """The app with its one stack and the security checks that run as it is synthesized."""
    app = App(outdir=str(outdir) if outdir else None, context=FLAGS | (context or {}))
    options = Options.from_context(app.node.try_get_context)
    CandorStack(app, options, Bundle(real=options.bundle))
    Validations.of(app).add_plugins(AwsSolutionsChecks(app), ServerlessChecks(app))
    return app


def main() -> None:
    """Synthesizes. A finding of the security checks ends it with an error."""
    build().synth()
    told = ", ".join(f"{name} {size} MB" for name, size in Bundle().sizes_mb().items())
    sys.stderr.write(f"unzipped: {told}; together at most {MOST_UNZIPPED_MB}\n")


if __name__ == "__main__":
    main()
