package io.tributary.workoutfile;

import io.tributary.model.WorkoutStream;

/** Points of a GPX document, for workouts that come from another source. */
public final class GpxTrack {
  private GpxTrack() {}

  /**
   * Returns the stream of the first track.
   *
   * @throws IllegalArgumentException if the document is invalid or has no track with times
   */
  public static WorkoutStream read(byte[] file) {
    try {
      return GpxFile.read(file).sessions().getFirst().stream();
    } catch (UnsupportedFileException unusable) {
      throw new IllegalArgumentException(unusable.getMessage(), unusable);
    }
  }
}
