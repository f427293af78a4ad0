package io.tributary.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.audit.AuditEntry;
import io.tributary.audit.AuditEntry.Kind;
import io.tributary.audit.AuditTrail;
import io.tributary.core.Environment;
import io.tributary.core.Tenant;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Audit trail entry of one request.
 *
 * <p>Requests without an identified caller are not recorded. The entry contains the route template
 * and the IDs in the path, never the path itself, the query or a body. Runs on the event loop of
 * the request.
 */
final class AuditedRequest {
  private static final String KEY = "audited";

  /** Status of a request whose client disconnected before the response. */
  private static final int CLIENT_CLOSED_REQUEST = 499;

  private final AuditTrail trail;
  private final RoutingContext context;
  private final Routes.RouteSpec spec;
  private final Instant at = Instant.now();
  private Optional<Principal> caller = Optional.empty();
  private Optional<UUID> user = Optional.empty();
  private boolean startRecorded;
  private boolean recorded;

  private AuditedRequest(AuditTrail trail, RoutingContext context, Routes.RouteSpec spec) {
    this.trail = trail;
    this.context = context;
    this.spec = spec;
  }

  static AuditedRequest begin(AuditTrail trail, RoutingContext context, Routes.RouteSpec spec) {
    AuditedRequest out = new AuditedRequest(trail, context, spec);
    context.put(KEY, out);
    return out;
  }

  static AuditedRequest of(RoutingContext context) {
    return context.get(KEY);
  }

  void setCaller(Principal who) {
    caller = Optional.of(who);
  }

  void setUser(UUID userId) {
    user = Optional.of(userId);
  }

  /** Records the start of a change before it runs, if the audit trail is configured for that. */
  Future<Void> recordStart() {
    if (spec.isReadOnly() || caller.isEmpty() || !trail.writesAhead()) {
      return Future.succeededFuture();
    }
    Future<Void> begun = trail.write(entry(Kind.BEGUN, null));
    startRecorded = true;
    // If the write fails, the change is not made, and an entry for the response would only fill a
    // queue that is already full.
    recorded = begun.failed();
    return begun;
  }

  /**
   * Records the response; callers wait for the future before they send it. Only the first call
   * counts.
   */
  Future<Void> recordResponse(int status) {
    if (recorded || caller.isEmpty()) {
      return Future.succeededFuture();
    }
    recorded = true;
    AuditEntry entry = entry(spec.isReadOnly() ? Kind.READ : Kind.CHANGE, status);
    // A failed read disclosed nothing, and for a change that is already recorded only the outcome
    // is missing. Neither needs to delay the response.
    if (spec.isReadOnly() ? status >= 400 : startRecorded) {
      trail.writeLater(entry);
      return Future.succeededFuture();
    }
    return trail.write(entry);
  }

  /** Records the response, and takes the user from its body if the user is not known yet. */
  Future<Void> recordResponse(Response reply) {
    if (user.isEmpty() && reply.body() instanceof ObjectNode body) {
      user = uuid(body.path("user_id").asText());
    }
    return recordResponse(reply.status());
  }

  /** Records requests whose response was not recorded before; called when the request has ended. */
  void recordEnd() {
    if (!recorded && caller.isPresent()) {
      recorded = true;
      // The request timed out while its handler was still running, or got no response at all.
      int status =
          context.response().headWritten()
              ? context.response().getStatusCode()
              : CLIENT_CLOSED_REQUEST;
      trail.writeLater(entry(spec.isReadOnly() ? Kind.READ : Kind.CHANGE, status));
    }
  }

  private AuditEntry entry(Kind kind, Integer status) {
    Principal who = caller.orElseThrow();
    Map<String, String> path = context.pathParams();
    Optional<UUID> team =
        who.tenant().map(Tenant::team).or(() -> uuid(path.getOrDefault("team_id", "")));
    return new AuditEntry(
        at,
        kind,
        who.kind().wire(),
        who.id().orElse(null),
        who.organisation(),
        team.orElse(null),
        environment(who, path).map(Environment::wire).orElse(null),
        userId().orElse(null),
        objectId(path).orElse(null),
        spec.method().name(),
        spec.template(),
        status,
        traceUuid(context.get("trace")),
        clientAddress());
  }

  private static Optional<Environment> environment(Principal who, Map<String, String> path) {
    return who.tenant()
        .map(Tenant::environment)
        .or(() -> Environment.of(path.getOrDefault("environment", path.getOrDefault("env", ""))));
  }

  /**
   * Returns the user in the path, otherwise the user set by the handler, otherwise the user to
   * which the token is restricted.
   */
  private Optional<UUID> userId() {
    return uuid(context.pathParams().getOrDefault("user_id", ""))
        .or(() -> user)
        .or(() -> caller.flatMap(Principal::restrictedTo).map(Authenticator.SignedIn::user));
  }

  /** Returns the last ID in the path other than organization, team and user. */
  private Optional<UUID> objectId(Map<String, String> path) {
    for (String segment : spec.segments().reversed()) {
      if (segment.startsWith("{")) {
        String name = segment.substring(1, segment.length() - 1);
        Optional<UUID> id = uuid(path.getOrDefault(name, ""));
        if (id.isPresent()
            && !name.equals("org_id")
            && !name.equals("team_id")
            && !name.equals("user_id")) {
          return id;
        }
      }
    }
    return Optional.empty();
  }

  private String clientAddress() {
    return switch (trail.source()) {
      case OFF -> null;
      case PEER -> ClientAddress.peer(context.request());
      case FORWARDED -> ClientAddress.forwarded(context.request());
    };
  }

  private static UUID traceUuid(String trace) {
    return new UUID(
        Long.parseUnsignedLong(trace, 0, 16, 16), Long.parseUnsignedLong(trace, 16, 32, 16));
  }

  private static Optional<UUID> uuid(String text) {
    try {
      return text.length() == 36 ? Optional.of(UUID.fromString(text)) : Optional.empty();
    } catch (IllegalArgumentException notOne) {
      return Optional.empty();
    }
  }
}
