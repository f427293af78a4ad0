package io.tributary.lab.fhir;

import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;

/** Questions on {@code lab_fhir.query}; each is answered by a {@link Document} or refused. */
sealed interface FacadeMessages extends BusMessage.Local {
  /** Asks for a page; 404 when the user is not one of the tenant's. */
  record Search(Tenant tenant, LabSearch search) implements FacadeMessages {}

  /** Asks for one resource. */
  record Read(Tenant tenant, LabType type, String id) implements FacadeMessages {}

  /** JSON, ready to be sent. */
  record Document(byte[] json) implements BusMessage.Local {}
}
