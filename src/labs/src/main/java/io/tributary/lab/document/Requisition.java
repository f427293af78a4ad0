package io.tributary.lab.document;

import java.time.LocalDate;
import java.util.List;

/**
 * What a laboratory is asked to do, as a patient hands it over. Absent texts are empty.
 *
 * @param number by which the sample and its results find back to the order
 * @param account ours at the laboratory
 * @param bill who pays, in words
 */
public record Requisition(
    String number,
    String laboratory,
    String account,
    Patient patient,
    Physician physician,
    List<Test> tests,
    List<String> diagnoses,
    String bill,
    String notes,
    boolean urgent,
    boolean fasting,
    LocalDate ordered) {
  public Requisition {
    tests = List.copyOf(tests);
    diagnoses = List.copyOf(diagnoses);
  }

  /**
   * Whose sample it is.
   *
   * @param address in lines
   */
  public record Patient(
      String name,
      LocalDate birthDate,
      String sex,
      List<String> address,
      String phone,
      String email) {
    public Patient {
      address = List.copyOf(address);
    }
  }

  /** Who orders. */
  public record Physician(String name, String npi) {}

  /**
   * @param code the laboratory's
   * @param answers to what it asks with the test, each as question and answer
   */
  public record Test(String code, String name, List<Answer> answers) {
    public Test {
      answers = List.copyOf(answers);
    }
  }

  /** What a laboratory asked. */
  public record Answer(String question, String answer) {}
}
