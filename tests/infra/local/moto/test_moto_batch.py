"""moto's EC2 is not read by a question, and still there for who wants it."""

import subprocess
import sys

WITHOUT = """
import sys
import infra.local.session
print("moto.ec2" in sys.modules)
"""
BATCH = """
import boto3, moto
import infra.local.session
with moto.mock_aws():
    print(boto3.client("batch", region_name="us-east-1").describe_job_queues()["jobQueues"])
"""
UNKNOWN = """
import infra.local
import moto.batch
print(hasattr(moto.batch, "no_such_name"), moto.batch.batch_backends is moto.batch.models.batch_backends)
"""


def printed(program):
    """What a program prints in an interpreter of its own."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True)
    return done.stdout.strip()


def test_the_local_cloud_does_not_read_the_tables_of_ec2():
    assert printed(WITHOUT) == "False"


def test_batch_works_for_who_asks_for_it():
    assert printed(BATCH) == "[]"


def test_the_package_has_its_own_names_and_no_others():
    assert printed(UNKNOWN) == "False True"
