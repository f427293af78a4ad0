package io.tributary.provider.sdk;

import io.tributary.model.NormalizedBatch;
import java.util.List;

/**
 * Mapped content of an upload.
 *
 * @param zoneOrigin source of the records' time zone, such as {@code envelope Europe/Paris}
 * @param received number of records in the body; each value of a bulk record counts
 * @param rejected unusable records, up to the limit
 * @param rejectedCount number of all unusable records
 * @param deletions number of record IDs that the device reports as deleted
 */
public record ParsedUpload(
    UploadEnvelope envelope,
    NormalizedBatch batch,
    String zoneOrigin,
    int received,
    List<Rejected> rejected,
    int rejectedCount,
    int deletions) {

  /**
   * Record that cannot be used.
   *
   * @param index index of the record in {@code data}
   * @param loc path of the fault from the body down
   * @param reason human-readable message without any values
   * @param type machine-readable error type
   */
  public record Rejected(int index, List<Object> loc, String reason, String type) {
    public Rejected {
      loc = List.copyOf(loc);
    }
  }

  public ParsedUpload {
    rejected = List.copyOf(rejected);
  }
}
