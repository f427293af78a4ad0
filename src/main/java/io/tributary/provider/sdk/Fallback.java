package io.tributary.provider.sdk;

import java.time.ZoneId;
import java.util.Optional;

/** Asked for the zone when an envelope names none; may block. */
@FunctionalInterface
public interface Fallback {
  /** Where the user of the push is, as far as it is known otherwise. */
  Optional<Zone> zone(PushProvider provider);

  /**
   * @param origin such as {@code fallback Asia/Kolkata}
   */
  record Zone(ZoneId id, String origin) {}
}
