"""Black Powder Red Earth 28mm: its own steps, tables and cards on the machine and the table."""
