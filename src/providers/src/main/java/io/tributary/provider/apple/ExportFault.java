package io.tributary.provider.apple;

/**
 * Signals that the file is not a readable Health export. The message is shown to the sender and
 * contains no values.
 */
public final class ExportFault extends RuntimeException {
  public ExportFault(String message) {
    super(message, null, false, false);
  }
}
