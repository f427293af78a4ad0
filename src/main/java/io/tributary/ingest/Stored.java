package io.tributary.ingest;

import io.tributary.model.Resource;
import java.time.LocalDate;
import java.util.Map;
import java.util.Set;

/**
 * What became of a batch.
 *
 * @param days days that have data of a resource, changed or not; records outside the bounds do not
 *     count
 * @param created identities that were never stored before
 * @param updated identities whose content changed
 */
public record Stored(
    Map<Resource, Set<LocalDate>> days,
    Map<Resource, Integer> created,
    Map<Resource, Integer> updated) {
  private static final Stored NOTHING = new Stored(Map.of(), Map.of(), Map.of());

  public Stored {
    days = Map.copyOf(days);
    created = Map.copyOf(created);
    updated = Map.copyOf(updated);
  }

  static Stored nothing() {
    return NOTHING;
  }
}
