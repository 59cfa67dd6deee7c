"""Answers drawn by chance among what is legal, for every question of the family."""
