"""The physical table: bases, terrain, measuring, lines of sight. It knows no game."""
