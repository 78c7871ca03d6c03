"""Composed questions: a figure over what another question would answer ("the average price of the ten largest")."""
