"""The one log: structured, without data of users."""

from aws_lambda_powertools import Logger

logger = Logger(service="candor", logger_handler=None)
