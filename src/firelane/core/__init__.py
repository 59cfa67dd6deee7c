"""The machine that knows no game: states, frames, requests, chance, events, views, journals, rules."""
