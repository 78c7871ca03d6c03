"""An analysis of what a query computed: its result as a table, its steps before what the analysis reads."""
