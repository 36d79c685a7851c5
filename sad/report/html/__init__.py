"""A report as one HTML page that computes in the browser, and the annotated source as a plain page.

page          the interactive page, ``sad analyze --format html``: its style and scripts are in the
              folder assets, the chart library in the folder vendor; the annotated source, without
              scripts: ``sad annotate --format html``
model_data    what the page computes with; arguments are a part of it
sections      the parts of the page that do not change, source lines among them
mathml        formulas as browsers typeset them
"""
