"""A report as one HTML page that computes in the browser, and the annotated source as a plain page.

page          the interactive page: ``sad analyze --format html``
annotated     the source with counts and heat, without a script: ``sad annotate --format html``
model_data    what the page computes with; formulas, arguments, expressions and tree are parts of it
sections      the parts of the page that do not change; source: the lines
mathml        formulas as browsers typeset them
escape        text of any origin made safe
assets        style and scripts (folder assets), and the chart library (folder vendor)
"""
