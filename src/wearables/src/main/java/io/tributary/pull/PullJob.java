package io.tributary.pull;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.model.Resource;
import java.time.LocalDate;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A claimed fetch job. The lease number is the claim: a later claim, a replacement or the release
 * of the job makes every write of this one void.
 *
 * @param attempt retriable failures so far
 */
record PullJob(
    UUID id,
    int leaseNo,
    UUID connection,
    UUID user,
    Tenant tenant,
    String provider,
    UUID app,
    boolean demo,
    String feed,
    Set<Resource> resources,
    int generation,
    PullRange range,
    Optional<Position> position,
    int attempt) {
  PullJob {
    resources = Set.copyOf(resources);
  }

  /**
   * Where a pull goes on.
   *
   * @param last last day of the next open window
   * @param first first day of that window, when some pages of it are stored
   * @param page what the adapter gave for its next page; null for the first one
   */
  record Position(LocalDate last, LocalDate first, JsonNode page) {
    static Position window(LocalDate last) {
      return new Position(last, null, null);
    }

    static Position read(String text) {
      return Json.read(Json.parse(text), Position.class);
    }

    String text() {
      return Json.text(this);
    }

    /** The page to go on with, if it belongs to this window. */
    JsonNode pageOf(PullRange.Days window) {
      return page == null || page.isNull() || !window.first().equals(first) ? null : page;
    }
  }
}
