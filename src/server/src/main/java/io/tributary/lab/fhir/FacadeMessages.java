package io.tributary.lab.fhir;

import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;

/** Queries sent to {@code lab_fhir.query}; the reply to each is a {@link Document} or a refusal. */
sealed interface FacadeMessages extends BusMessage.Local {
  /** Asks for a page; fails with 404 when the user does not belong to the tenant. */
  record Search(Tenant tenant, LabSearch search) implements FacadeMessages {}

  record Read(Tenant tenant, LabType type, String id) implements FacadeMessages {}

  /** Serialized JSON, ready to be sent. */
  record Document(byte[] json) implements BusMessage.Local {}
}
