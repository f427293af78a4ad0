package io.tributary.workoutfile;

import io.tributary.model.WorkoutStream;

/** The points of a GPX document for those who know its workout from elsewhere. */
public final class GpxTrack {
  private GpxTrack() {}

  /**
   * The stream of the first track.
   *
   * @throws IllegalArgumentException when the document is broken or holds no track with times
   */
  public static WorkoutStream read(byte[] file) {
    try {
      return GpxFile.read(file).sessions().getFirst().stream();
    } catch (UnsupportedFile unusable) {
      throw new IllegalArgumentException(unusable.getMessage(), unusable);
    }
  }
}
