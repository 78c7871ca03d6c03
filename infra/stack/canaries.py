"""A new version of a function takes a tenth of its calls for five minutes, and all of them if no alarm goes off."""

from collections.abc import Mapping

from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_codedeploy as codedeploy
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.stack.acknowledged import acknowledge

WATCHED = ("turn-failed", "ingest-failed", "api-5xx", "rescued", "smoke")
"""The alarms, by their names without the prefix, that take a new version back."""
AWS_NAMES_IT = "It is the policy that AWS keeps for deployments of functions, and reaches no data."
POLICY = "arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited"


class Canaries(Construct):
    """CodeDeploy moves each alias; the alarms are known by name, since what they watch calls the aliases."""

    def __init__(self, scope: Construct, prefix: str, aliases: Mapping[str, lambda_.Alias]) -> None:
        super().__init__(scope, "Canaries")
        application = codedeploy.LambdaApplication(self, "Application", application_name=prefix)
        alarms = [cloudwatch.Alarm.from_alarm_name(self, f"{name}-alarm", f"{prefix}-{name}") for name in WATCHED]
        role = iam.Role(self, "Role", assumed_by=iam.ServicePrincipal("codedeploy.amazonaws.com"))
        for name, alias in aliases.items():
            codedeploy.LambdaDeploymentGroup(
                self,
                name,
                application=application,
                alias=alias,
                role=role,
                deployment_config=codedeploy.LambdaDeploymentConfig.CANARY_10_PERCENT_5_MINUTES,
                alarms=alarms,
                ignore_poll_alarms_failure=True,  # in the first deployment there are none yet
            )
        acknowledge(role, {f"AwsSolutions-IAM4[Policy::{POLICY}]": AWS_NAMES_IT})
