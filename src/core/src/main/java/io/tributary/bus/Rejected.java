package io.tributary.bus;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.ServiceException;
import java.time.Duration;

/** Serialized form of a {@link ServiceException}. */
record Rejected(ServiceException.Reason reason, JsonNode detail, Long retryAfterMs)
    implements BusMessage.Remote {
  static Rejected of(ServiceException r) {
    return new Rejected(
        r.reason(), r.detail(), r.retryAfter().map(Duration::toMillis).orElse(null));
  }

  ServiceException toException() {
    return new ServiceException(
        reason, detail, retryAfterMs == null ? null : Duration.ofMillis(retryAfterMs));
  }
}
