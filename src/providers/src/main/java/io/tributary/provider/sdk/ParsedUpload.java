package io.tributary.provider.sdk;

import io.tributary.model.NormalisedBatch;
import java.util.List;

/**
 * What a push holds, mapped.
 *
 * @param zoneOrigin where the zone of the records came from: {@code envelope Europe/Paris}
 * @param received records of the body, each value of a bulk record counted
 * @param rejected records that cannot be used: the first ones
 * @param rejectedCount all of them
 * @param deletions record ids that the device names as deleted
 */
public record ParsedUpload(
    UploadEnvelope envelope,
    NormalisedBatch batch,
    String zoneOrigin,
    int received,
    List<Rejected> rejected,
    int rejectedCount,
    int deletions) {

  /**
   * A record that cannot be used.
   *
   * @param index of the record in {@code data}
   * @param loc where the fault is, from the body down
   * @param reason for people; holds no value
   * @param type for programs
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
