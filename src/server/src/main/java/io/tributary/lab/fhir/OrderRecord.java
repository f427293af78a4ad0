package io.tributary.lab.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.lab.state.Status;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * An order with all that is known of it. Personal data: never logged.
 *
 * @param physician missing node when nobody signs it yet
 * @param result empty while there is nothing to read
 */
record OrderRecord(
    UUID id,
    UUID user,
    Status status,
    Instant createdAt,
    Instant updatedAt,
    Lab lab,
    Test test,
    Optional<String> sampleId,
    JsonNode physician,
    List<String> icdCodes,
    Optional<String> notes,
    boolean priority,
    Optional<LocalDate> activateBy,
    List<Asked> markers,
    Optional<Result> result) {
  OrderRecord {
    icdCodes = List.copyOf(icdCodes);
    markers = List.copyOf(markers);
  }

  /** A laboratory. */
  record Lab(String slug, String name) {}

  /** What was ordered as a whole. */
  record Test(String name, String sampleType) {}

  /**
   * A marker that was ordered.
   *
   * @param providerId the laboratory's code
   * @param loinc of the order; null without one
   * @param loincName null without one
   */
  record Asked(int id, String providerId, String name, String loinc, String loincName) {}

  /**
   * What came back.
   *
   * @param report as GET /v3/order/{id}/result shows it
   * @param earlier complete reports that others took the place of
   * @param paper whether there is a document
   */
  record Result(
      boolean complete, Instant updatedAt, JsonNode report, List<JsonNode> earlier, boolean paper) {
    Result {
      earlier = List.copyOf(earlier);
    }
  }

  @Override
  public String toString() {
    return "Dossier[" + id + "]";
  }
}
