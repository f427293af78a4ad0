package io.tributary.bus;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.kernel.Refusal;
import java.time.Duration;

/** A refusal as it crosses the bus. */
record Refused(Refusal.Reason reason, JsonNode detail, Long retryAfterMs)
    implements BusMessage.Remote {
  static Refused of(Refusal r) {
    return new Refused(r.reason(), r.detail(), r.retryAfter().map(Duration::toMillis).orElse(null));
  }

  Refusal refusal() {
    return new Refusal(
        reason, detail, retryAfterMs == null ? null : Duration.ofMillis(retryAfterMs));
  }
}
