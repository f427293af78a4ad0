package io.tributary.lab.fhir;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.config.ServiceConfig;
import io.tributary.fhir.FhirJson;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.Future;

/**
 * Routes for orders and results under {@code /fhir}, with the same error format as the other FHIR
 * resources.
 */
final class LabFhirRoutes implements Routes.Source {
  private final Bus bus;
  private final ServiceConfig.Fhir settings;

  LabFhirRoutes(Bus bus, ServiceConfig.Fhir settings) {
    this.bus = bus;
    this.settings = settings;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get("/fhir/ServiceRequest", RouteAccess.TEAM, c -> search(LabType.SERVICE_REQUEST, c))
        .get(
            "/fhir/ServiceRequest/{service_request_id}",
            RouteAccess.TEAM,
            c -> read(LabType.SERVICE_REQUEST, c, "service_request_id"))
        .get("/fhir/DiagnosticReport", RouteAccess.TEAM, c -> search(LabType.DIAGNOSTIC_REPORT, c))
        .get(
            "/fhir/DiagnosticReport/{diagnostic_report_id}",
            RouteAccess.TEAM,
            c -> read(LabType.DIAGNOSTIC_REPORT, c, "diagnostic_report_id"))
        .get("/fhir/Specimen", RouteAccess.TEAM, c -> search(LabType.SPECIMEN, c))
        .get(
            "/fhir/Specimen/{specimen_id}",
            RouteAccess.TEAM,
            c -> read(LabType.SPECIMEN, c, "specimen_id"));
  }

  private Future<Response> search(LabType type, RequestContext call) {
    return ask(
        new FacadeMessages.Search(
            call.tenant(),
            LabSearch.read(type, call, settings.pageSize(), settings.maxPageSize())));
  }

  private Future<Response> read(LabType type, RequestContext call, String id) {
    return ask(new FacadeMessages.Read(call.tenant(), type, call.pathParameter(id)));
  }

  private Future<Response> ask(FacadeMessages question) {
    return bus.<FacadeMessages.Document>request(Address.LAB_FHIR, question)
        .map(d -> Response.ok(new Response.Raw(FhirJson.MEDIA_TYPE, d.json())));
  }
}
