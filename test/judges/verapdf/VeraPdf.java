import java.io.File;
import java.nio.file.*;
import java.util.*;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.*;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.*;
import org.verapdf.pdfa.validation.profiles.RuleId;

/**
 * Validates the PDFs of a list with veraPDF. A line of the list has, separated by tabs: file, level as veraPDF names it (2b, ua1).
 * Prints for each rule that a file breaks, separated by tabs: number of the line, "clause-test", number of failed checks, what the first one
 * says, its place; for a file that cannot be judged, the rule is "error".
 */
public class VeraPdf {
  public static void main(String[] args) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    List<String> lines = Files.readAllLines(Path.of(args[0]));
    for (int i = 0; i < lines.size(); i++) {
      String[] cells = lines.get(i).split("\t");
      try {
        judge(i, cells[0], PDFAFlavour.byFlavourId(cells[1]));
      } catch (Exception refusal) {
        print(i, "error", 1, refusal.toString(), "");
      }
    }
  }

  private static void judge(int line, String file, PDFAFlavour flavour) throws Exception {
    VeraPDFFoundry foundry = Foundries.defaultInstance();
    try (PDFAParser parser = foundry.createParser(new File(file), flavour);
        PDFAValidator validator = foundry.createValidator(flavour, false)) {
      ValidationResult result = validator.validate(parser);
      Set<RuleId> printed = new HashSet<>();
      for (TestAssertion check : result.getTestAssertions()) {
        RuleId rule = check.getRuleId();
        if (check.getStatus() != TestAssertion.Status.FAILED || !printed.add(rule)) continue;
        int count = result.getFailedChecks().getOrDefault(rule, 1);
        print(line, rule.getClause() + "-" + rule.getTestNumber(), count, check.getMessage(), check.getLocation().getContext());
      }
      if (!result.isCompliant() && printed.isEmpty()) print(line, "error", 1, "invalid without a rule", "");
    }
  }

  private static void print(int line, String rule, int count, String message, String place) {
    String text = String.valueOf(message).replaceAll("\\s+", " ");
    System.out.println(String.join("\t", String.valueOf(line), rule, String.valueOf(count), text, place));
  }
}
