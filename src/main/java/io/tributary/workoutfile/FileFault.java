package io.tributary.workoutfile;

/** A file that is no workout: why, in words for its sender and without values of the file. */
final class FileFault extends RuntimeException {
  private static final long serialVersionUID = 1;

  FileFault(String why) {
    super(why, null, false, false);
  }
}
