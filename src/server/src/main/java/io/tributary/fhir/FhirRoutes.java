package io.tributary.fhir;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.config.ServiceConfig;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.kernel.Refusal;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** FHIR R4 under {@code /fhir}: read only, JSON only, failures as OperationOutcome. */
public final class FhirRoutes implements Routes.Source {
  private final Bus bus;
  private final Supplier<String> publicUrl;
  private final ServiceConfig.Fhir settings;
  private final String release;
  private final List<Served> more;

  /**
   * @param publicUrl how clients reach the service, without trailing slash
   * @param release of the software
   * @param more what other features serve
   */
  public FhirRoutes(
      Bus bus,
      Supplier<String> publicUrl,
      ServiceConfig.Fhir settings,
      String release,
      Collection<Served> more) {
    this.bus = bus;
    this.publicUrl = publicUrl;
    this.settings = settings;
    this.release = release;
    this.more = List.copyOf(more);
  }

  @Override
  public void mount(Routes routes) {
    routes
        .failuresOf("/fhir", Outcome::of)
        .get("/fhir/metadata", Access.OPEN, this::metadata)
        .get("/fhir/CodeSystem/resource", Access.OPEN, this::codes)
        .get("/fhir/Patient/{user_id}", Access.TEAM, this::patient)
        .get("/fhir/Observation/{observation_id}", Access.TEAM, this::observation)
        .get("/fhir/Observation", Access.TEAM, this::observations);
  }

  private Future<Reply> metadata(Call call) {
    return Future.succeededFuture(reply(Capability.statement(urls(), release, more)));
  }

  private Future<Reply> codes(Call call) {
    return Future.succeededFuture(reply(Capability.codes(urls(), release)));
  }

  private Future<Reply> patient(Call call) {
    UUID user;
    try {
      user = UUID.fromString(call.path("user_id"));
    } catch (IllegalArgumentException e) {
      throw Refusal.notFound("Patient");
    }
    return ask(new FhirMessages.ReadPatient(call.tenant(), user));
  }

  private Future<Reply> observation(Call call) {
    return ask(new FhirMessages.ReadObservation(call.tenant(), call.path("observation_id")));
  }

  private Future<Reply> observations(Call call) {
    return ask(
        new FhirMessages.SearchObservations(
            call.tenant(), ObservationSearch.read(call, settings.page(), settings.maxPage())));
  }

  private Future<Reply> ask(FhirMessages question) {
    return bus.<FhirMessages.Document>ask(Address.FHIR, question).map(d -> reply(d.json()));
  }

  private static Reply reply(byte[] json) {
    return Reply.ok(new Reply.Raw(FhirJson.MEDIA_TYPE, json));
  }

  private Urls urls() {
    return new Urls(publicUrl.get() + "/fhir");
  }
}
