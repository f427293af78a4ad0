package io.tributary.webhook;

import io.tributary.http.Call;
import io.tributary.kernel.Environment;
import io.tributary.kernel.InputFault;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Times;
import io.tributary.webhook.WebhookMessages.Scope;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** What the calls about endpoints have in common: their path, times in their query. */
final class Scopes {
  static final String TEAM = "/v1/org/{org_id}/team/{team_id}/{environment}";
  static final String ENDPOINTS = TEAM + "/webhook";
  static final String ENDPOINT = ENDPOINTS + "/{webhook_id}";

  private Scopes() {}

  /** The path's scope; a path of another organisation than the key's is unknown. */
  static Scope of(Call call) {
    UUID org = call.pathUuid("org_id");
    UUID team = call.pathUuid("team_id");
    Environment environment =
        Environment.of(call.path("environment"))
            .orElseThrow(
                () ->
                    Refusal.badInput(
                        InputFault.path(
                            "environment", "Input should be one of: production, sandbox", "enum")));
    if (!org.equals(call.organisation())) {
      throw Refusal.notFound("organisation");
    }
    return new Scope(org, team, environment);
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
