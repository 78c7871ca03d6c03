"""Everything together. Defines no resource itself."""

from typing import Any

from aws_cdk import ArnFormat, CfnOutput, Stack
from constructs import Construct

from functions.registry import all_functions
from infra.options import Options
from infra.stack.alarms import Alarms
from infra.stack.api import ASSISTANTS, FUNCTION, STREAMS, Api
from infra.stack.bundling import Bundle
from infra.stack.canaries import Canaries
from infra.stack.console import Console
from infra.stack.grants import Resources
from infra.stack.lambdas import Functions, data_role_arn, function_arn, live_arn
from infra.stack.spending import Spending
from infra.stack.storage import Queue, Storage
from infra.stack.triggers import QUEUE_CONSUMERS, QUEUE_TRIES, Triggers
from infra.stack.users import Users
from infra.stack.workflows import Workflows, workflow_arn
from shared.settings import Settings


class CandorStack(Stack):
    """One deployment of Candor."""

    def __init__(self, scope: Construct, options: Options, bundle: Bundle, **arguments: Any) -> None:
        super().__init__(scope, "Candor", stack_name=options.prefix, **arguments)
        self.storage = Storage(
            self,
            prefix=options.prefix,
            protected=options.protected,
            keep_days=Settings.from_env(options.settings_environment).keep_days,
            table=options.table,
            table_stream=options.table_stream,
        )
        consumers = {name: all_functions()[consumer] for name, consumer in QUEUE_CONSUMERS.items()}
        self.queues = {name: Queue(self, name, one.seconds, QUEUE_TRIES.get(name)) for name, one in consumers.items()}
        self.resources = self._resources(options)
        self.functions = self._functions(options, bundle)
        self.workflows = Workflows(
            self,
            prefix=options.prefix,
            table=options.table_name,
            table_arn=self.storage.table.table_arn,
            aliases=self.functions.aliases,
            tracing=options.tracing,
        )
        self.triggers = self._triggers(options)
        self.users = Users(self, options.prefix, protected=options.protected)
        self.api = self._door(options)
        self.users.sign_in_from(self._pages(options))
        reached = f"--url {self.api.api.url} --page {self.users.login} --client {self.users.client}"
        CfnOutput(self, "LoginCommand", value=f"candor login {reached}")
        self.alarms = self._alarms(options)
        if options.budget_usd_a_day:
            Spending(self, options.prefix, options.budget_usd_a_day, self.alarms.topic)
        if options.canary:
            Canaries(self, options.prefix, self.functions.aliases)

    def _functions(self, options: Options, bundle: Bundle) -> Functions:
        reserved = {"query": options.reserved, "stream": options.streams}
        return Functions(
            self,
            all_functions(),
            self.resources,
            bundle,
            snapstart=options.snapstart,
            reserved={name: most for name, most in reserved.items() if most},
        )

    def _triggers(self, options: Options) -> Triggers:
        return Triggers(
            self,
            self.functions,
            self.storage,
            turn_workflow_arn=self.resources.turn_workflow_arn,
            queues=self.queues,
            askers=options.askers,
            warm=options.warm,
            smoke_hours=options.smoke_hours,
            canary=options.canary,
        )

    def _door(self, options: Options) -> Api:
        aliases = self.functions.aliases
        return Api(
            self,
            options.prefix,
            aliases[FUNCTION],
            streams=aliases[STREAMS],
            assistants=aliases[ASSISTANTS],
            users=self.users.pool,
        )

    def _alarms(self, options: Options) -> Alarms:
        return Alarms(
            self,
            prefix=options.prefix,
            machines=self.workflows.machines,
            functions=self.functions.functions,
            dead=self.triggers.dead,
            api=self.api.api,
            called=options.alarm_topic,
            email=options.alarm_email,
            modelled=options.modelled,
            capped=options.capped,
        )

    def _pages(self, options: Options) -> tuple[str, ...]:
        """The addresses of the console, where there is one."""
        if not options.console:
            return ()
        uploads = f"https://{self.storage.bucket.bucket_regional_domain_name}"
        reached = (self.api.origin, self.users.login, uploads)
        return (Console(self, options.prefix, reached=reached, protected=options.protected).url,)

    def _guardrail_arn(self, guardrail: str) -> str:
        """The ARN of a guardrail of this account and region, named by its id or by its ARN; "" for none."""
        if not guardrail or guardrail.startswith("arn:"):
            return guardrail
        arn: str = self.format_arn(service="bedrock", resource="guardrail", resource_name=guardrail)
        return arn

    def _secret_arn(self, secret: str) -> str:
        """The ARN of a secret of this account and region, named by its name or by its ARN; "" for none."""
        if not secret or secret.startswith("arn:"):
            return secret
        arn: str = self.format_arn(
            service="secretsmanager",
            resource="secret",
            resource_name=f"{secret}-??????",  # what AWS itself adds to each name
            arn_format=ArnFormat.COLON_RESOURCE_NAME,
        )
        return arn

    def _resources(self, options: Options) -> Resources:
        storage, replies = self.storage, self.queues["replies"].queue
        return Resources(
            region=self.region,
            prefix=options.prefix,
            table=options.table_name,
            table_arn=storage.table.table_arn,
            bucket=storage.bucket.bucket_name,
            bucket_arn=storage.bucket.bucket_arn,
            bus=storage.bus.event_bus_name,
            bus_arn=storage.bus.event_bus_arn,
            turn_workflow_arn=workflow_arn(self, f"{options.prefix}-turn"),
            ingest_workflow_arn=workflow_arn(self, f"{options.prefix}-ingest"),
            reply_queue_url=replies.queue_url,
            reply_queue_arn=replies.queue_arn,
            dead_letters_url=storage.unfinished.queue_url,
            dead_letters_arn=storage.unfinished.queue_arn,
            delivery_queue_url=self.queues["deliveries"].queue.queue_url,
            delivery_queue_arn=self.queues["deliveries"].queue.queue_arn,
            query_arn=live_arn(self, f"{options.prefix}-query"),
            statistics_arn=live_arn(self, f"{options.prefix}-statistics"),
            document_arn=live_arn(self, f"{options.prefix}-document"),
            turn_arn=function_arn(self, f"{options.prefix}-turn"),
            data_role_arn=data_role_arn(self, options.prefix),
            model_arns=options.model_arns,
            secret_arn=self._secret_arn(options.anthropic_secret),
            traces_secret=options.traces_secret,
            traces_secret_arn=self._secret_arn(options.traces_secret),
            model_environment=options.model_environment,
            settings_environment=options.settings_environment,
            guardrail_arn=self._guardrail_arn(options.bedrock_guardrail_id),
            guardrail_environment=options.guardrail_environment,
        )
