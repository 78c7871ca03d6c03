"""`candor serve`, as a process of its own: HTTP and AWS's protocol over real sockets."""

import http.client
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.e2e.served import MAIN, SALES, System, serving
from tests.shared.ingestion.workbooks import workbook

TURNS = "arn:aws:states:us-east-1:123456789012:stateMachine:candor-turn"


@pytest.fixture(scope="module")
def system() -> Iterator[System]:
    with serving() as running:
        yield running


def test_a_file_is_sent_a_question_is_asked_and_its_answer_waited_for(system: System) -> None:
    dataset_id = system.dataset()
    _, session = system.send("POST", "/sessions", {"dataset_ids": [dataset_id]})
    path = f"/sessions/{session['session_id']}/messages"
    status, reply = system.send("POST", path, {"question": "What is the total revenue?", "wait": True})
    assert (status, reply["status"]) == (200, "answered"), reply["text"]
    assert "18.5" in reply["text"]
    assert system.send("GET", f"/turns/{reply['turn_id']}") == (200, reply)
    assert system.send("GET", f"/turns/{reply['turn_id']}", Authorization="Bearer bob")[0] == 404
    assert system.send("GET", "/sessions", Authorization="")[0] == 401


def test_a_workbook_is_sent_once_and_a_question_joins_its_sheets(system: System) -> None:
    orders = [("order_id", "customer_id", "revenue"), (1, 7, 10), (2, 7, 20), (3, 8, 40), (4, 9, 5)]
    customers = [("customer_id", "segment"), (7, "Retail"), (8, "Public"), (9, "Public")]
    dataset_id = system.dataset(workbook(Orders=orders, Customers=customers), "shop.xlsx")
    (part,) = system.send("GET", f"/datasets/{dataset_id}")[1]["parts"]
    system.until(lambda: system.send("GET", f"/datasets/{part}")[1]["status"] == "ready")
    reply = system.asked({"dataset_ids": [dataset_id]}, "total revenue by segment")
    assert (reply["status"], "Public: 45; Retail: 30" in reply["text"]) == ("answered", True), reply["text"]
    assert "also has" not in reply["text"]


def test_aws_clients_see_the_same_system(system: System) -> None:
    dataset_id = system.dataset()
    system.aws("s3").put_object(Bucket="candor", Key=f"uploads/{dataset_id}/file", Body=SALES)
    turns = system.aws("stepfunctions")

    def done() -> list[str]:
        found = turns.list_executions(stateMachineArn=TURNS)["executions"]
        return [one["executionArn"] for one in found if one["status"] == "SUCCEEDED"]

    before = len(done())
    detail = json.dumps({"question": "What is the total revenue?", "dataset_ids": [dataset_id]})
    entry = {"Source": "alice", "DetailType": "QuestionAsked", "EventBusName": "candor", "Detail": detail}
    assert system.aws("events").put_events(Entries=[entry])["FailedEntryCount"] == 0
    system.until(lambda: len(done()) > before)
    history = turns.get_execution_history(executionArn=done()[0])["events"]
    assert "ExecutionSucceeded" in {event["type"] for event in history}
    items = system.aws("dynamodb").scan(TableName="candor")["Items"]
    questions = [item["body"]["S"] for item in items if item["sk"]["S"] == "TURN"]
    assert any(dataset_id in question for question in questions)


def streamed(system: System, turn_id: str, **headers: str) -> tuple[int, bytes]:
    address = urlsplit(system.url)
    connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=120)
    sent = {"Accept": "text/event-stream", "Authorization": "Bearer alice", **headers}
    connection.request("GET", f"/turns/{turn_id}/events", headers=sent)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    return answer.status, text


def test_a_turn_is_followed_as_a_stream_by_many_to_its_end_and_resumed(system: System) -> None:
    dataset_id = system.dataset()
    _, session = system.send("POST", "/sessions", {"dataset_ids": [dataset_id]})
    path = f"/sessions/{session['session_id']}/messages"
    turn_id = system.send("POST", path, {"question": "What is the total revenue?"})[1]["turn_id"]
    with ThreadPoolExecutor(50) as pool:
        told = list(pool.map(lambda _: streamed(system, turn_id), range(50)))
    assert len(set(told)) == 1
    status, text = told[0]
    ids = [int(line[4:]) for line in text.decode().splitlines() if line.startswith("id: ")]
    assert (status, ids) == (200, list(range(1, len(ids) + 1)))
    *before, kind, data = text.decode().rstrip().splitlines()
    assert kind == "event: complete"
    assert "18.5" in json.loads(data.removeprefix("data: "))["reply"]["text"]
    assert not any('"reply":' in line for line in before)
    _, rest = streamed(system, turn_id, **{"Last-Event-ID": str(ids[-2])})
    assert rest.count(b"\nid: ") == 1
    assert b"event: complete" in rest


def test_a_burst_of_fifty_connections_loses_none(system: System) -> None:
    with ThreadPoolExecutor(50) as pool:
        begun = list(pool.map(lambda _: system.send("POST", "/sessions", {}), range(50)))
    assert {status for status, _ in begun} == {201}
    assert len({session["session_id"] for _, session in begun}) == 50


def test_a_stream_of_another_user_or_of_nobody_or_from_nowhere_is_refused(system: System) -> None:
    _, session = system.send("POST", "/sessions", {})
    path = f"/sessions/{session['session_id']}/messages"
    turn_id = system.send("POST", path, {"question": "hello"})[1]["turn_id"]
    assert streamed(system, turn_id, Authorization="Bearer bob")[0] == 404
    assert streamed(system, turn_id, Authorization="")[0] == 401
    assert streamed(system, turn_id, **{"Last-Event-ID": "soon"})[0] == 400


def test_an_entry_of_the_log_is_waited_for(system: System) -> None:
    _, session = system.send("POST", "/sessions", {})
    path = f"/sessions/{session['session_id']}/messages"
    turn_id = system.send("POST", path, {"question": "hello"})[1]["turn_id"]
    seen: list[dict[str, Any]] = []
    while not seen or seen[-1]["type"] != "complete":
        after = seen[-1]["seq"] if seen else 0
        seen += system.send("GET", f"/turns/{turn_id}/events?after={after}&wait=20")[1]["events"]
    assert [one["seq"] for one in seen] == list(range(1, len(seen) + 1))
    assert system.send("GET", f"/turns/{turn_id}/events?after={len(seen)}&wait=21")[0] == 422


def test_the_command_line_asks_a_system_elsewhere_and_shows_its_one_reply(system: System, tmp_path: Path) -> None:
    file = tmp_path / "sales.csv"
    file.write_bytes(SALES)
    there = ["--url", system.url, "--token", "alice", "--data", str(file), "--json"]
    done = subprocess.run(
        [sys.executable, "-c", MAIN, "ask", "What is the total revenue?", *there],
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    reply = json.loads(done.stdout)
    assert (reply["status"], reply["facts"][0]["value"]) == ("answered", 18.5)
    assert "sql_analytics" in done.stderr


def test_an_address_where_nobody_answers_is_one_sentence() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            MAIN,
            "ask",
            "Total?",
            "examples/orders.csv",
            "--url",
            "http://127.0.0.1:9",
            "--token",
            "alice",
        ],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 2
    assert done.stderr == "candor: http://127.0.0.1:9 did not answer; is the address right?\n"


def test_a_method_that_nobody_knows_is_405(system: System) -> None:
    status, body = system.send("BREW", "/sessions")
    assert (status, body["error"]["code"]) == (405, "method_not_allowed")


def test_what_is_no_http_request_is_refused_in_the_one_shape(system: System) -> None:
    address = urlsplit(system.url)
    for head in ("Content-Length: 99999999", "Content-Length: -1"):
        connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=60)
        connection.putrequest("POST", "/sessions")
        connection.putheader(*head.split(": "))
        connection.endheaders()
        answer = connection.getresponse()
        assert answer.status in (400, 413)
        assert answer.status == 400 or json.loads(answer.read())["error"]["message"]
        connection.close()


def test_the_api_is_described_for_a_person_on_one_page_without_scripts(system: System) -> None:
    status, page = system.send("GET", "/docs", Authorization="")
    text = page.decode()
    document = system.send("GET", "/openapi.json")[1]
    assert status == 200
    assert all(f"<code>{path.replace('<', '&lt;')}</code>" in text for path in document["paths"])
    assert all(f'id="{name}"' in text for name in document["components"]["schemas"])
    assert "<script" not in text


def test_the_ledger_is_shown_on_the_command_line(system: System) -> None:
    _, session = system.send("POST", "/sessions", {})
    path = f"/sessions/{session['session_id']}/messages"
    system.send("POST", path, {"question": "What is the total revenue?", "wait": True})
    command = [sys.executable, "-c", MAIN, "forfeits", "--url", system.url, "--token", "alice", "--json"]
    system.until(lambda: system.send("GET", "/forfeits")[1]["forfeits"])
    shown = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(shown.stdout) == system.send("GET", "/forfeits")[1]


def test_it_stops_when_it_is_told_to(system: System) -> None:
    system.process.send_signal(signal.SIGINT)
    assert system.process.wait(timeout=60) == 0
    said = system.process.stderr.read() if system.process.stderr else ""
    assert "Traceback" not in said
    assert re.search(r"^\d\d:\d\d:\d\d POST /sessions 201 \d+ ms$", said, flags=re.MULTILINE)
