"""Image storage: a folder, or a bucket that speaks S3."""
