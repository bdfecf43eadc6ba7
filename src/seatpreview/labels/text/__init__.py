"""Words, numbers and signs of a text, and what they mean in the languages of tickets."""
