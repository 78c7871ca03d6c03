"""What a turn costs, and what costs without one: `python -m infra.docs.costs [--looks N] [--input-tokens N] …`.

Memory is what the registry declares, which is what the template has (a test compares them); durations, transitions and
calls are what `python -m infra.lab.measuring` saw. Pure Python.
"""

import argparse
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from functions.registry import all_functions
from infra.docs.measured import Measured, Run, recorded

PRICES_OF = (
    "us-east-1, public list prices as the authors knew them at the end of 2025; look them up before you rely on them"
)
PRICES: Mapping[str, float] = {
    "Lambda, arm64, GB-second": 0.0000133334,
    "Lambda, request": 0.20e-6,
    "Step Functions, standard, transition": 25e-6,
    "DynamoDB, on demand, write unit": 0.625e-6,
    "DynamoDB, on demand, read unit": 0.125e-6,
    "S3, PUT or LIST": 5e-6,
    "S3, GET": 0.4e-6,
    "EventBridge, custom event": 1e-6,
    "API Gateway, REST, request": 3.50e-6,
    "WAF, request": 0.60e-6,
    "CloudWatch Logs, GB taken in": 0.50,
    "SQS, request": 0.40e-6,
    "EventBridge Scheduler, invocation": 1e-6,
    "WAF, access control list, month": 5.0,
    "WAF, rule, month": 1.0,
    "CloudWatch, metric in an alarm, month": 0.10,
    "CloudWatch, dashboard, month": 3.0,
    "SnapStart, GB of memory cached, second": 0.0000015046,
}
"""In US dollars, without free tiers."""

INPUT_PRICE, OUTPUT_PRICE = 3.0, 15.0
"""For a million tokens of a model of the middle size; they are arguments, since they depend on the model."""

OTHER_ALARM_METRICS = 21
"""What alarms look at without a model, besides errors and throttles of functions; a test counts it in the template."""

FULL_CPU_MB = 1769
"""Lambda gives a whole processor at this memory, and less in proportion."""

LOG_KB_A_RUN, LOG_KB_A_TRANSITION = 1.5, 1.5
"""Estimated: Lambda's own three lines and ours; two entries of the state machine's log, without data."""

MONTH_SECONDS = 30 * 24 * 3600
SWEEPS_A_MONTH = MONTH_SECONDS // 60
SWEEP_MS = 100
EACH_MINUTE = ("sweeper", "tick", "smoke")
"""Of these `smoke` only looks whether a new version takes calls."""
WARM_MINUTES, WARMED = 5, 5
"""How often functions are kept warm, and how many besides the agents."""
QUEUES, POLLERS, POLL_SECONDS = 2, 5, 20
"""Lambda asks each queue, with five pollers, for twenty seconds at a time, whether anything is there or not."""


@dataclass(frozen=True)
class Item:
    """One line of a bill: so many of a price, at least and at most."""

    price: str
    least: float
    most: float

    @property
    def dollars(self) -> tuple[float, float]:
        """At least and at most."""
        return self.least * PRICES[self.price], self.most * PRICES[self.price]


def exactly(price: str, number: float) -> Item:
    """A line whose number is known."""
    return Item(price, number, number)


def gb_seconds(runs: Iterable[Run], memory: Mapping[str, int]) -> tuple[float, float]:
    """At least: as measured, on a whole processor. At most: as if all of it were computing, on the share it has."""
    least = most = 0.0
    for run in runs:
        mb = memory[run.function]
        measured = mb / 1024 * run.ms / 1000
        least += measured
        most += measured * max(1.0, FULL_CPU_MB / mb)
    return least, most


def turn_bill(measured: Measured, memory: Mapping[str, int], *, looks: int) -> list[Item]:
    """A turn with its POST, and `looks` GETs until the reply is seen."""
    turn, look = measured.turn, measured.look
    runs = [*turn.runs, *(look.runs * looks)]
    requests = 1 + looks
    log_gb = (len(runs) * LOG_KB_A_RUN + turn.transitions * LOG_KB_A_TRANSITION) / 1e6
    return [
        Item("Lambda, arm64, GB-second", *gb_seconds(runs, memory)),
        exactly("Lambda, request", len(runs)),
        exactly("Step Functions, standard, transition", turn.transitions),
        exactly("DynamoDB, on demand, write unit", turn.writes + looks * look.writes),
        exactly("DynamoDB, on demand, read unit", turn.reads + looks * look.reads),
        exactly("S3, PUT or LIST", turn.stored + looks * look.stored),
        exactly("S3, GET", turn.fetched + looks * look.fetched),
        exactly("EventBridge, custom event", turn.events),
        exactly("API Gateway, REST, request", requests),
        exactly("WAF, request", requests),
        exactly("CloudWatch Logs, GB taken in", log_gb),
    ]


def month_bill(memory: Mapping[str, int], *, alarm_metrics: int) -> list[Item]:
    """What a month costs in which nobody asks anything; storage and users come on top."""
    sweeps = [Run(function=name, ms=SWEEP_MS) for name in EACH_MINUTE] * SWEEPS_A_MONTH
    warmed = SWEEPS_A_MONTH / WARM_MINUTES * (WARMED + sum(name.startswith("agent-") for name in memory))
    asked = QUEUES * POLLERS * MONTH_SECONDS / POLL_SECONDS
    return [
        Item("Lambda, arm64, GB-second", *gb_seconds(sweeps, memory)),
        exactly("Lambda, request", len(sweeps) + warmed),
        exactly("EventBridge Scheduler, invocation", len(sweeps) + warmed),
        exactly("SQS, request", asked),
        exactly("WAF, access control list, month", 1),
        exactly("WAF, rule, month", 1),
        exactly("CloudWatch, metric in an alarm, month", alarm_metrics),
        exactly("CloudWatch, dashboard, month", 1),
    ]


def snapstart_month() -> Item:
    """What the flag `snapstart` costs in a month, for one version of each function that calls a model."""
    gb = sum(one.memory_mb for one in all_functions().values() if "model" in one.uses) / 1024
    return exactly("SnapStart, GB of memory cached, second", gb * MONTH_SECONDS)


def model_dollars(input_tokens: int, output_tokens: int, input_price: float, output_price: float) -> float:
    """What the model's tokens of a turn cost."""
    return (input_tokens * input_price + output_tokens * output_price) / 1e6


def memory_sizes() -> dict[str, int]:
    """MB by function, as declared and deployed."""
    return {name: function.memory_mb for name, function in all_functions().items()}


def alarm_metrics() -> int:
    """How many metrics alarms look at."""
    return OTHER_ALARM_METRICS + 2 * len(all_functions())


def total(bill: Iterable[Item]) -> tuple[float, float]:
    """At least and at most."""
    dollars = [item.dollars for item in bill]
    return sum(least for least, _ in dollars), sum(most for _, most in dollars)


def table(bill: Iterable[Item], number: float = 1.0, per: str = "") -> str:
    """A bill as Markdown, multiplied by `number`."""
    lines = [f"| what | how many{per} | $ at least | $ at most |", "|---|---:|---:|---:|"]
    bill = list(bill)
    for item in bill:
        least, most = item.dollars
        lines.append(f"| {item.price} | {_many(item)} | {least * number:.3f} | {most * number:.3f} |")
    least, most = total(bill)
    lines.append(f"| **together** | | **{least * number:.2f}** | **{most * number:.2f}** |")
    return "\n".join(lines)


def _many(item: Item) -> str:
    if item.least == item.most:
        return f"{item.least:.3g}" if item.least < 1000 else f"{item.least:,.0f}"
    return f"{item.least:.3g} to {item.most:.3g}" if item.most < 1000 else f"{item.least:,.0f} to {item.most:,.0f}"


def report(arguments: argparse.Namespace) -> str:
    """Everything that is known of costs, as Markdown."""
    measured, memory = recorded(), memory_sizes()
    least, most = total(turn_bill(measured, memory, looks=arguments.looks))
    model = model_dollars(
        arguments.input_tokens, arguments.output_tokens, arguments.input_price, arguments.output_price
    )
    return "\n\n".join(
        [
            f"Prices: {PRICES_OF}. Measured on {measured.measured_on}: “{measured.question}”, "
            f"{len(measured.turn.runs)} runs of functions, {sum(run.ms for run in measured.turn.runs):.0f} ms.",
            f"**1,000 turns**, each with its POST and {arguments.looks} looks at it, without a model:",
            table(turn_bill(measured, memory, looks=arguments.looks), 1000, " a turn"),
            f"**The model's tokens** of 1,000 turns: ${model * 1000:.2f} ({arguments.input_tokens:,} in at "
            f"${arguments.input_price:g} and {arguments.output_tokens:,} out at ${arguments.output_price:g} for a "
            f"million, a turn, nothing from a prompt cache: what a plain question takes with one is in "
            "[benchmarks.md](benchmarks.md)). "
            f"With them: ${(least + model) * 1000:.2f} to ${(most + model) * 1000:.2f}.",
            "**A month in which nobody asks**:",
            table(month_bill(memory, alarm_metrics=arguments.alarm_metrics)),
            f"**The flag `snapstart`** adds ${snapstart_month().dollars[0]:.2f} a month for each published version.",
        ]
    )


def parsed(given: list[str] | None = None) -> argparse.Namespace:
    """The arguments; the defaults are those of docs/operations.md."""
    parser = argparse.ArgumentParser(prog="python -m infra.docs.costs", description="What a turn costs.")
    parser.add_argument("--looks", type=int, default=5, help="GETs of a turn until its reply is seen")
    parser.add_argument("--input-tokens", type=int, default=12_000, help="the model's, a turn")
    parser.add_argument("--output-tokens", type=int, default=1_500, help="the model's, a turn")
    parser.add_argument("--input-price", type=float, default=INPUT_PRICE, help="dollars for a million")
    parser.add_argument("--output-price", type=float, default=OUTPUT_PRICE, help="dollars for a million")
    parser.add_argument("--alarm-metrics", type=int, default=alarm_metrics(), help="metrics of alarms")
    return parser.parse_args(given)


def main() -> None:
    """Prints the report."""
    sys.stdout.write(report(parsed()) + "\n")


if __name__ == "__main__":
    main()
