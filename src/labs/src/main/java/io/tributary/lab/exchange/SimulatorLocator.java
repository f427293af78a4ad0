package io.tributary.lab.exchange;

import io.vertx.core.Future;

/** Locates the laboratory simulator and starts it if necessary. */
public interface SimulatorLocator {
  /**
   * @param controlUrl base URL of its control port, without trailing slash
   * @param fhirUrl its FHIR base URL
   */
  record SimulatorEndpoints(String host, int mllpPort, String controlUrl, String fhirUrl) {}

  /** Returns the simulator's addresses; fails while it is unreachable. */
  Future<SimulatorEndpoints> locate();
}
