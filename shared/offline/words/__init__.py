"""The words that no-model mode knows: data files, and what reads them; what they mean is found in `reading/`."""
