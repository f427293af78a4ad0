package io.tributary.fhir;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.config.ServiceConfig;
import io.tributary.core.ServiceException;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** FHIR R4 API under {@code /fhir}: read-only, JSON only, errors as OperationOutcome. */
public final class FhirRoutes implements Routes.Source {
  private final Bus bus;
  private final Supplier<String> publicUrl;
  private final ServiceConfig.Fhir settings;
  private final String release;
  private final List<ResourceCapability> more;

  /**
   * @param publicUrl public base URL of the service, without trailing slash
   * @param release software version
   * @param more capabilities of other features
   */
  public FhirRoutes(
      Bus bus,
      Supplier<String> publicUrl,
      ServiceConfig.Fhir settings,
      String release,
      Collection<ResourceCapability> more) {
    this.bus = bus;
    this.publicUrl = publicUrl;
    this.settings = settings;
    this.release = release;
    this.more = List.copyOf(more);
  }

  @Override
  public void mount(Routes routes) {
    routes
        .errorFormat("/fhir", OperationOutcomes::of)
        .get("/fhir/metadata", RouteAccess.OPEN, this::metadata)
        .get("/fhir/CodeSystem/resource", RouteAccess.OPEN, this::codes)
        .get("/fhir/Patient/{user_id}", RouteAccess.TEAM, this::patient)
        .get("/fhir/Observation/{observation_id}", RouteAccess.TEAM, this::observation)
        .get("/fhir/Observation", RouteAccess.TEAM, this::observations);
  }

  private Future<Response> metadata(RequestContext call) {
    return Future.succeededFuture(
        reply(CapabilityStatementWriter.statement(urls(), release, more)));
  }

  private Future<Response> codes(RequestContext call) {
    return Future.succeededFuture(reply(CapabilityStatementWriter.codeSystem(urls(), release)));
  }

  private Future<Response> patient(RequestContext call) {
    UUID user;
    try {
      user = UUID.fromString(call.pathParameter("user_id"));
    } catch (IllegalArgumentException e) {
      throw ServiceException.notFound("Patient");
    }
    return query(new FhirMessages.ReadPatient(call.tenant(), user));
  }

  private Future<Response> observation(RequestContext call) {
    return query(
        new FhirMessages.ReadObservation(call.tenant(), call.pathParameter("observation_id")));
  }

  private Future<Response> observations(RequestContext call) {
    return query(
        new FhirMessages.SearchObservations(
            call.tenant(),
            ObservationSearch.read(call, settings.pageSize(), settings.maxPageSize())));
  }

  private Future<Response> query(FhirMessages question) {
    return bus.<FhirMessages.FhirDocument>request(Address.FHIR, question).map(d -> reply(d.json()));
  }

  private static Response reply(byte[] json) {
    return Response.ok(new Response.Raw(FhirJson.MEDIA_TYPE, json));
  }

  private FhirBaseUrl urls() {
    return new FhirBaseUrl(publicUrl.get() + "/fhir");
  }
}
