package io.tributary.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.kernel.InputFault;
import io.tributary.kernel.Json;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Tenant;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** One request, as a handler sees it. Lives on an event loop. */
public final class Call {
  private final RoutingContext context;
  private final Tenant tenant;
  private final Gatekeeper.SignedIn only;
  private final UUID organisation;
  private final String trace;
  private final Map<String, String> given;
  private final List<InputFault> faults = new ArrayList<>();

  Call(
      RoutingContext context,
      Tenant tenant,
      Gatekeeper.SignedIn only,
      UUID organisation,
      String trace) {
    this(context, tenant, only, organisation, trace, Map.of());
  }

  private Call(
      RoutingContext context,
      Tenant tenant,
      Gatekeeper.SignedIn only,
      UUID organisation,
      String trace,
      Map<String, String> given) {
    this.context = context;
    this.tenant = tenant;
    this.only = only;
    this.organisation = organisation;
    this.trace = trace;
    this.given = given;
  }

  /**
   * The same request as a management call of this organisation: for handlers that stand under a
   * second path, which leaves out what the caller is known to be allowed.
   *
   * @param parameters path parameters that win over those of the request
   */
  public Call within(UUID organisation, Map<String, String> parameters) {
    return new Call(context, tenant, only, organisation, trace, Map.copyOf(parameters));
  }

  /** Team and environment; only on routes with {@link Access#TEAM} or {@link Access#CLIENT}. */
  public Tenant tenant() {
    if (tenant == null) {
      throw new IllegalStateException("route without team access");
    }
    return tenant;
  }

  /** The sign-in that the caller is confined to; empty for a team's key. */
  public Optional<Gatekeeper.SignedIn> signedIn() {
    return Optional.ofNullable(only);
  }

  /**
   * The user, unless the caller's token is another one's: 404. A user in the path has been checked
   * before the handler runs; one that the body names has not.
   */
  public UUID own(UUID user) {
    if (only != null && !only.user().equals(user)) {
      throw Refusal.notFound("user");
    }
    return user;
  }

  /** Organisation; only on routes with {@link Access#MANAGEMENT}. */
  public UUID organisation() {
    if (organisation == null) {
      throw new IllegalStateException("route without management access");
    }
    return organisation;
  }

  /** 32 hex digits: the caller's trace id, else one of ours. */
  public String trace() {
    return trace;
  }

  /** A path parameter, percent-decoded; {@link Query#legible}. */
  public String path(String name) {
    return Query.legible(parameter(name));
  }

  private String parameter(String name) {
    String ours = given.get(name);
    return ours == null ? context.pathParam(name) : ours;
  }

  /** A path parameter that must be a UUID; another text is a fault of the request. */
  public UUID pathUuid(String name) {
    String text = parameter(name);
    try {
      if (text != null && text.length() == 36) {
        return UUID.fromString(text);
      }
    } catch (IllegalArgumentException e) {
      // named below
    }
    throw Refusal.badInput(InputFault.path(name, "Input should be a valid UUID", "uuid_parsing"));
  }

  /** The query; faults are collected with those of the body until {@link #check}. */
  public Query query() {
    return new Query(context.queryParams(), faults);
  }

  /** The query as it came, percent-decoded. */
  public MultiMap parameters() {
    return context.queryParams();
  }

  /** The body, which must be a JSON object: not JSON is 400, another kind of JSON 422. */
  public Fields body() {
    JsonNode tree = json();
    if (!(tree instanceof ObjectNode object)) {
      throw Refusal.badInput(
          new InputFault(List.of("body"), "Input should be an object", "object_type"));
    }
    return new Fields(object, List.of("body"), faults);
  }

  /** The body as an object, or an empty one when there is none. */
  public Fields bodyOrEmpty() {
    Buffer raw = context.body().buffer();
    return raw == null || raw.length() == 0
        ? new Fields(Json.object(), List.of("body"), faults)
        : body();
  }

  /** The body as JSON of any kind. */
  public JsonNode json() {
    Buffer raw = context.body().buffer();
    if (raw == null || raw.length() == 0) {
      throw Refusal.badInput(new InputFault(List.of("body"), "Field required", "missing"));
    }
    try {
      return Json.parse(raw.getBytes());
    } catch (IllegalArgumentException e) {
      throw Refusal.invalid("the body is not valid JSON");
    }
  }

  /** The body as it came; empty when there is none. */
  public Buffer raw() {
    Buffer raw = context.body().buffer();
    return raw == null ? Buffer.buffer() : raw;
  }

  /** Adds a fault found by the handler. */
  public void fault(InputFault fault) {
    faults.add(fault);
  }

  /** Refuses with every fault found so far, if any. */
  public void check() {
    if (!faults.isEmpty()) {
      throw Refusal.badInput(faults);
    }
  }

  public String header(String name) {
    return context.request().getHeader(name);
  }

  public HttpServerRequest request() {
    return context.request();
  }

  /** Marks the reply as one that stays open: no time limit, ended when the service stops. */
  void stand(StandingReply reply) {
    context.put(HttpVerticle.STANDING, reply);
  }

  /** Runs once the response is complete or the client has gone. */
  void whenEnded(Runnable action) {
    context.addEndHandler(r -> action.run());
  }

  /** For handlers that stream; they answer with {@link Reply#handled}. */
  public HttpServerResponse response() {
    return context.response();
  }
}
