package io.tributary.webhook;

import io.tributary.http.Call;
import io.tributary.http.ManagementPath;
import io.tributary.kernel.Tenant;
import io.tributary.kernel.Times;
import io.tributary.webhook.WebhookMessages.Scope;
import java.time.Instant;
import java.util.Optional;

/** What the calls about endpoints have in common: their path, times in their query. */
final class Scopes {
  static final String ENDPOINTS = ManagementPath.TEAM + "/webhook";
  static final String ENDPOINT = ENDPOINTS + "/{webhook_id}";

  private Scopes() {}

  /** The path's scope; a path of another organisation than the key's is unknown. */
  static Scope of(Call call) {
    Tenant tenant = ManagementPath.tenant(call);
    return new Scope(call.organisation(), tenant.team(), tenant.environment());
  }

  static String endpoint(Call call) {
    return call.path("webhook_id");
  }

  /** An instant of the query; a faulty one is listed. */
  static Optional<Instant> instant(Call call, String name) {
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
