"""Source readers: text of a programming language in, the common IR out."""
