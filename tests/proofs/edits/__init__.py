"""Generated edits of real code, replayed as git revisions, and what is said of each."""
