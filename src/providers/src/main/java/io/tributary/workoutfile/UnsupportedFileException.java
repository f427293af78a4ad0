package io.tributary.workoutfile;

/**
 * Signals that a file is not a readable workout. The message is shown to the sender and contains no
 * values of the file.
 */
public final class UnsupportedFileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public UnsupportedFileException(String why) {
    super(why, null, false, false);
  }
}
