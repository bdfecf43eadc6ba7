"""What buyers see after the purchase: order pages, e-mails and PDF tickets."""
