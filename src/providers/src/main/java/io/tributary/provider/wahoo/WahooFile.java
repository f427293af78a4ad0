package io.tributary.provider.wahoo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.model.HeartRateReadings;
import io.tributary.model.WorkoutStream;
import io.tributary.model.WorkoutStream.Channel;
import io.tributary.provider.document.LenientJson;
import io.tributary.workoutfile.UnsupportedFileException;
import io.tributary.workoutfile.WorkoutFile;
import io.tributary.workoutfile.WorkoutFile.Session;
import io.tributary.workoutfile.WorkoutFileReader;
import java.time.LocalDate;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;

/**
 * File of a workout. It is stored as {@code {"workout_id", "day", "fit"}} with the file in base64,
 * or with {@code fault} instead of {@code fit} if it was not available.
 *
 * @param maxHr bpm, as recorded, otherwise the highest reading; null if nothing was recorded
 */
record WahooFile(WorkoutStream stream, Integer maxHr) {
  static final WahooFile NONE = new WahooFile(WorkoutStream.EMPTY, null);

  static final String WORKOUT_ID = "workout_id";
  static final String DAY = "day";
  private static final String FIT = "fit";
  private static final String FAULT = "fault";

  /** Maximum size: several days of one record per second with all sensors. */
  static final int MAX_BYTES = 32 << 20;

  static ObjectNode toJson(String workoutId, LocalDate day, byte[] file) {
    return envelope(workoutId, day).put(FIT, Base64.getEncoder().encodeToString(file));
  }

  static ObjectNode missing(String workoutId, LocalDate day, String why) {
    return envelope(workoutId, day).put(FAULT, why);
  }

  private static ObjectNode envelope(String workoutId, LocalDate day) {
    return Json.object().put(WORKOUT_ID, workoutId).put(DAY, day == null ? null : day.toString());
  }

  /** Returns whether the file is readable; a damaged one can be downloaded again. */
  static boolean isReadable(byte[] file) {
    try {
      WorkoutFileReader.read(file, MAX_BYTES);
      return true;
    } catch (UnsupportedFileException | IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * @throws IllegalArgumentException if it is unreadable; the message gives the reason without
   *     values
   */
  static WahooFile of(LenientJson kept) {
    if (kept.has(FAULT)) {
      throw new IllegalArgumentException(kept.text(FAULT));
    }
    try {
      return of(
          WorkoutFileReader.read(Base64.getDecoder().decode(kept.requiredText(FIT)), MAX_BYTES));
    } catch (UnsupportedFileException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** Merges the sessions, because a file is one workout. */
  private static WahooFile of(WorkoutFile recording) {
    WorkoutStream.Builder all = WorkoutStream.builder();
    for (Session session : recording.sessions()) {
      WorkoutStream part = session.stream();
      for (int i = 0; i < part.size(); i++) {
        all.at(part.time(i));
        for (Channel channel : Channel.values()) {
          all.set(channel, part.value(channel, i));
        }
      }
    }
    WorkoutStream stream = all.build();
    return new WahooFile(stream, maxHr(recording, stream).orElse(null));
  }

  private static Optional<Integer> maxHr(WorkoutFile recording, WorkoutStream stream) {
    return recording.sessions().stream()
        .map(s -> s.totals().maxHr())
        .filter(Objects::nonNull)
        .filter(bpm -> bpm <= 400)
        .max(Integer::compare)
        .or(() -> HeartRateReadings.of(stream, Long.MAX_VALUE).max());
  }
}
