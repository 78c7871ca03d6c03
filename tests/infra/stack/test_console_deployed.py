"""The console as it is deployed: files that CloudFront alone reads, a page that talks to its own deployment alone."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from infra.deploy.console import deployment
from infra.local.console import page

pytestmark = pytest.mark.synth
OfType = Callable[[str], dict[str, dict[str, Any]]]


def _distribution(of_type: OfType) -> Mapping[str, Any]:
    (found,) = of_type("CloudFront::Distribution").values()
    configured: Mapping[str, Any] = found["Properties"]["DistributionConfig"]
    return configured


def _headers(of_type: OfType) -> Mapping[str, Any]:
    (policy,) = of_type("CloudFront::ResponseHeadersPolicy").values()
    headers: Mapping[str, Any] = policy["Properties"]["ResponseHeadersPolicyConfig"]["SecurityHeadersConfig"]
    return headers


def test_the_files_are_read_by_this_distribution_and_by_nobody_else(
    of_type: OfType, template: Mapping[str, Any]
) -> None:
    (origin,) = _distribution(of_type)["Origins"]
    assert origin["OriginAccessControlId"]
    bucket = origin["DomainName"]["Fn::GetAtt"][0]
    closed = template["Resources"][bucket]["Properties"]["PublicAccessBlockConfiguration"]
    assert set(closed.values()) == {True}
    (policy,) = [
        one["Properties"]["PolicyDocument"]["Statement"]
        for one in of_type("S3::BucketPolicy").values()
        if one["Properties"]["Bucket"] == {"Ref": bucket}
    ]
    (allowed,) = [one for one in policy if one["Effect"] == "Allow"]
    assert allowed["Action"] == "s3:GetObject"
    assert allowed["Principal"] == {"Service": "cloudfront.amazonaws.com"}
    assert "AWS:SourceArn" in str(allowed["Condition"])


def test_the_page_is_held_to_the_policy_of_the_local_one_and_may_reach_api_login_and_bucket(
    of_type: OfType, tmp_path: Path
) -> None:
    headers = _headers(of_type)
    policy = json.dumps(headers["ContentSecurityPolicy"]["ContentSecurityPolicy"])
    local, _ = page("/", "", tmp_path) or ({}, b"")
    for part in local["content-security-policy"].split("; "):
        assert part.strip() in policy, part
    for reached in ("execute-api", "amazoncognito.com", "RegionalDomainName"):
        assert reached in policy
    assert "'unsafe" not in policy
    assert headers["StrictTransportSecurity"]["AccessControlMaxAgeSec"] >= 365 * 86400
    assert headers["FrameOptions"]["FrameOption"] == "DENY"
    assert headers["ContentTypeOptions"]["Override"] is True
    assert headers["ReferrerPolicy"]["ReferrerPolicy"] == "no-referrer"
    behavior = _distribution(of_type)["DefaultCacheBehavior"]
    assert behavior["ResponseHeadersPolicyId"]
    assert behavior["ViewerProtocolPolicy"] == "redirect-to-https"


def test_two_deployments_of_an_account_do_not_share_a_name_that_is_one_for_all_its_regions(of_type: OfType) -> None:
    own = {"Fn::Join": ["", ["candor-", {"Ref": "AWS::Region"}]]}
    (access,) = of_type("CloudFront::OriginAccessControl").values()
    (headers,) = of_type("CloudFront::ResponseHeadersPolicy").values()
    assert access["Properties"]["OriginAccessControlConfig"]["Name"] == own
    assert headers["Properties"]["ResponseHeadersPolicyConfig"]["Name"] == own


def test_any_address_of_the_console_shows_the_page(of_type: OfType) -> None:
    configured = _distribution(of_type)
    assert configured["DefaultRootObject"] == "index.html"
    shown = {
        one["ErrorCode"]: (one["ResponseCode"], one["ResponsePagePath"]) for one in configured["CustomErrorResponses"]
    }
    assert shown == dict.fromkeys((403, 404), (200, "/index.html"))


def test_the_login_page_sends_a_person_back_to_the_console_and_out_of_it(of_type: OfType) -> None:
    (client,) = [one["Properties"] for one in of_type("Cognito::UserPoolClient").values()]
    ((distribution, _),) = of_type("CloudFront::Distribution").items()
    console = {"Fn::Join": ["", ["https://", {"Fn::GetAtt": [distribution, "DomainName"]}, "/"]]}
    assert client["CallbackURLs"][1:] == [console]
    assert client["LogoutURLs"] == [console]


def test_the_stack_says_all_that_a_deployment_writes_for_the_page(template: Mapping[str, Any]) -> None:
    told = dict.fromkeys(template["Outputs"], "https://somewhere/")
    assert set(deployment(told)) == {"api", "login", "client"}
    assert {"ConsoleBucket", "ConsoleUrl", "UserPool"} <= set(told)


def test_a_stack_without_a_console_has_neither_files_nor_a_way_back_to_them(tmp_path: Path) -> None:
    from tests.infra.synthesis import synthesized

    found = synthesized(tmp_path, console="false")
    kinds = [one["Type"] for one in found["Resources"].values()]
    assert not [kind for kind in kinds if "CloudFront" in kind]
    (client,) = [one["Properties"] for one in found["Resources"].values() if one["Type"].endswith("UserPoolClient")]
    assert client["CallbackURLs"] == ["http://localhost:8765/"]
    assert "ConsoleBucket" not in found["Outputs"]
