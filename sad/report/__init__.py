"""Results as text, Markdown, LaTeX and JSON. Nothing is computed here that is not shown.

view       what a report says, ready to lay out
text       the report for a terminal; markdown and latex the same for documents
answer, answer_text   what a report answers; in words
json_report   schema sad-analysis/1
evaluators  what is computed from a prediction and reported with it; section has their type,
            uncertainty is one
annotate   source lines with their counts
explain    why a count or a parameter is what it is
"""
