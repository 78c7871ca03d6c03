"""Every function of the registry, in one loop."""

from collections.abc import Mapping

from aws_cdk import ArnFormat, Duration, RemovalPolicy, Size, Stack
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_logs as logs
from constructs import Construct

from infra.stack.acknowledged import acknowledge, acknowledge_wildcards
from infra.stack.adapter import ADAPTER_ENVIRONMENT, adapter_layer
from infra.stack.bundling import LAYERS, Bundle, layers_environment, layers_of
from infra.stack.grants import Resources, Statement, data_role, environment, query_environment, statements
from shared.function import LAMBDAS_DISK_MB, LambdaFunction

ARCHITECTURE = lambda_.Architecture.ARM_64
ALIAS = "live"
SNAPSHOTS_FROM = "3.12"
"""The first Python that Lambda starts from a snapshot."""
_OTHER_WAYS = (
    "What calls a function keeps what fails: a state's Catch, the stream's on-failure queue, and for the functions "
    "that events call the on-failure destination of their alias."
)
_PINNED = "The layers hold wheels and bytecode for one version of Python, the one that make package-test runs them on."
ACKNOWLEDGED = {
    "Serverless-LambdaTracing": "The tracer costs 0.36 s of every cold start; logs carry the turn's id.",
    "Serverless-LambdaDLQ": _OTHER_WAYS,
    "Serverless-LambdaLatestVersion": _PINNED,
    "AwsSolutions-L1": _PINNED,
}


class Functions(Construct):
    """Functions, roles, logs and layers; `aliases` by the functions' names. `reserved` is concurrency, by name."""

    def __init__(
        self,
        scope: Construct,
        functions: Mapping[str, LambdaFunction],
        resources: Resources,
        bundle: Bundle,
        *,
        snapstart: bool = False,
        reserved: Mapping[str, int] | None = None,
    ) -> None:
        super().__init__(scope, "Functions")
        self._resources = resources
        self._bundle = bundle
        self._snapstart = snapstart
        self._reserved = reserved or {}
        self._runtime = lambda_.Runtime(
            f"python{bundle.python}", lambda_.RuntimeFamily.PYTHON, supports_snap_start=bundle.python >= SNAPSHOTS_FROM
        )
        self._code = lambda_.Code.from_asset(str(bundle.code()))
        self._adapter = adapter_layer(self)
        self._layers = {layer.name: self._layer(layer.name) for layer in LAYERS}
        self.functions: dict[str, lambda_.Function] = {}
        self.aliases: dict[str, lambda_.Alias] = {}
        self.logs: dict[str, logs.LogGroup] = {}
        for name, function in functions.items():
            self._add(name, function)
        self._lend()
        acknowledge(self, ACKNOWLEDGED)

    def _lend(self) -> None:
        """The role that those who ask for queries may assume, narrowed, to lend what they get.

        Who may is said in their own roles: a list of them here would outgrow what IAM takes for a trust policy.
        """
        allowed = data_role(self._resources.bucket_arn)
        ours = Stack.of(self).format_arn(
            service="iam", region="", resource="role", resource_name=f"{self._resources.prefix}-*"
        )
        role = iam.Role(
            self,
            "data-role",
            role_name=data_role_name(self._resources.prefix),
            assumed_by=iam.AccountRootPrincipal().with_conditions({"ArnLike": {"aws:PrincipalArn": ours}}),
            inline_policies={"data": policy([allowed])},
        )
        acknowledge_wildcards(role, allowed.resources)

    def _layer(self, name: str) -> lambda_.LayerVersion:
        return lambda_.LayerVersion(
            self,
            f"layer-{name}",
            code=lambda_.Code.from_asset(str(self._bundle.layer(name))),
            compatible_runtimes=[self._runtime],
            compatible_architectures=[ARCHITECTURE],
        )

    def _add(self, name: str, function: LambdaFunction) -> None:
        full_name = f"{self._resources.prefix}-{name}"
        layers = layers_of(function.module, function.uses)
        self.logs[name] = logs.LogGroup(
            self,
            f"{name}-log",
            log_group_name=f"/aws/lambda/{full_name}",
            retention=logs.RetentionDays.ONE_MONTH,
            removal_policy=RemovalPolicy.DESTROY,
        )
        self.functions[name] = lambda_.Function(
            self,
            name,
            function_name=full_name,
            description=(function.__doc__ or "").strip().split("\n")[0][:256],
            runtime=self._runtime,
            architecture=ARCHITECTURE,
            code=self._code,
            handler=function.script or f"{function.module}.handler",
            layers=[self._layers[layer] for layer in layers] + ([self._adapter] if function.script else []),
            memory_size=function.memory_mb,
            ephemeral_storage_size=_disk(function),
            timeout=Duration.seconds(function.seconds),
            role=self._role(name, function),
            environment=environment(function, self._resources)
            | layers_environment(layers)
            | query_environment(function)
            | (ADAPTER_ENVIRONMENT if function.script else {}),
            log_group=self.logs[name],
            snap_start=self._snap_start(function),
            reserved_concurrent_executions=self._reserved.get(name),
            # What a rollback goes back to; `make deploy` removes all but the last few. What a failed deployment left
            # would stop the one that repeats it, since Lambda makes no second version of the same code.
            current_version_options=lambda_.VersionOptions(removal_policy=RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE),
        )
        self.aliases[name] = lambda_.Alias(
            self, f"{name}-{ALIAS}", alias_name=ALIAS, version=self.functions[name].current_version
        )

    def _role(self, name: str, function: LambdaFunction) -> iam.Role:
        log = Statement(
            ("logs:CreateLogStream", "logs:PutLogEvents"), (f"{self.logs[name].log_group_arn}:log-stream:*",)
        )
        allowed = [log, *statements(function, self._resources)]
        role = iam.Role(
            self,
            f"{name}-role",
            assumed_by=iam.ServicePrincipal("lambda.amazonaws.com"),
            inline_policies={"uses": policy(allowed)},
        )
        acknowledge_wildcards(role, [resource for statement in allowed for resource in statement.resources])
        return role

    def _snap_start(self, function: LambdaFunction) -> lambda_.SnapStartConf | None:
        """A snapshot costs money for each version: only where a model's slow client would be imported."""
        wanted = self._snapstart and "model" in function.uses
        return lambda_.SnapStartConf.ON_PUBLISHED_VERSIONS if wanted else None


def _disk(function: LambdaFunction) -> Size | None:
    return Size.mebibytes(function.disk_mb) if function.disk_mb != LAMBDAS_DISK_MB else None


def policy(allowed: list[Statement]) -> iam.PolicyDocument:
    """The statements as IAM takes them."""
    return iam.PolicyDocument(statements=_iam(allowed))


def _iam(allowed: list[Statement]) -> list[iam.PolicyStatement]:
    return [
        iam.PolicyStatement(actions=list(one.actions), resources=list(one.resources), conditions=one.conditions)
        for one in allowed
    ]


def allow(function: lambda_.Function, statement: Statement) -> None:
    """Adds one thing that a function may do."""
    for one in _iam([statement]):
        function.add_to_role_policy(one)


def data_role_name(prefix: str) -> str:
    """The name of the role that is lent, fixed because those who lend it are named in it too."""
    return f"{prefix}-data"


def data_role_arn(scope: Construct, prefix: str) -> str:
    """The ARN of the role that is lent for one query, worked out from its name."""
    arn: str = Stack.of(scope).format_arn(
        service="iam", region="", resource="role", resource_name=data_role_name(prefix)
    )
    return arn


def function_arn(scope: Construct, full_name: str) -> str:
    """The ARN of a function by name, for those whom the function itself refers to."""
    arn: str = Stack.of(scope).format_arn(
        service="lambda",
        resource="function",
        resource_name=full_name,
        arn_format=ArnFormat.COLON_RESOURCE_NAME,
    )
    return arn


def live_arn(scope: Construct, full_name: str) -> str:
    """The ARN of its alias."""
    return function_arn(scope, f"{full_name}:{ALIAS}")
