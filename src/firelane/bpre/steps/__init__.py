"""The flow of Red Earth, each step of the book as one function."""
