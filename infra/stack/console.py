"""The console: its files in a bucket that only CloudFront reads.

`make deploy` puts them there once the stack stands, so that the stack is synthesized without them.
"""

from collections.abc import Sequence

from aws_cdk import CfnOutput, Duration, Stack
from aws_cdk import aws_cloudfront as cloudfront
from aws_cdk import aws_cloudfront_origins as origins
from aws_cdk import aws_s3 as s3
from constructs import Construct

from infra.headers import content_policy
from infra.stack.acknowledged import acknowledge, unchecked
from infra.stack.storage import bucket_outlives, closed

PAGE = "index.html"
YEAR = Duration.days(365)
PUBLIC = "It gives everybody the same public files, and asks nothing; what is asked goes to the API, which has its own."
ONE_BUCKET = "Its files are written by each deployment, and are the same in the next one."
ACKNOWLEDGED = {
    "AwsSolutions-CFR1": "Who may use it is decided by who has a user, not by where they are.",
    "AwsSolutions-CFR2": f"A firewall in front of files is a cost to choose. {PUBLIC}",
    "AwsSolutions-CFR3": f"Who loads a page is not kept. {PUBLIC}",
    "AwsSolutions-CFR4": "Its address is CloudFront's own, whose certificate decides it.",
}
UNCHECKED = {
    "CKV_AWS_68": ACKNOWLEDGED["AwsSolutions-CFR2"],
    "CKV_AWS_86": ACKNOWLEDGED["AwsSolutions-CFR3"],
    "CKV_AWS_174": ACKNOWLEDGED["AwsSolutions-CFR4"],
    "CKV_AWS_310": ONE_BUCKET,
    "CKV_AWS_374": ACKNOWLEDGED["AwsSolutions-CFR1"],
}


class Console(Construct):
    """`url` is where it is, with a slash at its end. The page talks to the addresses that are `reached`, no others."""

    def __init__(self, scope: Construct, prefix: str, *, reached: Sequence[str], protected: bool) -> None:
        super().__init__(scope, "Console")
        # CloudFront's names are one for all regions of an account, and CDK's would be the same in each region
        name = f"{prefix}-{Stack.of(self).region}"
        files = s3.Bucket(self, "Files", **closed(), **bucket_outlives(protected=protected))
        acknowledge(files, {"AwsSolutions-S1": ACKNOWLEDGED["AwsSolutions-CFR3"]})
        unchecked(files, {"CKV_AWS_18": ACKNOWLEDGED["AwsSolutions-CFR3"], "CKV_AWS_21": ONE_BUCKET})
        distribution = cloudfront.Distribution(
            self,
            "Distribution",
            comment="The page on which a person asks",
            default_root_object=PAGE,
            default_behavior=cloudfront.BehaviorOptions(
                origin=origins.S3BucketOrigin.with_origin_access_control(
                    files,
                    origin_access_control=cloudfront.S3OriginAccessControl(
                        self, "Access", origin_access_control_name=name
                    ),
                ),
                viewer_protocol_policy=cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
                response_headers_policy=self._headers(name, reached),
                cache_policy=cloudfront.CachePolicy.CACHING_OPTIMIZED,  # as long as each file's own Cache-Control says
                compress=True,
            ),
            error_responses=[_the_page_instead_of(status) for status in (403, 404)],
            http_version=cloudfront.HttpVersion.HTTP2_AND_3,
            minimum_protocol_version=cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
            enable_ipv6=True,
        )
        acknowledge(distribution, ACKNOWLEDGED)
        unchecked(distribution, UNCHECKED)
        self.url = f"https://{distribution.distribution_domain_name}/"
        CfnOutput(Stack.of(self), "ConsoleUrl", value=self.url)
        CfnOutput(Stack.of(self), "ConsoleBucket", value=files.bucket_name)

    def _headers(self, name: str, reached: Sequence[str]) -> cloudfront.ResponseHeadersPolicy:
        """What a browser holds the page to: the same as on one machine, and TLS for good."""
        return cloudfront.ResponseHeadersPolicy(
            self,
            "Headers",
            response_headers_policy_name=name,
            security_headers_behavior=cloudfront.ResponseSecurityHeadersBehavior(
                content_security_policy=cloudfront.ResponseHeadersContentSecurityPolicy(
                    content_security_policy=content_policy(*reached), override=True
                ),
                content_type_options=cloudfront.ResponseHeadersContentTypeOptions(override=True),
                frame_options=cloudfront.ResponseHeadersFrameOptions(
                    frame_option=cloudfront.HeadersFrameOption.DENY, override=True
                ),
                referrer_policy=cloudfront.ResponseHeadersReferrerPolicy(
                    referrer_policy=cloudfront.HeadersReferrerPolicy.NO_REFERRER, override=True
                ),
                strict_transport_security=cloudfront.ResponseHeadersStrictTransportSecurity(
                    access_control_max_age=YEAR, include_subdomains=True, override=True
                ),
            ),
        )


def _the_page_instead_of(status: int) -> cloudfront.ErrorResponse:
    """Whatever address of the console is opened, the page is shown; S3 says 403 of what is not there to those who may
    not list."""
    return cloudfront.ErrorResponse(
        http_status=status, response_http_status=200, response_page_path=f"/{PAGE}", ttl=Duration.seconds(0)
    )
