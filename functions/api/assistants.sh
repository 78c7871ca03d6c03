#!/bin/sh
# What Lambda starts in place of a handler: the web adapter sends it the requests. Lambda tells where the code, the
# layers and its own boto3 are only to the Python that it starts itself.
export PYTHONPATH="$LAMBDA_TASK_ROOT:${LAYERS:-/opt/python}:$LAMBDA_RUNTIME_DIR"
exec python3 -P -c "from functions.api.assistants import serve; serve($AWS_LWA_PORT)"
