"""pypdf: fills and comments with an incremental writer."""
import sys

from jobs import serve
from pypdf import PdfWriter
from pypdf.annotations import FreeText, Text


def changed(source, target, change):
    writer = PdfWriter(source, incremental=True)
    change(writer)
    writer.write(target)


def fill(source, target, field, value):
    changed(source, target, lambda writer: writer.update_page_form_field_values(
        writer.pages[0], {field: value}, auto_regenerate=False))


def fill_name(source, target, field, value):
    fill(source, target, field, "/" + value)


def comment(source, target, field, value):
    changed(source, target, lambda writer: writer.add_annotation(
        0, Text(rect=(500, 780, 520, 800), text=value)))


serve({"text": fill, "multiline": fill, "check": fill_name, "radio": fill_name, "choice": fill, "comment": comment})
