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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** One request from the point of view of a handler. Runs on an event loop. */
public final class RequestContext {
  private final RoutingContext context;
  private final Optional<Principal> caller;
  private final Optional<UUID> managedOrganization;
  private final Map<String, String> overrides;
  private final ValidationErrors errors = new ValidationErrors();

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
    this.managedOrganization = within;
    this.overrides = given;
  }

  /**
   * Returns the same request as a management call of an organization. For handlers that are also
   * mounted under a second path whose session determines organization and team.
   *
   * @param parameters path parameters that override those of the request
   */
  public RequestContext asManagementCall(UUID organisation, Map<String, String> parameters) {
    return new RequestContext(context, caller, Optional.of(organisation), Map.copyOf(parameters));
  }

  /** Returns the caller; only on routes with a key. */
  public Principal caller() {
    return caller.orElseThrow(() -> new IllegalStateException("route without a key"));
  }

  /** Sets the caller for the audit trail, once the handler has identified the session. */
  public void setAuditCaller(Principal session) {
    AuditedRequest.of(context).setCaller(session);
  }

  /**
   * Completes when the handler of a session route may begin: the audit trail has recorded a change,
   * and the client is still waiting. On routes with a key this has already happened.
   */
  public Future<Void> awaitAdmission() {
    return AuditedRequest.of(context)
        .recordStart()
        .compose(v -> AdmissionControl.requireOpen(context));
  }

  /** Sets the user that the call is about for the audit trail, if the path does not contain it. */
  public void setAuditUser(UUID user) {
    AuditedRequest.of(context).setUser(user);
  }

  /** Completes when the audit trail allows a response with this status to begin. */
  Future<Void> recordResponse(int status) {
    return AuditedRequest.of(context).recordResponse(status);
  }

  /**
   * Returns team and environment; only on routes with {@link RouteAccess#TEAM} or {@link
   * RouteAccess#CLIENT}.
   */
  public Tenant tenant() {
    return caller
        .flatMap(Principal::tenant)
        .orElseThrow(() -> new IllegalStateException("route without team access"));
  }

  /** Returns the sign-in that the caller is restricted to; empty for a team's key. */
  public Optional<Authenticator.SignedIn> signedIn() {
    return caller.flatMap(Principal::restrictedTo);
  }

  /**
   * Returns the user, or fails with 404 if the caller's token belongs to another user. A user in
   * the path has been checked before the handler runs; a user named in the body has not.
   */
  public UUID requireAccessTo(UUID user) {
    if (signedIn().filter(s -> !s.user().equals(user)).isPresent()) {
      throw ServiceException.notFound("user");
    }
    setAuditUser(user);
    return user;
  }

  /** Returns the organization; only on routes with {@link RouteAccess#MANAGEMENT}. */
  public UUID organisation() {
    return managedOrganization
        .or(() -> caller.filter(k -> k.tenant().isEmpty()).map(Principal::organisation))
        .orElseThrow(() -> new IllegalStateException("route without management access"));
  }

  /** Returns the trace ID as 32 hex digits: the caller's, or one generated here. */
  public String traceId() {
    return context.get("trace");
  }

  /** Returns a path parameter, percent-decoded; see {@link QueryParameters#replaceNul}. */
  public String pathParameter(String name) {
    return QueryParameters.replaceNul(parameter(name));
  }

  private String parameter(String name) {
    String ours = overrides.get(name);
    return ours == null ? context.pathParam(name) : ours;
  }

  /**
   * Returns a path parameter that must be a UUID.
   *
   * @throws ServiceException if it is not a UUID
   */
  public UUID pathUuid(String name) {
    String text = parameter(name);
    try {
      if (text != null && text.length() == 36) {
        return UUID.fromString(text);
      }
    } catch (IllegalArgumentException e) {
      // reported below
    }
    throw ServiceException.validationFailed(
        FieldError.path(name, "Input should be a valid UUID", "uuid_parsing"));
  }

  /**
   * Returns the query; its errors are collected with those of the body until {@link #requireValid}.
   */
  public QueryParameters query() {
    return new QueryParameters(context.queryParams(), errors);
  }

  /** Returns the query as received, percent-decoded. */
  public MultiMap parameters() {
    return context.queryParams();
  }

  /**
   * Returns the body as a JSON object. Invalid JSON is answered with 400, any other JSON value with
   * 422.
   */
  public JsonFields body() {
    JsonNode tree = json();
    if (!(tree instanceof ObjectNode object)) {
      throw ServiceException.validationFailed(
          new FieldError(List.of("body"), "Input should be an object", "object_type"));
    }
    return new JsonFields(object, List.of("body"), errors);
  }

  /** Returns the body as an object, or an empty object if there is no body. */
  public JsonFields bodyOrEmpty() {
    Buffer raw = context.body().buffer();
    return raw == null || raw.length() == 0
        ? new JsonFields(Json.object(), List.of("body"), errors)
        : body();
  }

  /** Returns the body as any JSON value. */
  public JsonNode json() {
    Buffer raw = context.body().buffer();
    if (raw == null || raw.length() == 0) {
      throw ServiceException.validationFailed(
          new FieldError(List.of("body"), "Field required", "missing"));
    }
    try {
      return Json.parse(raw.getBytes());
    } catch (IllegalArgumentException e) {
      throw ServiceException.badRequest("the body is not valid JSON");
    }
  }

  /** Returns the body as received; empty if there is none. */
  public Buffer raw() {
    Buffer raw = context.body().buffer();
    return raw == null ? Buffer.buffer() : raw;
  }

  /** Adds a validation error found by the handler. */
  public void addError(FieldError fault) {
    errors.add(fault);
  }

  /** Fails with all validation errors collected so far, if any. */
  public void requireValid() {
    if (!errors.isEmpty()) {
      throw ServiceException.validationFailed(errors.list());
    }
  }

  public String header(String name) {
    return context.request().getHeader(name);
  }

  public HttpServerRequest request() {
    return context.request();
  }

  /** Marks the response as long-lived: it has no time limit and is ended when the service stops. */
  void markLongLived(StreamingResponse reply) {
    context.put(RequestPipeline.LONG_LIVED, reply);
  }

  /** Runs an action when the response is complete or the client has disconnected. */
  void whenEnded(Runnable action) {
    context.addEndHandler(r -> action.run());
  }

  /** Returns the response for handlers that stream; they return {@link Response#handled}. */
  public HttpServerResponse response() {
    return context.response();
  }
}
