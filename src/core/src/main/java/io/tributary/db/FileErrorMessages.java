package io.tributary.db;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** Translates file errors into messages for the operator. */
final class FileErrorMessages {
  private FileErrorMessages() {}

  /** The directory belongs to another user. */
  static final class WrongOwnerException extends IOException {
    WrongOwnerException(String message) {
      super(message);
    }
  }

  static String explain(Path dir, IOException e) {
    var text = String.valueOf(e.getMessage());
    if (text.contains("No space left") || text.contains("Disk quota exceeded")) {
      return "The disk that holds %s is full (%s). Free some space (the first start needs about 300 MB) and start again."
          .formatted(dir, space(dir));
    }
    if (text.contains("Read-only file system")) {
      return "%s is on a read-only file system. Mount it writable or choose another data directory."
          .formatted(dir);
    }
    return switch (e) {
      case AccessDeniedException denied ->
          "No permission to access %s as user id %s. Change the owner of the data directory %s to that user (chown -R), or choose another data directory."
              .formatted(denied.getFile(), userId(), dir);
      case FileAlreadyExistsException there ->
          there.getFile() + " is not a directory. Choose another data directory.";
      case NotDirectoryException there ->
          there.getFile() + " is not a directory. Choose another data directory.";
      case WrongOwnerException wrong -> wrong.getMessage();
      case NoSuchFileException gone -> gone.getFile() + " does not exist and cannot be created.";
      default -> "Cannot use %s: %s".formatted(dir, e);
    };
  }

  /**
   * Rejects a directory of another user here, because later steps would fail with an obscure error.
   */
  static void requireOwnDirectory(Path dir) throws IOException {
    int owner = AtomicFiles.ownerId(dir);
    int self = AtomicFiles.effectiveUserId();
    if (owner != self) {
      throw new WrongOwnerException(
          "%s belongs to user id %d, but this process runs as user id %d. Start it as that user, change the owner (chown -R %d %s), or choose another data directory."
              .formatted(dir, owner, self, self, dir));
    }
  }

  private static String userId() {
    try {
      return String.valueOf(AtomicFiles.effectiveUserId());
    } catch (IOException e) {
      return "unknown";
    }
  }

  private static String space(Path dir) {
    try {
      var existing = dir.toAbsolutePath();
      while (!Files.exists(existing)) existing = existing.getParent();
      return Files.getFileStore(existing).getUsableSpace() / (1 << 20) + " MB left";
    } catch (IOException e) {
      return "free space unknown";
    }
  }
}
