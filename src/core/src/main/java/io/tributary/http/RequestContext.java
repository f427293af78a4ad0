package io.tributary.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.FieldError;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.vertx.core.Future;
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
public final class RequestContext {
  private final RoutingContext context;
  private final Optional<Principal> caller;
  private final Optional<UUID> within;
  private final Map<String, String> given;
  private final List<FieldError> faults = new ArrayList<>();

  RequestContext(RoutingContext context, Optional<Principal> caller) {
    this(context, caller, Optional.empty(), Map.of());
  }

  private RequestContext(
      RoutingContext context,
      Optional<Principal> caller,
      Optional<UUID> within,
      Map<String, String> given) {
    this.context = context;
    this.caller = caller;
    this.within = within;
    this.given = given;
  }

  /**
   * The same request as a management call of this organisation: for handlers that stand under a
   * second path, which leaves out what the caller is known to be allowed.
   *
   * @param parameters path parameters that win over those of the request
   */
  public RequestContext within(UUID organisation, Map<String, String> parameters) {
    return new RequestContext(context, caller, Optional.of(organisation), Map.copyOf(parameters));
  }

  /** Who calls; only on routes with a key. */
  public Principal caller() {
    return caller.orElseThrow(() -> new IllegalStateException("route without a key"));
  }

  /** Who calls, as the handler of a session has found out: for the audit trail. */
  public void by(Principal session) {
    AuditedRequest.of(context).by(session);
  }

  /**
   * Completes when what the holder of a session asks for may begin: the audit trail knows of a
   * change, and somebody still waits for its answer. Of routes with a key it does by now.
   */
  public Future<Void> begin() {
    return AuditedRequest.of(context).admitted().compose(v -> AdmissionControl.here(context));
  }

  /** Whose data the call is about, where the path does not tell: for the audit trail. */
  public void about(UUID user) {
    AuditedRequest.of(context).about(user);
  }

  /** Completes when the audit trail lets an answer with this status begin. */
  Future<Void> answering(int status) {
    return AuditedRequest.of(context).answered(status);
  }

  /**
   * Team and environment; only on routes with {@link RouteAccess#TEAM} or {@link
   * RouteAccess#CLIENT}.
   */
  public Tenant tenant() {
    return caller
        .flatMap(Principal::tenant)
        .orElseThrow(() -> new IllegalStateException("route without team access"));
  }

  /** The sign-in that the caller is confined to; empty for a team's key. */
  public Optional<Authenticator.SignedIn> signedIn() {
    return caller.flatMap(Principal::only);
  }

  /**
   * The user, unless the caller's token is another one's: 404. A user in the path has been checked
   * before the handler runs; one that the body names has not.
   */
  public UUID own(UUID user) {
    if (signedIn().filter(s -> !s.user().equals(user)).isPresent()) {
      throw ServiceException.notFound("user");
    }
    about(user);
    return user;
  }

  /** Organisation; only on routes with {@link RouteAccess#MANAGEMENT}. */
  public UUID organisation() {
    return within
        .or(() -> caller.filter(k -> k.tenant().isEmpty()).map(Principal::organisation))
        .orElseThrow(() -> new IllegalStateException("route without management access"));
  }

  /** 32 hex digits: the caller's trace id, else one of ours. */
  public String trace() {
    return context.get("trace");
  }

  /** A path parameter, percent-decoded; {@link QueryParameters#legible}. */
  public String path(String name) {
    return QueryParameters.legible(parameter(name));
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
    throw ServiceException.badInput(
        FieldError.path(name, "Input should be a valid UUID", "uuid_parsing"));
  }

  /** The query; faults are collected with those of the body until {@link #check}. */
  public QueryParameters query() {
    return new QueryParameters(context.queryParams(), faults);
  }

  /** The query as it came, percent-decoded. */
  public MultiMap parameters() {
    return context.queryParams();
  }

  /** The body, which must be a JSON object: not JSON is 400, another kind of JSON 422. */
  public JsonFields body() {
    JsonNode tree = json();
    if (!(tree instanceof ObjectNode object)) {
      throw ServiceException.badInput(
          new FieldError(List.of("body"), "Input should be an object", "object_type"));
    }
    return new JsonFields(object, List.of("body"), faults);
  }

  /** The body as an object, or an empty one when there is none. */
  public JsonFields bodyOrEmpty() {
    Buffer raw = context.body().buffer();
    return raw == null || raw.length() == 0
        ? new JsonFields(Json.object(), List.of("body"), faults)
        : body();
  }

  /** The body as JSON of any kind. */
  public JsonNode json() {
    Buffer raw = context.body().buffer();
    if (raw == null || raw.length() == 0) {
      throw ServiceException.badInput(new FieldError(List.of("body"), "Field required", "missing"));
    }
    try {
      return Json.parse(raw.getBytes());
    } catch (IllegalArgumentException e) {
      throw ServiceException.invalid("the body is not valid JSON");
    }
  }

  /** The body as it came; empty when there is none. */
  public Buffer raw() {
    Buffer raw = context.body().buffer();
    return raw == null ? Buffer.buffer() : raw;
  }

  /** Adds a fault found by the handler. */
  public void fault(FieldError fault) {
    faults.add(fault);
  }

  /** Refuses with every fault found so far, if any. */
  public void check() {
    if (!faults.isEmpty()) {
      throw ServiceException.badInput(faults);
    }
  }

  public String header(String name) {
    return context.request().getHeader(name);
  }

  public HttpServerRequest request() {
    return context.request();
  }

  /** Marks the reply as one that stays open: no time limit, ended when the service stops. */
  void stand(StreamingResponse reply) {
    context.put(RequestPipeline.STANDING, reply);
  }

  /** Runs once the response is complete or the client has gone. */
  void whenEnded(Runnable action) {
    context.addEndHandler(r -> action.run());
  }

  /** For handlers that stream; they answer with {@link Response#handled}. */
  public HttpServerResponse response() {
    return context.response();
  }
}
