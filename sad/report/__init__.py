"""Results as text, Markdown, LaTeX and JSON. Nothing is computed here that is not shown.

view       what a report says, ready to lay out
text       the report for a terminal; markdown and latex the same for documents
answer_text, where_text   the answer in words, and the table of places
json_report   schema sad-analysis/1
annotate   source lines with their counts
explain    why a count or a parameter is what it is
"""
