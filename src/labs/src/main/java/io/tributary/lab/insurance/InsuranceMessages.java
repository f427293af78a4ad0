package io.tributary.lab.insurance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Commands of {@code insurance.command}. */
sealed interface InsuranceMessages extends BusMessage.Local {
  /**
   * Reply {@link Shown}; 404 user, 400 no demographics, 422 unknown payor.
   *
   * @param document in wire form, without the company
   */
  record AddInsurance(
      Tenant tenant, UUID user, String payorCode, boolean primary, ObjectNode document)
      implements InsuranceMessages {
    @Override
    public String toString() {
      return "AddInsurance[***]";
    }
  }

  /** Reply {@link Shown}; 404. */
  record ReadInsurance(Tenant tenant, UUID user, boolean primary) implements InsuranceMessages {}

  /** Reply {@link Payors}. */
  record AddPayor(
      Tenant tenant,
      String name,
      ObjectNode address,
      Optional<String> clearingHouse,
      Optional<String> number)
      implements InsuranceMessages {}

  /** Reply {@link Diagnoses}. */
  record SearchDiagnoses(String query) implements InsuranceMessages {}

  /** Reply {@link Checked}. */
  record CheckCodes(List<String> codes) implements InsuranceMessages {}

  /** An insurance in wire form. */
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
