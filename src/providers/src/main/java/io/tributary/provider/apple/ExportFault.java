package io.tributary.provider.apple;

/** The file is no Health export that can be read. The message is for its sender, without values. */
public final class ExportFault extends RuntimeException {
  public ExportFault(String message) {
    super(message, null, false, false);
  }
}
