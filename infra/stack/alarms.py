"""What an operator must hear of, and the picture of a day."""

from collections.abc import Iterator, Mapping
from typing import get_args

from aws_cdk import Aws, Duration
from aws_cdk import aws_apigateway as apigateway
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_cloudwatch_actions as actions
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_sns as sns
from aws_cdk import aws_sns_subscriptions as subscriptions
from aws_cdk import aws_sqs as sqs
from aws_cdk import aws_stepfunctions as sfn
from constructs import Construct

from functions.registry import all_phases
from infra.stack.acknowledged import acknowledge, unchecked
from shared.contracts import FailsafeCategory
from shared.turn.telemetry.metrics import OF_CONSULTATIONS, REASONS

PERIOD = Duration.minutes(5)
AT_ONCE = Duration.minutes(1)
"""For what must stop a deployment while a new version takes a part of the calls, which is five minutes."""
STREAM_LATE = Duration.minutes(1)
NO_SECRETS = "An alarm's name, threshold and figure are all that is told, and CloudWatch can't use SNS's own key."
STILL_SEEN = "A mail that is not taken is tried again by SNS for hours; the alarm stays red in CloudWatch meanwhile."
RUNGS = range(8)
"""Of the ladder; whatever rescued a turn from outside counts as 7."""
MOST_IN_A_SUM = 10
"""So many metrics fit in one alarm's expression."""


class Alarms(Construct):
    """Alarms and one dashboard. Alarms tell `topic`: the stack's own, to which `email` listens if given, or the one
    whose ARN is `called`. `modelled` says that a language model is to answer, `capped` that there is an end to
    what it may cost a day."""

    def __init__(
        self,
        scope: Construct,
        *,
        prefix: str,
        machines: Mapping[str, sfn.StateMachine],
        functions: Mapping[str, lambda_.Function],
        dead: Mapping[str, sqs.Queue],
        api: apigateway.RestApi,
        called: str = "",
        email: str = "",
        modelled: bool = False,
        capped: bool = False,
    ) -> None:
        super().__init__(scope, "Alarms")
        self._prefix = prefix
        self._rows: list[list[cloudwatch.IMetric]] = []
        self.topic = sns.Topic.from_topic_arn(self, "Called", called) if called else self._own_topic(email)
        self._executions(machines)
        self._functions(functions)
        self._queues(dead)
        self._alarm("smoke", functions["smoke"].metric_errors(period=AT_ONCE, statistic="Sum"))
        self._alarm("stream-late", _iterator_age(functions["finish"]), STREAM_LATE.to_milliseconds())
        self._replies()
        if modelled:
            self._alarm("without-model", self._told("WithoutModel"))
        if capped:
            reached = self._told("SpendLimitReached")
            self._alarm("spend-limit", reached)
            self._rows.append([reached])
        self._door(api)
        self._dashboard()

    def _own_topic(self, email: str) -> sns.ITopic:
        topic = sns.Topic(self, "Topic", topic_name=f"{self._prefix}-alarms", enforce_ssl=True)
        own = {"StringEquals": {"aws:SourceAccount": Aws.ACCOUNT_ID}}  # others' alarms and budgets tell nobody here
        for service in ("cloudwatch", "budgets"):
            topic.grant_publish(iam.ServicePrincipal(f"{service}.amazonaws.com", conditions=own))
        if email:
            topic.add_subscription(subscriptions.EmailSubscription(email))
        acknowledge(topic, {"AwsSolutions-SNS2": NO_SECRETS, "Serverless-SNSRedrivePolicy": STILL_SEEN})
        unchecked(topic, {"CKV_AWS_26": NO_SECRETS})
        return topic

    def _executions(self, machines: Mapping[str, sfn.StateMachine]) -> None:
        for name, machine in machines.items():
            bad, stopped = [machine.metric_failed(), machine.metric_timed_out()], machine.metric_aborted()
            # stopped is what somebody wanted: a question that was taken back, say
            self._alarm(f"{name}-failed", _sum(bad, f"{name}: executions that ended badly"))
            began, done = machine.metric_started(period=PERIOD), machine.metric_succeeded(period=PERIOD)
            self._rows.append([began, done, *bad, stopped])

    def _functions(self, functions: Mapping[str, lambda_.Function]) -> None:
        for number, some in enumerate(_chunks(list(functions.values())), start=1):
            self._alarm(f"throttled-{number}", _sum([one.metric_throttles() for one in some], "throttled calls"))
            failed = _sum([one.metric_errors() for one in some], "calls that ended in an error")
            self._alarm(f"errors-{number}", failed, threshold=MANY_ERRORS)
            self._rows.append([one.metric_duration(period=PERIOD, statistic="p95") for one in some])

    def _queues(self, dead: Mapping[str, sqs.Queue]) -> None:
        for name, queue in dead.items():
            waiting = queue.metric_approximate_number_of_messages_visible(period=PERIOD, statistic="Maximum")
            self._alarm(f"dead-letters-{name}", waiting)
            self._rows.append([waiting])

    def _replies(self) -> None:
        """The promise in figures, as `finish` logs them of each turn that has ended."""
        rescued, forfeited, failed, late = (self._told(name) for name in ("Rescued", "Forfeited", "Failed", "Late"))
        self._alarm("rescued", rescued)
        self._alarm("forfeits", forfeited, threshold=MANY_FORFEITS)
        self._alarm("late", late)
        self._rows.append(
            [rescued, forfeited, failed, late]
            + [self._told(name) for name in ("FailsafeTriggered", "NotAssessed", "WithoutModel")]
        )
        self._alarm("failsafe", self._triggers(), threshold=MANY_TRIGGERS)
        self._alarm("not-assessed", self._told("NotAssessed"), threshold=MANY_UNASSESSED)
        self._rows.append([self._told("FailsafeTriggered", category=one) for one in get_args(FailsafeCategory)])
        self._rows.append([self._told("Forfeited", reason=one) for one in REASONS])
        self._rows.append([self._told("Seconds", at) for at in ("p50", "p95")])
        self._rows.append([self._told("OfItsTime", "p95")])
        self._rows.append([self._told("Dollars")])
        consulted = [self._told(name) for name in OF_CONSULTATIONS]
        self._rows.append([*consulted, self._told("Handoffs", "Maximum")])  # how deep one turn went
        self._rows.append([self._told("ConsultationsAbandoned", phase=phase) for phase in all_phases()])
        self._rows.append([self._told("Seconds", "SampleCount", rung=str(rung)) for rung in RUNGS])

    def _triggers(self) -> cloudwatch.MathExpression:
        """The percentage of turns whose draft the failsafe replaced; 0 where too few ended for one to be told."""
        metrics = {"triggered": self._told("FailsafeTriggered"), "turns": self._told("Seconds", "SampleCount")}
        share = f"IF(turns >= {ENOUGH_TURNS}, 100 * triggered / turns, 0)"
        return cloudwatch.MathExpression(
            expression=share, using_metrics=metrics, label="% replaced by the failsafe", period=PERIOD
        )

    def _told(self, name: str, statistic: str = "Sum", **by: str) -> cloudwatch.Metric:
        dimension = " ".join(f"{key} {value}" for key, value in by.items())
        return cloudwatch.Metric(
            namespace="Candor",
            metric_name=name,
            dimensions_map={"deployment": self._prefix, **by},
            statistic=statistic,
            period=PERIOD,
            label=dimension or f"{name} {statistic}",
        )

    def _door(self, api: apigateway.RestApi) -> None:
        """The client's view: a 5xx is a question that may not have been taken."""
        failed = api.metric_server_error(period=PERIOD, statistic="Sum")
        self._alarm("api-5xx", failed)
        requests = api.metric_count(period=PERIOD, statistic="Sum")
        refused = api.metric_client_error(period=PERIOD, statistic="Sum")
        self._rows.append([requests, refused, failed])
        self._rows.append([api.metric_latency(period=PERIOD, statistic="p95")])

    def _alarm(self, name: str, metric: cloudwatch.IMetric, threshold: float = 0) -> None:
        alarm = cloudwatch.Alarm(
            self,
            name,
            alarm_name=f"{self._prefix}-{name}",
            metric=metric,
            threshold=threshold,
            evaluation_periods=1,
            comparison_operator=cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
            treat_missing_data=cloudwatch.TreatMissingData.NOT_BREACHING,
        )
        alarm.add_alarm_action(actions.SnsAction(self.topic))

    def _dashboard(self) -> None:
        widgets = [cloudwatch.GraphWidget(left=row, width=12) for row in self._rows]
        cloudwatch.Dashboard(
            self,
            "Dashboard",
            dashboard_name=self._prefix,
            widgets=[widgets[at : at + 2] for at in range(0, len(widgets), 2)],
        )


MANY_FORFEITS = 20
"""In five minutes: forfeits are honest replies; so many at once mean that something is wrong with data or model."""

MANY_TRIGGERS, ENOUGH_TURNS = 20, 20
"""Percent of the turns of five minutes, where there were so many: the threshold or the words fit badly, or the model is
not at its best."""
MANY_UNASSESSED = 5
MANY_ERRORS = 2
"""What is tried again may fail once; a function that cannot even be imported fails at each try."""


def _iterator_age(function: lambda_.Function) -> cloudwatch.Metric:
    return function.metric("IteratorAge", period=PERIOD, statistic="Maximum")


def _sum(metrics: list[cloudwatch.Metric], label: str) -> cloudwatch.MathExpression:
    names = {f"m{number}": metric for number, metric in enumerate(metrics)}
    return cloudwatch.MathExpression(expression=" + ".join(names), using_metrics=names, label=label, period=PERIOD)


def _chunks(functions: list[lambda_.Function]) -> Iterator[list[lambda_.Function]]:
    for start in range(0, len(functions), MOST_IN_A_SUM):
        yield functions[start : start + MOST_IN_A_SUM]
