package io.tributary.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;

/**
 * Passwords of the embedded server, generated once and stored in the file {@code credentials} (mode
 * 0600).
 *
 * <p>Line one is the password of the service's role, line two that of the superuser, which only
 * sets up the role and the database.
 */
record PgCredentials(String rolePassword, String superuserPassword) {
  private static final String FILE = "credentials";

  /** Reads the passwords, or generates them if no cluster exists that needs the old ones. */
  static PgCredentials loadOrGenerate(Path dataDir, boolean clusterExists)
      throws IOException, EmbeddedPostgresException {
    var file = dataDir.resolve(FILE);
    if (Files.exists(file)) {
      var lines = Files.readAllLines(file);
      if (lines.size() == 2 && lines.stream().allMatch(l -> l.matches("[0-9a-f]{48}"))) {
        return new PgCredentials(lines.get(0), lines.get(1));
      }
    }
    if (clusterExists) {
      throw new EmbeddedPostgresException(
          "The passwords of the database in %s are lost: %s is missing or damaged. Restore it from a backup."
              .formatted(dataDir, file));
    }
    var made = new PgCredentials(random(), random());
    AtomicFiles.write(
        file, String.join("\n", List.of(made.rolePassword, made.superuserPassword, "")));
    return made;
  }

  private static String random() {
    var bytes = new byte[24];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  @Override
  public String toString() {
    return "PgCredentials[***]";
  }
}
