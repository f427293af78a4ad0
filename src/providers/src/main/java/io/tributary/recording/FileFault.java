package io.tributary.recording;

/** A file that is no workout: why, in words for its sender and without values of the file. */
public final class FileFault extends RuntimeException {
  private static final long serialVersionUID = 1;

  public FileFault(String why) {
    super(why, null, false, false);
  }
}
