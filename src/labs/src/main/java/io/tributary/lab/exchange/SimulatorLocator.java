package io.tributary.lab.exchange;

import io.vertx.core.Future;

/** Locates the laboratory simulator and starts it if necessary. */
public interface SimulatorLocator {
  /**
   * @param control base URL of its control port, without trailing slash
   * @param fhir its FHIR base URL
   */
  record Place(String host, int mllpPort, String control, String fhir) {}

  /** Returns the simulator's addresses; fails while it is unreachable. */
  Future<Place> where();
}
