"""What Candor runs on: the state machines, the AWS stack and the same system on one machine."""
