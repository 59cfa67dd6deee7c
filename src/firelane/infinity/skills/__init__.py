"""The skills that troopers declare: one module for each, with everything that the skill is."""
