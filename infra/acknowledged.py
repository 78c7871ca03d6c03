"""Findings of the security checks that are right as they are, each with its reason beside the resource."""

from collections.abc import Mapping

from aws_cdk import Acknowledgment, Validations
from constructs import IConstruct


def acknowledge(construct: IConstruct, reasons: Mapping[str, str]) -> None:
    """Acknowledges rules, by id, for one resource."""
    rules = [Acknowledgment(id=rule, reason=reason) for rule, reason in reasons.items()]
    Validations.of(construct).acknowledge(*rules)
