// mutool run, which knows ECMAScript 5: fills and comments incrementally. Arguments: action, source, target, field, value.
var action = scriptArgs[0];
var document = new PDFDocument(scriptArgs[1]);
var page = document.loadPage(0);
var value = scriptArgs[4];

function widgets() {
  var found = [];
  var all = page.getWidgets();
  var i;
  for (i = 0; i < all.length; i++) if (all[i].getLabel() === scriptArgs[3]) found.push(all[i]);
  return found;
}

function comment() {
  var note = page.createAnnotation('Text');
  note.setRect([500, 40, 520, 60]);
  note.setContents(value);
  note.update();
}

if (action === 'comment') comment();
else if (action === 'check') widgets()[0].toggle();
else if (action === 'radio') widgets()[1].toggle();
else if (action === 'choice') widgets()[0].setChoiceValue(value);
else widgets()[0].setTextValue(value);
page.update();
document.save(scriptArgs[2], 'incremental');
