"""The guided consultation: phases that ask one thing at a time, and hand over to each other within a turn."""
