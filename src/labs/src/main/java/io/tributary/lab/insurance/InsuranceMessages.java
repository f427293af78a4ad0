package io.tributary.lab.insurance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Commands sent to {@code insurance.command}. */
sealed interface InsuranceMessages extends BusMessage.Local {
  /**
   * Adds an insurance; the reply is {@link Shown}. Fails with 404 for an unknown user, 400 without
   * demographics and 422 for an unknown payor.
   *
   * @param document data in wire form, without the payor
   */
  record AddInsurance(
      Tenant tenant, UUID user, String payorCode, boolean primary, ObjectNode document)
      implements InsuranceMessages {
    @Override
    public String toString() {
      return "AddInsurance[***]";
    }
  }

  /**
   * Asks for the latest insurance; the reply is {@link Shown}. Fails with 404 when there is none.
   */
  record ReadInsurance(Tenant tenant, UUID user, boolean primary) implements InsuranceMessages {}

  /** Adds a payor; the reply is {@link Payors}. */
  record AddPayor(
      Tenant tenant,
      String name,
      ObjectNode address,
      Optional<String> clearingHouse,
      Optional<String> number)
      implements InsuranceMessages {}

  /** Searches diagnoses; the reply is {@link Diagnoses}. */
  record SearchDiagnoses(String query) implements InsuranceMessages {}

  /** Checks diagnosis codes; the reply is {@link Checked}. */
  record CheckCodes(List<String> codes) implements InsuranceMessages {}

  record Shown(ObjectNode insurance) implements InsuranceMessages {
    @Override
    public String toString() {
      return "Shown[***]";
    }
  }

  record Payors(List<Payor> payors) implements InsuranceMessages {}

  record Diagnoses(List<Diagnosis> found) implements InsuranceMessages {}

  record Checked(IcdCheck check) implements InsuranceMessages {}
}
