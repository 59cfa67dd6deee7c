"""What a screen shows and asks, without a game in it.

A ruleset turns a seat's view into these structs; the server sends them, the browser draws them. No new
edition needs a new screen: it brings its own figures, prompts and previews in the same few forms.
"""
