package io.tributary.webhook;

import io.tributary.core.Tenant;
import io.tributary.core.Times;
import io.tributary.http.ManagementPath;
import io.tributary.http.RequestContext;
import io.tributary.webhook.WebhookMessages.Scope;
import java.time.Instant;
import java.util.Optional;

/** Common path and query handling of the endpoint routes. */
final class WebhookPaths {
  static final String ENDPOINTS = ManagementPath.TEAM + "/webhook";
  static final String ENDPOINT = ENDPOINTS + "/{webhook_id}";

  private WebhookPaths() {}

  /**
   * Returns the scope of the path. A path with another organization than the key's is answered with
   * 404.
   */
  static Scope scope(RequestContext call) {
    Tenant tenant = ManagementPath.tenant(call);
    return new Scope(call.organisation(), tenant.team(), tenant.environment());
  }

  static String endpoint(RequestContext call) {
    return call.pathParameter("webhook_id");
  }

  /** Reads an instant from the query; an invalid value is added to the errors of the call. */
  static Optional<Instant> instant(RequestContext call, String name) {
    return call.query()
        .text(name)
        .flatMap(
            text -> {
              Optional<Instant> at = Times.parseInstant(text);
              if (at.isEmpty()) {
                call.query().addError(name, "Input should be an ISO date-time", "datetime_parsing");
              }
              return at;
            });
  }
}
