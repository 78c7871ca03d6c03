"""Pictures that are asked for: what is computed for each, and which kind of chart suits it."""
