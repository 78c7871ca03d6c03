"""What words of a question may mean on a table: columns, cells, times, operations; as spans."""
