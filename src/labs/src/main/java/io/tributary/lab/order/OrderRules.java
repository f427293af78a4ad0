package io.tributary.lab.order;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Environment;
import io.tributary.core.ServiceException;
import io.tributary.lab.catalogue.CollectionMethod;
import io.tributary.team.LabFeature;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Order rules that need no database; violations fail with 400 or 403. */
final class OrderRules {
  /** Laboratories that accept clinical notes. */
  private static final Set<String> LABS_WITH_NOTES =
      Set.of("labcorp", "quest", "sonora_quest", "bioreference");

  private static final List<String> CONSENTS =
      List.of("hipaa-authorization", "terms-of-use", "telehealth-informed-consent");
  private static final int ADULT_AGE = 18;

  private OrderRules() {}

  static void checkMethod(CollectionMethod method, Set<LabFeature> on) {
    if (method == CollectionMethod.ON_SITE_COLLECTION) {
      requireFeature(on, LabFeature.ON_SITE_COLLECTION);
    }
  }

  static void requireFeature(Set<LabFeature> on, LabFeature wanted) {
    if (!on.contains(wanted)) {
      throw ServiceException.featureDisabled(wanted.wire() + " is off for this team");
    }
  }

  /**
   * @param today current date at the patient's location
   */
  static void checkAge(
      JsonNode patient, LocalDate today, CollectionMethod method, Set<LabFeature> on) {
    LocalDate born = LocalDate.parse(patient.get("dob").textValue());
    if (!born.plusYears(ADULT_AGE).isAfter(today)) {
      return;
    }
    if (method == CollectionMethod.AT_HOME_PHLEBOTOMY) {
      throw ServiceException.badRequest("patients under 18 cannot be visited by a phlebotomist");
    }
    requireFeature(on, LabFeature.MINORS);
    if (patient.get("medical_proxy").isNull()) {
      throw ServiceException.badRequest("medical_proxy is required for patients under 18");
    }
  }

  /** Checks the NPI in production. The sandbox accepts any ten digits. */
  static void checkPhysician(JsonNode physician, Environment environment) {
    if (environment == Environment.PRODUCTION
        && !physician.isNull()
        && !Physicians.isValidNpi(physician.get("npi").textValue())) {
      throw ServiceException.badRequest("the physician's npi is not valid");
    }
  }

  static void checkNotes(Optional<String> notes, String lab) {
    if (notes.isPresent() && !LABS_WITH_NOTES.contains(lab)) {
      throw ServiceException.badRequest("clinical_notes are not supported by this lab");
    }
  }

  /** Checks the consents that the platform's physician requires. */
  static void checkConsents(JsonNode given) {
    List<String> missing = new ArrayList<>(CONSENTS);
    given.forEach(c -> missing.remove(c.get("consentType").textValue()));
    if (!missing.isEmpty()) {
      throw ServiceException.badRequest("missing consents: " + String.join(", ", missing));
    }
  }

  /**
   * @param today current date at the patient's location
   */
  static void checkActivation(LocalDate day, LocalDate today) {
    if (day.isBefore(today)) {
      throw ServiceException.badRequest("activate_by must not be in the past");
    }
  }
}
