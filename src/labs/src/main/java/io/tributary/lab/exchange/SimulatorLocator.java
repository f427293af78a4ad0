package io.tributary.lab.exchange;

import io.vertx.core.Future;

/** Finds the laboratory simulator, and starts it if need be. */
public interface SimulatorLocator {
  /**
   * @param control address of its control port, without a slash at the end
   * @param fhir its base for FHIR
   */
  record Place(String host, int mllpPort, String control, String fhir) {}

  /** Fails while it cannot be reached. */
  Future<Place> where();
}
