package io.tributary;

import io.tributary.config.ServiceConfig;
import io.tributary.kernel.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;

/**
 * The key of everything encrypted at rest: from the configuration, else made once in the data
 * directory.
 */
final class MasterKey {
  private MasterKey() {}

  static byte[] load(ServiceConfig.Secret settings, Path data) throws IOException {
    if (!settings.key().isEmpty()) {
      return decode(settings.key(), "TRIBUTARY_SECRET_KEY");
    }
    Path file = data.resolve("secret.key");
    if (!Files.exists(file)) {
      Path temp =
          Files.createTempFile(
              data,
              "secret",
              ".tmp",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(temp, Base64.getEncoder().encodeToString(Secrets.randomBytes(32)) + "\n");
      Files.move(temp, file, StandardCopyOption.ATOMIC_MOVE);
    }
    return decode(Files.readString(file).strip(), file.toString());
  }

  private static byte[] decode(String text, String where) {
    try {
      byte[] key = Base64.getDecoder().decode(text);
      if (key.length == 32) {
        return key;
      }
    } catch (IllegalArgumentException e) {
      // named below
    }
    throw new IllegalStateException(where + " must hold base64 of 32 bytes");
  }
}
