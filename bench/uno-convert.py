"""uno-convert.py PIPE FOLDER COUNT: converts FOLDER/0.docx and so on through a running soffice; prints conversions per second."""

import sys
import time

import uno
from com.sun.star.beans import PropertyValue

pipe, folder, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
local = uno.getComponentContext()
resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
for _ in range(200):
    try:
        context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        break
    except Exception:
        time.sleep(0.1)
desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)


def properties(**values):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())


def convert(number):
    document = desktop.loadComponentFromURL(f"file://{folder}/{number}.docx", "_blank", 0, properties(Hidden=True))
    document.storeToURL(f"file://{folder}/uno.pdf", properties(FilterName="writer_pdf_Export"))
    document.close(True)


for number in range(10):
    convert(number)
started = time.monotonic()
for number in range(count):
    convert(number)
print(count / (time.monotonic() - started))
