"""What things cost, measured against the alternatives in the same run. Not part of the tests."""
