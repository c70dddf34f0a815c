import eu.europa.esig.dss.enumerations.*;
import eu.europa.esig.dss.model.*;
import eu.europa.esig.dss.model.x509.CertificateToken;
import eu.europa.esig.dss.pades.*;
import eu.europa.esig.dss.pades.signature.PAdESService;
import eu.europa.esig.dss.spi.DSSUtils;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.spi.x509.CommonTrustedCertificateSource;
import eu.europa.esig.dss.spi.x509.revocation.crl.ExternalResourcesCRLSource;
import eu.europa.esig.dss.spi.x509.tsp.TSPSource;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.*;
import java.nio.file.*;
import java.security.*;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.*;
import org.bouncycastle.tsp.*;

/**
 * Signs a PDF with EU DSS at each baseline level. Arguments: a folder with source.pdf, signer.pem, signer.key (P-256), ca.pem,
 * root.pem, ca.crl and root.crl; the URL of a time-stamping authority; the folder for B.pdf, T.pdf, LT.pdf and LTA.pdf.
 */
public class SignDss {
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    CertificateToken signer = certificate(folder, "signer.pem"), ca = certificate(folder, "ca.pem");
    PAdESService service = new PAdESService(verifier(folder));
    service.setTspSource(authority(URI.create(args[1])));
    for (String level : List.of("B", "T", "LT", "LTA")) {
      PAdESSignatureParameters parameters = new PAdESSignatureParameters();
      parameters.setSignatureLevel(SignatureLevel.valueOf("PAdES_BASELINE_" + level));
      parameters.setDigestAlgorithm(DigestAlgorithm.SHA256);
      // the authority of the tests knows no other
      parameters.setSignatureTimestampParameters(new PAdESTimestampParameters(DigestAlgorithm.SHA256));
      parameters.setArchiveTimestampParameters(new PAdESTimestampParameters(DigestAlgorithm.SHA256));
      parameters.setSigningCertificate(signer);
      parameters.setCertificateChain(List.of(signer, ca));
      DSSDocument source = new FileDocument(folder.resolve("source.pdf").toFile());
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(key(folder.resolve("signer.key")));
      signature.update(service.getDataToSign(source, parameters).getBytes());
      SignatureValue value = new SignatureValue(SignatureAlgorithm.ECDSA_SHA256, signature.sign());
      service.signDocument(source, parameters, value).save(Path.of(args[2], level + ".pdf").toString());
    }
  }

  private static CommonCertificateVerifier verifier(Path folder) throws Exception {
    CommonTrustedCertificateSource trusted = new CommonTrustedCertificateSource();
    trusted.addCertificate(certificate(folder, "root.pem"));
    CommonCertificateVerifier verifier = new CommonCertificateVerifier();
    verifier.setTrustedCertSources(trusted);
    verifier.setCrlSource(
        new ExternalResourcesCRLSource(
            Files.newInputStream(folder.resolve("ca.crl")), Files.newInputStream(folder.resolve("root.crl"))));
    return verifier;
  }

  private static TSPSource authority(URI url) {
    HttpClient client = HttpClient.newHttpClient();
    return (algorithm, digest) -> {
      try {
        TimeStampRequestGenerator generator = new TimeStampRequestGenerator();
        generator.setCertReq(true);
        TimeStampRequest asked =
            generator.generate(
                new org.bouncycastle.asn1.ASN1ObjectIdentifier(algorithm.getOid()),
                digest,
                new BigInteger(63, new SecureRandom()));
        HttpRequest request =
            HttpRequest.newBuilder(url).POST(HttpRequest.BodyPublishers.ofByteArray(asked.getEncoded())).build();
        TimeStampResponse answer =
            new TimeStampResponse(client.send(request, HttpResponse.BodyHandlers.ofByteArray()).body());
        answer.validate(asked);
        return new TimestampBinary(answer.getTimeStampToken().getEncoded());
      } catch (Exception thrown) {
        throw new IllegalStateException(thrown);
      }
    };
  }

  private static CertificateToken certificate(Path folder, String name) {
    return DSSUtils.loadCertificate(folder.resolve(name).toFile());
  }

  private static PrivateKey key(Path pem) throws Exception {
    String base64 = Files.readString(pem).replaceAll("-----[^-]+-----|\\s", "");
    return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
  }
}
