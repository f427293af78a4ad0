package io.tributary.simulators.googlehealth;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * One data point.
 *
 * @param when the time by which its type is filtered
 * @param offset where the person was then
 */
record Point(Instant when, ZoneOffset offset, JsonObject json) {
  LocalDateTime civil() {
    return when.atOffset(offset).toLocalDateTime();
  }
}
