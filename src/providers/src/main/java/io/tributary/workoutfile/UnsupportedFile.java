package io.tributary.workoutfile;

/** A file that is no workout: why, in words for its sender and without values of the file. */
public final class UnsupportedFile extends RuntimeException {
  private static final long serialVersionUID = 1;

  public UnsupportedFile(String why) {
    super(why, null, false, false);
  }
}
