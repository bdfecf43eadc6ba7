"""Layout rules to seats: a venue is described by rule, checked, compiled and asked about its seats. Pure."""
