package io.tributary.lab.fhir;

import io.tributary.bus.Bus;
import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.fhir.FhirBaseUrl;
import io.tributary.fhir.ObservationSource;
import io.tributary.fhir.ResourceCapability;
import io.tributary.http.Routes;
import io.vertx.core.Deployable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Wires the FHIR representation of laboratory orders and results. */
public final class LabFhirFeature {
  private final Bus bus;
  private final ServiceConfig.Fhir settings;
  private final LabPages pages;
  private final LabReader reader;

  /**
   * @param publicUrl public base URL of the service, without trailing slash
   */
  public LabFhirFeature(Db db, Bus bus, Supplier<String> publicUrl, ServiceConfig.Fhir settings) {
    this.bus = bus;
    this.settings = settings;
    OrderRecordReader dossiers = new OrderRecordReader(db);
    this.pages = new LabPages(dossiers);
    this.reader = new LabReader(dossiers, pages, () -> new FhirBaseUrl(publicUrl.get() + "/fhir"));
  }

  /** Laboratory results as a source of a user's observations. */
  public ObservationSource observations() {
    return new LabObservations(pages);
  }

  public List<ResourceCapability> capabilities() {
    List<ResourceCapability> out = new ArrayList<>();
    for (LabType type :
        List.of(LabType.SERVICE_REQUEST, LabType.DIAGNOSTIC_REPORT, LabType.SPECIMEN)) {
      List<String> parameters = new ArrayList<>(List.of("patient", "subject"));
      parameters.addAll(type.searchParameters());
      parameters.addAll(List.of(type.dateParameter(), "status", "_id"));
      out.add(
          new ResourceCapability(
              type.fhirName(),
              List.of("read", "search-type"),
              parameters,
              type == LabType.DIAGNOSTIC_REPORT ? LabSearch.INCLUDES : List.of()));
    }
    return out;
  }

  public Routes.Source routes() {
    return new LabFhirRoutes(bus, settings);
  }

  /** Answers reads. Deploy on every node. */
  public Deployable newVerticle() {
    return new LabFhirVerticle(bus, reader, settings.concurrency());
  }
}
