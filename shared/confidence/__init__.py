"""Whether a draft is sure enough to be sent: the specified rules, the refined assessment, the words said instead, and
the words of a reply that are Candor's own."""
