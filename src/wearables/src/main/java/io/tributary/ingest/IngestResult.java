package io.tributary.ingest;

import io.tributary.model.Resource;
import java.time.LocalDate;
import java.util.Map;
import java.util.Set;

/**
 * Result of storing a batch.
 *
 * @param days days with data per resource, changed or not; records outside the bounds do not count
 * @param created identities stored for the first time
 * @param updated identities whose content changed
 * @param unchanged records already stored with the same content, or replaced by a later one of the
 *     same identity in the batch
 * @param outside records dropped because they are outside the user's bounds
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

  /** Returns the number of new or changed identities. */
  public int accepted() {
    return created.values().stream().mapToInt(n -> n).sum()
        + updated.values().stream().mapToInt(n -> n).sum();
  }
}
