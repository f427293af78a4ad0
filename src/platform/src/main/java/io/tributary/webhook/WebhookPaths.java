package io.tributary.webhook;

import io.tributary.core.Tenant;
import io.tributary.core.Times;
import io.tributary.http.ManagementPath;
import io.tributary.http.RequestContext;
import io.tributary.webhook.WebhookMessages.Scope;
import java.time.Instant;
import java.util.Optional;

/** What the calls about endpoints have in common: their path, times in their query. */
final class WebhookPaths {
  static final String ENDPOINTS = ManagementPath.TEAM + "/webhook";
  static final String ENDPOINT = ENDPOINTS + "/{webhook_id}";

  private WebhookPaths() {}

  /** The path's scope; a path of another organisation than the key's is unknown. */
  static Scope of(RequestContext call) {
    Tenant tenant = ManagementPath.tenant(call);
    return new Scope(call.organisation(), tenant.team(), tenant.environment());
  }

  static String endpoint(RequestContext call) {
    return call.path("webhook_id");
  }

  /** An instant of the query; a faulty one is listed. */
  static Optional<Instant> instant(RequestContext call, String name) {
    return call.query()
        .text(name)
        .flatMap(
            text -> {
              Optional<Instant> at = Times.instant(text);
              if (at.isEmpty()) {
                call.query().add(name, "Input should be an ISO date-time", "datetime_parsing");
              }
              return at;
            });
  }
}
