import com.itextpdf.forms.PdfAcroForm;
import com.itextpdf.forms.fields.PdfFormCreator;
import com.itextpdf.forms.fields.PdfFormField;
import com.itextpdf.kernel.geom.Rectangle;
import com.itextpdf.kernel.pdf.*;
import com.itextpdf.kernel.pdf.annot.*;
import com.itextpdf.signatures.*;
import java.io.*;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** iText 9 (as iText 7 and 8): signs, certifies, fills, comments and adds validation data in append mode. */
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
