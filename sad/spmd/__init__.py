"""Message-passing source over its ranks: roles, matching of messages, phases, time."""
