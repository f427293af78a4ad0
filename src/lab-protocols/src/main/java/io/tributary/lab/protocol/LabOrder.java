package io.tributary.lab.protocol;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Order for one patient as sent to a laboratory, independent of the wire format.
 *
 * @param sampleId requisition number; results are matched by it
 * @param accountNumber our account number at the laboratory
 * @param insurance present only if an insurance pays
 * @param guarantor person who is financially responsible for the patient, if not the patient
 * @param notes notes to the laboratory, one line each
 * @param labCollects whether the laboratory collects the sample itself
 */
public record LabOrder(
    OrderAction action,
    String sampleId,
    String accountNumber,
    Instant orderedAt,
    Patient patient,
    Physician physician,
    OrderingOrganization organization,
    List<OrderedTest> tests,
    List<Diagnosis> diagnoses,
    Billing billing,
    Optional<Insurance> insurance,
    Optional<Guarantor> guarantor,
    List<String> notes,
    boolean urgent,
    boolean labCollects,
    Optional<Boolean> fasting,
    Optional<Instant> collectedAt,
    Optional<OrderSample> sample) {
  /** Action that the message requests. */
  public enum OrderAction {
    PLACE,
    CHANGE,
    CANCEL
  }

  /** Party that pays for the order. */
  public enum Billing {
    CLIENT,
    PATIENT,
    INSURANCE
  }

  /** Relationship between the patient and the insured person or guarantor. */
  public enum Relation {
    SELF,
    SPOUSE,
    OTHER
  }

  /**
   * @param id our patient ID; the laboratory returns it with results
   * @param race and ethnicity, with the values of the API; empty if unknown
   */
  public record Patient(
      String id,
      PersonName name,
      LocalDate birthDate,
      Sex sex,
      String race,
      String ethnicity,
      PostalAddress address,
      String phone,
      String email) {}

  /** Ordering physician. */
  public record Physician(PersonName name, String npi) {}

  /** Ordering organization; unknown fields are empty strings. */
  public record OrderingOrganization(String name, PostalAddress address, String phone) {}

  /**
   * @param code the laboratory's own test code
   * @param loinc empty if there is none
   */
  public record OrderedTest(String code, String name, String loinc, List<AoeAnswer> answers) {
    public OrderedTest {
      answers = List.copyOf(answers);
    }
  }

  /**
   * Answer to an ask-at-order-entry (AOE) question of a test.
   *
   * @param code code of the choice; for numbers and texts, the value itself
   * @param text display text of the choice
   */
  public record AoeAnswer(
      String questionCode, String question, AnswerKind kind, String code, String text) {}

  public enum AnswerKind {
    CHOICE,
    NUMBER,
    TEXT
  }

  /** Reason for the tests, as an ICD-10 code. */
  public record Diagnosis(String code, String text) {}

  /**
   * @param plan empty means that the payor's code identifies the plan
   * @param insuredBirthDate null if unknown
   */
  public record Insurance(
      String plan,
      String payorCode,
      String payorName,
      PostalAddress payorAddress,
      String groupId,
      String memberId,
      Relation relation,
      PersonName insured,
      LocalDate insuredBirthDate,
      Sex insuredSex,
      PostalAddress insuredAddress) {}

  /** Person who is financially responsible for the patient. */
  public record Guarantor(
      PersonName name, PostalAddress address, String phone, Relation relation) {}

  /**
   * Sample that has already been collected.
   *
   * @param type code of HL7 table 0487, such as {@code SER}
   */
  public record OrderSample(String id, CodedValue type) {}

  public LabOrder {
    Objects.requireNonNull(action);
    if (sampleId.isBlank()) {
      throw new IllegalArgumentException("an order needs a requisition number");
    }
    if (tests.isEmpty()) {
      throw new IllegalArgumentException("an order needs at least one test");
    }
    if (billing == Billing.INSURANCE && insurance.isEmpty()) {
      throw new IllegalArgumentException("insurance billing requires the insurance details");
    }
    tests = List.copyOf(tests);
    diagnoses = List.copyOf(diagnoses);
    notes = List.copyOf(notes);
  }
}
