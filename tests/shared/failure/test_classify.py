"""What category a failure is told as."""

import json

import pytest
from botocore.exceptions import (
    ClientError,
    ConnectTimeoutError,
    EndpointConnectionError,
    NoCredentialsError,
    ReadTimeoutError,
)

from shared import errors
from shared.contracts import QueryFailure
from shared.failure.classify import ERROR_TYPES, classify, classify_name


def tree(root):
    return [root, *(kind for child in root.__subclasses__() for kind in tree(child))]


def service_error(code, status=400):
    told = {"Error": {"Code": code, "Message": "x"}, "ResponseMetadata": {"HTTPStatusCode": status}}
    return ClientError(told, "Call")


class WithStatus(Exception):
    def __init__(self, status_code):
        super().__init__("told by status alone")
        self.status_code = status_code


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (TimeoutError("request timed out"), "timeout"),
        (ConnectionError("refused"), "connection"),
        (Exception("429 rate limit"), "rate_limit"),
        (Exception("something weird"), "unknown"),
    ],
)
def test_the_specifications_own_examples_hold(error, kind):
    assert classify(error) == kind


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("timeout", "timeout"),
        ("connection", "connection"),
        ("connect", "connection"),
        ("rate limit", "rate_limit"),
        ("429", "rate_limit"),
        ("quota", "rate_limit"),
        ("not found", "not_found"),
        ("404", "not_found"),
        ("no such", "not_found"),
        ("validation", "data"),
        ("invalid", "data"),
    ],
)
def test_each_word_that_tells_a_category_is_found(word, kind):
    assert classify(Exception(f"it gave up: {word} (x)")) == kind


@pytest.mark.parametrize("kind", [k for k in tree(errors.CandorError) if k.__init__ is Exception.__init__])
def test_every_error_of_ours_keeps_its_category_by_class_and_by_name(kind):
    assert classify(kind("the user's text about 429 timeouts")) == kind.error_type or kind.error_type == "unknown"
    assert classify_name(kind.__name__, "") == kind.error_type


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ReadTimeoutError(endpoint_url="https://x"), "timeout"),
        (ConnectTimeoutError(endpoint_url="https://x"), "timeout"),
        (EndpointConnectionError(endpoint_url="https://x"), "connection"),
        (NoCredentialsError(), "unknown"),
        (service_error("ThrottlingException"), "rate_limit"),
        (service_error("ProvisionedThroughputExceededException"), "rate_limit"),
        (service_error("RequestLimitExceeded"), "rate_limit"),
        (service_error("TooManyRequestsException", 429), "rate_limit"),
        (service_error("SlowDown", 503), "rate_limit"),
        (service_error("RequestTimeout"), "timeout"),
        (service_error("InternalServerError", 500), "connection"),
        (service_error("ServiceUnavailable", 503), "connection"),
        (service_error("AccessDeniedException", 403), "connection"),
        (service_error("NoSuchKey", 404), "not_found"),
        (service_error("ResourceNotFoundException"), "not_found"),
        (service_error("404", 404), "not_found"),
        (service_error("ValidationException"), "data"),
        (service_error("ConditionalCheckFailedException"), "data"),
        (service_error("Whatever", 418), "data"),
        (WithStatus(429), "rate_limit"),
        (WithStatus(529), "rate_limit"),
        (WithStatus(408), "timeout"),
        (WithStatus(504), "timeout"),
        (WithStatus(500), "connection"),
        (WithStatus(401), "connection"),
        (WithStatus(404), "not_found"),
        (WithStatus(422), "data"),
        (BrokenPipeError(), "connection"),
        (OSError(113, "No route to host"), "connection"),
        (FileNotFoundError("profile.json"), "not_found"),
        (ModuleNotFoundError("No module named 'x'"), "unknown"),
        (json.JSONDecodeError("Expecting value", "", 0), "data"),
        (KeyError("rows"), "unknown"),
        (ValueError("the shape is odd"), "data"),
        (ValueError("the upstream timed out"), "timeout"),
    ],
)
def test_class_and_status_decide(error, kind):
    assert classify(error) == kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("the operation timed out", "timeout"),
        ("Timeout while reading", "timeout"),
        ("gateway time-out", "timeout"),
        ("connection timed out", "timeout"),
        ("could not connect to host", "connection"),
        ("upstream returned 503", "connection"),
        ("HTTP 429", "rate_limit"),
        ("quota used up", "rate_limit"),
        ("model is overloaded", "rate_limit"),
        ("dataset not found", "not_found"),
        ("status 404.", "not_found"),
        ("invalid column", "data"),
        ("validation of the plan failed", "data"),
        ("failed to generate", "unknown"),
        ("strategy is separate from operation", "unknown"),
        ("row 4042 of 14290", "unknown"),
        ("value 1.404 and 404.5", "unknown"),
        ("invalidated cache", "unknown"),
        ("connectors", "unknown"),
        ("", "unknown"),
    ],
)
def test_text_decides_last_and_by_whole_words(text, kind):
    assert classify(RuntimeError(text)) == kind
    assert classify_name("States.TaskFailed", text) == kind


def test_a_wrapped_error_is_told_by_what_caused_it():
    wrapper = RuntimeError("while loading")
    wrapper.__cause__ = ConnectionRefusedError("nobody there")
    assert classify(wrapper) == "connection"


def test_a_group_is_told_by_its_first_telling_member():
    assert classify(ExceptionGroup("both", [RuntimeError("odd"), TimeoutError()])) == "timeout"


def test_a_failed_query_is_told_by_its_fault():
    slow = errors.QueryFailed(QueryFailure(kind="timeout", message="killed"))
    wrong = errors.QueryFailed(QueryFailure(kind="unknown_name", message="no column"))
    assert (classify(slow), classify(wrong)) == ("timeout", "data")


@pytest.mark.parametrize(
    ("name", "cause", "kind"),
    [
        ("States.Timeout", "", "timeout"),
        ("States.HeartbeatTimeout", "", "timeout"),
        ("Sandbox.Timedout", '{"errorType":"Sandbox.Timedout","errorMessage":"Task timed out after 3.00"}', "timeout"),
        ("Lambda.ClientExecutionTimeoutException", "", "timeout"),
        ("Lambda.TooManyRequestsException", "", "rate_limit"),
        ("DynamoDB.ProvisionedThroughputExceededException", "", "rate_limit"),
        ("DynamoDB.ConditionalCheckFailedException", "", "data"),
        ("Lambda.ServiceException", "", "connection"),
        ("Lambda.SdkClientException", "", "connection"),
        ("Lambda.ResourceNotFoundException", "", "not_found"),
        ("States.DataLimitExceeded", "", "data"),
        ("States.Permissions", "", "connection"),
        ("S3.AccessDenied", "", "connection"),
        ("States.Runtime", "", "unknown"),
        ("States.TaskFailed", '{"errorType":"ModelOverloaded","errorMessage":"busy"}', "rate_limit"),
        ("States.TaskFailed", '{"errorType":"Weird","errorMessage":"it timed out"}', "timeout"),
        ("Exception", '{"errorMessage":"HTTP 404","errorType":"Exception"}', "not_found"),
        ("ValueError", '{"errorMessage":"odd","errorType":"ValueError"}', "data"),
        ("ModelDenied", "not JSON at all {", "connection"),
        ("", "", "unknown"),
        ("", "[1, 2]", "unknown"),
        ("Lambda.Unknown", "null", "unknown"),
        ("CircuitBreakerOpenError", "", "unknown"),
    ],
)
def test_what_a_catch_sees_is_read_leniently(name, cause, kind):
    assert classify_name(name, cause) == kind


def test_all_six_categories_are_the_specifications():
    assert ERROR_TYPES == ("timeout", "connection", "rate_limit", "not_found", "data", "unknown")
