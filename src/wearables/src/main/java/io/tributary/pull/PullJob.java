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
 * Claimed historical pull job. The lease number identifies the claim: a later claim, a replacement
 * or a release of the job invalidates every write of this one.
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
   * Position at which a pull resumes.
   *
   * @param last last day of the next unread window
   * @param first first day of that window, when some of its pages are stored
   * @param page the adapter's cursor of the next page; null for the first one
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

    /** Returns the cursor of the page, if it belongs to this window. */
    JsonNode pageCursor(PullRange.Days window) {
      return page == null || page.isNull() || !window.first().equals(first) ? null : page;
    }
  }
}
