"""The command line, as a shell sees it: exit codes, streams, and never a traceback."""

import json
import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from tests.forks import Forks

EXAMPLE = "examples/orders.csv"


def in_a_process(*arguments, stdin=""):
    """Runs the command in a process of its own, without a key of any model."""
    program = [sys.executable, "-c", "from infra.cli import main; main()", *arguments]
    return subprocess.run(program, input=stdin, capture_output=True, text=True, timeout=120, env=_without_keys())


@pytest.fixture(scope="module")
def candor():
    """Runs the command in a fork, in which what it imports is there already; otherwise as `in_a_process`."""
    with Forks(_after_a_question, folder=Path.cwd(), environ=_without_keys()) as forks:
        yield partial(forks.run, "infra.cli:main")


def _after_a_question():
    """The modules that a question has had imported."""
    program = (
        "import sys; from infra import cli\n"
        f"sys.argv = ['candor', 'ask', 'total revenue', {EXAMPLE!r}, '--json']\n"
        "cli._run(cli.app); print(*sys.modules, file=sys.stderr)\n"
        "import os; sys.stderr.flush(); os._exit(0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return [name for name in done.stderr.splitlines()[-1].split() if name != "__main__"]


def _without_keys():
    return {name: value for name, value in os.environ.items() if not name.startswith(("ANTHROPIC", "CANDOR"))}


def test_json_is_exactly_the_reply_and_progress_goes_to_stderr():
    done = in_a_process("ask", "What is the total revenue?", "--data", EXAMPLE, "--json")
    assert done.returncode == 0
    reply = json.loads(done.stdout)
    assert reply["status"] == "answered"
    assert reply["facts"][0]["value"] == pytest.approx(246656.05)
    assert "sql_analytics" in done.stderr


@pytest.mark.parametrize(
    ("options", "verdict"), [(("--threshold", "0.9"), "PASSED"), (("--no-failsafe",), "NOT_ASSESSED")], ids=str
)
def test_the_failsafe_is_set_for_one_question(candor, options, verdict):
    done = candor("ask", "What is the total revenue?", "--data", EXAMPLE, "--json", *options)
    assert json.loads(done.stdout)["assessment"]["verdict"] == verdict


def test_a_forfeit_is_a_reply_and_exits_with_0(candor):
    done = candor("ask", "What is the average temperature?", "--data", EXAMPLE, "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["status"] == "forfeited"


@pytest.mark.parametrize(
    "arguments",
    [
        ("ask", "total?", "--data", "nowhere.csv"),
        ("ask", "total?", "--data", "examples"),
        ("ask", "total?", "--model", "claude"),
        ("ask", "total?", "--model", "oracle"),
        ("ask", "total?", "--model", "bedrock"),
        ("ask", "total?", "--threshold", "1.5"),
        ("ask",),
        ("ask", "total?"),
        ("ask", "total?", "--data", EXAMPLE, "--csv", "examples"),
        ("ask", "total?", "--data", EXAMPLE, "--url", "nowhere"),
        ("chat", "nowhere.csv"),
        ("ask", "", "--data", EXAMPLE),
        ("ask", "total?", "--data", EXAMPLE, "--receipt", "nowhere/receipt.json"),
        ("ask", "total?", "--data", EXAMPLE, "--csv", "nowhere/table.csv"),
        ("profile", "nowhere.csv"),
        ("replay", EXAMPLE, "--data", EXAMPLE),
        ("faults", "--state", "Nowhere"),
        ("unheard-of",),
        (EXAMPLE, "total?"),
        ("ask", EXAMPLE, "total?"),
        ("ask", "total?", "-", "-"),
        ("ask", "total?", EXAMPLE, "--dates", "YDM"),
        ("ask", "total?", EXAMPLE, "--decimal", ";"),
        ("ask", "total?", EXAMPLE, "--delimiter", "ab"),
        ("ask", "total?", EXAMPLE, "--encoding", "klingon"),
        ("ask", "total?", EXAMPLE, "--header-row", "-1"),
        ("chat", "-"),
        ("ask", "total?", EXAMPLE, "--type", "revenue"),
        ("ask", "total?", EXAMPLE, "--type", "revenue=money"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_done_is_one_sentence_and_exits_with_2(candor, arguments):
    done = candor(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("candor: ")
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_process_of_its_own_exits_as_its_fork_does(candor):
    wrong = ("ask", "total?", "--data", "nowhere.csv")
    own, forked = in_a_process(*wrong), candor(*wrong)
    assert (own.returncode, own.stdout, own.stderr) == (forked.returncode, forked.stdout, forked.stderr)


def test_an_answer_is_replayed_from_its_receipt(candor, tmp_path):
    receipt = tmp_path / "receipt.json"
    assert candor("ask", "total revenue by region", "--data", EXAMPLE, "--receipt", str(receipt)).returncode == 0
    same = candor("replay", str(receipt), "--data", EXAMPLE, "--json")
    assert (same.returncode, json.loads(same.stdout)["same"]) == (0, True)
    changed = tmp_path / "orders.csv"
    changed.write_text(Path(EXAMPLE).read_text().replace("355.50", "356.50"))
    different = candor("replay", str(receipt), "--data", str(changed), "--json")
    found = json.loads(different.stdout)
    assert different.returncode == 1
    assert (found["data_same"], found["sql_same"], found["model_same"]) == (False, False, True)
    assert found["version_same"]


def tampered(candor, receipt, **changes):
    kept = json.loads(receipt.read_text())
    kept["receipts"] = [one | changes for one in kept["receipts"]]
    receipt.write_text(json.dumps(kept))
    done = candor("replay", str(receipt), "--data", EXAMPLE, "--json")
    return done.returncode, json.loads(done.stdout)


def test_a_replay_says_whether_sql_figures_or_the_model_are_others(candor, tmp_path):
    receipt = tmp_path / "receipt.json"
    candor("ask", "total revenue by region", "--data", EXAMPLE, "--receipt", str(receipt))
    code, found = tampered(candor, receipt, model="another", prompt_version="v0")
    assert (code, found["same"], found["version_same"]) == (0, True, False)
    assert found["notes"] == ["answered by another (prompts v0) then, by deterministic (prompts rules-1) now"]
    code, found = tampered(candor, receipt, sql="SELECT * FROM read_text('/etc/passwd')")
    assert (code, found["data_same"], found["sql_same"], found["model_same"]) == (1, True, False, False)
    kept = json.loads(receipt.read_text())
    receipt.write_text(json.dumps(kept | {"results": []}))
    done = candor("replay", str(receipt), "--data", EXAMPLE)
    assert (done.returncode, "has been changed" in done.stderr) == (2, True)


def test_a_replay_says_when_the_text_was_changed_or_comes_from_another_version(candor, tmp_path):
    receipt = tmp_path / "receipt.json"
    candor("ask", "total revenue by region", "--data", EXAMPLE, "--receipt", str(receipt))
    kept = json.loads(receipt.read_text())
    receipt.write_text(json.dumps(kept | {"text": "The West sold 999,999.99."}))
    found = json.loads(candor("replay", str(receipt), "--data", EXAMPLE, "--json").stdout)
    assert (found["same"], found["sql_same"], found["text_same"]) == (False, True, False)
    assert found["notes"] == ["the text tells what its results do not give: 999,999.99"]
    receipt.write_text(json.dumps(kept | {"schema_version": 99}))
    done = candor("replay", str(receipt), "--data", EXAMPLE)
    assert (done.returncode, "another version" in done.stderr) == (2, True)


def test_a_forfeit_has_no_figures_to_compare_and_other_rows_in_order_give_the_same(candor, tmp_path):
    receipt = tmp_path / "receipt.json"
    candor("ask", "who is the king of France?", "--data", EXAMPLE, "--receipt", str(receipt))
    found = json.loads(candor("replay", str(receipt), "--data", EXAMPLE, "--json").stdout)
    assert (found["same"], found["data_same"], found["sql_same"]) == (True, None, None)
    candor("ask", "total revenue by region", "--data", EXAMPLE, "--receipt", str(receipt))
    head, *rows = Path(EXAMPLE).read_text().splitlines()
    turned = tmp_path / "orders.csv"
    turned.write_text("\n".join([head, *rows[::-1]]) + "\n")
    found = json.loads(candor("replay", str(receipt), "--data", str(turned), "--json").stdout)
    assert (found["data_same"], found["sql_same"], found["model_same"]) == (False, True, True)
    assert found["notes"] == ["the data holds exactly the same rows, in another order"]
    turned.write_text("\n".join([head, *rows, rows[0]]) + "\n")
    found = json.loads(candor("replay", str(receipt), "--data", str(turned), "--json").stdout)
    assert found["notes"][-1] == "the data's rows differ (order ignored)"
    kept = json.loads(receipt.read_text())
    receipt.write_text(json.dumps({name: value for name, value in kept.items() if name != "contents"}))
    turned.write_text("\n".join([head, *rows[::-1]]) + "\n")
    found = json.loads(candor("replay", str(receipt), "--data", str(turned), "--json").stdout)
    assert "it is another file, or its rows are in another order" in found["notes"][0]


def test_an_answer_over_two_files_is_replayed_from_its_receipt(candor, tmp_path):
    orders, customers, receipt = (tmp_path / name for name in ("orders.csv", "customers.csv", "receipt.json"))
    orders.write_text("order_id,customer_id,amount\n1,1,10\n2,1,20\n3,2,5\n4,3,7\n")
    customers.write_text("customer_id,country\n1,FR\n2,DE\n3,FR\n")
    data = ("--data", str(orders), "--data", str(customers))
    assert candor("ask", "total amount by country", *data, "--receipt", str(receipt)).returncode == 0
    assert len({one["dataset_id"] for one in json.loads(receipt.read_text())["receipts"]}) == 2
    done = candor("replay", str(receipt), *data, "--json")
    assert (done.returncode, json.loads(done.stdout)["same"]) == (0, True)


def test_a_chat_reads_each_question_with_the_one_before():
    done = in_a_process("chat", "--data", EXAMPLE, stdin="total revenue\nand by region?\nwhat about West?\n\n")
    assert done.returncode == 0
    assert "246,656.05" in done.stdout
    assert done.stdout.count("90,076.85") >= 2
    assert "previous question" in done.stdout
    assert done.stdout.startswith("Ask about orders.csv. An empty line ends.\n")


def test_the_profile_tells_the_columns(candor):
    done = candor("profile", EXAMPLE, "--json")
    profile = json.loads(done.stdout)
    assert (profile["row_count"], len(profile["columns"])) == (420, 9)


def test_a_file_is_looked_at_without_the_local_cloud():
    program = "import sys, infra.cli, infra.local.file; print({'moto', 'boto3', 'sqlglot'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_a_plain_question_loads_neither_what_computes_statistics_nor_the_api():
    program = (
        "import sys; from infra import cli\n"
        "sys.argv = ['candor', 'ask', 'total revenue', sys.argv[1], '--json']\n"
        "cli._run(cli.app); print({'scipy', 'functions.api.api'} & set(sys.modules), file=sys.stderr)\n"
        "import os; sys.stderr.flush(); os._exit(0)"
    )
    done = subprocess.run([sys.executable, "-c", program, EXAMPLE], capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1] == "set()"


def test_no_process_is_left_behind_by_a_question(tmp_path):
    environment = {**_without_keys(), "TMPDIR": str(tmp_path)}
    program = [sys.executable, "-c", "from infra.cli import main; main()"]
    ask = [*program, "ask", "What is the total revenue?", "--data", EXAMPLE, "--json"]
    subprocess.run(ask, capture_output=True, check=True, env=environment)
    give_up = time.monotonic() + 60
    while list(tmp_path.iterdir()) and time.monotonic() < give_up:
        time.sleep(0.05)  # the process that waited for one more query ends by itself, and takes its directory along
    assert list(tmp_path.iterdir()) == []


def test_the_agents_are_listed(candor):
    done = candor("agents", "--json")
    assert {card["name"] for card in json.loads(done.stdout)} >= {"sql_analytics", "general_assistant"}


def test_a_column_is_read_as_the_type_that_is_said(candor, tmp_path):
    data = tmp_path / "parts.csv"
    data.write_text("part,price\n" + "".join(f"p{n},{n if n % 3 else 'TBC'}\n" for n in range(12)))
    done = candor("ask", "total price", str(data), "--type", "price=number", "--json")
    reply = json.loads(done.stdout)
    assert reply["facts"][0]["value"] == sum(n for n in range(12) if n % 3)
    assert "4 cell(s) are not numbers" in reply["text"]


def test_a_disk_that_refuses_a_file_costs_the_file_and_not_the_answer(candor):
    done = candor("ask", "total revenue by region", EXAMPLE, "--csv", "/proc/table.csv", "--quiet")
    assert done.returncode == 2
    assert "West: 90,076.85" in done.stdout
    assert done.stderr.startswith("candor: The answer is above, but the table could not be written (")


def test_a_name_that_is_no_fault_is_answered_with_those_that_are_like_it(candor):
    done = candor("faults", "--state", "Respnd", "--quiet")
    assert done.stderr.startswith("candor: There is no state 'Respnd'; there are 'Respond'")
    assert len(done.stderr) < 300


def test_all_rows_of_a_table_are_written_where_a_spreadsheet_opens_them(candor, tmp_path):
    data, table = tmp_path / "cities.csv", tmp_path / "totals.csv"
    data.write_text("city,revenue\n" + "".join(f"=City {n % 70:03},{n * 7 % 97}.5\n" for n in range(210)))
    done = candor("ask", "What is the total revenue by city?", str(data), "--csv", str(table))
    assert done.returncode == 0, done.stderr
    lines = table.read_text().splitlines()
    assert (lines[0].split(",")[0], len(lines)) == ("city", 71)
    assert all(line.startswith("'=City ") for line in lines[1:])
