"""Makes traces of turns again, of what a deployment has kept of them, and sends them to its collector.

    python -m infra.deploy.traces PREFIX TURN …

`/aws/lambda/PREFIX-finish` names the turns whose trace was not taken. A trace that is sent twice is the same one.
"""

import sys
from collections.abc import Iterable, Iterator

from infra.deploy.account import Client, client
from shared.deps import Deps
from shared.errors import CandorError
from shared.settings import Settings
from shared.turn.telemetry.collector import sent


def deployed(prefix: str, aws: Client) -> Deps:
    """What a deployment's `finish` works with, by the caller's own rights."""
    told = aws("lambda").get_function_configuration(FunctionName=f"{prefix}-finish", Qualifier="live")
    return Deps(Settings.from_env(told["Environment"]["Variables"]))


def again(turn_ids: Iterable[str], deps: Deps) -> Iterator[str]:
    """A sentence for each turn: its trace was taken, or why there is none."""
    for turn_id in turn_ids:
        try:
            record = deps.turns.get(turn_id)
            reply = record.reply
            taken = reply and sent(record.turn, reply, deps.events.read(turn_id, after=0), deps)
            yield f"{turn_id}: {'sent' if taken else 'not taken' if reply else 'it has no reply yet'}"
        except CandorError as error:
            yield f"{turn_id}: {error}"


def main() -> None:
    """Sends what the command line names."""
    prefix, *turn_ids = sys.argv[1:]
    deps = deployed(prefix, client)
    if not deps.settings.traces:
        sys.exit("This deployment names no collector: its setting `traces` is empty.")
    sys.stdout.writelines(f"{line}\n" for line in again(turn_ids, deps))


if __name__ == "__main__":
    main()
