"""PyMuPDF, with which many programs edit: fills and comments incrementally."""
import shutil

import pymupdf
from jobs import serve


def changed(source, target, change):
    shutil.copy(source, target)
    document = pymupdf.open(target)
    change(document[0])
    document.saveIncr()
    document.close()


def fill(source, target, field, value):
    def change(page):
        for widget in page.widgets():
            if widget.field_name == field:
                widget.field_value = value
                widget.update()
    changed(source, target, change)


def check(source, target, field, value):
    fill(source, target, field, True)


def radio(source, target, field, value):
    def change(page):
        widget = [widget for widget in page.widgets() if widget.field_name == field][1]  # states are named by number
        widget.field_value = True
        widget.update()
    changed(source, target, change)


def comment(source, target, field, value):
    changed(source, target, lambda page: page.add_text_annot((500, 40), value))


def highlight(source, target, field, value):
    changed(source, target, lambda page: page.add_highlight_annot(page.search_for("agree")[0]))


serve({"text": fill, "multiline": fill, "check": check, "radio": radio, "choice": fill, "comment": comment,
       "highlight": highlight})
