package io.tributary.provider.sdk;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Optional;

/** Supplies values that a body omits; may block. */
public interface UploadDefaults {
  /** Returns the user's time zone as known from elsewhere. */
  Optional<Zone> zone(SdkProvider provider);

  /** Returns the user's birth date, which determines the heart-rate zones of workouts. */
  Optional<LocalDate> birthDate();

  /**
   * @param origin such as {@code fallback Asia/Kolkata}
   */
  record Zone(ZoneId id, String origin) {}
}
