package io.tributary.link;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import java.time.Duration;

/** HTTP errors of the link API. The error type is in {@code detail.error_type}. */
final class LinkErrors {
  private LinkErrors() {}

  static ServiceException invalidToken(LinkError error) {
    return new ServiceException(
        ServiceException.Reason.UNKNOWN_KEY, detail("INVALID_REQUEST", error.text()), null);
  }

  static ServiceException missingToken() {
    return invalid("MISSING_LINK_TOKEN", "send the link token in the header x-service-link-token");
  }

  static ServiceException invalidProvider(String slug) {
    return invalid(
        "INVALID_PROVIDER", slug + " cannot be linked with this method on this installation");
  }

  static ServiceException noCredentials(String slug) {
    return invalid("INVALID_CREDENTIALS", "no application credentials are configured for " + slug);
  }

  /** Error for mixing demo and real connections of one user. */
  static ServiceException mixedConnections(String message) {
    return invalid("INVALID_USER_ID", message);
  }

  /** Error for a node that cannot acquire permits. The authorization code is not spent. */
  static ServiceException throttleUnreachable(Duration retryAfter) {
    return ServiceException.unavailable(
        "another node owns the rate limiter of this provider and cannot be reached: retry in a"
            + " moment. For the operator: several nodes use one database without a cluster; set"
            + " TRIBUTARY_CLUSTER_ENABLED on all of them",
        retryAfter);
  }

  private static ServiceException invalid(String type, String message) {
    return new ServiceException(ServiceException.Reason.INVALID, detail(type, message), null);
  }

  private static JsonNode detail(String type, String message) {
    return Json.object().put("error_type", type).put("error_message", message);
  }
}
