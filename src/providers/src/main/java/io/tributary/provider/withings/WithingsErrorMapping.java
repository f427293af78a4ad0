package io.tributary.provider.withings;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.ErrorMapping;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import java.time.Duration;
import java.util.Optional;

/**
 * Error mapping of Withings. Errors have HTTP status 200 and a {@code status} other than 0 in the
 * body. A status without a published meaning is retried later, which loses nothing.
 */
final class WithingsErrorMapping {
  static final ErrorMapping MAPPING = WithingsErrorMapping::fault;

  private static final Duration DEFAULT_WAIT = Duration.ofSeconds(60);
  private static final long DAY_SECONDS = 86_400;
  private static final int NO_STATUS = -1;

  private WithingsErrorMapping() {}

  private static Optional<ProviderException> fault(ProviderResponse answer, Duration usual) {
    return answer.isSuccess()
        ? bodyFault(answer.json())
        : ErrorMapping.STATUS.toException(answer, usual);
  }

  /** Returns the status in the body; negative if absent. */
  static int status(JsonNode answer) {
    JsonNode status = answer.path("status");
    return status.isIntegralNumber() && status.canConvertToInt() ? status.intValue() : NO_STATUS;
  }

  private static Optional<ProviderException> bodyFault(JsonNode answer) {
    int status = status(answer);
    return status == 0 ? Optional.empty() : Optional.of(faultOf(status, answer));
  }

  static ProviderException faultOf(int status, JsonNode answer) {
    if (refusesAccess(status)) {
      return new ProviderException.Unauthorized();
    }
    if (refusesParameters(status) || status == 293 || status == 294) {
      return new ProviderException.Rejected("withings status " + status);
    }
    return switch (status) {
      case 214, 277, 343 -> new ProviderException.ScopeMissing();
      case 601 -> new ProviderException.RateLimited(waitOf(answer));
      default -> new ProviderException.Unavailable("withings status " + status);
    };
  }

  static boolean refusesAccess(int status) {
    return status >= 100 && status <= 102 || status == 200 || status == 401;
  }

  static boolean refusesParameters(int status) {
    return status >= 201 && status <= 213 || status == 503;
  }

  private static Duration waitOf(JsonNode answer) {
    JsonNode wait = answer.path("body").path("wait_seconds");
    return wait.isNumber()
        ? Duration.ofSeconds(Math.clamp(wait.longValue(), 1, DAY_SECONDS))
        : DEFAULT_WAIT;
  }
}
