"""The flow of a game, in the steps of the book."""
