"""uno-convert.py PIPE FOLDER COUNT [PORT]: converts FOLDER/0.docx and so on through a running soffice.

Without PORT it prints conversions per second. With one it serves convert(number) by XML-RPC, as unoserver does, and prints
"ready"; `python3 -c` with xmlrpc.client is then what unoconvert is.
"""

import sys
import time

import uno
from com.sun.star.beans import PropertyValue

pipe, folder, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
port = int(sys.argv[4]) if len(sys.argv) > 4 else None
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
    return True


for number in range(10):
    convert(number)
if port is not None:
    from xmlrpc.server import SimpleXMLRPCServer

    server = SimpleXMLRPCServer(("127.0.0.1", port), logRequests=False)
    server.register_function(convert)
    print("ready", flush=True)
    server.serve_forever()
started = time.monotonic()
for number in range(count):
    convert(number)
print(count / (time.monotonic() - started))
