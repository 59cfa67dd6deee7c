"""CodeOne: the edition that newcomers start with."""
