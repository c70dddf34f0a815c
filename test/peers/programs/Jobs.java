import java.io.*;
import java.nio.file.*;
import java.security.*;
import java.security.cert.Certificate;

/** Carries out the jobs of standard input, one a line: action, source, target, field, value, divided by tabulators. */
public class Jobs {
  public interface Action { void run(String action, String source, String target, String field, String value) throws Exception; }

  public static PrivateKey key;
  public static Certificate[] chain;

  /** The key is in ann.p12 of the folder. */
  public static void serve(String folder, Action action) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(Path.of(folder, "ann.p12"))) { store.load(in, "secret".toCharArray()); }
    String alias = store.aliases().nextElement();
    key = (PrivateKey) store.getKey(alias, "secret".toCharArray());
    chain = store.getCertificateChain(alias);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] job = line.split("\t", -1);
      try {
        action.run(job[0], job[1], job[2], job[3], job[4].replace("\\n", "\n"));
        System.out.println("done");
      } catch (Exception error) {
        System.out.println(("failed: " + error).replace("\n", " "));
      }
    }
  }
}
