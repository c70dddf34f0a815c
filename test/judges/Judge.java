import eu.europa.esig.dss.detailedreport.DetailedReport;
import eu.europa.esig.dss.detailedreport.jaxb.*;
import eu.europa.esig.dss.diagnostic.*;
import eu.europa.esig.dss.enumerations.TimestampType;
import eu.europa.esig.dss.model.FileDocument;
import eu.europa.esig.dss.model.policy.ValidationPolicy;
import eu.europa.esig.dss.pades.validation.PDFDocumentValidator;
import eu.europa.esig.dss.spi.DSSUtils;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.spi.x509.CommonTrustedCertificateSource;
import eu.europa.esig.dss.validation.policy.ValidationPolicyLoader;
import eu.europa.esig.dss.validation.reports.Reports;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.time.Instant;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

/**
 * Validates the PDFs of a list with EU DSS and its default policy, offline. A line of the list has, separated by tabs: file,
 * time of validation, password, files of trust anchors (separated by commas). Prints a line of JSON for each.
 */
public class Judge {
  private static final long SECONDS = 60;
  /** The first document also waits for the classes, which takes long on a busy machine. */
  private static final long FIRST_SECONDS = 180;
  private static final ValidationPolicy POLICY = ValidationPolicyLoader.fromDefaultValidationPolicy().create();

  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newCachedThreadPool(work -> {
      Thread thread = new Thread(null, work, "judge", 64 << 20);
      thread.setDaemon(true);
      return thread;
    });
    long seconds = FIRST_SECONDS;
    for (String line : Files.readAllLines(Path.of(args[0]))) {
      String[] cells = line.split("\t", -1);
      Future<String> answer = pool.submit(() -> judge(cells[0], Instant.parse(cells[1]), cells[2], cells[3]));
      try {
        System.out.println(answer.get(seconds, TimeUnit.SECONDS));
      } catch (ExecutionException | TimeoutException refusal) {
        Throwable cause = refusal.getCause() == null ? refusal : refusal.getCause();
        System.out.println(object("file", cells[0], "error", cause.toString()));
      }
      seconds = SECONDS;
    }
    System.exit(0);
  }

  private static String judge(String file, Instant at, String password, String anchors) {
    PDFDocumentValidator validator = new PDFDocumentValidator(new FileDocument(file));
    if (!password.isEmpty()) validator.setPasswordProtection(password.toCharArray());
    validator.setValidationTime(Date.from(at));
    validator.setCertificateVerifier(verifier(anchors));
    return object("file", file, "signatures", signatures(validator.validateDocument(POLICY), !anchors.isEmpty()));
  }

  private static CommonCertificateVerifier verifier(String anchors) {
    CommonTrustedCertificateSource trusted = new CommonTrustedCertificateSource();
    for (String anchor : anchors.split(",")) {
      if (!anchor.isEmpty()) trusted.addCertificate(DSSUtils.loadCertificate(new File(anchor)));
    }
    CommonCertificateVerifier verifier = new CommonCertificateVerifier();
    verifier.setAIASource(null);
    verifier.setTrustedCertSources(trusted);
    return verifier;
  }

  /** `trusts`: there are anchors, and a timestamp must pass; without anchors, one that is intact counts. */
  private static List<String> signatures(Reports reports, boolean trusts) {
    DiagnosticData data = reports.getDiagnosticData();
    DetailedReport report = reports.getDetailedReport();
    Stream<String> signatures = data.getSignatures().stream().map(signature -> {
      String time = signature.getSignatureTimestamps().stream()
          .filter(stamp -> trusts ? isPassed(report, stamp) : isIntact(stamp))
          .map(stamp -> stamp.getProductionTime().toInstant().toString())
          .min(Comparator.naturalOrder()).orElse(null);
      return describe(reports, signature, signature.getPDFRevision(), "level", signature.getSignatureFormat().toString(),
          "claimed", instant(signature.getClaimedSigningTime()), "proven", time);
    });
    Stream<String> timestamps = data.getTimestampList().stream()
        .filter(stamp -> stamp.getType() == TimestampType.DOCUMENT_TIMESTAMP)
        .map(stamp -> describe(reports, stamp, stamp.getPDFRevision(), "proven", instant(stamp.getProductionTime()),
            "imprint", isIntact(stamp) ? "intact" : "broken"));
    return Stream.concat(signatures, timestamps).collect(Collectors.toList());
  }

  private static boolean isIntact(TimestampWrapper stamp) {
    return stamp.isSignatureIntact() && stamp.isMessageImprintDataFound() && stamp.isMessageImprintDataIntact();
  }

  private static boolean isPassed(DetailedReport report, TimestampWrapper stamp) {
    return isIntact(stamp) && String.valueOf(report.getFinalIndication(stamp.getId())).endsWith("PASSED");
  }

  private static String describe(Reports reports, AbstractTokenProxy token, PDFRevisionWrapper revision, Object... more) {
    String id = token instanceof SignatureWrapper s ? s.getId() : ((TimestampWrapper) token).getId();
    DetailedReport report = reports.getDetailedReport();
    XmlBasicBuildingBlocks blocks = report.getBasicBuildingBlockById(id);
    XmlXCV path = blocks.getXCV();
    Object[] common = {
        "field", revision == null ? null : revision.getFirstFieldName(),
        "intact", token.isSignatureIntact(), "valid", token.isSignatureValid(),
        "digests", token.getDigestMatchers().stream().allMatch(one -> one.isDataFound() && one.isDataIntact()),
        "indication", String.valueOf(report.getFinalIndication(id)),
        "subIndication", text(report.getFinalSubIndication(id)),
        "pathPassed", path != null && String.valueOf(path.getConclusion().getIndication()).equals("PASSED"),
        "trustedChain", token.isTrustedChain(),
        "revocation", revocation(reports, token, path),
        "format", failed(blocks.getFC()),
    };
    return object(Stream.concat(Stream.of(common), Stream.of(more)).toArray());
  }

  /** The newest answer about the signer's certificate that DSS accepts. */
  private static String revocation(Reports reports, AbstractTokenProxy token, XmlXCV path) {
    CertificateWrapper signer = token.getSigningCertificate();
    if (signer == null || path == null) return null;
    return path.getSubXCV().stream()
        .filter(one -> one.getId().equals(signer.getId()) && one.getCRS() != null)
        .map(one -> one.getCRS().getLatestAcceptableRevocationId())
        .flatMap(id -> signer.getCertificateRevocationData().stream().filter(data -> data.getId().equals(id)))
        .map(data -> String.valueOf(data.getStatus())).findFirst().orElse("none");
  }

  /** The checks of the format that fail or warn, by the names of DSS. */
  private static List<String> failed(XmlFC checks) {
    if (checks == null) return List.of();
    return checks.getConstraint().stream()
        .filter(check -> check.getStatus() == XmlStatus.NOT_OK || check.getStatus() == XmlStatus.WARNING)
        .map(check -> quoted(check.getName().getKey())).collect(Collectors.toList());
  }

  private static String text(Object value) {
    return value == null ? null : value.toString();
  }

  private static String instant(Date date) {
    return date == null ? null : date.toInstant().toString();
  }

  private static String object(Object... pairs) {
    return IntStream.range(0, pairs.length / 2).mapToObj(i -> quoted(pairs[2 * i]) + ":" + json(pairs[2 * i + 1]))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String json(Object value) {
    return value == null || value instanceof Boolean || value instanceof List ? String.valueOf(value) : quoted(value);
  }

  private static String quoted(Object value) {
    StringBuilder text = new StringBuilder("\"");
    for (char c : value.toString().toCharArray()) {
      if (c == '"' || c == '\\' || c < ' ' || c > '~') text.append(String.format("\\u%04x", (int) c));
      else text.append(c);
    }
    return text.append('"').toString();
  }
}
