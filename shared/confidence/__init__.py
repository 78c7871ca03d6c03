"""Whether a draft is sure enough to be sent: the specified rules, the refined assessment, the words said instead."""
