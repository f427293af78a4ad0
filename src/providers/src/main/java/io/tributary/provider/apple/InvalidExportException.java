package io.tributary.provider.apple;

/**
 * Signals that the file is not a readable Health export. The message is shown to the sender and
 * contains no values.
 */
public final class InvalidExportException extends RuntimeException {
  public InvalidExportException(String message) {
    super(message, null, false, false);
  }
}
