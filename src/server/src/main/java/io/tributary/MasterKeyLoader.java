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
 * Loads the master key from the configuration, from a configured file, or from a file in the data
 * directory that the first start generates. During a rotation the next master key is loaded as
 * well.
 */
final class MasterKeyLoader {
  private static final String CURRENT_FILE = "secret.key";
  private static final String NEXT_FILE = "secret.key.next";
  private static final int BYTES = 32;

  private MasterKeyLoader() {}

  /** Returns the key in use first, followed by the next key if there is one. */
  static MasterKeys load(ServiceConfig.MasterKey settings, Path data) throws IOException {
    List<byte[]> keys = new ArrayList<>();
    keys.add(loadCurrent(settings, data));
    if (!settings.nextKey().isEmpty()) {
      keys.add(decode(settings.nextKey(), "TRIBUTARY_MASTER_NEXT_KEY"));
    } else if (isKeptInDataDirectory(settings) && Files.exists(data.resolve(NEXT_FILE))) {
      // A rotation was interrupted: the data keys may be wrapped by either master key.
      keys.add(decode(data.resolve(NEXT_FILE)));
    }
    return new MasterKeys(keys);
  }

  /** Returns whether the service keeps the master key in the data directory. */
  static boolean isKeptInDataDirectory(ServiceConfig.MasterKey settings) {
    return settings.key().isEmpty() && settings.keyFile().isEmpty();
  }

  /** Returns where the key in use is stored, for messages to the operator. */
  static String location(ServiceConfig.MasterKey settings, Path data) {
    return !settings.key().isEmpty()
        ? "setting TRIBUTARY_MASTER_KEY"
        : settings.keyFile().isEmpty() ? data.resolve(CURRENT_FILE).toString() : settings.keyFile();
  }

  /** Generates the next key in the data directory, unless it exists. */
  static void generateNext(Path data) throws IOException {
    if (!Files.exists(data.resolve(NEXT_FILE))) {
      write(data, NEXT_FILE);
    }
  }

  /** Replaces the key in use by the next key of the data directory. */
  static void promoteNext(Path data) throws IOException {
    Files.move(
        data.resolve(NEXT_FILE),
        data.resolve(CURRENT_FILE),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    sync(data, StandardOpenOption.READ);
  }

  private static void sync(Path path, StandardOpenOption as) throws IOException {
    try (FileChannel channel = FileChannel.open(path, as)) {
      channel.force(true);
    }
  }

  private static byte[] loadCurrent(ServiceConfig.MasterKey settings, Path data)
      throws IOException {
    if (!settings.key().isEmpty()) {
      return decode(settings.key(), "TRIBUTARY_MASTER_KEY");
    }
    if (!settings.keyFile().isEmpty()) {
      return decode(Path.of(settings.keyFile()));
    }
    Path file = data.resolve(CURRENT_FILE);
    if (!Files.exists(file)) {
      write(data, CURRENT_FILE);
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
    // Sync before use: data keys wrapped by this key reach the disk soon, and without it a power
    // failure would make them unreadable.
    sync(temp, StandardOpenOption.WRITE);
    Files.move(temp, data.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    sync(data, StandardOpenOption.READ);
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
      // Falls through to the exception below.
    }
    throw new IllegalStateException(where + " must contain the base64 of " + BYTES + " bytes");
  }
}
