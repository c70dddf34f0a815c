import java.io.*;
import java.nio.file.*;
import java.security.*;
import java.security.cert.*;
import java.util.*;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.*;
import org.apache.pdfbox.pdmodel.*;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.color.*;
import org.apache.pdfbox.pdmodel.interactive.annotation.*;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.*;
import org.apache.pdfbox.pdmodel.interactive.form.*;
import org.bouncycastle.cert.jcajce.JcaCertStore;
import org.bouncycastle.cms.*;
import org.bouncycastle.cms.jcajce.*;
import org.bouncycastle.operator.jcajce.*;

/** PDFBox: signs, fills and comments with incremental saving. */
public class Pdfbox {
  interface Change { void apply(PDDocument document) throws Exception; }


  public static void main(String[] arguments) throws Exception {
    Jobs.serve(arguments[0], Pdfbox::run);
  }

  static void run(String action, String source, String target, String field, String value) throws Exception {
    switch (action) {
      case "sign", "certify": sign(source, target, action.equals("certify") ? Integer.parseInt(value) : 0); break;
      case "comment": change(source, target, Pdfbox::comment); break;
      case "square": change(source, target, Pdfbox::square); break;
      case "check": change(source, target, document -> ((PDCheckBox) form(document).getField(field)).check()); break;
      default: change(source, target, document -> form(document).getField(field).setValue(value));
    }
  }

  static PDAcroForm form(PDDocument document) { return document.getDocumentCatalog().getAcroForm(); }

  static void change(String source, String target, Change change) throws Exception {
    try (PDDocument document = Loader.loadPDF(new File(source)); OutputStream out = new FileOutputStream(target)) {
      change.apply(document);
      document.saveIncremental(out);
    }
  }

  static void comment(PDDocument document) throws IOException {
    PDAnnotationText note = new PDAnnotationText();
    note.setRectangle(new PDRectangle(500, 780, 20, 20));
    note.setContents("Please read again.");
    add(document, note);
  }

  static void square(PDDocument document) throws IOException {
    PDAnnotationSquare square = new PDAnnotationSquare();
    square.setRectangle(new PDRectangle(320, 300, 100, 40));
    square.setColor(new PDColor(new float[] {1, 0, 0}, PDDeviceRGB.INSTANCE));
    square.constructAppearances(document);
    add(document, square);
  }

  /** What is to be saved must be marked as changed on the way from the catalogue (PDDocument.saveIncremental). */
  static void add(PDDocument document, PDAnnotation annotation) throws IOException {
    PDPage page = document.getPage(0);
    page.getAnnotations().add(annotation);
    for (COSDictionary at = page.getCOSObject(); at != null; at = at.getCOSDictionary(COSName.PARENT)) at.setNeedToBeUpdated(true);
    document.getDocumentCatalog().getCOSObject().setNeedToBeUpdated(true);
  }

  static void sign(String source, String target, int permission) throws Exception {
    try (PDDocument document = Loader.loadPDF(new File(source)); OutputStream out = new FileOutputStream(target)) {
      PDSignature signature = new PDSignature();
      signature.setFilter(PDSignature.FILTER_ADOBE_PPKLITE);
      signature.setSubFilter(PDSignature.SUBFILTER_ADBE_PKCS7_DETACHED);
      signature.setName("Ann");
      signature.setSignDate(Calendar.getInstance());
      if (permission > 0) certify(document, signature, permission);
      document.addSignature(signature, Pdfbox::message);
      document.saveIncremental(out);
    }
  }

  /** As SigUtils.setMDPPermission of the examples of PDFBox. */
  static void certify(PDDocument document, PDSignature signature, int permission) {
    COSDictionary parameters = new COSDictionary();
    parameters.setItem(COSName.TYPE, COSName.getPDFName("TransformParams"));
    parameters.setInt(COSName.P, permission);
    parameters.setName(COSName.V, "1.2");
    COSDictionary reference = new COSDictionary();
    reference.setItem(COSName.TYPE, COSName.getPDFName("SigRef"));
    reference.setItem("TransformMethod", COSName.getPDFName("DocMDP"));
    reference.setItem("TransformParams", parameters);
    COSArray references = new COSArray();
    references.add(reference);
    signature.getCOSObject().setItem("Reference", references);
    COSDictionary catalog = document.getDocumentCatalog().getCOSObject();
    COSDictionary permissions = new COSDictionary();
    catalog.setItem(COSName.PERMS, permissions);
    permissions.setItem("DocMDP", signature);
    catalog.setNeedToBeUpdated(true);
  }
  static byte[] message(InputStream content) throws IOException {
    try {
      CMSSignedDataGenerator generator = new CMSSignedDataGenerator();
      X509Certificate own = (X509Certificate) Jobs.chain[0];
      generator.addSignerInfoGenerator(
          new JcaSignerInfoGeneratorBuilder(new JcaDigestCalculatorProviderBuilder().build())
              .build(new JcaContentSignerBuilder("SHA256withRSA").build(Jobs.key), own));
      generator.addCertificates(new JcaCertStore(Arrays.asList(Jobs.chain)));
      return generator.generate(new CMSProcessableByteArray(content.readAllBytes()), false).getEncoded();
    } catch (GeneralSecurityException | CMSException | org.bouncycastle.operator.OperatorCreationException error) {
      throw new IOException(error);
    }
  }
}
