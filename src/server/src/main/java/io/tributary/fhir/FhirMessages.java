package io.tributary.fhir;

import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import java.util.UUID;

/** Queries of {@code fhir.query}; each is answered with a {@link FhirDocument} or an error. */
sealed interface FhirMessages extends BusMessage.Local {
  /** Requests a page of observations; 404 if the user does not belong to the tenant. */
  record SearchObservations(Tenant tenant, ObservationSearch search) implements FhirMessages {}

  /** Requests one observation. */
  record ReadObservation(Tenant tenant, String id) implements FhirMessages {}

  /** Requests a patient. */
  record ReadPatient(Tenant tenant, UUID user) implements FhirMessages {}

  /** Rendered JSON response. */
  record FhirDocument(byte[] json) implements BusMessage.Local {}
}
