import com.itextpdf.text.Rectangle;
import com.itextpdf.text.pdf.*;
import com.itextpdf.text.pdf.security.*;
import java.io.*;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.*;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** iText 5: signs, certifies, fills, comments and adds validation data in append mode. */
public class Itext5 {
  interface Change { void apply(PdfStamper stamper) throws Exception; }
  static byte[] crl;

  public static void main(String[] arguments) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    crl = Files.readAllBytes(Path.of(arguments[0], "ca.crl"));
    Jobs.serve(arguments[0], Itext5::run);
  }

  static void run(String action, String source, String target, String field, String value) throws Exception {
    switch (action) {
      case "sign": sign(source, target, 0, false); break;
      case "visible": sign(source, target, 0, true); break;
      case "certify": sign(source, target, Integer.parseInt(value), false); break;
      case "archive": change(source, target, Itext5::archive); break;
      case "comment": change(source, target, stamper -> stamper.addAnnotation(
          PdfAnnotation.createText(stamper.getWriter(), new Rectangle(500, 780, 520, 800), "Ann", value, false, "Note"), 1)); break;
      case "square": change(source, target, stamper -> stamper.addAnnotation(
          PdfAnnotation.createSquareCircle(stamper.getWriter(), new Rectangle(320, 300, 420, 340), value, true), 1)); break;
      default: change(source, target, stamper -> {
        if (!stamper.getAcroFields().setField(field, value)) throw new IOException("the field was not set");
      });
    }
  }

  static void change(String source, String target, Change change) throws Exception {
    PdfReader reader = new PdfReader(source);
    try (OutputStream out = new FileOutputStream(target)) {
      PdfStamper stamper = new PdfStamper(reader, out, '\0', true);
      change.apply(stamper);
      stamper.close();
    }
    reader.close();
  }

  static void sign(String source, String target, int level, boolean visible) throws Exception {
    PdfReader reader = new PdfReader(source);
    try (OutputStream out = new FileOutputStream(target)) {
      PdfStamper stamper = PdfStamper.createSignature(reader, out, '\0', null, true);
      PdfSignatureAppearance appearance = stamper.getSignatureAppearance();
      String name = "Signature" + (reader.getAcroFields().getSignatureNames().size() + 1) + "-it";
      if (visible) appearance.setVisibleSignature(new Rectangle(320, 40, 520, 90), 1, name);
      else appearance.setVisibleSignature(new Rectangle(0, 0), 1, name);
      if (level > 0) appearance.setCertificationLevel(level);
      MakeSignature.signDetached(appearance, new BouncyCastleDigest(), new PrivateKeySignature(Jobs.key, "SHA-256", "BC"),
          Jobs.chain, null, null, null, 0, MakeSignature.CryptoStandard.CADES);
    }
    reader.close();
  }

  static void archive(PdfStamper stamper) throws Exception {
    LtvVerification verification = stamper.getLtvVerification();
    List<byte[]> certificates = new ArrayList<>();
    for (Certificate one : Jobs.chain) certificates.add(one.getEncoded());
    String name = stamper.getAcroFields().getSignatureNames().get(0);
    if (!verification.addVerification(name, null, List.of(crl), certificates)) throw new IOException("nothing was added");
    verification.merge();
  }
}
