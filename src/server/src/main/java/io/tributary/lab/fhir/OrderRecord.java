package io.tributary.lab.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.lab.state.Status;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * An order with its tests and results. Personal data: never log it.
 *
 * @param physician missing node when no physician signs it yet
 * @param result empty while there is no result
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
    List<OrderedMarkerRecord> markers,
    Optional<Result> result) {
  OrderRecord {
    icdCodes = List.copyOf(icdCodes);
    markers = List.copyOf(markers);
  }

  record Lab(String slug, String name) {}

  record Test(String name, String sampleType) {}

  /**
   * An ordered marker.
   *
   * @param providerId the laboratory's code
   * @param loinc LOINC code of the order; null without one
   * @param loincName null without one
   */
  record OrderedMarkerRecord(
      int id, String providerId, String name, String loinc, String loincName) {}

  /**
   * Result of an order.
   *
   * @param report as returned by GET /v3/order/{id}/result
   * @param earlierReports complete reports that were replaced
   * @param hasDocument whether the laboratory's own document exists
   */
  record Result(
      boolean complete,
      Instant updatedAt,
      JsonNode report,
      List<JsonNode> earlierReports,
      boolean hasDocument) {
    Result {
      earlierReports = List.copyOf(earlierReports);
    }
  }

  @Override
  public String toString() {
    return "Dossier[" + id + "]";
  }
}
