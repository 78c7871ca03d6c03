"""The phases of a consultation: what each must learn, what a move does, and how one is led without a model."""
