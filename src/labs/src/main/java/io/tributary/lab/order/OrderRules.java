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
  private static final Set<String> NOTES =
      Set.of("labcorp", "quest", "sonora_quest", "bioreference");

  private static final List<String> CONSENTS =
      List.of("hipaa-authorization", "terms-of-use", "telehealth-informed-consent");
  private static final int GROWN_UP = 18;

  private OrderRules() {}

  static void method(CollectionMethod method, Set<LabFeature> on) {
    if (method == CollectionMethod.ON_SITE_COLLECTION) {
      require(on, LabFeature.ON_SITE_COLLECTION);
    }
  }

  static void require(Set<LabFeature> on, LabFeature wanted) {
    if (!on.contains(wanted)) {
      throw ServiceException.switchedOff(wanted.wire() + " is off for this team");
    }
  }

  /**
   * @param today current date at the patient's location
   */
  static void age(JsonNode patient, LocalDate today, CollectionMethod method, Set<LabFeature> on) {
    LocalDate born = LocalDate.parse(patient.get("dob").textValue());
    if (!born.plusYears(GROWN_UP).isAfter(today)) {
      return;
    }
    if (method == CollectionMethod.AT_HOME_PHLEBOTOMY) {
      throw ServiceException.invalid("patients under 18 cannot be visited by a phlebotomist");
    }
    require(on, LabFeature.MINORS);
    if (patient.get("medical_proxy").isNull()) {
      throw ServiceException.invalid("medical_proxy is required for patients under 18");
    }
  }

  /** Checks the NPI in production. The sandbox accepts any ten digits. */
  static void physician(JsonNode physician, Environment environment) {
    if (environment == Environment.PRODUCTION
        && !physician.isNull()
        && !Physicians.validNpi(physician.get("npi").textValue())) {
      throw ServiceException.invalid("the physician's npi is not valid");
    }
  }

  static void notes(Optional<String> notes, String lab) {
    if (notes.isPresent() && !NOTES.contains(lab)) {
      throw ServiceException.invalid("clinical_notes are not supported by this lab");
    }
  }

  /** Checks the consents that the platform's physician requires. */
  static void consents(JsonNode given) {
    List<String> missing = new ArrayList<>(CONSENTS);
    given.forEach(c -> missing.remove(c.get("consentType").textValue()));
    if (!missing.isEmpty()) {
      throw ServiceException.invalid("missing consents: " + String.join(", ", missing));
    }
  }

  /**
   * @param today current date at the patient's location
   */
  static void activation(LocalDate day, LocalDate today) {
    if (day.isBefore(today)) {
      throw ServiceException.invalid("activate_by must not be in the past");
    }
  }
}
