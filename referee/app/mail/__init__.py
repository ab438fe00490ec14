"""Games by mail: incoming mails, their requests, the answers, and the reports to send."""
