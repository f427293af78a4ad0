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
 * What the audit trail is told of one request. Nothing is told of one whose caller nobody knows. It
 * names the route's template and the ids in the path, never the path, the query or a body. Lives on
 * the event loop of the request.
 */
final class AuditedRequest {
  private static final String KEY = "audited";

  /** The status of a request whose client went away before its answer. */
  private static final int GONE = 499;

  private final AuditTrail trail;
  private final RoutingContext context;
  private final Routes.Spec spec;
  private final Instant at = Instant.now();
  private Optional<Principal> caller = Optional.empty();
  private Optional<UUID> user = Optional.empty();
  private boolean ahead;
  private boolean told;

  private AuditedRequest(AuditTrail trail, RoutingContext context, Routes.Spec spec) {
    this.trail = trail;
    this.context = context;
    this.spec = spec;
  }

  static AuditedRequest begin(AuditTrail trail, RoutingContext context, Routes.Spec spec) {
    AuditedRequest out = new AuditedRequest(trail, context, spec);
    context.put(KEY, out);
    return out;
  }

  static AuditedRequest of(RoutingContext context) {
    return context.get(KEY);
  }

  void by(Principal who) {
    caller = Optional.of(who);
  }

  void about(UUID whom) {
    user = Optional.of(whom);
  }

  /** Before anything is done. */
  Future<Void> admitted() {
    if (spec.reads() || caller.isEmpty() || !trail.ahead()) {
      return Future.succeededFuture();
    }
    Future<Void> begun = trail.write(entry(Kind.BEGUN, null));
    ahead = true;
    // What is turned away at once is not done, and its answer would only fill a queue that is full.
    told = begun.failed();
    return begun;
  }

  /** Before the answer leaves, if the future is waited for. Only the first answer counts. */
  Future<Void> answered(int status) {
    if (told || caller.isEmpty()) {
      return Future.succeededFuture();
    }
    told = true;
    AuditEntry entry = entry(spec.reads() ? Kind.READ : Kind.CHANGE, status);
    // Of a read that failed nothing is shown, and of a change that has its row only the outcome
    // is missing.
    if (spec.reads() ? status >= 400 : ahead) {
      trail.later(entry);
      return Future.succeededFuture();
    }
    return trail.write(entry);
  }

  /** The same; an answer may tell whose it is. */
  Future<Void> answered(Response reply) {
    if (user.isEmpty() && reply.body() instanceof ObjectNode body) {
      user = uuid(body.path("user_id").asText());
    }
    return answered(reply.status());
  }

  /** When all is over. */
  void ended() {
    if (!told && caller.isPresent()) {
      told = true;
      // Answered by the watch, while the handler goes on, or not at all.
      int status = context.response().headWritten() ? context.response().getStatusCode() : GONE;
      trail.later(entry(spec.reads() ? Kind.READ : Kind.CHANGE, status));
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
        user().orElse(null),
        object(path).orElse(null),
        spec.method().name(),
        spec.template(),
        status,
        request(context.get("trace")),
        source());
  }

  private static Optional<Environment> environment(Principal who, Map<String, String> path) {
    return who.tenant()
        .map(Tenant::environment)
        .or(() -> Environment.of(path.getOrDefault("environment", path.getOrDefault("env", ""))));
  }

  /** In the path, or the one that the caller is confined to, or found out by the handler. */
  private Optional<UUID> user() {
    return uuid(context.pathParams().getOrDefault("user_id", ""))
        .or(() -> user)
        .or(() -> caller.flatMap(Principal::only).map(Authenticator.SignedIn::user));
  }

  /** The last id in the path that is none of organisation, team and user. */
  private Optional<UUID> object(Map<String, String> path) {
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

  private String source() {
    return switch (trail.source()) {
      case OFF -> null;
      case PEER -> ClientAddress.peer(context.request());
      case FORWARDED -> ClientAddress.forwarded(context.request());
    };
  }

  private static UUID request(String trace) {
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
