package io.tributary.lab.protocol;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a laboratory is asked to do for one patient.
 *
 * @param sampleId the requisition number, by which results find back
 * @param accountNumber ours at the laboratory
 * @param insurance only where an insurance pays
 * @param guarantor who pays or answers for the patient, where that is somebody else
 * @param notes for the laboratory, one line each
 * @param labCollects whether the laboratory draws the sample itself
 */
public record LabOrder(
    Wish wish,
    String sampleId,
    String accountNumber,
    Instant orderedAt,
    Patient patient,
    Physician physician,
    Organisation organisation,
    List<Test> tests,
    List<Diagnosis> diagnoses,
    Billing billing,
    Optional<Insurance> insurance,
    Optional<Guarantor> guarantor,
    List<String> notes,
    boolean urgent,
    boolean labCollects,
    Optional<Boolean> fasting,
    Optional<Instant> collectedAt,
    Optional<Sample> sample) {
  /** What is to be done with the order. */
  public enum Wish {
    PLACE,
    CHANGE,
    CANCEL
  }

  /** Who pays. */
  public enum Billing {
    CLIENT,
    PATIENT,
    INSURANCE
  }

  /** What the insured is to the patient. */
  public enum Relation {
    SELF,
    SPOUSE,
    OTHER
  }

  /**
   * @param id ours; the laboratory gives it back
   * @param race and ethnicity as the API spells them; empty when not told
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

  /** Who orders. */
  public record Physician(PersonName name, String npi) {}

  /** On whose behalf; empty texts where nothing is known. */
  public record Organisation(String name, PostalAddress address, String phone) {}

  /**
   * @param code the laboratory's
   * @param loinc empty when there is none
   */
  public record Test(String code, String name, String loinc, List<AskedAnswer> answers) {
    public Test {
      answers = List.copyOf(answers);
    }
  }

  /**
   * An answer to a question the laboratory asks with a test.
   *
   * @param code of a choice; for numbers and texts the value itself
   * @param text of a choice
   */
  public record AskedAnswer(
      String questionCode, String question, AnswerKind kind, String code, String text) {}

  /** What kind of answer a question has. */
  public enum AnswerKind {
    CHOICE,
    NUMBER,
    TEXT
  }

  /** A reason for the tests, as an ICD-10 code. */
  public record Diagnosis(String code, String text) {}

  /**
   * @param plan empty = the payor's code stands for it
   * @param insuredBirthDate null = nobody has said
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

  /** Who answers for the patient. */
  public record Guarantor(
      PersonName name, PostalAddress address, String phone, Relation relation) {}

  /**
   * A sample that exists already.
   *
   * @param type of table 0487, such as {@code SER}
   */
  public record Sample(String id, CodedValue type) {}

  public LabOrder {
    Objects.requireNonNull(wish);
    if (sampleId.isBlank()) {
      throw new IllegalArgumentException("an order has a requisition number");
    }
    if (tests.isEmpty()) {
      throw new IllegalArgumentException("an order has a test");
    }
    if (billing == Billing.INSURANCE && insurance.isEmpty()) {
      throw new IllegalArgumentException("an insurance that pays is named");
    }
    tests = List.copyOf(tests);
    diagnoses = List.copyOf(diagnoses);
    notes = List.copyOf(notes);
  }
}
