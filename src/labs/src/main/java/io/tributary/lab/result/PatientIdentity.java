package io.tributary.lab.result;

import io.tributary.lab.protocol.LabReport.Subject;
import io.tributary.lab.protocol.Sex;
import java.text.Normalizer;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;

/** Who somebody is, as far as results are matched by it. */
public record PatientIdentity(String given, String family, Optional<LocalDate> birthDate, Sex sex) {
  public static PatientIdentity of(Subject subject) {
    return new PatientIdentity(
        subject.name().given(), subject.name().family(), subject.birthDate(), subject.sex());
  }

  /**
   * Last name, first initial and birth date agree, and the sex if both know it. What is not told
   * agrees with nothing.
   */
  public boolean isLike(PatientIdentity other) {
    String family = letters(this.family);
    return !family.isEmpty()
        && family.equals(letters(other.family))
        && !initial().isEmpty()
        && initial().equals(other.initial())
        && birthDate.isPresent()
        && birthDate.equals(other.birthDate)
        && (!known(sex) || !known(other.sex) || sex == other.sex);
  }

  private static boolean known(Sex sex) {
    return sex == Sex.FEMALE || sex == Sex.MALE;
  }

  /** The first letter of the first name; empty when there is none. */
  String initial() {
    String letters = letters(given);
    return letters.isEmpty() ? "" : letters.substring(0, letters.offsetByCodePoints(0, 1));
  }

  /** Laboratories write names in capitals, without accents, hyphens and blanks. */
  static String letters(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFD)
        .replaceAll("[^\\p{L}\\p{N}]", "")
        .toUpperCase(Locale.ROOT);
  }
}
