import com.lowagie.text.*;
import com.lowagie.text.pdf.*;
import java.io.*;
import java.nio.file.*;
import java.security.*;
import java.security.cert.Certificate;
import java.util.*;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** OpenPDF: signs, certifies, fills and comments in append mode. */
public class Openpdf {
  interface Change { void apply(PdfStamper stamper) throws Exception; }


  public static void main(String[] arguments) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    Jobs.serve(arguments[0], Openpdf::run);
  }

  static void run(String action, String source, String target, String field, String value) throws Exception {
    switch (action) {
      case "sign": sign(source, target, 0, false); break;
      case "visible": sign(source, target, 0, true); break;
      case "certify": sign(source, target, Integer.parseInt(value), false); break;
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
      String name = "Signature" + (reader.getAcroFields().getSignedFieldNames().size() + 1) + "-op";
      if (visible) appearance.setVisibleSignature(new Rectangle(320, 40, 520, 90), 1, name);
      else appearance.setVisibleSignature(new Rectangle(0, 0), 1, name);
      if (level > 0) appearance.setCertificationLevel(level);
      appearance.setCrypto(Jobs.key, Jobs.chain, null, PdfSignatureAppearance.WINCER_SIGNED);
      stamper.close();
    }
    reader.close();
  }
}
