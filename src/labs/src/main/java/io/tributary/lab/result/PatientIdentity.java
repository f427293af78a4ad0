package io.tributary.lab.result;

import io.tributary.lab.protocol.LabReport.Subject;
import io.tributary.lab.protocol.Sex;
import java.text.Normalizer;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;

/** Identity of a person, limited to the fields used for matching. */
public record PatientIdentity(String given, String family, Optional<LocalDate> birthDate, Sex sex) {
  public static PatientIdentity fromSubject(Subject subject) {
    return new PatientIdentity(
        subject.name().given(), subject.name().family(), subject.birthDate(), subject.sex());
  }

  /**
   * Returns whether last name, first initial and birth date match, and the sex if both are known. A
   * missing value matches nothing.
   */
  public boolean matches(PatientIdentity other) {
    String family = normalizeName(this.family);
    return !family.isEmpty()
        && family.equals(normalizeName(other.family))
        && !initial().isEmpty()
        && initial().equals(other.initial())
        && birthDate.isPresent()
        && birthDate.equals(other.birthDate)
        && (!known(sex) || !known(other.sex) || sex == other.sex);
  }

  private static boolean known(Sex sex) {
    return sex == Sex.FEMALE || sex == Sex.MALE;
  }

  /** First letter of the first name; empty when there is none. */
  String initial() {
    String letters = normalizeName(given);
    return letters.isEmpty() ? "" : letters.substring(0, letters.offsetByCodePoints(0, 1));
  }

  /** Normalized name: laboratories write names in capitals, without accents, hyphens and spaces. */
  static String normalizeName(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFD)
        .replaceAll("[^\\p{L}\\p{N}]", "")
        .toUpperCase(Locale.ROOT);
  }
}
