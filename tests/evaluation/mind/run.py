"""Right drafts that are damaged and altered ones that pass, through the whole system: `make mind`."""

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from enum import Enum
from multiprocessing import get_context

from functions.registry import all_agents
from infra.lab.messages_api import MessagesApi, Wire
from infra.lab.recorded import Recorded
from infra.local.cloud import LocalCloud
from shared.agents.conversation.conversation import Conversation
from shared.agents.run import Work
from shared.clock import MovableClock
from shared.contracts import Plan, Reply, Task
from shared.settings import Settings
from shared.turn.context import load_profiles
from tests.evaluation.grounding.run import bound
from tests.evaluation.mind.alterations import KINDS, REFERENCE, Altered, Cells, altered, statements
from tests.evaluation.mind.playback import Playback
from tests.evaluation.mind.recordings import APART, HALVES, PLAIN, ROOT, Recording, recordings

THROUGH = "through the whole system"
HANDED_BACK, JUDGED = "right, handed back", "right, put to a judge"
OF_PLAIN, JUDGED_OF_PLAIN = "right, of plain questions", "right, of plain questions, put to a judge"

Told = list[tuple[str, str]]
"""(what was judged, the text) of each draft that was damaged and each altered one that passed."""


class Fate(Enum):
    """What becomes of an altered statement: it goes; its writer is asked about it, and where it is said again it goes
    unless a judge bears it out; a judge is asked about it, whether or not it would go without one; nobody is, so that
    it is told as if it were right. The played judge agrees with everything, so the last two pass."""

    GONE = "goes"
    ASKED = "asked about"
    JUDGED = "put to a judge"
    UNSEEN = "unseen"


class System:
    """The whole system, its model a recording that is played back."""

    def __init__(self, cloud: LocalCloud) -> None:
        self._cloud = cloud
        self._datasets: dict[str, str] = {}
        self.playing: Playback | None = None

    def __call__(self, request: Recorded, wire: Wire) -> None:
        if self.playing:
            self.playing(request, wire)

    def reply(self, recording: Recording, answer: str) -> tuple[Reply, Playback]:
        """The reply to the recording's question where the model's answer is this."""
        for table in recording.tables:
            if table not in self._datasets:
                self._datasets[table] = self._cloud.upload(ROOT / table).dataset_id
        self.playing = playing = Playback(recording, answer)
        session = self._cloud.session(tuple(self._datasets[table] for table in recording.tables))
        return self._cloud.ask(session, recording.question), playing

    def conversation(self, recording: Recording, answer: str, turn_id: str) -> Conversation:
        """The agent's conversation of that turn, held once more, so that other answers can be checked in it."""
        self.playing = Playback(recording, answer)
        found = self._cloud.deps.turns.belongings(turn_id)
        plan = found.one("PLAN", Plan)
        task = plan.tasks[0] if plan else Task(task_id="", agent="", request="")
        work = Work(all_agents()[task.agent], found, task.task_id, self._cloud.deps)
        profiles = load_profiles(work.turn, self._cloud.deps, work.context)
        conversation = work.conversation(profiles)
        conversation.held()
        return conversation


PASSES = (Fate.JUDGED, Fate.UNSEEN)


def judged(given: Sequence[Recording], each: int, most: int, seed: int) -> tuple[Counter[str], Counter[str], Told]:
    """(how many of each kind, how many judged wrongly, these): every right draft through the whole system, up to `each`
    altered ones of it in its conversation, and up to `most` of these through the whole system too."""
    made, wrong, told = Counter[str](), Counter[str](), Told()
    door: list[System] = []
    plain = recordings(PLAIN)
    with MessagesApi(lambda request, wire: door[0](request, wire)) as server:
        settings = Settings(model="claude", anthropic_api_key="played", anthropic_base_url=server.base_url)
        with LocalCloud(settings, clock=MovableClock()) as cloud:
            system = System(cloud)
            door.append(system)
            for recording in given:
                for draft in recording.drafts:
                    whole, played = system.reply(recording, draft)
                    made["right"] += 1
                    made[HANDED_BACK] += bool(played.handed_back)
                    made[JUDGED] += played.judged
                    made[OF_PLAIN] += recording in plain
                    made[JUDGED_OF_PLAIN] += recording in plain and played.judged
                    if not _whole(draft, whole):
                        wrong["right"] += 1
                        told.append((f"damaged, {recording.name}", f"{draft}\n  => {whole.status}: {whole.text}"))
                    every = _sampled(altered(draft, Cells(played.seen)), each, f"{seed} {recording.name}")
                    conversation = system.conversation(recording, draft, whole.turn_id)
                    fates = {one.text: _fate(one, conversation, whole) for one in every}
                    for one in every:
                        fate = fates[one.text]
                        for kind in (one.kind, *(["by reference"] if one.by_reference else [])):
                            made[kind] += 1
                            made[f"{kind}, {fate.value}"] += 1
                        if fate in PASSES:
                            told.append((f"{fate.value}, {one.kind}, {recording.name}", one.statement))
                    for one in _sampled(every, most, f"{seed} {recording.name}"):
                        stands = _passed(one, system.reply(recording, one.text)[0].text, whole)
                        passed = stands and fates[one.text] is not Fate.ASKED
                        made[THROUGH] += 1
                        wrong[THROUGH] += passed
                        if passed:
                            told.append((f"passed, {THROUGH}, {recording.name}", one.statement))
    return made, wrong, told


def _fate(one: Altered, conversation: Conversation, right: Reply) -> Fate:
    """What becomes of the altered statement of a draft."""
    grounding = conversation.checked_before_acceptance(one.text)[1]
    if not _passed(one, grounding.text, right):
        return Fate.GONE
    if _touches(one.statement, grounding.doubted, grounding.text):
        return Fate.ASKED
    unchecked = [claim.said for claim in grounding.unchecked]
    return Fate.JUDGED if _touches(one.statement, unchecked, grounding.text) else Fate.UNSEEN


def _touches(statement: str, said: Sequence[str], text: str) -> bool:
    """Whether one of these statements of a text is the altered one, or a part of it."""
    return any(_found(statement, one) or any(one in whole for whole in _found(statement, text)) for one in said)


def _sampled(every: Iterable[Altered], most: int, seed: str) -> list[Altered]:
    """Up to so many, each kind in turn, so that the frequent ones do not crowd out the rare."""
    rng = random.Random(seed)
    queues: dict[str, list[Altered]] = {kind: [] for kind in KINDS}
    for one in every:
        queues[one.kind].append(one)
    for queue in queues.values():
        rng.shuffle(queue)
    turns = rng.sample(KINDS, len(KINDS))
    found: list[Altered] = []
    while len(found) < most and any(queues.values()):
        found += [queues[kind].pop() for kind in turns if queues[kind]]
    return found[:most]


def _whole(draft: str, reply: Reply) -> bool:
    """Whether every statement of the draft is in the reply."""
    return reply.status == "answered" and all(_found(one, reply.text) for one in statements(draft))


def _passed(one: Altered, text: str, right: Reply) -> bool:
    """Whether the altered statement is still in a text, and with other figures than the right one."""
    return any(found not in right.text for found in _found(one.statement, text))


def _found(statement: str, text: str) -> list[str]:
    """Where a statement stands in a text, whatever its references became, with a currency written behind one or not."""
    first, *others = REFERENCE.split(statement)[::2]
    parts = [re.escape(first), *map(_behind, others)]
    return [match.group() for match in re.finditer(r"[^\n|]{1,60}?".join(parts), text)]


def _behind(part: str) -> str:
    """The pattern of what stands behind a reference: its currency is told with the figure."""
    money = re.match(r"\s?(?:[€£$]|[A-Z]{3})(?!\w)", part)
    return f"(?:{re.escape(money.group())})?{re.escape(part[money.end() :])}" if money else re.escape(part)


def main() -> int:
    """Prints the table; 1 where more are damaged or passed than allowed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=[*HALVES, *APART, "all"], default="all")
    parser.add_argument("--each", type=int, default=10**6, help="how many altered ones of each draft are judged")
    parser.add_argument("--through", type=int, default=0, help="how many of these are asked as well")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--most-damaged", type=int, default=10**6)
    parser.add_argument("--most-passed", type=int, default=10**6)
    parser.add_argument("--most-unseen", type=int, default=10**6, help="of these, what no judge would be asked about")
    parser.add_argument("--most-judged", type=int, default=10**6, help="right drafts of plain questions put to a judge")
    parser.add_argument("--show", action="store_true", help="print each that is judged wrongly")
    arguments = parser.parse_args()
    halves = HALVES if arguments.half == "all" else (arguments.half,)
    given = [one for half in halves for one in recordings(half)]
    made, wrong = Counter[str](), Counter[str]()
    with ProcessPoolExecutor(arguments.jobs, mp_context=get_context("spawn")) as pool:
        shares = [given[at :: arguments.jobs] for at in range(arguments.jobs)]
        for more, worse, told in pool.map(
            _judged, ((one, arguments.each, arguments.through, arguments.seed) for one in shares)
        ):
            made, wrong = made + more, wrong + worse
            for kind, text in told if arguments.show else ():
                print(f"{kind}: {text}\n")
    print(f"seed {arguments.seed}, {len(given)} conversations\n")
    print("\n".join(_table(made, wrong)))
    passed = sum(_fated(made, kind, *PASSES) for kind in KINDS)
    unseen = sum(_fated(made, kind, Fate.UNSEEN) for kind in KINDS)
    found = (wrong["right"], max(passed, wrong[THROUGH]), unseen, made[JUDGED_OF_PLAIN])
    allowed = (arguments.most_damaged, arguments.most_passed, arguments.most_unseen, arguments.most_judged)
    return int(any(one > most for one, most in zip(found, allowed, strict=True)))


def _judged(given: tuple[Sequence[Recording], int, int, int]) -> tuple[Counter[str], Counter[str], Told]:
    return judged(*given)


def _table(made: Counter[str], wrong: Counter[str]) -> Iterator[str]:
    yield "| | judged wrongly | of | at most (95 %) |\n|---|---:|---:|---:|"
    yield _row("right drafts damaged", wrong["right"], made["right"])
    yield _row("right drafts handed back", made[HANDED_BACK], made["right"])
    others = made["right"] - made[OF_PLAIN]
    yield _row("right drafts of plain questions put to a judge", made[JUDGED_OF_PLAIN], made[OF_PLAIN])
    yield _row("right drafts of other questions put to a judge", made[JUDGED] - made[JUDGED_OF_PLAIN], others)
    for kind in (*KINDS, "by reference"):
        yield _row(f"altered and passed: {kind}", _fated(made, kind, *PASSES), made[kind])
    if made[THROUGH]:
        yield _row(f"of these a sample {THROUGH}", wrong[THROUGH], made[THROUGH])
    passed = sum(_fated(made, kind, *PASSES) for kind in KINDS)
    yield _row("altered and passed", passed, sum(made[one] for one in KINDS))
    yield "\n| altered | of | goes | asked about first | put to a judge alone | unseen |"
    yield "|---|---:|---:|---:|---:|---:|"
    for kind in (*KINDS, "by reference"):
        counts = " | ".join(str(_fated(made, kind, fate)) for fate in Fate)
        yield f"| {kind} | {made[kind]} | {counts} |"


def _fated(made: Counter[str], kind: str, *fates: Fate) -> int:
    return sum(made[f"{kind}, {fate.value}"] for fate in fates)


def _row(name: str, wrong: int, of: int) -> str:
    return f"| {name} | {wrong} | {of} | {bound(wrong, of):.1%} |"


if __name__ == "__main__":
    raise SystemExit(main())
