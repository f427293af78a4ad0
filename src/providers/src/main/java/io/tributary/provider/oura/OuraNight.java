package io.tributary.provider.oura;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.SleepType;
import io.tributary.model.Units;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Sleep document that counts as sleep, with the values that other records need.
 *
 * @param offsetSeconds offset of the end, for the session and all its samples; null if unknown
 */
record OuraNight(
    LenientJson doc,
    LocalDate day,
    SleepType type,
    OffsetInstant start,
    OffsetInstant end,
    Integer offsetSeconds) {

  /**
   * Returns the nights of a window; unreadable documents are skipped, because the sleep feed
   * reports them.
   */
  static List<OuraNight> of(DocumentSet documents, AccountContext facts) {
    return of(documents, facts, problem -> {});
  }

  /** Returns the nights of a window; unreadable documents are reported in the batch. */
  static List<OuraNight> of(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    return of(documents, facts, problem -> batch.reject("sleep", problem.getMessage()));
  }

  private static List<OuraNight> of(
      DocumentSet documents, AccountContext facts, Consumer<IllegalArgumentException> refused) {
    List<OuraNight> nights = new ArrayList<>();
    for (LenientJson doc : documents.of(OuraCollection.SLEEP)) {
      try {
        read(doc, facts).ifPresent(nights::add);
      } catch (IllegalArgumentException e) {
        refused.accept(e);
      }
    }
    return nights;
  }

  private static Optional<OuraNight> read(LenientJson doc, AccountContext facts) {
    String own = doc.text("type");
    // Resting is not sleep; a sleep that the user deleted stays as it was stored.
    if ("rest".equals(own) || "deleted".equals(own)) {
      return Optional.empty();
    }
    OffsetInstant start = doc.requiredStamp("bedtime_start", facts.zone());
    OffsetInstant end = doc.requiredStamp("bedtime_end", facts.zone());
    if (end.at().isBefore(start.at())) {
      throw new IllegalArgumentException("bedtime_end is before bedtime_start");
    }
    LocalDate day = doc.day("day") == null ? end.date() : doc.day("day");
    return Optional.of(
        new OuraNight(doc, day, typeOf(own, doc, start, end), start, end, end.offsetSeconds()));
  }

  private static SleepType typeOf(
      String own, LenientJson doc, OffsetInstant start, OffsetInstant end) {
    return switch (own == null ? "" : own) {
      case "long_sleep" -> SleepType.LONG_SLEEP;
      case "sleep" -> SleepType.SHORT_SLEEP;
      case "late_nap" -> SleepType.ACKNOWLEDGED_NAP;
      // A missing or unknown type is derived from the time asleep.
      default -> {
        Integer asleep = doc.seconds("total_sleep_duration");
        yield SleepType.byTimeAsleep(asleep == null ? length(start, end) : asleep);
      }
    };
  }

  boolean isLong() {
    return type == SleepType.LONG_SLEEP;
  }

  /** Returns the seconds from start to end. */
  int length() {
    return length(start, end);
  }

  private static int length(OffsetInstant start, OffsetInstant end) {
    return Units.round((double) Duration.between(start.at(), end.at()).toSeconds());
  }
}
