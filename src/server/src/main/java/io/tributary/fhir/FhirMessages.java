package io.tributary.fhir;

import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import java.util.UUID;

/** Questions on {@code fhir.query}; each is answered by a {@link Document} or refused. */
sealed interface FhirMessages extends BusMessage.Local {
  /** Asks for a page of observations; 404 when the user is not one of the tenant's. */
  record SearchObservations(Tenant tenant, ObservationSearch search) implements FhirMessages {}

  /** Asks for one observation. */
  record ReadObservation(Tenant tenant, String id) implements FhirMessages {}

  /** Asks for a patient. */
  record ReadPatient(Tenant tenant, UUID user) implements FhirMessages {}

  /** JSON, ready to be sent. */
  record Document(byte[] json) implements BusMessage.Local {}
}
