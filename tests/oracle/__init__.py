"""fparser2 as the referee of the statement parser."""
