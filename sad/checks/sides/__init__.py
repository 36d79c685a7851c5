"""What is compared: folders, snapshots and revisions, and whether they are fit to be."""
