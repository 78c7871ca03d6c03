"""AWS's Lambda Web Adapter: the extension that gives a function's requests to a process that listens on a port."""

from aws_cdk import Stack
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

VERSION = 26
"""Of the layer that AWS publishes; 26 is the adapter 1.0, of which every setting is named AWS_LWA_…."""
OWNER = "753240598075"
"""The account of AWS that publishes it, one for all regions of the partition `aws`."""
PORT = 8080

ADAPTER_ENVIRONMENT = {
    "AWS_LAMBDA_EXEC_WRAPPER": "/opt/bootstrap",
    "AWS_LWA_PORT": str(PORT),
    "AWS_LWA_READINESS_CHECK_PROTOCOL": "tcp",
    "AWS_LWA_INVOKE_MODE": "response_stream",
}
"""The wrapper starts the function's script; once it listens the adapter asks it, and hands on what it answers."""


def adapter_layer(scope: Construct) -> lambda_.ILayerVersion:
    """The adapter for arm64, in the region of the stack."""
    arn = f"arn:aws:lambda:{Stack.of(scope).region}:{OWNER}:layer:LambdaAdapterLayerArm64:{VERSION}"
    return lambda_.LayerVersion.from_layer_version_arn(scope, "web-adapter", arn)
