import com.itextpdf.forms.PdfAcroForm;
import com.itextpdf.forms.fields.*;
import com.itextpdf.kernel.colors.ColorConstants;
import com.itextpdf.kernel.font.PdfFont;
import com.itextpdf.kernel.font.PdfFontFactory;
import com.itextpdf.kernel.geom.PageSize;
import com.itextpdf.kernel.geom.Rectangle;
import com.itextpdf.kernel.pdf.*;
import com.itextpdf.kernel.pdf.annot.*;
import com.itextpdf.kernel.pdf.canvas.PdfCanvas;
import com.itextpdf.signatures.*;
import java.io.*;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** iText 9 (as iText 7 and 8): makes a form, signs, certifies, fills, comments and adds validation data in append mode. */
public class Itext9 {
  interface Change { void apply(PdfDocument document) throws Exception; }
  static byte[] crl;

  public static void main(String[] arguments) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    crl = Files.readAllBytes(Path.of(arguments[0], "ca.crl"));
    Jobs.serve(arguments[0], Itext9::run);
  }

  static void run(String action, String source, String target, String field, String value) throws Exception {
    switch (action) {
      case "make": make(target); break;
      case "sign": sign(source, target, AccessPermissions.UNSPECIFIED, false); break;
      case "visible": sign(source, target, AccessPermissions.UNSPECIFIED, true); break;
      case "certify": sign(source, target, AccessPermissions.values()[Integer.parseInt(value)], false); break;
      case "archive": change(source, target, Itext9::archive); break;
      case "comment": change(source, target, document -> document.getFirstPage().addAnnotation(
          new PdfTextAnnotation(new Rectangle(500, 780, 20, 20)).setContents(value))); break;
      case "square": change(source, target, document -> document.getFirstPage().addAnnotation(
          new PdfSquareAnnotation(new Rectangle(320, 300, 100, 40)).setContents(value))); break;
      default: change(source, target, document -> fill(document, field, value));
    }
  }

  /** The form of pdf-lib.mjs, in colours; iText states those of the check box in its appearances only. */
  static void make(String target) throws Exception {
    try (PdfDocument document = new PdfDocument(new PdfWriter(target))) {
      PdfPage page = document.addNewPage(PageSize.A4);
      PdfFont font = PdfFontFactory.createFont();
      new PdfCanvas(page).beginText().setFontAndSize(font, 14).moveText(50, 780).showText("We agree to pay 1000 on demand.").endText();
      PdfAcroForm form = PdfFormCreator.getAcroForm(document, true);
      PdfFormField[] fields = {
        new TextFormFieldBuilder(document, "name").setWidgetRectangle(new Rectangle(50, 680, 200, 20)).createText(),
        new TextFormFieldBuilder(document, "note").setWidgetRectangle(new Rectangle(50, 600, 200, 60)).createMultilineText(),
        new CheckBoxFormFieldBuilder(document, "agree").setWidgetRectangle(new Rectangle(50, 560, 16, 16)).createCheckBox(),
        new ChoiceFormFieldBuilder(document, "country").setWidgetRectangle(new Rectangle(50, 490, 200, 20))
            .setOptions(new String[] {"Austria", "France", "Spain"}).createComboBox(),
      };
      for (PdfFormField field : fields) {
        field.getFirstFormAnnotation().setBackgroundColor(ColorConstants.YELLOW).setBorderColor(ColorConstants.RED).setBorderWidth(1);
        form.addField(field);
      }
      RadioFormFieldBuilder radio = new RadioFormFieldBuilder(document, "colour");
      PdfButtonFormField group = radio.createRadioGroup();
      group.addKid(radio.createRadioButton("red", new Rectangle(50, 530, 16, 16)));
      group.addKid(radio.createRadioButton("green", new Rectangle(80, 530, 16, 16)));
      form.addField(group);
    }
  }

  static void change(String source, String target, Change change) throws Exception {
    try (PdfDocument document = new PdfDocument(new PdfReader(source), new PdfWriter(target), new StampingProperties().useAppendMode())) {
      change.apply(document);
    }
  }

  static void fill(PdfDocument document, String name, String value) throws Exception {
    PdfAcroForm form = PdfFormCreator.getAcroForm(document, false);
    PdfFormField field = form.getField(name);
    if (field == null) throw new IOException("there is no such field");
    field.setValue(value);
  }

  static void sign(String source, String target, AccessPermissions level, boolean visible) throws Exception {
    try (PdfReader reader = new PdfReader(source); OutputStream out = new FileOutputStream(target)) {
      PdfSigner signer = new PdfSigner(reader, out, new StampingProperties().useAppendMode());
      SignerProperties properties = new SignerProperties().setFieldName(signer.getNewSigFieldName()).setCertificationLevel(level);
      if (visible) properties.setPageNumber(1).setPageRect(new Rectangle(320, 40, 200, 50));
      signer.setSignerProperties(properties);
      signer.signDetached(new BouncyCastleDigest(), new PrivateKeySignature(Jobs.key, "SHA-256", "BC"), Jobs.chain, null, null,
          null, 0, PdfSigner.CryptoStandard.CADES);
    }
  }

  static void archive(PdfDocument document) throws Exception {
    LtvVerification verification = new LtvVerification(document);
    List<byte[]> certificates = new ArrayList<>();
    for (Certificate one : Jobs.chain) certificates.add(one.getEncoded());
    String name = new SignatureUtil(document).getSignatureNames().get(0);
    if (!verification.addVerification(name, null, List.of(crl), certificates)) throw new IOException("nothing was added");
    verification.merge();
  }
}
