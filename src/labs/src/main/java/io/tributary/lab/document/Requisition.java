package io.tributary.lab.document;

import java.time.LocalDate;
import java.util.List;

/**
 * Order form that a patient hands to the laboratory. Absent texts are empty.
 *
 * @param number requisition number, which links the sample and its results to the order
 * @param account our account number at the laboratory
 * @param bill paying party, as readable text
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
   * Patient on the requisition.
   *
   * @param address address lines
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

  public record Physician(String name, String npi) {}

  /**
   * @param code the laboratory's code
   * @param answers the laboratory's questions at order entry with their answers
   */
  public record Test(String code, String name, List<Answer> answers) {
    public Test {
      answers = List.copyOf(answers);
    }
  }

  public record Answer(String question, String answer) {}
}
