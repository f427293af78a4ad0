package io.tributary.provider.sdk;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Optional;

/** Asked for what a body leaves out; may block. */
public interface UploadDefaults {
  /** Where the user of the push is, as far as it is known otherwise. */
  Optional<Zone> zone(SdkProvider provider);

  /** When the user was born: it decides the heart-rate zones of workouts. */
  Optional<LocalDate> birthDate();

  /**
   * @param origin such as {@code fallback Asia/Kolkata}
   */
  record Zone(ZoneId id, String origin) {}
}
