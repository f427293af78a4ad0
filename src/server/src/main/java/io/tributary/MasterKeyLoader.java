package io.tributary;

import io.tributary.config.ServiceConfig;
import io.tributary.core.Encryption;
import io.tributary.crypto.MasterKeys;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Where the master key is: in the configuration, in a file that it names, else in one that is made
 * once in the data directory. Beside it may stand the next one, which is to take its place.
 */
final class MasterKeyLoader {
  private static final String OWN = "secret.key";
  private static final String NEXT = "secret.key.next";
  private static final int BYTES = 32;

  private MasterKeyLoader() {}

  /** The key in use first, then the next one if there is one. */
  static MasterKeys load(ServiceConfig.Secret settings, Path data) throws IOException {
    List<byte[]> keys = new ArrayList<>();
    keys.add(current(settings, data));
    if (!settings.nextKey().isEmpty()) {
      keys.add(decode(settings.nextKey(), "TRIBUTARY_SECRET_NEXT_KEY"));
    } else if (ours(settings) && Files.exists(data.resolve(NEXT))) {
      // A change of keys that was interrupted: the database may be on either side of it.
      keys.add(decode(data.resolve(NEXT)));
    }
    return new MasterKeys(keys);
  }

  /** Whether the key lies in the data directory. */
  static boolean ours(ServiceConfig.Secret settings) {
    return settings.key().isEmpty() && settings.file().isEmpty();
  }

  /** Makes the next key in the data directory, unless it is there. */
  static void makeNext(Path data) throws IOException {
    if (!Files.exists(data.resolve(NEXT))) {
      write(data, NEXT);
    }
  }

  /** Puts the next key of the data directory in the place of the one in use. */
  static void nextIsInUse(Path data) throws IOException {
    Files.move(
        data.resolve(NEXT),
        data.resolve(OWN),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    force(data, StandardOpenOption.READ);
  }

  private static void force(Path path, StandardOpenOption as) throws IOException {
    try (FileChannel channel = FileChannel.open(path, as)) {
      channel.force(true);
    }
  }

  private static byte[] current(ServiceConfig.Secret settings, Path data) throws IOException {
    if (!settings.key().isEmpty()) {
      return decode(settings.key(), "TRIBUTARY_SECRET_KEY");
    }
    if (!settings.file().isEmpty()) {
      return decode(Path.of(settings.file()));
    }
    Path file = data.resolve(OWN);
    if (!Files.exists(file)) {
      write(data, OWN);
    }
    return decode(file);
  }

  private static void write(Path data, String name) throws IOException {
    Path temp =
        Files.createTempFile(
            data,
            "secret",
            ".tmp",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(
        temp, Base64.getEncoder().encodeToString(Encryption.randomBytes(BYTES)) + "\n");
    // What the key wraps is on the disk soon: so must the key be before, or a power cut takes all.
    force(temp, StandardOpenOption.WRITE);
    Files.move(temp, data.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    force(data, StandardOpenOption.READ);
  }

  private static byte[] decode(Path file) throws IOException {
    return decode(Files.readString(file).strip(), file.toString());
  }

  private static byte[] decode(String text, String where) {
    try {
      byte[] key = Base64.getDecoder().decode(text);
      if (key.length == BYTES) {
        return key;
      }
    } catch (IllegalArgumentException e) {
      // named below
    }
    throw new IllegalStateException(where + " must hold base64 of " + BYTES + " bytes");
  }
}
