"""What a deployment may spend a day until somebody is told."""

from aws_cdk import Tags
from aws_cdk import aws_budgets as budgets
from aws_cdk import aws_sns as sns
from constructs import Construct

TAG = "candor"
"""What the stack's resources are tagged with, its prefix as the value. Billing knows a tag only once the account has
activated it as a cost allocation tag; until then the budget sees nothing."""
TOLD_AT = (50, 100)
"""Per cent of the day's budget."""


class Spending(Construct):
    """A budget for each day, of what carries the deployment's tag.

    CloudFormation names it: who is told cannot be changed in a budget, so a change replaces it, and a budget that is
    replaced under a name of its own is refused.
    """

    def __init__(self, scope: Construct, prefix: str, usd: int, topic: sns.ITopic) -> None:
        super().__init__(scope, "Spending")
        Tags.of(scope).add(TAG, prefix)
        told = budgets.CfnBudget.SubscriberProperty(subscription_type="SNS", address=topic.topic_arn)
        budgets.CfnBudget(
            self,
            "Budget",
            budget=budgets.CfnBudget.BudgetDataProperty(
                budget_type="COST",
                time_unit="DAILY",
                budget_limit=budgets.CfnBudget.SpendProperty(amount=usd, unit="USD"),
                cost_filters={"TagKeyValue": [f"user:{TAG}${prefix}"]},
            ),
            notifications_with_subscribers=[
                budgets.CfnBudget.NotificationWithSubscribersProperty(
                    notification=budgets.CfnBudget.NotificationProperty(
                        notification_type="ACTUAL",
                        comparison_operator="GREATER_THAN",
                        threshold=percent,
                        threshold_type="PERCENTAGE",
                    ),
                    subscribers=[told],
                )
                for percent in TOLD_AT
            ],
        )
