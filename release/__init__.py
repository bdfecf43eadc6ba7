"""What a release consists of: notices of third parties, the list of parts, the packages, and their trial."""
