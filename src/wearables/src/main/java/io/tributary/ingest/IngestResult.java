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
 * @param unchanged records that are stored with the same content, or that a later one of the same
 *     identity in the batch replaced
 * @param outside records outside of the user's bounds, dropped
 */
public record IngestResult(
    Map<Resource, Set<LocalDate>> days,
    Map<Resource, Integer> created,
    Map<Resource, Integer> updated,
    int unchanged,
    int outside) {
  public IngestResult {
    days = Map.copyOf(days);
    created = Map.copyOf(created);
    updated = Map.copyOf(updated);
  }

  static IngestResult nothing(int outside) {
    return new IngestResult(Map.of(), Map.of(), Map.of(), 0, outside);
  }

  /** Identities that are new or whose content changed. */
  public int accepted() {
    return created.values().stream().mapToInt(n -> n).sum()
        + updated.values().stream().mapToInt(n -> n).sum();
  }
}
