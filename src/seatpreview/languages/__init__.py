"""One TOML file for each language: all its words and texts. docs/languages.md says how to add one."""
