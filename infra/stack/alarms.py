"""What an operator must hear of, and the picture of a day."""

from collections.abc import Iterator, Mapping

from aws_cdk import Duration
from aws_cdk import aws_apigateway as apigateway
from aws_cdk import aws_cloudwatch as cloudwatch
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_logs as logs
from aws_cdk import aws_sqs as sqs
from aws_cdk import aws_stepfunctions as sfn
from constructs import Construct

PERIOD = Duration.minutes(5)
STREAM_LATE = Duration.minutes(1)
MOST_IN_A_SUM = 10
"""So many metrics fit in one alarm's expression."""


class Alarms(Construct):
    """Alarms and one dashboard. Alarms only change colour: whom they call is a deployment's choice."""

    def __init__(
        self,
        scope: Construct,
        *,
        prefix: str,
        machines: Mapping[str, sfn.StateMachine],
        functions: Mapping[str, lambda_.Function],
        dead: Mapping[str, sqs.Queue],
        finish_log: logs.LogGroup,
        api: apigateway.RestApi,
    ) -> None:
        super().__init__(scope, "Alarms")
        self._prefix = prefix
        self._rows: list[list[cloudwatch.IMetric]] = []
        self._executions(machines)
        self._functions(functions)
        self._queues(dead)
        self._alarm("stream-late", _iterator_age(functions["finish"]), STREAM_LATE.to_milliseconds())
        self._replies(finish_log)
        self._door(api)
        self._dashboard()

    def _executions(self, machines: Mapping[str, sfn.StateMachine]) -> None:
        for name, machine in machines.items():
            bad = [machine.metric_failed(), machine.metric_timed_out(), machine.metric_aborted()]
            self._alarm(f"{name}-failed", _sum(bad, f"{name}: executions that ended badly"))
            self._rows.append([machine.metric_started(period=PERIOD), machine.metric_succeeded(period=PERIOD), *bad])

    def _functions(self, functions: Mapping[str, lambda_.Function]) -> None:
        for number, some in enumerate(_chunks(list(functions.values())), start=1):
            self._alarm(f"throttled-{number}", _sum([one.metric_throttles() for one in some], "throttled calls"))
            self._rows.append([one.metric_duration(period=PERIOD, statistic="p95") for one in some])

    def _queues(self, dead: Mapping[str, sqs.Queue]) -> None:
        for name, queue in dead.items():
            waiting = queue.metric_approximate_number_of_messages_visible(period=PERIOD, statistic="Maximum")
            self._alarm(f"dead-letters-{name}", waiting)
            self._rows.append([waiting])

    def _replies(self, log: logs.LogGroup) -> None:
        """Replies by how they came about, counted from what `finish` logs of each turn."""
        rescued = self._counted(log, "Rescued", "source", "rescue")
        forfeited = self._counted(log, "Forfeited", "status", "forfeited")
        failed = self._counted(log, "Failed", "status", "failed")
        self._alarm("rescued", rescued)
        self._alarm("forfeits", forfeited, threshold=MANY_FORFEITS)
        self._rows.append([rescued, forfeited, failed])

    def _door(self, api: apigateway.RestApi) -> None:
        """The client's view: a 5xx is a question that may not have been taken."""
        failed = api.metric_server_error(period=PERIOD, statistic="Sum")
        self._alarm("api-5xx", failed)
        requests = api.metric_count(period=PERIOD, statistic="Sum")
        refused = api.metric_client_error(period=PERIOD, statistic="Sum")
        self._rows.append([requests, refused, failed])
        self._rows.append([api.metric_latency(period=PERIOD, statistic="p95")])

    def _counted(self, log: logs.LogGroup, name: str, field: str, value: str) -> cloudwatch.Metric:
        pattern = logs.FilterPattern.all(
            logs.FilterPattern.string_value("$.message", "=", "turn ended"),
            logs.FilterPattern.string_value(f"$.{field}", "=", value),
        )
        found = logs.MetricFilter(
            self,
            name,
            log_group=log,
            filter_pattern=pattern,
            metric_namespace=f"Candor/{self._prefix}",
            metric_name=name,
            metric_value="1",
            default_value=0,
        )
        return found.metric(period=PERIOD, statistic="Sum")

    def _alarm(self, name: str, metric: cloudwatch.IMetric, threshold: float = 0) -> None:
        cloudwatch.Alarm(
            self,
            name,
            alarm_name=f"{self._prefix}-{name}",
            metric=metric,
            threshold=threshold,
            evaluation_periods=1,
            comparison_operator=cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
            treat_missing_data=cloudwatch.TreatMissingData.NOT_BREACHING,
        )

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


def _iterator_age(function: lambda_.Function) -> cloudwatch.Metric:
    return function.metric("IteratorAge", period=PERIOD, statistic="Maximum")


def _sum(metrics: list[cloudwatch.Metric], label: str) -> cloudwatch.MathExpression:
    names = {f"m{number}": metric for number, metric in enumerate(metrics)}
    return cloudwatch.MathExpression(expression=" + ".join(names), using_metrics=names, label=label, period=PERIOD)


def _chunks(functions: list[lambda_.Function]) -> Iterator[list[lambda_.Function]]:
    for start in range(0, len(functions), MOST_IN_A_SUM):
        yield functions[start : start + MOST_IN_A_SUM]
