"""`python -m firelane` is `firelane`."""

from firelane.cli.main import main

main()
