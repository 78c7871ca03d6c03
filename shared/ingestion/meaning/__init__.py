"""What a table is about, and the vectors by which its texts are found."""
