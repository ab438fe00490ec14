"""What a mail does: its requests, the answers, and the reports to send."""
