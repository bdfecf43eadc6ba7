"""Publishing: drafts of records, versions that are kept, and what a publish changes for buyers."""
